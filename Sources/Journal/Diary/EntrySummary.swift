public import Diary
import SQLite

/// The part of an entry that a list shows.
public struct EntrySummary: Hashable, Sendable {
  public let day: Day
  public let title: String
  /// The beginning of the body.
  public let preview: String
  public let weather: String?
}

extension EntrySummary {
  enum Column: Int32, RowColumns {
    case day, title, preview, weather

    var sql: String { self == .preview ? "substr(body, 1, 200)" : name }
  }

  init(_ row: borrowing Statement) {
    self.init(
      day: Day(number: row.int(Column.day)), title: row.text(Column.title),
      preview: row.text(Column.preview), weather: row.optionalText(Column.weather))
  }
}
