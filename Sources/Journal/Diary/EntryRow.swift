import Diary
import SQLite

/// The columns that are read of an entry.
enum EntryColumn: String, RowColumns {
  case number, day, weather, version, createdAt, createdOffset, updatedAt, updatedOffset
  case deletedAt, deletedOffset, tags, title, body

  var sql: String { self == .tags ? TagList.query(of: "entry.number") : "entry.\(name)" }
}

/// Converts a row to an entry.
enum EntryRow {
  static func entry(_ row: borrowing Statement) -> Entry {
    Entry(
      day: Day(number: row.int(EntryColumn.day)),
      text: EntryText(
        title: row.text(EntryColumn.title), body: row.text(EntryColumn.body),
        tags: TagList.tags(row.text(EntryColumn.tags))),
      weather: row.optionalText(EntryColumn.weather), version: row.int(EntryColumn.version),
      createdAt: row.moment(EntryColumn.createdAt, EntryColumn.createdOffset),
      updatedAt: row.moment(EntryColumn.updatedAt, EntryColumn.updatedOffset),
      deletedAt: row.optionalMoment(EntryColumn.deletedAt, EntryColumn.deletedOffset))
  }
}
