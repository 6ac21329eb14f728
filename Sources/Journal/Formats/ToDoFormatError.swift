/// Why a line of an imported file is not a to-do.
public struct ToDoFormatError: Error, Hashable {
  public enum Reason: Hashable, Sendable {
    /// The line has dates and other metadata, but no text.
    case noText
    case notJSON
    /// The JSON value is not a task; for example, an array of numbers.
    case noTask
    /// The file ends inside a task or inside the array of tasks.
    case cutShort
    /// A required member is missing or has the wrong type.
    case missing(field: String)
    case badDate(field: String, typed: String)
    case badUUID(typed: String)
    /// Another task of the file has the same UUID.
    case duplicateUUID(typed: String)
    case unknownStatus(typed: String)
    case notUTF8, hasNUL
  }

  /// Counted from 1.
  public var line: Int
  public var reason: Reason

  public init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }
}
