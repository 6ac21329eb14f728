import Diary
import SQLite

/// What is read of an entry.
enum EntryColumn: Int32, RowColumns {
  case number, day, weather, version, created_at, created_offset, updated_at, updated_offset
  case deleted_at, deleted_offset, title, body
}

/// How an entry stands in a row of the table.
enum EntryRow {
  static func entry(_ row: borrowing Statement) -> Entry {
    Entry(
      day: Day(number: row.int(EntryColumn.day)),
      text: EntryText(title: row.text(EntryColumn.title), body: row.text(EntryColumn.body)),
      weather: row.optionalText(EntryColumn.weather), version: row.int(EntryColumn.version),
      createdAt: row.moment(EntryColumn.created_at, EntryColumn.created_offset),
      updatedAt: row.moment(EntryColumn.updated_at, EntryColumn.updated_offset),
      deletedAt: row.optionalMoment(EntryColumn.deleted_at, EntryColumn.deleted_offset))
  }

  /// How an entry is named: by its day. No entry is of a day beyond the calendar.
  static func id(_ day: Day) -> String {
    (try? day.checked())?.description ?? ""
  }
}
