public import Diary

/// A to-do with the shortest prefix of its ID that is unique.
public struct FoundToDo: Hashable, Sendable {
  public var toDo: ToDo
  public var shortID: String

  public init(toDo: ToDo, shortID: String) {
    self.toDo = toDo
    self.shortID = shortID
  }

  /// How commands name the to-do: by number, else by id.
  public func name(on today: Day) -> String {
    toDo.number(on: today).map { String($0) } ?? shortID
  }
}
