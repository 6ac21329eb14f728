/// What in a text is no to-do, and where.
public struct ToDoFormatError: Error, Hashable {
  public enum Reason: Hashable, Sendable {
    /// Dates and marks, but no text behind them.
    case noText
    case notJSON
    /// JSON, but no task: a list of numbers.
    case noTask
    /// The text ends inside a task, or inside the list of them.
    case cutShort
    /// A member that has to be there is not, or is of another kind.
    case missing(field: String)
    case badDate(field: String, typed: String)
    case badUUID(typed: String)
    case unknownStatus(typed: String)
  }

  /// From 1.
  public var line: Int
  public var reason: Reason

  public init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }
}
