public import Diary
import JSON
import SQLite
public import Sync

/// A segment of the remote.
public struct ArrivedSegment: Sendable {
  public var name: SegmentName
  /// The name of its git blob.
  public var blob: String
  /// `nil` if it cannot be read.
  public var segment: Segment?

  public init(name: SegmentName, blob: String, segment: Segment?) {
    self.name = name
    self.blob = blob
    self.segment = segment
  }
}

/// What an exchange has brought.
public struct ReceivedTexts: Sendable {
  /// The number of changed records, by the ID of the device that sent them.
  public var changed: [String: Int] = [:]
  /// The records that have the changes of several devices now.
  public var merged = 0
  /// The notes and to-dos that were removed because another device has purged them.
  public var purgedIDs: [Identifier] = []
  /// The days of the entries that were removed for the same reason.
  public var purgedDays: [Day] = []
  /// What was kept of purged entries, here and on other devices.
  public var kept: [KeptParagraphs] = []
  /// Whether purges were completed, which erases the local copy of the remote.
  public var hasErasedCopy = false

  public init() {}

  /// How many texts were removed because another device has purged them.
  public var purged: Int { purgedIDs.count + purgedDays.count }
}

extension Journal {
  /// The segments that were read, with their blobs.
  public func knownSegments() throws(JournalError) -> [String: String] {
    Dictionary(
      try database.rows("SELECT path, blob FROM sync_segment") {
        ($0["path"] as String, $0["blob"] as String)
      }, uniquingKeysWith: { $1 })
  }

  /// Adds segments of the remote in one transaction. A damaged one is left out as a whole, and read
  /// again by the next exchange.
  ///
  /// - Parameters:
  ///   - removed: the paths of known segments that the remote does not have any more.
  ///   - comparesAll: whether everything that is not in these segments has to be sent.
  ///   - writer: the device that began the epoch, if everything of it is read: only the devices that it
  ///     and they themselves name have access.
  ///   - next: returns the next segment; `nil` after the last one.
  public func receive(
    _ remote: SyncRemote, without removed: [String] = [], comparingAll comparesAll: Bool,
    namedBy writer: String? = nil, at moment: Moment, _ next: () throws -> ArrivedSegment?
  ) throws -> ReceivedTexts {
    var received = try database.connection.transaction { () throws(any Error) in
      var received = ReceivedTexts()
      let purges: Int64 = try database.value("SELECT max(number) FROM purge") ?? 0
      let merges = try mergeCount()
      var unarchiving = Unarchiving(fromRemote: true)
      unarchiving.unsent = try unsentVersions()
      if comparesAll { try forgetWhatWasSent() }
      if writer != nil { try forgetOtherDevices() }
      for path in removed {
        try database.run("DELETE FROM sync_segment WHERE path = ?1", [path])
      }
      let ours = try deviceID()
      var isCopied = false
      var namesakes: [JSONValue] = []
      let hasUnsent = try database.hasRow("SELECT 1 FROM unsent")
      var count = 0
      while let arrived = try next() {
        // A device writes in its own folder.
        guard let segment = arrived.segment, segment.device == arrived.name.device else {
          try noteSegment(arrived.name, blob: "")
          continue
        }
        count += 1
        if count == Self.manySegments { try enlargeCache() }
        try database.execute("SAVEPOINT segment")
        var attempt = (unarchiving, namesakes)
        do {
          let count = try add(
            segment, by: &attempt.0, namesakes: &attempt.1, markingArrived: hasUnsent,
            isEncrypted: remote.key != nil, namedBy: writer)
          received.kept += try keptElsewhere(segment)
          try noteSegment(arrived.name, blob: arrived.blob)
          try note(segment)
          (unarchiving, namesakes) = attempt
          received.changed[segment.device, default: 0] += count
          // Texts of this device that it does not know: it has a copy, or is one.
          if segment.device == ours, count > 0 { isCopied = true }
        } catch is DamagedRecord {
          try database.execute("ROLLBACK TO segment")
          try noteSegment(arrived.name, blob: "")
        }
        try database.execute("RELEASE segment")
      }
      try unarchiving.finish(in: self, at: moment.instant)
      if isCopied || !namesakes.isEmpty {
        try becomeNewDevice(keepingKey: !namesakes.isEmpty)
        for line in namesakes { try addDevice(line) }
      }
      try put(remote)
      try Purge.markCompleted(in: database)
      received.kept += unarchiving.kept
      try addPurged(after: purges, to: &received)
      received.merged = max(0, try mergeCount() - merges)
      return received
    } mapping: {
      JournalError($0, path: path)
    }
    // What an editor has open is purged later, and does not stop the exchange.
    received.hasErasedCopy = (try? completePurges()) ?? true
    return received
  }

  private static let manySegments = 10

  private func add(
    _ segment: Segment, by unarchiving: inout Unarchiving, namesakes: inout [JSONValue],
    markingArrived marksArrived: Bool, isEncrypted: Bool, namedBy writer: String?
  ) throws -> Int {
    var changed = 0
    for line in segment.lines {
      let json = line.value
      switch line.kind {
      case .record:
        switch try unarchiving.add(json, to: self) {
        case .added, .changed: changed += 1
        case .unchanged, .purgedHere: break
        }
        if marksArrived { try markArrived(json) }
      case .purged: try unarchiving.addPurge(json, to: self)
      case .purgedOrigin: try unarchiving.addPurgedOrigin(json, to: self)
      case .repository: try unarchiving.addRepository(json, to: self)
      case .commitFact: try addCommitFact(json, isSent: true)
      case .rewrite: try addRewrite(json, isSent: true)
      // In a remote that everyone can write, anyone could name a key. In another one, a device speaks for
      // itself, and the one that began the epoch for all that had access then.
      case .device:
        if isEncrypted, json["id"]?.string == segment.device || segment.device == writer {
          if try isNamesake(json) { namesakes.append(json) } else { try addDevice(json) }
        }
      case .putAside, nil: break
      }
    }
    return changed
  }

  /// - Parameter blob: empty if the segment cannot be read.
  private func noteSegment(_ name: SegmentName, blob: String) throws(JournalError) {
    try database.insert(
      ["path": name.path, "blob": blob], into: "sync_segment", ifThere: .update(["path"]))
  }

  /// The paths of the segments that could not be read. They are read again after a change of the remote.
  public func unreadableSegments() throws(JournalError) -> [String] {
    try database.values("SELECT path FROM sync_segment WHERE blob = '' ORDER BY path")
  }

  private func markArrived(_ record: JSONValue) throws(JournalError) {
    for version in record["versions"]?.array ?? [] {
      guard let id = version["versionId"]?.string.flatMap(Hexadecimal.bytes) else { continue }
      try database.run("DELETE FROM unsent WHERE version = ?1", [id])
    }
  }

  private func note(_ segment: Segment) throws(JournalError) {
    guard let id = Hexadecimal.bytes(segment.device), id.count == VersionID.length else { return }
    try database.run(
      """
      INSERT INTO device (id, clock, name, seen_at) VALUES (?1, 0, ?2, ?3)
      ON CONFLICT (id) DO UPDATE SET name = ?2, seen_at = max(coalesce(seen_at, 0), ?3)
      """, [id, segment.name, segment.sentAt])
  }

  /// Saves that this device has written segments, which are at the remote with this commit.
  public func didSend(
    _ texts: UnsentTexts, as segments: [(name: SegmentName, blob: String)], _ remote: SyncRemote,
    replacing removed: [String] = [], startingEpoch: Bool = false,
    forgetting forgotten: String? = nil, at instant: Instant
  ) throws(JournalError) {
    try write { () throws(JournalError) in
      if startingEpoch { try database.run("DELETE FROM sync_segment") }
      if let id = forgotten.flatMap(Hexadecimal.bytes) {
        try database.run(
          "UPDATE device SET name = NULL, public_key = NULL, seen_at = NULL WHERE id = ?1", [id])
      }
      for path in removed {
        try database.run("DELETE FROM sync_segment WHERE path = ?1", [path])
      }
      for segment in segments { try noteSegment(segment.name, blob: segment.blob) }
      try put(remote)
      try markSent(texts, at: instant)
    }
  }

  /// Adds the texts that were purged since. Several entries that were begun for a day are one.
  private func addPurged(
    after number: Int64, to received: inout ReceivedTexts
  ) throws(JournalError) {
    received.purgedIDs += try database.rows(
      "SELECT id FROM purge WHERE number > ?1 AND kind <> 2 ORDER BY number", [number]
    ) { Identifier(stored: $0["id"]) }
    received.purgedDays += try database.values(
      "SELECT DISTINCT day FROM purge WHERE number > ?1 AND kind = 2 ORDER BY day", [number])
  }

  /// What the device of a segment has kept of entries that were purged here.
  private func keptElsewhere(_ segment: Segment) throws(JournalError) -> [KeptParagraphs] {
    var kept: [KeptParagraphs] = []
    for line in segment.lines where line.kind == .putAside {
      guard let paragraphs = KeptParagraphs(line.value, device: segment.name),
        try hasPurgeOfThisDevice(ofEntryOn: paragraphs.day)
      else { continue }
      kept.append(paragraphs)
    }
    return kept
  }

  private func mergeCount() throws(JournalError) -> Int {
    try database.value(
      "SELECT count(*) FROM record WHERE length(version_id) > \(VersionID.length)") ?? 0
  }
}
