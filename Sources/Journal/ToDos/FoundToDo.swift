public import Diary

/// A to-do with the shortest prefix of its ID that is unique.
public struct FoundToDo: Hashable, Sendable {
  public var toDo: ToDo
  public var shortID: String
  /// The number on the list of a later day for which the to-do was read, if it is unique there.
  public var carriedNumber: Int?

  public init(toDo: ToDo, shortID: String) {
    self.toDo = toDo
    self.shortID = shortID
  }

  /// The number on the list of `day`.
  public func number(on day: Day?) -> Int? { toDo.day == day ? toDo.number : carriedNumber }

  /// How commands name the to-do on the list of `day`: by number, else by id.
  public func name(on day: Day?) -> String { number(on: day).map { String($0) } ?? shortID }
}
