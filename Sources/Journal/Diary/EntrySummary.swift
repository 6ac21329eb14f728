public import Diary
import SQLite

/// The part of an entry that a list shows.
public struct EntrySummary: Hashable, Sendable {
  public let day: Day
  public let title: String
  /// The beginning of the body.
  public let preview: String
  public let tags: [String]
  public let weather: String?
}

extension EntrySummary {
  enum Column: String, RowColumns {
    case day, title, preview, tags, weather

    var sql: String {
      switch self {
      case .preview: "substr(body, 1, 200)"
      case .tags: TagList.query(of: "entry.number")
      case .day, .title, .weather: name
      }
    }
  }

  init(_ row: borrowing Statement) {
    self.init(
      day: Day(number: row.int(Column.day)), title: row.text(Column.title),
      preview: row.text(Column.preview), tags: TagList.tags(row.text(Column.tags)),
      weather: row.optionalText(Column.weather))
  }
}
