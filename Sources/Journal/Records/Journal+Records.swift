import Diary
import SQLite

// Inserts, changes, deletes and restores records of every kind. The caller runs these methods in a
// transaction and has checked that the record was not changed in the meantime.

extension Journal {
  // MARK: Reading

  /// The record with this ID.
  func record(_ kind: RecordKind, id: String) throws(JournalError) -> Record? {
    try mapErrors { () throws(SQLiteError) in
      try connection.first(
        "SELECT \(RecordColumn.list) FROM record WHERE kind = ?1 AND id = ?2",
        .integer(kind.rawValue), .text(id)
      ) { Record($0) }
    }
  }

  func record(_ number: Int64) throws(JournalError) -> Record {
    let record = try mapErrors { () throws(SQLiteError) in
      try connection.first(
        "SELECT \(RecordColumn.list) FROM record WHERE number = ?1", .integer(number)
      ) { Record($0) }
    }
    guard let record else { throw .damaged(path: path) }
    return record
  }

  /// All versions of the record, oldest first.
  func versions(of record: Record) throws(JournalError) -> [RecordVersion] {
    let earlier = try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT \(RecordVersionColumn.list) FROM record_version WHERE record = ?1 ORDER BY version
        """, [.integer(record.number)]
      ) { RecordVersion($0) }
    }
    return earlier
      + [RecordVersion(number: record.version, content: record.content, savedAt: record.updatedAt)]
  }

  // MARK: Writing

  /// Inserts a record.
  ///
  /// - Parameters:
  ///   - subject: the subject of the commit that a note is about.
  ///   - columns: the columns that only this kind has.
  ///
  /// - Returns: the number of the record.
  func insert(
    _ kind: RecordKind, id: String, _ content: RecordContent, of day: Day,
    subject: String? = nil, createdAt: Moment, columns: KeyValuePairs<String, Value> = [:]
  ) throws(JournalError) -> Int64 {
    try mapErrors { () throws(SQLiteError) in
      let stamp = try stamp(at: createdAt)
      var values: [(name: String, value: Value)] = [
        ("kind", .integer(kind.rawValue)), ("id", .text(id)),
        ("day", .integer(Int64(day.number))), ("version", 1), ("version_id", stamp.id),
        ("parents", .blob([])), ("device", stamp.device), ("clock", stamp.clock),
        ("hash", .blob(content.hash)), ("title", .text(content.title)),
        ("body", .text(content.body)), ("subject", Value(subject)),
      ]
      for name in ["created", "updated"] {
        values.append(("\(name)_at", .integer(createdAt.instant.secondsSince1970)))
        values.append(("\(name)_offset", .integer(Int64(createdAt.offset))))
      }
      for (name, value) in columns { values.append((name, value)) }
      try connection.run(
        """
        INSERT INTO record (\(values.map(\.name).joined(separator: ", ")))
        VALUES (\(values.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))
        """, values: values.map(\.value))
      let number = connection.lastInsertedRow
      try tag(number, content.tags)
      try kind.index.add(
        content.words(subject: subject ?? ""), of: number, isDeleted: false, on: connection)
      return number
    }
  }

  /// Adds a version to the record. If the content is the same, this changes nothing, unless the
  /// record was deleted: then it is restored.
  ///
  /// - Parameter evenIfSame: whether to add a version with the same content too.
  func change(
    _ record: Record, to content: RecordContent, at moment: Moment, evenIfSame: Bool = false
  ) throws(JournalError) {
    if !evenIfSame && !record.isDeleted && record.content.isIdentical(to: content) { return }
    try expectNoPurge(of: record)
    try mapErrors { () throws(SQLiteError) in
      let stamp = try stamp(at: moment)
      try connection.run(
        """
        INSERT INTO record_version (record, version, version_id, parents, device, clock, hash,
          saved_at, saved_offset, title, tags, body)
        SELECT number, version, version_id, parents, device, clock, hash,
          updated_at, updated_offset, title, ?2, body
        FROM record WHERE number = ?1
        """, .integer(record.number), .text(TagList.text(record.content.tags)))
      try connection.run(
        """
        UPDATE record SET version = version + 1, parents = version_id, version_id = ?2,
          device = ?3, clock = ?4, hash = ?5, title = ?6, body = ?7, updated_at = ?8,
          updated_offset = ?9, deleted_at = NULL, deleted_offset = NULL
        WHERE number = ?1
        """,
        .integer(record.number), stamp.id, stamp.device, stamp.clock, .blob(content.hash),
        .text(content.title), .text(content.body), .integer(moment.instant.secondsSince1970),
        .integer(Int64(moment.offset)))
      try unindex(record)
      try connection.run("DELETE FROM record_tag WHERE record = ?1", .integer(record.number))
      try tag(record.number, content.tags)
      try record.kind.index.add(
        content.words(subject: record.subject), of: record.number, isDeleted: false,
        on: connection)
    }
  }

  /// Marks the record as deleted, or removes the mark. The text is kept.
  func mark(_ record: Record, deletedAt moment: Moment?) throws(JournalError) {
    if record.isDeleted == (moment != nil) { return }
    try mapErrors { () throws(SQLiteError) in
      try connection.run(
        "UPDATE record SET deleted_at = ?2, deleted_offset = ?3 WHERE number = ?1",
        .integer(record.number), Value(moment?.instant.secondsSince1970), Value(moment?.offset))
      try unindex(record)
      try record.kind.index.add(
        record.words, of: record.number, isDeleted: moment != nil, on: connection)
    }
  }

  /// Restores a deleted record. With `content`, that content becomes a new version.
  func restore(
    _ record: Record, to content: RecordContent?, at moment: Moment
  ) throws(JournalError) {
    try mark(record, deletedAt: nil)
    var restored = record
    restored.deletedAt = nil
    if let content { try change(restored, to: content, at: moment) }
  }

  func unindex(_ record: Record) throws(SQLiteError) {
    try record.kind.index.remove(
      record.words, of: record.number, isDeleted: record.isDeleted, on: connection)
  }

  func tag(_ number: Int64, _ tags: [String]) throws(SQLiteError) {
    for (place, tag) in tags.enumerated() {
      try connection.run(
        "INSERT INTO record_tag (record, place, tag, key) VALUES (?1, ?2, ?3, ?4)",
        .integer(number), .integer(Int64(place)), .text(tag), .text(TagKey.of(tag)))
    }
  }

  // MARK: Versions

  /// The values that identify a new version on every device.
  private struct Stamp {
    var id: Value
    var device: Value
    var clock: Value
  }

  /// The device of this journal has the number 1. Its clock never returns the same value twice.
  private func stamp(at moment: Moment) throws(SQLiteError) -> Stamp {
    let wall = moment.instant.secondsSince1970 * 1000 * 4096
    let clock = try connection.first(
      "UPDATE device SET clock = max(clock + 1, ?1) WHERE number = 1 RETURNING clock",
      .integer(wall)
    ) { $0.integer(0) }
    var generator = SystemRandomNumberGenerator()
    let id = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return Stamp(id: .blob(id), device: 1, clock: .integer(clock ?? wall))
  }
}
