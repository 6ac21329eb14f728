public import Diary
import SQLite

/// Which entries to read, in which order, and how many.
public struct EntryFilter: Sendable {
  public enum Order: String, CaseIterable, Sendable {
    case newest, oldest
  }

  public var since: Day?
  public var until: Day?
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
    "deleted_at IS \(isDeleted ? "NOT NULL" : "NULL") AND day BETWEEN ?\(place) AND ?\(place + 1)"
  }

  var values: [Value] {
    [.integer(Int64(since?.number ?? .min)), .integer(Int64(until?.number ?? .max))]
  }

  var ordering: String { order == .oldest ? "day" : "day DESC" }
}
