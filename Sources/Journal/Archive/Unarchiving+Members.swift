import Diary
public import JSON
import Records
import SQLite
import Sync

// What an archive or a segment has besides records.

extension Unarchiving {
  /// Saves what a repository without a remote is known by.
  public func addRepository(_ json: JSONValue, to journal: isolated Journal) throws {
    guard let name = json["name"]?.string, !name.isEmpty, let root = json["root"]?.string else {
      throw DamagedRecord(field: "repositories")
    }
    _ = try journal.row(of: RepositoryKey(Repository(name: name), root: root))
  }

  /// The text that was purged elsewhere, if the journal has it.
  public func record(
    ofPurge json: JSONValue, in journal: isolated Journal
  ) throws -> RecordReference? {
    if UnknownRecord(json) != nil { return nil }
    let (kind, id, _) = try purge(json)
    return try journal.reference(kind, Identifier(stored: id))
  }

  /// Saves that a text was purged, so that no import brings it back. A text that the journal still
  /// has is purged when the journal is opened for writing next.
  public mutating func addPurge(_ json: JSONValue, to journal: isolated Journal) throws {
    if let unknown = UnknownRecord(json) {
      return try journal.purgeUnknown(unknown.kind, json, isSent: isFromRemote)
    }
    let (kind, id, day) = try purge(json)
    func instant(_ name: String) -> Instant? {
      json[name]?.string.flatMap(Instant.init(rfc3339:))
    }
    guard let begun = instant("begunAt") else { throw DamagedRecord(field: "begunAt") }
    func ids(_ name: String) throws -> Set<VersionID> {
      let ids = (json[name]?.array ?? []).map {
        $0.string.flatMap(Hexadecimal.bytes).flatMap { VersionID($0) }
      }
      guard !ids.contains(nil) else { throw DamagedRecord(field: name) }
      return Set(ids.compactMap(\.self))
    }
    let (seen, made) = try (ids("versions"), ids("madeFromThem"))
    // If this device has seen more of the text, the others have to be told.
    let wasKnown = try journal.wasPurged(kind, id: id)
    let known = try journal.seenVersions(ofPurge: kind, id)
    let isKnown = known.isSubset(of: seen)
    try journal.database.run(
      """
      INSERT INTO purge (kind, id, day, begun_at, removed_at, completed_at, sent_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (kind, id) DO UPDATE SET
        sent_at = coalesce(sent_at, iif(?8, ?7, NULL))
      """,
      [
        kind.rawValue, id, day, begun, instant("removedAt"), instant("completedAt"),
        isFromRemote ? begun : nil, isKnown,
      ])
    try journal.remember(purged: seen, wereSeen: true, of: kind, id)
    try journal.remember(purged: made, wereSeen: false, of: kind, id)
    // What was kept of a purged entry may have been seen after all.
    if wasKnown, !seen.isSubset(of: known) {
      try journal.database.run(
        "UPDATE purge SET removed_at = NULL, completed_at = NULL WHERE kind = ?1 AND id = ?2",
        [kind.rawValue, id])
    }
    purges.append(
      PurgedText(kind: kind, id: id, isWhole: true, versions: seen.union(made), day: day))
    purged = nil
  }

  private func purge(_ json: JSONValue) throws -> (RecordKind, String, Day) {
    guard let kind = json["kind"]?.string.flatMap(RecordKind.init(name:)),
      let id = json["id"]?.string, Identifier.prefix(id) == id,
      let day = json["day"]?.string.flatMap({ Day(iso: $0) })
    else { throw DamagedRecord(field: "purged") }
    return (kind, id, day)
  }

  public func addPurgedOrigin(_ json: JSONValue, to journal: isolated Journal) throws {
    guard let hash = json.string.flatMap(Hexadecimal.bytes) else {
      throw DamagedRecord(field: "purgedOrigins")
    }
    try journal.database.run(
      """
      INSERT INTO purged_origin (hash, is_sent) VALUES (?1, ?2)
      ON CONFLICT (hash) DO UPDATE SET is_sent = max(is_sent, ?2)
      """, [hash, isFromRemote])
  }
}

// Records of a kind that a newer program writes. They are kept as they came, passed on, and purged by their ID.

/// Identifies a record of an unknown kind.
struct UnknownRecord: Hashable {
  var kind: String
  var id: String
}

extension UnknownRecord {
  /// `nil` for one of a kind that is known.
  init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.string, RecordKind(name: kind) == nil,
      let id = json["id"]?.string
    else { return nil }
    self.init(kind: kind, id: id)
  }
}

extension Journal {
  /// Keeps the versions of a record that the journal does not have.
  ///
  /// - Parameter isSent: whether other devices have them.
  /// - Returns: whether there were any.
  func keepUnknown(
    _ kind: String, _ id: String, _ json: JSONValue, isSent: Bool
  ) throws -> Bool {
    let arrived = json["versions"]?.array ?? []
    guard !arrived.isEmpty, arrived.allSatisfy({ $0["versionId"]?.nonEmptyString != nil }) else {
      throw DamagedRecord(field: "versions")
    }
    let known = try database.first(
      "SELECT json, is_purged FROM unknown_record WHERE kind = ?1 AND id = ?2", [kind, id]
    ) { row in (json: Self.value(row["json"]), isPurged: row["is_purged"] as Bool) }
    guard let known else {
      try database.insert(
        [
          "kind": kind, "id": id, "is_purged": false, "json": json.text(.compact),
          "is_sent": isSent,
        ], into: "unknown_record")
      return true
    }
    if known.isPurged { return false }
    let versions = known.json["versions"]?.array ?? []
    let ids = Set(versions.map { $0["versionId"]?.string })
    let new = arrived.filter { !ids.contains($0["versionId"]?.string) }
    let hasAll = ids.isSubset(of: Set(arrived.map { $0["versionId"]?.string }))
    var members = known.json.object ?? []
    if members["versions"] != nil { members["versions"] = .array(versions + new) }
    try database.run(
      """
      UPDATE unknown_record SET json = ?3, is_sent = iif(?4, max(is_sent, ?5), is_sent AND NOT ?6)
      WHERE kind = ?1 AND id = ?2
      """,
      [kind, id, JSONValue.object(members).text(.compact), isSent, hasAll, !new.isEmpty])
    return !new.isEmpty
  }

  /// Puts the mark of a purge in the place of a record. The next process that opens the journal for writing
  /// removes what is left of it in other files.
  func purgeUnknown(_ kind: String, _ mark: JSONValue, isSent: Bool) throws {
    guard let id = mark["id"]?.string, Unarchiving.isRecordID(id) else {
      throw DamagedRecord(field: "purged")
    }
    try database.execute("PRAGMA secure_delete = ON")
    try database.run(
      """
      INSERT INTO unknown_record (kind, id, is_purged, json, is_sent) VALUES (?1, ?2, 1, ?3, ?4)
      ON CONFLICT (kind, id) DO UPDATE SET
        json = iif(is_purged, json, ?3), is_sent = iif(is_purged, max(is_sent, ?4), ?4),
        is_purged = max(is_purged, 1)
      """, [kind, id, mark.text(.compact), isSent])
  }

  /// The records as they came, or the marks of those that were purged.
  ///
  /// - Parameter isWhole: whether those are among them that other devices have.
  public func unknownRecords(
    purged arePurged: Bool = false, everything isWhole: Bool = true
  ) throws(JournalError) -> [JSONValue] {
    try database.rows(
      """
      SELECT json FROM unknown_record
      WHERE \(arePurged ? "" : "NOT ")is_purged \(isWhole ? "" : "AND NOT is_sent")
      ORDER BY kind, id
      """
    ) { Self.value($0["json"]) }
  }

  private static func value(_ text: String) -> JSONValue {
    (try? JSONParser.parse(Array(text.utf8))) ?? .null
  }
}
