public import Diary

/// A to-do with the shortest prefix of its ID that is unique.
public struct FoundToDo: Hashable, Sendable {
  public var toDo: ToDo
  public var shortID: String

  public init(toDo: ToDo, shortID: String) {
    self.toDo = toDo
    self.shortID = shortID
  }
}
