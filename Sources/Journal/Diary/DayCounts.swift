/// The number of items on a day.
public struct DayCounts: Hashable, Sendable {
  public var hasEntry = false
  public var notes = 0
  public var openToDos = 0
  public var doneToDos = 0
  public var commits = 0

  public init(
    hasEntry: Bool = false, notes: Int = 0, openToDos: Int = 0, doneToDos: Int = 0,
    commits: Int = 0
  ) {
    self.hasEntry = hasEntry
    self.notes = notes
    self.openToDos = openToDos
    self.doneToDos = doneToDos
    self.commits = commits
  }
}
