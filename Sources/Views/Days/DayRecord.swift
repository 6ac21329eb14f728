public import Diary
public import Journal

/// Everything that was recorded for a day.
public struct DayRecord: Sendable {
  public var day: Day
  public var entry: Entry?
  /// The notes written on this day, in order.
  public var notes: [FoundNote] = []
  /// The to-dos of this day, open ones first, then those of other days that were done on it.
  public var toDos: [FoundToDo] = []
  /// The user's own commits without duplicates, the newest first.
  public var commits: [CommitWithNotes] = []
  /// What the user did with pull requests and issues, the earliest first.
  public var events: [HostedEvent] = []

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

  /// The JSON of the weather that is saved with the entry.
  public var weather: String? { entry?.weather }

  public var isEmpty: Bool {
    entry == nil && notes.isEmpty && toDos.isEmpty && commits.isEmpty && events.isEmpty
  }

  /// The to-dos that were done on this day.
  public var done: [FoundToDo] { toDos.filter { $0.toDo.doneOn == day } }
}

extension [DayRecord] {
  /// The same records, with each to-do only on the day on which it was done if that day is
  /// included. Records that become empty are left out.
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
