public import Diary
import SQLite

/// Which to-dos, and how many of them. They come day by day, the earliest first: the open ones of a
/// day in the order of their numbers, and below them those that are done.
public struct ToDoFilter: Sendable {
  public var since: Day?
  public var until: Day?
  public var isDeleted = false
  /// Only the open ones, or only those that are done; all where it is `nil`.
  public var isDone: Bool?
  /// All of them where it is `nil`.
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
