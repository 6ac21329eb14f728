import Diary
import SQLite

/// What is read of an entry.
enum EntryColumn: Int32, RowColumns {
  case number, day, weather, version, createdAt, createdOffset, updatedAt, updatedOffset
  case deletedAt, deletedOffset, title, body
}

/// How an entry stands in a row of the table.
enum EntryRow {
  static func entry(_ row: borrowing Statement) -> Entry {
    Entry(
      day: Day(number: row.int(EntryColumn.day)),
      text: EntryText(title: row.text(EntryColumn.title), body: row.text(EntryColumn.body)),
      weather: row.optionalText(EntryColumn.weather), version: row.int(EntryColumn.version),
      createdAt: row.moment(EntryColumn.createdAt, EntryColumn.createdOffset),
      updatedAt: row.moment(EntryColumn.updatedAt, EntryColumn.updatedOffset),
      deletedAt: row.optionalMoment(EntryColumn.deletedAt, EntryColumn.deletedOffset))
  }

  /// How an entry is named: by its day. No entry is of a day beyond the calendar.
  static func id(_ day: Day) -> String {
    (try? day.checked())?.description ?? ""
  }
}
