public import Diary
import Records
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
  static let columns = """
    day, title, substr(body, 1, 200) AS preview, \(TagList.query(of: "entry.number")) AS tags, weather
    """

  init(_ row: borrowing Statement) {
    self.init(
      day: row["day"], title: row["title"], preview: row["preview"],
      tags: TagList.tags(row["tags"]), weather: row["weather"])
  }
}
