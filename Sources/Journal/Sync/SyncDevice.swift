public import Diary
import JSON
import Platform
public import Records
import SQLite
import Sync

/// A device that writes this diary.
public struct SyncDevice: Hashable, Sendable {
  public var id: String
  public var name: String
  /// When it sent something last, by its clock; `nil` for this device.
  public var seenAt: Instant?
  public var isThis: Bool
  /// The key for which others seal; `nil` if it has sent none.
  public var publicKey: [UInt8]?

  /// Distinguishes devices of the same name.
  public var shortID: String { String(id.prefix(8)) }
}

extension Journal {
  /// The ID of this device, in hexadecimal digits.
  public func deviceID() throws(JournalError) -> String {
    Hexadecimal.text(try database.value("SELECT id FROM device WHERE number = 1") ?? [] as [UInt8])
  }

  public func devices() throws(JournalError) -> [SyncDevice] {
    try database.rows(
      "SELECT * FROM device WHERE number = 1 OR name IS NOT NULL ORDER BY number"
    ) { row in
      SyncDevice(
        id: Hexadecimal.text(row["id"] as [UInt8]), name: row["name"] ?? "",
        seenAt: row["seen_at"], isThis: row["number"] == 1, publicKey: row["public_key"])
    }
  }

  /// Another copy of this journal writes as the same device: from now on this one is a new device.
  ///
  /// - Parameter keepsKey: whether the other copy has another key, so that this one need not be replaced.
  func becomeNewDevice(keepingKey keepsKey: Bool = false) throws(JournalError) {
    let old: [UInt8]? = try database.value("SELECT id FROM device WHERE number = 1")
    guard let old else { throw .damaged(path: path) }
    try database.run("UPDATE device SET id = randomblob(16), is_announced = 0 WHERE number = 1")
    // The old ID stays that of the versions that were written under it. Only a device that has written in
    // this journal has a clock.
    try database.run(
      """
      INSERT INTO device (id, clock, name, public_key)
      SELECT ?1, clock, name, iif(?2, NULL, public_key) FROM device WHERE number = 1
      """, [old, keepsKey])
    let number = database.lastInsertedRow
    // The other copy keeps its keys.
    if !keepsKey { try database.run("UPDATE device SET public_key = NULL WHERE number = 1") }
    for table in ["record", "record_version"] {
      try database.run("UPDATE \(table) SET device = ?1 WHERE device = 1", [number])
    }
  }

  /// The devices that this one was before, by their rows, and the clock when it became another one: what was
  /// written under such an ID later is by a copy of this journal.
  func formerClocks() throws(JournalError) -> [Int64: Int64] {
    let rows = try database.rows("SELECT number, clock FROM device WHERE number <> 1 AND clock > 0")
    {
      ($0["number"] as Int64, $0["clock"] as Int64)
    }
    return Dictionary(rows) { first, _ in first }
  }

  /// Saves the key for which others seal something for this device. With another key it is a new device:
  /// others do not replace the key of one that they know.
  public func savePublicKey(_ key: [UInt8]?) throws(JournalError) {
    try write { () throws(JournalError) in
      let old: [UInt8]? = try database.value("SELECT public_key FROM device WHERE number = 1")
      if let old, let key, old != key { try becomeNewDevice() }
      try database.run(
        """
        UPDATE device SET public_key = ?1, is_announced = 0
        WHERE number = 1 AND public_key IS NOT ?1
        """, [key])
    }
  }

  // MARK: Sending and receiving

  /// Whether the remote does not have the key of this device yet.
  static let hasUnannounced = """
    EXISTS (SELECT 1 FROM device, sync_remote WHERE device.number = 1 AND is_announced = 0
      AND public_key IS NOT NULL AND key_number IS NOT NULL)
    """

  /// The lines about devices with a key: those of all for a new epoch, else that of this one if the
  /// remote does not have it.
  ///
  /// - Parameter name: that of this device.
  func lines(ofDevicesNamed name: String, everything isWhole: Bool) throws(JournalError)
    -> [JSONValue]
  {
    try database.rows(
      """
      SELECT * FROM device WHERE public_key IS NOT NULL AND (number = 1 OR name IS NOT NULL)
        AND (?1 OR number = 1 AND is_announced = 0) ORDER BY number
      """, [isWhole]
    ) { row in
      var members: [JSONValue.Member] = [
        .init("id", .string(Hexadecimal.text(row["id"] as [UInt8]))),
        .init("name", .string(row["number"] == 1 ? name : row["name"])),
        .init("key", .string(Hexadecimal.text(row["public_key"] as [UInt8]))),
      ]
      if let seen = row["seen_at"] as Instant? {
        members.append(.init("seenAt", .string("\(seen)")))
      }
      return .object(members)
    }
  }

  /// Saves a device. A key that is known is not replaced: a device with new keys has a new ID too.
  func addDevice(_ json: JSONValue) throws {
    guard let id = json["id"]?.string.flatMap(Hexadecimal.bytes), id.count == VersionID.length,
      let key = json["key"]?.string.flatMap(Hexadecimal.bytes), let name = json["name"]?.string
    else { throw DamagedRecord(field: "device") }
    try database.run(
      """
      INSERT INTO device (id, clock, name, public_key, seen_at) VALUES (?1, 0, ?2, ?3, ?4)
      ON CONFLICT (id) DO UPDATE SET
        name = iif(number = 1, name, ?2), public_key = coalesce(public_key, ?3),
        seen_at = nullif(max(coalesce(seen_at, 0), coalesce(?4, 0)), 0),
        is_announced = number = 1 AND public_key IS ?3
      """, [id, name, key, json["seenAt"]?.string.flatMap(Instant.init(rfc3339:))])
  }

  /// Whether a line is about a device with the ID of this one, but another key. This is so after the journal
  /// was restored from a backup of before the device had a key: the others keep the key that they know.
  func isNamesake(_ json: JSONValue) throws(JournalError) -> Bool {
    guard let id = json["id"]?.string.flatMap(Hexadecimal.bytes), json["name"]?.string != nil,
      let key = json["key"]?.string.flatMap(Hexadecimal.bytes)
    else { return false }
    return try database.hasRow(
      "SELECT 1 FROM device WHERE number = 1 AND id = ?1 AND public_key <> ?2", [id, key])
  }

  /// Forgets the other devices, because a new key was made for some of them only. Those that have it follow.
  func forgetOtherDevices() throws(JournalError) {
    try database.run(
      "UPDATE device SET name = NULL, public_key = NULL, seen_at = NULL WHERE number <> 1")
  }
}

extension JournalFile {
  /// The local clone of the remote: a cache of segments, beside the journal.
  var syncClone: String { File.directory(of: path) + "/sync.git" }

  /// Erases the clone, because its segments may have purged text. The next exchange fetches it again.
  ///
  /// - Parameter isLocked: whether this process has the lock of an exchange.
  func eraseSyncClone(isLocked: Bool = false) throws(JournalError) {
    let clone = syncClone
    guard File.isDirectory(clone) else { return }
    do throws(FileError) {
      if isLocked { return try File.eraseFolder(clone) }
      // An exchange may be writing to it.
      if let lock = try FileLock(trying: Journal.syncLock(ofJournalAt: path)) {
        defer { _ = lock }
        return try File.eraseFolder(clone)
      }
    } catch {
      throw .copyNotPurged(path: error.path)
    }
    throw .exchanging
  }
}

extension Journal {
  /// Says that this process exchanges texts, and has the lock for that.
  public func beginExchange() { isExchanging = true }

  /// The process gives the lock away.
  public func endExchange() { isExchanging = false }

  /// Erases the clone. The caller has the lock of an exchange.
  public func eraseSyncClone() throws(JournalError) {
    try Self.eraseSyncClone(ofJournalAt: path)
  }

  public static func eraseSyncClone(ofJournalAt path: String) throws(JournalError) {
    try JournalFile(path: path).eraseSyncClone(isLocked: true)
  }

  public static func syncClone(ofJournalAt path: String) -> String {
    JournalFile(path: path).syncClone
  }

  /// The file that an exchange locks.
  public static func syncLock(ofJournalAt path: String) -> String {
    File.directory(of: path) + "/sync.lock"
  }
}

/// A text that two devices have changed so that the merge could not keep everything.
public struct TextToLookAt: Sendable {
  public var record: FoundRecord
  /// Whether both have changed the same words; otherwise one has deleted it.
  public var hasLostWords: Bool
}

extension TextToLookAt {
  /// The SQL expression for whether the user should look at a record.
  static func query(of number: String) -> String {
    "EXISTS (SELECT 1 FROM look WHERE record = \(number) AND is_seen = 0) AS needs_look"
  }
}

extension Journal {
  /// The texts whose merge the user has not looked at, the newest first.
  public func textsToLookAt(limit: Int = 100) throws(JournalError) -> [TextToLookAt] {
    let rows = try database.rows(
      "SELECT record, losses FROM look WHERE is_seen = 0 ORDER BY record DESC LIMIT ?1", [limit]
    ) { ($0["record"] as Int64, $0["losses"] as Int) }
    var texts: [TextToLookAt] = []
    for (number, losses) in rows {
      texts.append(
        TextToLookAt(
          record: try found(record(number)),
          hasLostWords: MergeLosses(rawValue: losses).contains(.words)))
    }
    return texts
  }

  /// Saves that the user has seen the versions of a text.
  public func didLook(at id: RecordID) throws(JournalError) {
    try writeCache { () throws(JournalError) in
      try database.run(
        "UPDATE look SET is_seen = 1 WHERE record = ?1", [recordIfKnown(id)?.number])
    }
  }
}
