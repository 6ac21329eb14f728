import Diary
import SQLite

/// How an entry stands in a row of the table.
enum EntryRow {
  static let columns = """
    day, title, body, weather, version, created_at, created_offset, updated_at, updated_offset,
    deleted_at, deleted_offset
    """

  static func entry(_ row: borrowing Statement) -> Entry {
    Entry(
      day: Day(number: row.int(0)), text: EntryText(title: row.text(1), body: row.text(2)),
      weather: row.optionalText(3), version: row.int(4), createdAt: row.moment(5),
      updatedAt: row.moment(7), deletedAt: row.optionalMoment(9))
  }

  /// Under which number the words of a day stand: days count from 1970, and these from the first of
  /// the calendar, since the index has its own meaning for what is below one.
  static func number(of day: Day) -> Int64 { Int64(day.number) + 719_163 }

  static func key(_ day: Day) -> Value { .integer(Int64(day.number)) }
}
