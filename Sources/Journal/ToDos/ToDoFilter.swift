public import Diary
import SQLite

/// Which to-dos to read, and how many. They are sorted by day, earliest first: the open ones of a
/// day in the order of their numbers, then the done ones.
public struct ToDoFilter: Sendable {
  public var since: Day?
  public var until: Day?
  public var isDeleted = false
  /// Only done or only open to-dos; `nil` for all.
  public var isDone: Bool?
  /// If `nil`, there is no limit.
  public var limit: Int?

  public init(since: Day? = nil, until: Day? = nil, isDone: Bool? = nil, limit: Int? = nil) {
    self.since = since
    self.until = until
    self.isDone = isDone
    self.limit = limit
  }

  func condition(firstPlace place: Int = 1) -> String {
    let done = isDone.map { " AND todo.done_at IS \($0 ? "NOT NULL" : "NULL")" } ?? ""
    return "todo.deleted_at IS \(isDeleted ? "NOT NULL" : "NULL")\(done)"
      + " AND todo.day BETWEEN ?\(place) AND ?\(place + 1)"
  }

  var values: [Value] {
    [.integer(Int64(since?.number ?? .min)), .integer(Int64(until?.number ?? .max))]
  }

  static let ordering = "todo.day, todo.done_at IS NOT NULL, todo.place"
}
