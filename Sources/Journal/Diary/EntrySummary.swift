public import Diary
import SQLite

/// As much of an entry as a line of a list shows.
public struct EntrySummary: Hashable, Sendable {
  public let day: Day
  public let title: String
  /// The beginning of what stands below the title.
  public let preview: String
  public let weather: String?
}

extension EntrySummary {
  static let columns = "day, title, substr(body, 1, 200), weather"

  init(_ row: borrowing Statement) {
    self.init(
      day: Day(number: row.int(0)), title: row.text(1), preview: row.text(2),
      weather: row.optionalText(3))
  }
}
