import Diary
import SQLite

// Inserts, changes, deletes and restores records of every kind. The caller runs these methods in a
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
  func versions(of record: Record) throws(JournalError) -> [RecordVersion] {
    // Of the states with one version number, the latest is read.
    let earlier = try database.rows(
      """
      SELECT \(RecordVersion.columns), max(number) FROM record_version
      WHERE record = ?1 AND version < ?2 GROUP BY version ORDER BY version
      """, [record.number, record.version]
    ) { RecordVersion($0) }
    return earlier
      + [RecordVersion(number: record.version, content: record.content, savedAt: record.updatedAt)]
  }

  // MARK: Writing

  /// Inserts a record.
  ///
  /// - Parameters:
  ///   - source: how its tags were set, except for those that are written in the text; `nil` if the user
  ///     has made the change.
  ///   - columns: the columns that only this kind has.
  ///
  /// - Returns: the number of the record.
  func insert(
    _ kind: RecordKind, id: String, _ content: RecordContent, of day: Day, createdAt: Moment,
    tagged source: TagSource? = nil, columns: [String: any ColumnValue] = [:]
  ) throws(JournalError) -> Int64 {
    var values = try content.checked.columns(savedAt: createdAt).merging(columns) { $1 }
      .merging(placeColumns) { $1 }.merging(versionColumns(at: createdAt)) { $1 }
    values["kind"] = kind.rawValue
    values["id"] = id
    values["day"] = day
    values["version"] = 1
    values["parents"] = [] as [UInt8]
    values["created_at"] = createdAt.instant
    values["created_offset"] = createdAt.offset
    try database.insert(values, into: "record")
    let number = database.lastInsertedRow
    try willChange(number, isNew: true)
    try willSendNewest(of: number)
    if kind == .toDo { try assignNumber(to: number) }
    try replaceTags(of: number, by: content, before: RecordContent(), source)
    let subject = columns["subject"] as? String ?? ""
    try kind.index.add(
      content.words(subject: subject), of: number, isDeleted: false, in: database)
    return number
  }

  /// Changes the state of a record as a new version of it; the one before is kept.
  func update(
    _ record: Record, _ columns: [String: any ColumnValue], at moment: Moment
  ) throws(JournalError) {
    try expectNoPurge(of: record)
    if let change, change.number != nil, change.before[record.number] != nil {
      // The version of an import is not complete yet.
      return try amend(record, columns)
    }
    try willChange(record.number)
    try keepShownVersion(of: record.number)
    let values = try columns.merging(versionColumns(at: moment)) { $1 }
    let names = values.keys.sorted()
    try database.run(
      """
      UPDATE record SET parents = version_id,
        \(names.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", "))
      WHERE number = ?1
      """, [record.number] + names.map { values[$0] ?? Value.null })
    try sendTakenBack(record.number)
    try willSendNewest(of: record.number)
    if record.isMerge { try database.run("DELETE FROM look WHERE record = ?1", [record.number]) }
    if record.kind == .toDo { try assignNumber(to: record.number) }
  }

  private func amend(
    _ record: Record, _ columns: [String: any ColumnValue]
  ) throws(JournalError) {
    // A record is as old as its first version, and keeps the time that the import gives it.
    let isNew = try database.hasRow(
      "SELECT 1 FROM record WHERE number = ?1 AND parents = x''", [record.number])
    let kept = isNew ? ["version", "updated_at", "updated_offset"] : ["version"]
    let names = columns.keys.sorted().filter { !kept.contains($0) }
    guard !names.isEmpty else { return }
    try database.run(
      """
      UPDATE record SET \(names.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", "))
      WHERE number = ?1
      """, [record.number] + names.map { columns[$0] ?? Value.null })
    if record.kind == .toDo { try assignNumber(to: record.number) }
  }

  /// Changes the text of a record, and restores it if it was deleted. If nothing would change, no
  /// version is added.
  ///
  /// - Parameters:
  ///   - others: other columns that change.
  ///   - subject: the subject of the commit to which a note is moved.
  ///   - source: how new tags were set, except for those that are written in the text; `nil` if the user
  ///     has made the change.
  ///   - staysDeleted: whether a deleted record stays deleted.
  func change(
    _ record: Record, to content: RecordContent, with others: [String: any ColumnValue] = [:],
    subject: String? = nil, at moment: Moment, tagged source: TagSource? = nil,
    staysDeleted: Bool = false
  ) throws(JournalError) {
    let isRestored = record.isDeleted && !staysDeleted
    if subject == nil, !isRestored, record.content.isIdentical(to: content),
      !isTyping(aTagOf: record.content)
    {
      if !others.isEmpty { try update(record, others, at: moment) }
      return
    }
    var columns = try content.checked.columns(savedAt: moment).merging(others) { $1 }
      .merging(placeColumns) { $1 }
    columns["version"] = record.version + 1
    if isRestored { columns.merge(Record.deletionColumns(nil)) { $1 } }
    try update(record, columns, at: moment)
    try unindex(record)
    try replaceTags(of: record.number, by: content, before: record.content, source)
    try record.kind.index.add(
      content.words(subject: subject ?? record.subject), of: record.number,
      isDeleted: record.isDeleted && staysDeleted, in: database)
  }

  /// Marks the record as deleted, or removes the mark. The text is kept.
  func mark(_ record: Record, deleted: Bool, at moment: Moment) throws(JournalError) {
    if record.isDeleted == deleted { return }
    try update(record, Record.deletionColumns(deleted ? moment : nil), at: moment)
    try unindex(record)
    try record.kind.index.add(
      record.words, of: record.number, isDeleted: deleted, in: database)
  }

  /// Restores a deleted record. With `content`, that content becomes a new version.
  func restore(
    _ record: Record, to content: RecordContent?, at moment: Moment
  ) throws(JournalError) {
    try mark(record, deleted: false, at: moment)
    var restored = record
    restored.deletedAt = nil
    if let content { try change(restored, to: content, at: moment) }
  }

  func unindex(_ record: Record) throws(JournalError) {
    try record.kind.index.remove(
      record.words, of: record.number, isDeleted: record.isDeleted, in: database)
  }

  /// Saves the tags of a record with how each was set.
  func replaceTags(
    of number: Int64, by content: RecordContent, before old: RecordContent,
    _ source: TagSource? = nil
  ) throws(JournalError) {
    try database.run("DELETE FROM record_tag WHERE record = ?1", [number])
    let sources = content.sources(before: old, source, typing: change?.typedTags ?? [])
    for (place, tag) in content.tags.enumerated() {
      try database.run(
        "INSERT INTO record_tag (record, place, tag, key, source) VALUES (?1, ?2, ?3, ?4, ?5)",
        [number, place, tag, TagKey.of(tag), sources[place].rawValue])
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
    let opened = record.content.tagSources.filter { $0.value == .typed && !kept.contains($0.key) }
    guard !opened.isEmpty else { return }
    var content = record.content
    for key in opened.keys { content.tagSources[key] = .imported }
    let change = change?.number
    self.change?.number = nil
    defer { self.change?.number = change }
    try update(record, [:], at: Moment(instant, offset: record.updatedAt.offset))
    try replaceTags(of: number, by: content, before: record.content)
  }

  /// Whether the change sets a tag by hand that the text had in another way.
  private func isTyping(aTagOf content: RecordContent) -> Bool {
    guard let typed = change?.typedTags, !typed.isEmpty else { return false }
    return content.tags.map(TagKey.of).contains {
      typed.contains($0) && content.tagSources[$0] != .typed
    }
  }

  // MARK: Versions

  /// Where the text of a version was written.
  private var placeColumns: [String: any ColumnValue] {
    ["written_in": change?.place?.repository.name, "branch": change?.place?.branch]
  }

  /// The columns that identify a new version on every device. The device of this journal has the
  /// number 1. Its clock never returns the same value twice.
  private func versionColumns(at moment: Moment) throws(JournalError) -> [String: any ColumnValue] {
    let wall = moment.instant.secondsSince1970 * 1000 * 4096
    let clock: Int64? = try database.value(
      "UPDATE device SET clock = max(clock + 1, ?1) WHERE number = 1 RETURNING clock", [wall])
    var generator = SystemRandomNumberGenerator()
    let id = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return [
      "version_id": id, "device": 1, "clock": clock ?? wall, "written_as": nil as String?,
    ]
  }
}
