import Diary
import Records
import SQLite

// Reads records of every kind, and the one way to change them. The caller runs these methods in a
// transaction and has checked that the record was not changed in the meantime.

extension Journal {
  // MARK: Reading

  /// The record with this ID.
  func record(_ kind: RecordKind, id: String) throws(JournalError) -> Record? {
    try database.first(
      "SELECT \(Record.columns) FROM record WHERE kind = ?1 AND id = ?2", [kind.rawValue, id]
    ) { Record($0) }
  }

  func record(_ number: Int64) throws(JournalError) -> Record {
    let record = try database.first(
      "SELECT \(Record.columns) FROM record WHERE number = ?1", [number]
    ) { Record($0) }
    guard let record else { throw .damaged(path: path) }
    return record
  }

  /// All versions of the record, oldest first.
  func versions(of record: Record) throws(JournalError) -> [TextVersion] {
    // Of the states with one version number, the latest is read.
    let earlier = try database.rows(
      """
      SELECT \(TextVersion.columns), max(number) FROM record_version
      WHERE record = ?1 AND version < ?2 GROUP BY version ORDER BY version
      """, [record.number, record.version]
    ) { TextVersion($0) }
    return earlier
      + [TextVersion(number: record.version, state: record.state, savedAt: record.updatedAt)]
  }

  // MARK: Adding

  /// Inserts a record.
  ///
  /// - Parameter source: how its tags were set, except for those that are written in the text; `nil` if the
  ///   user has made the change.
  ///
  /// - Returns: the number of the record.
  func insert(
    _ kind: RecordKind, id: String, _ new: RecordState, createdAt: Moment,
    tagged source: TagSource? = nil
  ) throws(JournalError) -> Int64 {
    var state = new
    state.written = change?.place
    let fields = RecordField.all.filter { $0.kinds.contains(kind) }
    try check(fields, in: state)
    var row = try columns(of: fields, in: state)
      .filter { $0.value != .null }
    row += savingColumns(version: 1, at: createdAt)
    row += try versionColumns(at: createdAt)
    row += [
      Column("kind", kind.rawValue), Column("id", id), Column("parents", [] as [UInt8]),
      Column("created_at", createdAt.instant), Column("created_offset", createdAt.offset),
    ]
    if let others = state.others { row.append(Column("others", others)) }
    if kind == .toDo { row.append(Column("place", 0)) }
    try database.insert(row, into: "record")
    let number = database.lastInsertedRow
    try willChange(number, isNew: true)
    try willSendNewest(of: number)
    if kind == .toDo { try assignNumber(to: number) }
    try replaceTags(of: number, by: state.text, before: Text(), source)
    try saveHash(of: number)
    try WordIndex.add(state.words(of: kind), of: number, in: database)
    return number
  }

  // MARK: Changing

  /// Why a state changes.
  enum Cause {
    /// A person, or the program, changes something.
    case change
    /// A text was written: over a deleted one it is a new version, even if it says the same.
    case writing
    /// A change is taken back: also where the text was written, and how its tags were set.
    case takingBack
  }

  /// Changes the state of a record as a new version of it; the one before is kept. If nothing would change,
  /// no version is added. All changes of records that are made here go this way.
  ///
  /// - Parameter source: how new tags were set, except for those that are written in the text; `nil` if the
  ///   user has made the change.
  func change(
    _ record: Record, to new: RecordState, at moment: Moment, tagged source: TagSource? = nil,
    by cause: Cause = .change
  ) throws(JournalError) {
    let old = record.state
    let fields = RecordField.all.filter { $0.kinds.contains(record.kind) }
    var changed = fields.filter {
      (cause == .takingBack || $0.role != .circumstance) && !$0.isSame(old, new)
    }
    let isNewVersion =
      isTyping(aTagOf: old.text) || cause == .writing && old.isDeleted && !new.isDeleted
      || changed.contains { $0.role == .text || $0.role == .place }
    let changesTags =
      isNewVersion || cause == .takingBack && new.text.tagSources != old.text.tagSources
    guard changesTags || old.unknown != new.unknown || !changed.isEmpty else { return }
    // Only what has changed is written: a subject may differ where the commit is the same.
    var state = old
    state.unknown = new.unknown
    for field in changed {
      field.take(from: new, into: &state)
      if cause != .takingBack { state.replaceUnknown(of: field) }
    }
    if changesTags { state.text = new.text }
    if isNewVersion, cause != .takingBack {
      state.written = change?.place
      changed += fields.filter { $0.role == .circumstance }
    }
    try check(changed, in: state)
    var row = try columns(of: changed, in: state)
    if state.others != old.others { row.append(Column("others", state.others)) }
    if isNewVersion { row += savingColumns(version: record.version + 1, at: moment) }
    try update(record, row, at: moment)
    if changesTags { try replaceTags(of: record.number, by: state.text, before: old.text, source) }
    try saveHash(of: record.number)
    guard
      isNewVersion || old.isDeleted != state.isDeleted || changed.contains(where: \.isSearched)
    else { return }
    try unindex(record)
    try WordIndex.add(state.words(of: record.kind), of: record.number, in: database)
  }

  /// Changes the text of a record, and restores it if it was deleted.
  func change(
    _ record: Record, to content: Text, at moment: Moment, tagged source: TagSource? = nil
  ) throws(JournalError) {
    var state = record.state
    state.text = content
    state.deletedAt = nil
    try change(record, to: state, at: moment, tagged: source, by: .writing)
  }

  /// Marks the record as deleted, or removes the mark. The text is kept.
  func mark(_ record: Record, deleted: Bool, at moment: Moment) throws(JournalError) {
    if record.isDeleted == deleted { return }
    var state = record.state
    state.deletedAt = deleted ? moment : nil
    try change(record, to: state, at: moment)
  }

  /// Restores a deleted record. With a version, what it says, and what it is about, becomes a new one.
  func restore(
    _ record: Record, to version: TextVersion?, at moment: Moment
  ) throws(JournalError) {
    var state = record.state
    state.deletedAt = nil
    if let version {
      for field in RecordField.all where field.role == .text || field.role == .place {
        field.take(from: version.state, into: &state)
      }
    }
    try change(record, to: state, at: moment)
  }

  func unindex(_ record: Record) throws(JournalError) {
    try WordIndex.remove(record.words, of: record.number, in: database)
  }

  /// Writes columns as a new version.
  private func update(
    _ record: Record, _ columns: [Column], at moment: Moment
  ) throws(JournalError) {
    try expectNoPurge(of: record)
    if let change, change.number != nil, change.before[record.number] != nil {
      // The version of an import is not complete yet.
      return try amend(record, columns)
    }
    try willChange(record.number)
    try keepShownVersion(of: record.number)
    try set(columns + versionColumns(at: moment), in: record, "parents = version_id, ")
    try sendTakenBack(record.number)
    try willSendNewest(of: record.number)
    if record.isMerge { try database.run("DELETE FROM look WHERE record = ?1", [record.number]) }
    if record.kind == .toDo { try assignNumber(to: record.number) }
  }

  private func amend(_ record: Record, _ columns: [Column]) throws(JournalError) {
    // A record is as old as its first version, and keeps the time that the import gives it.
    let isNew = try database.hasRow(
      "SELECT 1 FROM record WHERE number = ?1 AND parents = x''", [record.number])
    let kept = isNew ? ["version", "updated_at", "updated_offset"] : ["version"]
    let columns = columns.filter { !kept.contains($0.name) }
    guard !columns.isEmpty else { return }
    try set(columns, in: record)
    if record.kind == .toDo { try assignNumber(to: record.number) }
  }

  private func set(
    _ columns: [Column], in record: Record, _ first: String = ""
  ) throws(JournalError) {
    let assignments = columns.enumerated().map { "\($1.name) = ?\($0 + 2)" }
    try database.run(
      "UPDATE record SET \(first)\(assignments.joined(separator: ", ")) WHERE number = ?1",
      values: [.integer(record.number)] + columns.map(\.value))
  }

  // MARK: Columns

  /// Checks what fields are about to become: every day is in the calendar, and the text is not too long.
  private func check(_ fields: [RecordField], in state: RecordState) throws(JournalError) {
    for field in fields {
      if field.role == .text { _ = try state.text.checked }
      for (part, value) in zip(field.parts, field.values(of: state)) {
        if part.form == .day, case .integer(let number) = value {
          _ = try Day(number: Int(number)).checked()
        }
      }
    }
  }

  /// The columns of fields. The tags are in a table of their own.
  private func columns(
    of fields: [RecordField], in state: RecordState
  ) throws(JournalError) -> [Column] {
    var columns: [Column] = []
    for field in fields {
      for (part, value) in zip(field.parts, field.values(of: state)) where !part.isPacked {
        switch (part.form, value) {
        case (.tags, _): break
        case (.repository, .text(let name)):
          columns.append(Column(part.column, try row(named: name)))
        default: columns.append(Column(part.column, value))
        }
      }
    }
    return columns
  }

  private func row(named name: String) throws(JournalError) -> Int64 {
    let known: Int64? = try database.value("SELECT id FROM repository WHERE name = ?1", [name])
    if let known { return known }
    return try row(of: RepositoryKey(Repository(name: name)))
  }

  /// The columns that a new version of a text has to the user.
  private func savingColumns(version: Int, at moment: Moment) -> [Column] {
    [
      Column("version", version), Column("updated_at", moment.instant),
      Column("updated_offset", moment.offset),
    ]
  }

  /// The columns that identify a new version on every device. The device of this journal has the
  /// number 1. Its clock never returns the same value twice.
  private func versionColumns(at moment: Moment) throws(JournalError) -> [Column] {
    let wall = moment.instant.secondsSince1970 * 1000 * 4096
    let clock: Int64? = try database.value(
      "UPDATE device SET clock = max(clock + 1, ?1) WHERE number = 1 RETURNING clock", [wall])
    var generator = SystemRandomNumberGenerator()
    let id = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return [
      Column("version_id", id), Column("device", 1), Column("clock", clock ?? wall),
      Column("written_as", nil as String?),
    ]
  }

  // MARK: Tags

  /// Saves the tags of a record with how each was set.
  func replaceTags(
    of number: Int64, by content: Text, before old: Text,
    _ source: TagSource? = nil
  ) throws(JournalError) {
    let sources = content.sources(before: old, source, typing: change?.typedTags ?? [])
    try replaceTags(of: number, by: zip(content.tags, sources).map { ($0, $1) })
  }

  func replaceTags(
    of number: Int64, by tags: [(tag: String, source: TagSource)]
  ) throws(JournalError) {
    try database.run("DELETE FROM record_tag WHERE record = ?1", [number])
    for (place, (tag, source)) in tags.enumerated() {
      try database.run(
        "INSERT INTO record_tag (record, place, tag, key, source) VALUES (?1, ?2, ?3, ?4, ?5)",
        [number, place, tag, TagKey.of(tag), source.rawValue])
    }
  }

  /// Makes tags that an archive has as set by hand those of a file, in a version of its own: the versions of
  /// the archive stay as they are on all devices.
  ///
  /// - Parameter kept: the keys of those that were set by hand here.
  func closeTags(
    of number: Int64, besides kept: Set<String>, at instant: Instant
  ) throws(JournalError) {
    let rows: [Int64] = try database.values(
      "SELECT record FROM record_tag WHERE record = ?1 AND source = \(TagSource.typed.rawValue)",
      [number])
    guard !rows.isEmpty else { return }
    let record = try record(number)
    let opened = record.text.tagSources.filter { $0.value == .typed && !kept.contains($0.key) }
    guard !opened.isEmpty else { return }
    var content = record.text
    for key in opened.keys { content.tagSources[key] = .imported }
    let change = change?.number
    self.change?.number = nil
    defer { self.change?.number = change }
    try update(record, [], at: Moment(instant, offset: record.updatedAt.offset))
    try replaceTags(of: number, by: content, before: record.text)
    try saveHash(of: number)
  }

  /// Whether the change sets a tag by hand that the text had in another way.
  private func isTyping(aTagOf content: Text) -> Bool {
    guard let typed = change?.typedTags, !typed.isEmpty else { return false }
    return content.tags.map(TagKey.of).contains {
      typed.contains($0) && content.tagSources[$0] != .typed
    }
  }
}

extension StoredValue: ColumnValue {
  init(_ row: borrowing Statement, _ column: Int32) {
    switch row.value(column) {
    case .integer(let number): self = .integer(number)
    case .text(let text): self = .text(text)
    default: self = .null
    }
  }

  var columnValue: Value {
    switch self {
    case .null: .null
    case .integer(let number): .integer(number)
    case .text(let text): .text(text)
    }
  }
}
