public import Diary
import JSON
import SQLite
public import Sync

// What is not known to be at the remote: versions in `unsent`, and evidence, purges and names of purged
// items with a mark of their own.

/// What a device sends: lines of segments, and what to mark when they have arrived.
public struct UnsentTexts: Sendable {
  public var lines: [Segment.Line] = []
  /// The number of records with versions.
  public var records = 0
  /// Whether a purge has to reach the remote, which a new epoch does.
  public var hasPurges = false

  var versions: [[UInt8]] = []
  var purges: [(RecordKind, String)] = []
  var purgedOrigins: [[UInt8]] = []
  var facts: [Int64] = []
  var rewrites: [Int64] = []

  /// The number of purged texts.
  public var purgeCount: Int { purges.count }
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
        + (SELECT count(*) FROM purge WHERE sent_at IS NULL)
      """)
    return count ?? 0
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

  /// Everything that is not known to be at the remote.
  public func unsent() throws -> UnsentTexts {
    var texts = UnsentTexts()
    texts.hasPurges = try database.hasRow(
      "SELECT 1 FROM purge WHERE removed_at IS NOT NULL AND sent_at IS NULL")
    try addPurges("purge.sent_at IS NULL", origins: "is_sent = 0", to: &texts)
    let rows = try database.rows(
      """
      SELECT record, unsent.version AS version, kind
      FROM unsent JOIN record ON record.number = unsent.record
      ORDER BY unsent.number
      """
    ) { row in
      (
        RecordReference(number: row["record"], kind: RecordKind(rawValue: row["kind"]) ?? .note),
        row["version"] as [UInt8]
      )
    }
    var order: [RecordReference] = []
    var versions: [RecordReference: Set<[UInt8]>] = [:]
    for (record, version) in rows {
      if versions[record] == nil { order.append(record) }
      versions[record, default: []].insert(version)
    }
    texts.versions = rows.map(\.1)
    try add(order, only: order.map { versions[$0] ?? [] }, to: &texts)
    try addEvidence("is_sent = 0", to: &texts)
    return texts
  }

  /// Everything that other devices need: for a new remote, and for a new epoch.
  public func everythingToSend() throws -> UnsentTexts {
    var texts = UnsentTexts()
    try addPurges("TRUE", origins: "TRUE", to: &texts)
    try add(try archivedNumbers(ArchiveFilter()), only: nil, to: &texts)
    texts.versions = try database.values("SELECT version FROM unsent")
    try addEvidence("TRUE", to: &texts)
    return texts
  }

  private func add(
    _ records: [RecordReference], only: [Set<[UInt8]>]?, to texts: inout UnsentTexts
  ) throws {
    if !records.isEmpty {
      texts.lines += try archivedRepositories().map { .repository($0) }
    }
    try archive(records, only: only) { record in
      guard record["versions"]?.array?.isEmpty == false else { return }
      texts.lines.append(.record(record))
      texts.records += 1
    }
  }

  private func addPurges(
    _ condition: String, origins: String, to texts: inout UnsentTexts
  ) throws(JournalError) {
    let (purged, names) = try archivedPurges(where: condition, origins: origins)
    texts.lines += purged.map { .purged($0) } + names.map { .purgedOrigin($0) }
    texts.purges = purged.compactMap { json in
      guard let kind = json["kind"]?.string.flatMap(RecordKind.init(name:)) else { return nil }
      return (kind, json["id"]?.string ?? "")
    }
    texts.purgedOrigins = names.compactMap { $0.string.flatMap(Hexadecimal.bytes) }
  }

  /// Marks as sent what has arrived at the remote.
  func markSent(_ texts: UnsentTexts, at instant: Instant) throws(JournalError) {
    for version in texts.versions {
      try database.run("DELETE FROM unsent WHERE version = ?1", [version])
    }
    for (table, rows) in [("commit_fact", texts.facts), ("rewrite_record", texts.rewrites)] {
      for row in rows {
        try database.run("UPDATE \(table) SET is_sent = 1 WHERE number = ?1", [row])
      }
    }
    for hash in texts.purgedOrigins {
      try database.run("UPDATE purged_origin SET is_sent = 1 WHERE hash = ?1", [hash])
    }
    for (kind, id) in texts.purges {
      try database.run(
        "UPDATE purge SET sent_at = ?3 WHERE kind = ?1 AND id = ?2 AND sent_at IS NULL",
        [kind.rawValue, id, instant])
    }
    try Purge.markCompleted(in: database)
  }

  // MARK: Evidence

  /// Adds what was seen of the rewriting of commits that have notes.
  private func addEvidence(
    _ condition: String, to texts: inout UnsentTexts
  ) throws(JournalError) {
    let facts = try database.rows(
      """
      SELECT * FROM commit_fact WHERE \(condition) AND sha IN (
        SELECT sha FROM record WHERE kind = 1 AND sha IS NOT NULL
        UNION SELECT target FROM followed_commit)
      ORDER BY number
      """
    ) { row in
      (
        row["number"] as Int64,
        Self.withoutNulls([
          ("sha", .string(row["sha"])), ("author", .string(row["author"])),
          ("authoredAt", .string("\(row["authored_at"] as Instant)")),
          ("committedAt", JSONValue((row["committed_at"] as Instant?)?.description)),
          ("tree", JSONValue(row["tree"] as String?)), ("parents", .string(row["parents"])),
          ("patch", JSONValue(row["patch"] as String?)),
          ("changeID", JSONValue(row["change_id"] as String?)),
        ])
      )
    }
    texts.facts = facts.map(\.0)
    texts.lines += facts.map { .commitFact($0.1) }
    let rewrites = try database.rows(
      """
      SELECT rewrite_record.number AS number, name, kind, old, new FROM rewrite_record
        JOIN repository ON repository.id = repository
      WHERE \(condition) AND repository IN (SELECT repository FROM record WHERE kind = 1)
      ORDER BY rewrite_record.number
      """
    ) { row in
      (
        row["number"] as Int64,
        [
          "repository": .string(row["name"]), "kind": .integer(row["kind"]),
          "old": .string(row["old"]), "new": .string(row["new"]),
        ] as JSONValue
      )
    }
    texts.rewrites = rewrites.map(\.0)
    texts.lines += rewrites.map { .rewrite($0.1) }
  }

  private static func withoutNulls(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.filter { $0.1 != .null }.map { JSONValue.Member($0.0, $0.1) })
  }

  /// Saves a line of evidence that another device has sent.
  func addCommitFact(_ json: JSONValue) throws {
    guard let sha = json["sha"]?.nonEmptyString, let author = json["author"]?.string,
      let authored = json["authoredAt"]?.string.flatMap(Instant.init(rfc3339:))
    else { throw DamagedRecord(field: "commit") }
    try database.run(
      """
      INSERT INTO commit_fact
        (sha, author, authored_at, committed_at, tree, parents, patch, change_id, is_sent)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1) ON CONFLICT (sha) DO UPDATE SET
        committed_at = coalesce(committed_at, ?4), tree = coalesce(tree, ?5),
        patch = coalesce(patch, ?7), change_id = coalesce(change_id, ?8), is_sent = 1
      """,
      [
        sha, author, authored,
        json["committedAt"]?.string.flatMap(Instant.init(rfc3339:)), json["tree"]?.string,
        json["parents"]?.string ?? "", json["patch"]?.string, json["changeID"]?.string,
      ])
  }

  func addRewrite(_ json: JSONValue) throws {
    guard let name = json["repository"]?.nonEmptyString, let kind = json["kind"]?.integer,
      let old = json["old"]?.string, let new = json["new"]?.string
    else { throw DamagedRecord(field: "rewrite") }
    let row = try row(of: RepositoryKey(Repository(name: name)))
    try database.run(
      """
      INSERT INTO rewrite_record (repository, kind, old, new, is_sent) VALUES (?1, ?2, ?3, ?4, 1)
      ON CONFLICT (repository, old, new, kind) DO UPDATE SET is_sent = 1
      """, [row, kind, old, new])
  }
}
