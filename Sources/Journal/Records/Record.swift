import Diary
import SQLite

/// The columns that notes, entries and to-dos share.
struct Record: Sendable {
  let number: Int64
  let kind: RecordKind
  let id: String
  /// The subject of the commit that a note is about; otherwise empty.
  var subject: String
  var content: RecordContent
  var version: Int
  /// The day on which a note was written, the day of an entry, or that of a to-do's list.
  let day: Day
  var createdAt: Moment
  /// The time of the last change to the content.
  var updatedAt: Moment
  var deletedAt: Moment?

  var isDeleted: Bool { deletedAt != nil }

  /// The words for the search index.
  var words: IndexedWords { content.words(subject: subject) }

  static func deletionColumns(_ moment: Moment?) -> [String: Value] {
    [
      "deleted_at": Value(moment?.instant.secondsSince1970),
      "deleted_offset": Value(moment?.offset),
    ]
  }
}

enum RecordColumn: String, RowColumns {
  case number, kind, id, version, day, createdAt, createdOffset, updatedAt, updatedOffset
  case deletedAt, deletedOffset, subject, tags, title, body

  var sql: String {
    self == .tags ? TagList.queryWithSources(of: "record.number") : "record.\(name)"
  }
}

extension Record {
  init(_ row: borrowing Statement) {
    number = row.integer(RecordColumn.number)
    // Only damage causes any other value.
    kind = RecordKind(rawValue: row.integer(RecordColumn.kind)) ?? .note
    id = row.text(RecordColumn.id)
    version = row.int(RecordColumn.version)
    day = Day(number: row.int(RecordColumn.day))
    createdAt = row.moment(RecordColumn.createdAt, RecordColumn.createdOffset)
    updatedAt = row.moment(RecordColumn.updatedAt, RecordColumn.updatedOffset)
    deletedAt = row.optionalMoment(RecordColumn.deletedAt, RecordColumn.deletedOffset)
    subject = row.text(RecordColumn.subject)
    content = RecordContent(
      title: row.text(RecordColumn.title), body: row.text(RecordColumn.body),
      taggedBy: row.text(RecordColumn.tags))
  }
}

/// One version of a record's text.
struct RecordVersion: Sendable {
  var number: Int
  var content: RecordContent
  var savedAt: Moment
}

enum RecordVersionColumn: String, RowColumns {
  case version, title, tags, body, updatedAt, updatedOffset
}

extension RecordVersion {
  init(_ row: borrowing Statement) {
    number = row.int(RecordVersionColumn.version)
    content = RecordContent(
      title: row.text(RecordVersionColumn.title), body: row.text(RecordVersionColumn.body),
      taggedBy: row.text(RecordVersionColumn.tags))
    savedAt = row.moment(RecordVersionColumn.updatedAt, RecordVersionColumn.updatedOffset)
  }
}

extension Statement {
  /// An instant and the offset of the user's time zone, from two columns.
  func moment(_ instant: some RowColumns, _ offset: some RowColumns) -> Moment {
    Moment(Instant(secondsSince1970: integer(instant)), offset: int(offset))
  }

  func optionalMoment(_ instant: some RowColumns, _ offset: some RowColumns) -> Moment? {
    optionalInteger(instant).map {
      Moment(Instant(secondsSince1970: $0), offset: int(offset))
    }
  }
}
