public import Diary
public import JSON
import Records
import SQLite
import Sync

// An archive has everything that is not local to a journal: every version of every record with its
// ID, what was purged, and where texts came from. An empty journal that reads it is the same journal.
// Not in it: numbers of to-dos, what `undo` could take back, drafts, and what can be fetched or read
// again.

/// Which records of a journal an archive has.
public struct ArchiveFilter: Sendable {
  public var since: Day?
  public var until: Day?
  /// Records must have all of these tags.
  public var tags: [String] = []
  /// Records must also have this tag, set by `--tag` or in `browse`: not by a text, an import or a renaming.
  public var typedTag: String?
  /// Only notes on these repositories.
  public var repositories: [RepositoryKey] = []
  /// Whether deleted records are included.
  public var includesDeleted = true

  public init() {}

  /// Whether it leaves out no texts but deleted ones.
  public var hasNoLimits: Bool {
    since == nil && until == nil && tags.isEmpty && repositories.isEmpty
  }
}

extension Journal {
  /// The records that the filter matches, in the order in which they were added.
  ///
  /// - Parameter byDay: whether the order is that of their days.
  public func archivedNumbers(
    _ filter: ArchiveFilter, byDay: Bool = false
  ) throws(JournalError) -> [RecordReference] {
    var condition = RecordCondition(of: "record")
    condition.add(daysFrom: filter.since, to: filter.until)
    if !filter.includesDeleted { condition.add(deleted: false) }
    for tag in filter.tags { condition.add(tag: tag) }
    if let tag = filter.typedTag { condition.add(tag: tag, setAs: .typed) }
    if !filter.repositories.isEmpty {
      var rows: [Int64] = []
      for key in filter.repositories { rows += try self.rows(of: key) }
      condition.add("kind = 1 AND repository IN \(SQL.list(rows))")
    }
    return try database.rows(
      """
      SELECT number, kind FROM record WHERE \(condition.sql)
      ORDER BY \(byDay ? "day, kind, " : "")number
      """, condition.values
    ) { RecordReference(number: $0["number"], kind: $0["kind"]) }
  }

  /// The texts that were purged, and the names of the items that they came from.
  ///
  /// - Parameter isWhole: whether those are among them that other devices know.
  public func archivedPurges(
    everything isWhole: Bool = true
  ) throws(JournalError) -> (purged: [JSONValue], origins: [JSONValue]) {
    var versions: [Int64: [JSONValue]] = [:]
    var made: [Int64: [JSONValue]] = [:]
    try database.forEach("SELECT purge, id, was_seen FROM purged_version ORDER BY id") { row in
      let id = JSONValue.string(Hexadecimal.text(row["id"] as [UInt8]))
      if row["was_seen"] {
        versions[row["purge"], default: []].append(id)
      } else {
        made[row["purge"], default: []].append(id)
      }
    }
    let purged: [JSONValue] = try database.rows(
      """
      SELECT number, kind, id, day, begun_at, removed_at, completed_at FROM purge
      WHERE removed_at IS NOT NULL \(isWhole ? "" : "AND sent_at IS NULL") ORDER BY number
      """
    ) { row in
      var members: [JSONValue.Member] = [
        .init("kind", .string((row["kind"] as RecordKind).name)),
        .init("id", .string(row["id"])), .init("day", .string("\(row["day"] as Day)")),
        .init("begunAt", .string("\(row["begun_at"] as Instant)")),
        .init("removedAt", .string("\(row["removed_at"] as Instant)")),
        .init("completedAt", JSONValue((row["completed_at"] as Instant?)?.description)),
        .init("versions", .array(versions[row["number"]] ?? [])),
      ]
      // Versions that the purging device had not seen.
      if let made = made[row["number"]] { members.append(.init("madeFromThem", .array(made))) }
      return .object(members)
    }
    let unknown = try unknownRecords(purged: true, everything: isWhole)
    let origins: [[UInt8]] = try database.values(
      "SELECT hash FROM purged_origin \(isWhole ? "" : "WHERE NOT is_sent") ORDER BY hash")
    return (purged + unknown, origins.map { .string(Hexadecimal.text($0)) })
  }

  /// The repositories whose clones are known by their oldest commit.
  public func archivedRepositories() throws(JournalError) -> [JSONValue] {
    try database.rows("SELECT name, root FROM repository WHERE root IS NOT NULL ORDER BY id") {
      ["name": .string($0["name"]), "root": .string($0["root"])]
    }
  }

  /// Passes each record as JSON to `body`.
  ///
  /// - Parameter only: the IDs of the versions to include, in the order of `records`; `nil` for all.
  public func archive(
    _ records: [RecordReference], only: [Set<[UInt8]>]? = nil, _ body: (JSONValue) throws -> Void
  ) throws {
    let names = try archiveNames()
    // The answer for all records at once is faster, except for a few.
    let areFew = records.count < 1_000
    let earlier: Set<Int64>
    let imported: Set<Int64>
    if areFew {
      earlier = Set(records.map(\.number))
      imported = earlier
    } else {
      earlier = Set(try database.values("SELECT DISTINCT record FROM record_version"))
      imported = Set(try database.values("SELECT DISTINCT record FROM origin"))
    }
    func json(_ version: VersionRow, _ index: Int) -> [JSONValue] {
      // A merge is not a version.
      guard let id = version.id, only?[index].contains(id.bytes) ?? true else { return [] }
      return [.object(version.members(names))]
    }
    for (index, record) in records.enumerated() {
      var versions: [JSONValue] = []
      if earlier.contains(record.number) {
        versions = try database.rows(
          """
          SELECT \(VersionRow.columns(tags: "tags")) FROM record_version
          WHERE record = ?1 ORDER BY number
          """, [record.number]
        ) { json(VersionRow($0.values), index) }
        .flatMap(\.self)
      }
      let found = try database.first(
        """
        SELECT id, created_at, created_offset,
          \(VersionRow.columns(tags: TagList.queryWithSources(of: "record.number")))
        FROM record WHERE number = ?1
        """, [record.number]
      ) { row in
        (
          id: row["id"] as String, created: row.moment("created_at", "created_offset"),
          newest: json(VersionRow(row.values.dropFirst(3)), index)
        )
      }
      guard let found else { continue }
      var members: [JSONValue.Member] = [
        .init("kind", .string(record.kind.name)), .init("id", .string(found.id)),
        .init("createdAt", .string("\(found.created.instant)")),
        .init("createdOffset", .integer(found.created.offset)),
        .init("versions", .array(versions + found.newest)),
      ]
      if imported.contains(record.number) {
        let origins = try archivedOrigins(of: record)
        if !origins.isEmpty || !areFew { members.append(.init("origins", .array(origins))) }
      }
      try body(.object(members))
    }
  }
  private func archivedOrigins(of record: RecordReference) throws(JournalError) -> [JSONValue] {
    try latest("origin.record = ?1", [record.number]).map { known in
      let origin = known.origin
      let texts = [
        ("format", origin.format), ("source", origin.source), ("file", origin.file),
        ("key", origin.key), ("item", origin.item), ("shown", origin.shown),
        ("hash", Hexadecimal.text(origin.hash)), ("seen", origin.seen.map { Hexadecimal.text($0) }),
      ]
      return .object(
        texts.compactMap { name, text in text.map { JSONValue.Member(name, .string($0)) } })
    }
  }
}
