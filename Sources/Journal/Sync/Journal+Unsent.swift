import Diary
import JSON
import Records
import SQLite
public import Sync

// What is not known to be at the remote: versions in `unsent`, and evidence, purges and names of purged
// items with a mark of their own.

/// What to mark as sent when the lines of it have arrived.
public struct UnsentTexts: Sendable {
  /// The number of records with versions.
  public private(set) var records = 0
  /// Whether there is nothing to send.
  public var isEmpty: Bool { lines == 0 }
  private var lines = 0
  /// The number of records with a version for which a line is too short. It stays here, because no device could
  /// read the segment.
  public private(set) var tooLong = 0

  fileprivate var versions: [[UInt8]] = []
  fileprivate var purges: [(RecordKind, String)] = []
  /// The statements that mark rows of other tables.
  fileprivate var marked: [(update: String, values: [Value])] = []
  fileprivate let longestLine: Int

  fileprivate init(longestLine: Int) { self.longestLine = longestLine }

  /// - Parameter json: a record, or the mark of a purge.
  fileprivate mutating func markIfUnknown(_ json: JSONValue) {
    guard let record = UnknownRecord(json) else { return }
    marked.append(
      (
        "UPDATE unknown_record SET is_sent = 1 WHERE kind = ?1 AND id = ?2",
        [.text(record.kind), .text(record.id)]
      ))
  }

  fileprivate mutating func pass(
    _ line: Segment.Line, to body: (Segment.Line) throws -> Void
  ) rethrows {
    lines += 1
    try body(line)
  }

  /// The lines of one record.
  fileprivate mutating func pass(
    _ record: [Segment.Line], to body: (Segment.Line) throws -> Void
  ) rethrows {
    let short = record.filter { $0.isShort(longestLine) }
    if !short.isEmpty { records += 1 }
    if short.count < record.count { tooLong += 1 }
    for line in short { try pass(line, to: body) }
    for line in record where !line.isShort(longestLine) {
      let kept = Set(line.versionIDs)
      versions.removeAll { kept.contains($0) }
    }
  }
}

extension Segment.Line {
  /// Whether the text of the line is no longer than a number of bytes. Most lines need not be written for that.
  fileprivate func isShort(_ limit: Int) -> Bool {
    guard kind == .record, value.longestText > limit else { return true }
    return text.utf8.count <= limit
  }

  /// The versions of a record.
  fileprivate var versionIDs: [[UInt8]] {
    guard kind == .record else { return [] }
    return (value["versions"]?.array ?? []).compactMap {
      $0["versionId"]?.string.flatMap(Hexadecimal.bytes)
    }
  }
}

extension JSONValue {
  /// A length in bytes that the text of the value does not exceed: JSON writes a byte as 6 at the most.
  fileprivate var longestText: Int {
    switch self {
    case .null, .bool, .integer, .number: 32
    case .string(let text): 6 * text.utf8.count + 3
    case .array(let elements): elements.reduce(3) { $0 + $1.longestText }
    case .object(let members):
      members.reduce(3) { $0 + 6 * $1.name.utf8.count + 4 + $1.value.longestText }
    }
  }
}

extension Journal {
  /// Whether the diary has a remote.
  private var syncs: Bool {
    get throws(JournalError) { try database.hasRow("SELECT 1 FROM sync_remote") }
  }

  /// Adds new versions to what has to be sent, if the diary has a remote.
  func willSend(_ versions: [VersionID], of record: Int64) throws(JournalError) {
    guard try syncs else { return }
    for version in versions {
      try database.run(
        "INSERT OR IGNORE INTO unsent (version, record) VALUES (?1, ?2)", [version.bytes, record])
    }
  }

  /// The same for the version that was just written.
  func willSendNewest(of record: Int64) throws(JournalError) {
    try database.run(
      """
      INSERT OR IGNORE INTO unsent (version, record)
      SELECT version_id, number FROM record WHERE number = ?1 AND EXISTS
        (SELECT 1 FROM sync_remote)
      """, [record])
  }

  /// The number of records with something that is not known to be at the remote.
  public func unsentCount() throws(JournalError) -> Int {
    let count: Int? = try database.value(
      """
      SELECT (SELECT count(DISTINCT record) FROM unsent)
        + (SELECT count(DISTINCT iif(kind = 2, day, id)) FROM purge WHERE sent_at IS NULL)
      """)
    return count ?? 0
  }

  func unsentVersions() throws(JournalError) -> Set<VersionID> {
    try database.versionIDs("SELECT version FROM unsent")
  }

  /// Whether there is something that is not known to be at the remote.
  public func hasUnsent() throws(JournalError) -> Bool {
    try database.hasRow(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM unsent)
        OR EXISTS (SELECT 1 FROM purge WHERE sent_at IS NULL)
        OR EXISTS (SELECT 1 FROM purged_origin WHERE is_sent = 0)
        OR EXISTS (SELECT 1 FROM unknown_record WHERE is_sent = 0)
        OR EXISTS (SELECT 1 FROM commit_fact WHERE is_sent = 0 AND \(Self.isFactOfNote))
        OR EXISTS (SELECT 1 FROM rewrite_record WHERE is_sent = 0 AND \(Self.isRewriteOfNotes))
        OR \(Self.hasUnannounced)
      """)
  }

  /// The number of purged texts that the remote may still have.
  public func unsentPurges() throws(JournalError) -> Int {
    try database.value("SELECT count(*) FROM purge WHERE sent_at IS NULL") ?? 0
  }

  /// Increases with every version that is written, until all are sent.
  public func lastUnsent() throws(JournalError) -> Int64? {
    try database.value(
      """
      SELECT nullif((SELECT coalesce(max(number), 0) FROM unsent)
        + (SELECT count(*) FROM purge WHERE sent_at IS NULL), 0)
      """)
  }

  /// Whether a purge has to reach the remote, which a new epoch does.
  public func hasUnsentPurges() throws(JournalError) -> Bool {
    try database.hasRow("SELECT 1 FROM purge WHERE removed_at IS NOT NULL AND sent_at IS NULL")
  }

  /// Passes the lines of everything to `body` that is not known to be at the remote.
  ///
  /// - Parameters:
  ///   - isWhole: whether to include what is: for a new remote, and for a new epoch.
  ///   - name: that of this device.
  ///   - forgotten: a device that has no access any more.
  ///   - kept: what this device has kept of purged entries.
  ///   - longestLine: the length of the longest line.
  public func unsent(
    everything isWhole: Bool, deviceName name: String, without forgotten: String? = nil,
    keeping kept: [KeptParagraphs] = [], longestLine: Int = Segment.longestLine,
    _ body: (Segment.Line) throws -> Void
  ) throws -> UnsentTexts {
    var texts = UnsentTexts(longestLine: longestLine)
    for paragraphs in kept where paragraphs.device == nil {
      try texts.pass(Segment.Line(.putAside, paragraphs.json), to: body)
    }
    for device in try lines(ofDevicesNamed: name, everything: isWhole)
    where device["id"]?.string != forgotten {
      try texts.pass(Segment.Line(.device, device), to: body)
      texts.marked.append(("UPDATE device SET is_announced = 1 WHERE number = 1", []))
    }
    try addPurges(everything: isWhole, to: &texts, body)
    let rows = try database.rows(
      """
      SELECT record, unsent.version AS version, kind
      FROM unsent JOIN record ON record.number = unsent.record
      WHERE record NOT IN (\(Self.beingPurged)) ORDER BY unsent.number
      """
    ) { row in
      (RecordReference(number: row["record"], kind: row["kind"]), row["version"] as [UInt8])
    }
    texts.versions = rows.map(\.1)
    if isWhole {
      let hidden: Set<Int64> = Set(
        try database.values("SELECT record FROM taken_back UNION \(Self.beingPurged)"))
      let records = try archivedNumbers(ArchiveFilter()).filter { !hidden.contains($0.number) }
      try addRecords(records, only: nil, to: &texts, body)
    } else {
      var order: [RecordReference] = []
      var versions: [RecordReference: Set<[UInt8]>] = [:]
      for (record, version) in rows {
        if versions[record] == nil { order.append(record) }
        versions[record, default: []].insert(version)
      }
      try addRecords(order, only: order.map { versions[$0] ?? [] }, to: &texts, body)
    }
    for json in try unknownRecords(everything: isWhole) {
      try texts.pass(Self.parts(of: json).map { .init(.record, $0) }, to: body)
      texts.markIfUnknown(json)
    }
    try addEvidence(everything: isWhole, to: &texts, body)
    return texts
  }

  /// The records that an interrupted purge still has to remove.
  private static let beingPurged = """
    SELECT record.number FROM record JOIN purge
      ON purge.kind = record.kind AND purge.id = record.id AND purge.removed_at IS NULL
    """

  private func addRecords(
    _ records: [RecordReference], only: [Set<[UInt8]>]?, to texts: inout UnsentTexts,
    _ body: (Segment.Line) throws -> Void
  ) throws {
    guard !records.isEmpty else { return }
    // They are of no use without records.
    for repository in try archivedRepositories() { try body(.init(.repository, repository)) }
    var counted = texts
    try archive(records, only: only) { record in
      let parts = Self.parts(of: record)
      try counted.pass(parts.map { .init(.record, $0) }, to: body)
    }
    texts = counted
  }

  /// A record in parts with some of its versions each, so that a segment with one can be read again however
  /// many versions there are. There is none without versions.
  private static func parts(of record: JSONValue) -> [JSONValue] {
    guard let versions = record["versions"]?.array, !versions.isEmpty else { return [] }
    var parts: [[JSONValue]] = []
    var size = 0
    for version in versions {
      let bytes = (version.object ?? []).reduce(0) { $0 + ($1.value.string?.utf8.count ?? 0) }
      size += bytes
      if parts.isEmpty || size > Segment.fullSize {
        parts.append([])
        size = bytes
      }
      parts[parts.count - 1].append(version)
    }
    guard parts.count > 1, let members = record.object else { return [record] }
    return parts.map { part in
      .object(members.map { $0.name == "versions" ? .init($0.name, .array(part)) : $0 })
    }
  }

  private func addPurges(
    everything isWhole: Bool, to texts: inout UnsentTexts, _ body: (Segment.Line) throws -> Void
  ) throws {
    let (purged, names) = try archivedPurges(everything: isWhole)
    for json in purged {
      try texts.pass(Segment.Line(.purged, json), to: body)
      texts.markIfUnknown(json)
      guard let kind = json["kind"]?.string.flatMap(RecordKind.init(name:)) else { continue }
      texts.purges.append((kind, json["id"]?.string ?? ""))
    }
    for name in names {
      try texts.pass(Segment.Line(.purgedOrigin, name), to: body)
      guard let hash = name.string.flatMap(Hexadecimal.bytes) else { continue }
      texts.marked.append(("UPDATE purged_origin SET is_sent = 1 WHERE hash = ?1", [.blob(hash)]))
    }
  }

  /// Marks as sent what has arrived at the remote.
  func markSent(_ texts: UnsentTexts, at instant: Instant) throws(JournalError) {
    for version in texts.versions {
      try database.run("DELETE FROM unsent WHERE version = ?1", [version])
    }
    for (update, values) in texts.marked { try database.run(update, values: values) }
    for (kind, id) in texts.purges {
      // One that was received counts as sent when it began.
      try database.run(
        """
        UPDATE purge SET sent_at = max(?3, begun_at + 1)
        WHERE kind = ?1 AND id = ?2 AND sent_at IS NULL
        """,
        [kind, id, instant])
    }
    try Purge.markCompleted(in: database)
  }

  /// Adds what was seen of the rewriting of commits that have notes.
  private func addEvidence(
    everything isWhole: Bool, to texts: inout UnsentTexts, _ body: (Segment.Line) throws -> Void
  ) throws {
    let condition = isWhole ? "TRUE" : "is_sent = 0"
    for (sha, fact) in try commitFacts(where: "\(condition) AND \(Self.isFactOfNote)") {
      try texts.pass(Segment.Line(.commitFact, fact), to: body)
      texts.marked.append(("UPDATE commit_fact SET is_sent = 1 WHERE sha = ?1", [.text(sha)]))
    }
    for (number, rewrite) in try rewrites(where: "\(condition) AND \(Self.isRewriteOfNotes)") {
      try texts.pass(Segment.Line(.rewrite, rewrite), to: body)
      texts.marked.append(
        ("UPDATE rewrite_record SET is_sent = 1 WHERE number = ?1", [.integer(number)]))
    }
  }
}
