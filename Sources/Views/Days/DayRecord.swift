public import Diary
public import Journal

/// Everything that there is of one day.
public struct DayRecord: Sendable {
  public var day: Day
  public var entry: Entry?
  /// Those that were written on it, in that order.
  public var notes: [FoundNote] = []
  /// Its list, the open ones first, and behind it what was done on it from other days' lists.
  public var toDos: [FoundToDo] = []
  /// The writer's own, the newest first, each once.
  public var commits: [CommitWithNotes] = []

  public init(
    day: Day, entry: Entry? = nil, notes: [FoundNote] = [], toDos: [FoundToDo] = [],
    commits: [CommitWithNotes] = []
  ) {
    self.day = day
    self.entry = entry
    self.notes = notes
    self.toDos = toDos
    self.commits = commits
  }

  /// The JSON object that is kept with the entry.
  public var weather: String? { entry?.weather }

  public var isEmpty: Bool { entry == nil && notes.isEmpty && toDos.isEmpty && commits.isEmpty }

  /// Those of the to-dos that were done on this day.
  public var done: [FoundToDo] { toDos.filter { $0.toDo.doneOn == day } }
}

extension [DayRecord] {
  /// The same days with each to-do on one of them: the day on which it was done, where that is among
  /// them. Days of which nothing is left are left out.
  public var withEachToDoOnce: [DayRecord] {
    let days = Set(map(\.day))
    return map { record in
      var record = record
      record.toDos.removeAll { found in
        guard let done = found.toDo.doneOn, done != record.day else { return false }
        return days.contains(done)
      }
      return record
    }.filter { !$0.isEmpty }
  }
}
