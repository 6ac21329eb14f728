import Diary
import SQLite

/// What notes, entries and to-dos have in common, as it stands in the journal.
struct Record: Sendable {
  let number: Int64
  let kind: RecordKind
  let id: String
  var content: RecordContent
  var version: Int
  var createdAt: Moment
  /// When the content became what it is.
  var updatedAt: Moment
  var deletedAt: Moment?

  var isDeleted: Bool { deletedAt != nil }
}

enum RecordColumn: Int32, RowColumns {
  case number, kind, id, version, createdAt, createdOffset, updatedAt, updatedOffset
  case deletedAt, deletedOffset, tags, title, body

  var sql: String { self == .tags ? TagList.query(of: "record.number") : "record.\(name)" }
}

extension Record {
  init(_ row: borrowing Statement) {
    number = row.integer(RecordColumn.number)
    // Only damage makes it anything else.
    kind = RecordKind(rawValue: row.integer(RecordColumn.kind)) ?? .note
    id = row.text(RecordColumn.id)
    version = row.int(RecordColumn.version)
    createdAt = row.moment(RecordColumn.createdAt, RecordColumn.createdOffset)
    updatedAt = row.moment(RecordColumn.updatedAt, RecordColumn.updatedOffset)
    deletedAt = row.optionalMoment(RecordColumn.deletedAt, RecordColumn.deletedOffset)
    content = RecordContent(
      title: row.text(RecordColumn.title), body: row.text(RecordColumn.body),
      tags: TagList.tags(row.text(RecordColumn.tags)))
  }
}

/// A content that a record has, or has had.
struct RecordVersion: Sendable {
  var number: Int
  var content: RecordContent
  var savedAt: Moment
}

enum RecordVersionColumn: Int32, RowColumns {
  case version, title, tags, body, savedAt, savedOffset
}

extension RecordVersion {
  init(_ row: borrowing Statement) {
    number = row.int(RecordVersionColumn.version)
    content = RecordContent(
      title: row.text(RecordVersionColumn.title), body: row.text(RecordVersionColumn.body),
      tags: TagList.tags(row.text(RecordVersionColumn.tags)))
    savedAt = row.moment(RecordVersionColumn.savedAt, RecordVersionColumn.savedOffset)
  }
}

extension Statement {
  /// An instant and the offset of the writer's clock, from two columns.
  func moment(_ instant: some RowColumns, _ offset: some RowColumns) -> Moment {
    Moment(Instant(secondsSince1970: integer(instant)), offset: int(offset))
  }

  func optionalMoment(_ instant: some RowColumns, _ offset: some RowColumns) -> Moment? {
    optionalInteger(instant).map {
      Moment(Instant(secondsSince1970: $0), offset: int(offset))
    }
  }
}
