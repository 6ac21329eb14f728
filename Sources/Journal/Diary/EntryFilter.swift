public import Diary
import SQLite

/// Which entries to read, in which order, and how many.
public struct EntryFilter: Sendable {
  public enum Order: String, CaseIterable, Sendable {
    case newest, oldest
  }

  public var since: Day?
  public var until: Day?
  /// Entries must have all of these tags; case is ignored.
  public var tags: [String] = []
  public var isDeleted = false
  /// If `nil`, the newest come first; in a search, the best matches.
  public var order: Order?
  /// If `nil`, there is no limit.
  public var limit: Int?

  public init(since: Day? = nil, until: Day? = nil, limit: Int? = nil) {
    self.since = since
    self.until = until
    self.limit = limit
  }

  func condition(firstPlace place: Int = 1) -> String {
    var terms = [
      "deleted_at IS \(isDeleted ? "NOT NULL" : "NULL")",
      "day BETWEEN ?\(place) AND ?\(place + 1)",
    ]
    for index in tags.indices {
      terms.append("number IN (SELECT record FROM record_tag WHERE key = ?\(place + 2 + index))")
    }
    return terms.joined(separator: " AND ")
  }

  var values: [any ColumnValue] {
    [since?.number ?? .min, until?.number ?? .max] + tags.map(TagKey.of)
  }

  /// Whether the filter matches every entry, or every deleted entry.
  var isWordsOnly: Bool { since == nil && until == nil && tags.isEmpty && order == nil }

  var ordering: String { order == .oldest ? "day" : "day DESC" }
}
