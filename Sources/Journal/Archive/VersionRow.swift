import Diary
import JSON
import Records
import SQLite
import Sync

/// A version as a row has it: its columns, and its tags with how each was set.
struct VersionRow: Sendable {
  /// In the order of `Schema.stateColumns`.
  private(set) var values: [Value]
  /// As `TagList` stores them.
  private(set) var tags: String

  /// The columns of a row that is read.
  ///
  /// - Parameters:
  ///   - tags: the SQL expression for the tags with their sources.
  ///   - table: the name of the table that has them, if another one has them too.
  static func columns(tags: String, of table: String? = nil) -> String {
    let prefix = table.map { $0 + "." } ?? ""
    return "\(tags), \(Schema.stateColumns.map { prefix + $0 }.joined(separator: ", "))"
  }

  /// - Parameter row: the values of these columns.
  init(_ row: some Sequence<Value>) {
    values = Array(row)
    tags = if case .text(let list)? = values.first { list } else { "[]" }
    values.removeFirst()
  }

  subscript(_ column: String) -> Value {
    get { ArchivedColumn.columns[column].map { values[$0] } ?? .null }
    set { if let place = ArchivedColumn.columns[column] { values[place] = newValue } }
  }

  private func integer(_ column: String) -> Int64? {
    if case .integer(let number) = self[column] { number } else { nil }
  }

  private func string(_ column: String) -> String? {
    if case .text(let text) = self[column] { text } else { nil }
  }

  private func bytes(_ column: String) -> [UInt8] {
    if case .blob(let bytes) = self[column] { bytes } else { [] }
  }

  /// `nil` for a merge.
  var id: VersionID? { VersionID(bytes("version_id")) }
  var parents: [VersionID] { VersionID.list(bytes("parents")) ?? [] }
  var clock: Int64 { integer("clock") ?? 0 }
  var device: Int64 { integer("device") ?? 0 }
  var number: Int { Int(integer("version") ?? 0) }
  var hash: [UInt8] { bytes("hash") }
  var day: Day? { integer("day").map { Day(number: Int($0)) } }
  var writtenAs: String? { string("written_as") }
  var isDeleted: Bool { self["deleted_at"] != .null }

  var text: Text {
    Text(title: string("title") ?? "", body: string("body") ?? "", taggedBy: tags)
  }

  /// The tags as `record_tag` has them.
  var tagPairs: [(tag: String, source: TagSource)] {
    TagList.pairs(stored: tags).map { ($0.tag, $0.source ?? .imported) }
  }

  /// The words for the search index.
  func words(of kind: RecordKind) -> IndexedWords {
    let isOnCommit = self["repository"] != .null && self["sha"] != .null
    return IndexedWords(
      of: kind, text, subject: isOnCommit ? string("subject") ?? "" : "", isDeleted: isDeleted)
  }

  /// The version with what it says.
  ///
  /// - Parameter record: the ID of the record that has it.
  func authored(in record: String, _ content: [JSONValue.Member]) -> AuthoredVersion? {
    id.map { id in
      AuthoredVersion(
        id: id, parents: parents, clock: clock, record: writtenAs ?? record,
        fields: Dictionary(content.map { ($0.name, $0.value) }) { $1 })
    }
  }
}

// MARK: - Members

extension VersionRow {
  /// The members in the order of their names. What was kept as it came counts, even if this program has a value
  /// of that name.
  func members(_ names: ArchiveNames) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    for place in ArchivedColumn.placesByName {
      let column = ArchivedColumn.all[place]
      if let json = column.json(values[place], names) { members.append(.init(column.name, json)) }
    }
    if let tags = TagList.archived(tags) { members.append(.init("tags", tags)) }
    if let text = string("others"),
      let others = (try? JSONParser.parse(Array(text.utf8)))?.object
    {
      let kept = Set(others.map(\.name))
      members.removeAll { kept.contains($0.name) }
      members += others
    }
    return members.sortedByName()
  }

  /// What the version says: the members without those that identify it.
  func content(_ names: ArchiveNames) -> [JSONValue.Member] {
    members(names).filter { !VersionHash.left.contains($0.name) }
  }

  /// - Throws: `DamagedRecord` if what identifies a version is missing, or has another form.
  init(
    _ members: [JSONValue.Member], of kind: RecordKind, _ names: inout ArchiveNames
  ) throws(DamagedRecord) {
    self.init(content: members, &names)
    let places = ArchivedColumn.places
    for (name, place) in ArchivedColumn.required where values[place] == .null {
      throw DamagedRecord(field: name)
    }
    // What identifies a version is never kept in another form.
    for member in members {
      guard let place = places[member.name], values[place] == .null else { continue }
      if !ArchivedColumn.all[place].isField { throw DamagedRecord(field: member.name) }
    }
    guard id != nil else { throw DamagedRecord(field: "versionId") }
    if self["parents"] == .null { self["parents"] = .blob([]) }
    for column in ["title", "body"] where string(column)?.utf8.contains(0) ?? false {
      throw DamagedRecord(field: "body")
    }
    func isKept(_ name: String) -> Bool { members.contains { $0.name == name } }
    if day == nil {
      guard isKept("day"), let seconds = integer("updated_at"),
        let offset = integer("updated_offset")
      else { throw DamagedRecord(field: "day") }
      let moment = Moment(Instant(secondsSince1970: seconds), offset: Int(offset))
      self["day"] = .integer(Int64(moment.day.number))
    }
    if kind == .note, self["repository"] == .null {
      guard isKept("repository"), let row = names.row(ofRepository: "unknown") else {
        throw DamagedRecord(field: "repository")
      }
      self["repository"] = .integer(row)
    }
  }

  /// The columns of what a version says. What is no field, or has another form, is kept as it is.
  init(content members: [JSONValue.Member], _ names: inout ArchiveNames) {
    values = [Value](repeating: .null, count: ArchivedColumn.all.count)
    tags = "[]"
    var others: [JSONValue.Member] = []
    for member in members {
      if member.name == "tags" {
        if let pairs = TagList.pairs(member.value), !pairs.isEmpty {
          tags = TagList.stored(pairs)
        } else {
          others.append(member)
          tags = TagList.stored(ofUnknownForm: member.value)
        }
      } else if let place = ArchivedColumn.places[member.name] {
        let column = ArchivedColumn.all[place]
        if let value = column.value(member.value, &names) {
          values[place] = value
        } else if column.isField {
          others.append(member)
        }
      } else {
        others.append(member)
      }
    }
    for column in ["title", "body"] where self[column] == .null { self[column] = .text("") }
    if !others.isEmpty {
      self["others"] = .text(JSONValue.object(others.sortedByName()).text(.compact))
    }
  }
}

// MARK: - Rows of the journal

extension Journal {
  /// The version in the row of a record.
  func shownVersion(of record: Int64) throws(JournalError) -> VersionRow? {
    try database.first(
      """
      SELECT \(VersionRow.columns(tags: TagList.queryWithSources(of: "record.number")))
      FROM record WHERE number = ?1
      """, [record]
    ) { VersionRow($0.values) }
  }

  /// Saves the hash of the version that was just written.
  func saveHash(of record: Int64) throws(JournalError) {
    guard let version = try shownVersion(of: record) else { return }
    var names = ArchiveNames()
    if case .integer(let row) = version["repository"] {
      names.repositories[row] = try database.value(
        "SELECT name FROM repository WHERE id = ?1", [row])
    }
    try database.run(
      "UPDATE record SET hash = ?2 WHERE number = ?1",
      [record, VersionHash.hash(of: version.members(names))])
  }
  /// Saves the hashes of the versions of a record again, because its repository has another name.
  ///
  /// - Parameter changed: the versions that differed from their hashes before.
  func renewHashes(
    of record: Int64, besides changed: Set<VersionID> = []
  ) throws(JournalError) {
    let names = try archiveNames()
    let rows = try database.rows(
      """
      SELECT number, \(VersionRow.columns(tags: "tags")) FROM record_version
      WHERE record = ?1 AND hash IS NOT NULL
      """, [record]
    ) { ($0["number"] as Int64, VersionRow($0.values.dropFirst())) }
    func isIntact(_ version: VersionRow) -> Bool {
      version.id.map { !changed.contains($0) } ?? false
    }
    for (number, version) in rows where isIntact(version) {
      try database.run(
        "UPDATE record_version SET hash = ?2 WHERE number = ?1",
        [number, VersionHash.hash(of: version.members(names))])
    }
    if let version = try shownVersion(of: record), !version.hash.isEmpty, isIntact(version) {
      try saveHash(of: record)
    }
  }

  /// Gives repositories another name, or their notes to another one. The name is a part of what their versions
  /// say, so that the hashes change with it.
  ///
  /// - Parameter rows: those of the repositories.
  func rename(
    _ rows: [Int64], _ change: () throws(JournalError) -> Void
  ) throws(JournalError) {
    let list = SQL.list(rows)
    let records: [Int64] = try database.values(
      """
      SELECT number FROM record WHERE repository IN \(list)
      UNION SELECT record FROM record_version WHERE repository IN \(list)
      """)
    // What a disk has changed is found by its hash, also afterwards.
    let changed = try changedVersionIDs(of: records)
    try change()
    for record in records { try renewHashes(of: record, besides: changed) }
  }
}
