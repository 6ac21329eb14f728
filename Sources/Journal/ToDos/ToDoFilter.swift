public import Diary
import SQLite

/// Which to-dos to read and, in a search, how many.
public struct ToDoFilter: Sendable {
  public var since: Day?
  public var until: Day?
  public var isDeleted = false
  /// Only those that are on the list from this day on, or earlier.
  public var listedOn: Day?
  /// Only done or only open to-dos; `nil` for all.
  public var isDone: Bool?
  /// Only those that were done on this day.
  public var doneOn: Day?
  /// To-dos must have all of these tags; case is ignored.
  public var tags: [String] = []
  /// If `nil`, there is no limit.
  public var limit: Int?

  public init(since: Day? = nil, until: Day? = nil, isDone: Bool? = nil, limit: Int? = nil) {
    self.since = since
    self.until = until
    self.isDone = isDone
    self.limit = limit
  }

  /// Whether the filter matches every to-do, or every deleted one.
  var isWordsOnly: Bool {
    since == nil && until == nil && isDone == nil && doneOn == nil && listedOn == nil
      && tags.isEmpty
  }

  func condition(firstPlace place: Int = 1) -> String {
    // Few to-dos were done on one day, and many are on the lists of earlier days. SQLite does not
    // use the indexes of columns with a plus sign.
    let other = doneOn == nil ? "" : "+"
    var terms = ["\(other)todo.deleted_at IS \(isDeleted ? "NOT NULL" : "NULL")"]
    if let isDone { terms.append("todo.done_at IS \(isDone ? "NOT NULL" : "NULL")") }
    if let listedOn {
      terms.append("min(todo.day, ifnull(todo.due, todo.day)) <= \(listedOn.number)")
    }
    if let doneOn { terms.append("todo.done_day = \(doneOn.number)") }
    terms.append("\(other)todo.day BETWEEN ?\(place) AND ?\(place + 1)")
    for index in tags.indices {
      terms.append(
        "todo.number IN (SELECT record FROM record_tag WHERE key = ?\(place + 2 + index))")
    }
    return terms.joined(separator: " AND ")
  }

  var values: [any ColumnValue] {
    [since?.number ?? .min, until?.number ?? .max] + tags.map(TagKey.of)
  }
}
