import Diary
import Journal

/// Everything that there is of one day.
struct DayRecord: Sendable {
  var day: Day
  var entry: Entry?
  /// Those that were written on it, in that order.
  var notes: [FoundNote] = []
  /// Its list, the open ones first, and behind it what was done on it from other days' lists.
  var toDos: [FoundToDo] = []
  /// The writer's own, the newest first, each once.
  var commits: [CommitOfDay] = []

  /// The JSON object that is kept with the entry.
  var weather: String? { entry?.weather }

  var isEmpty: Bool { entry == nil && notes.isEmpty && toDos.isEmpty && commits.isEmpty }

  /// Those of the to-dos that were done on this day.
  var done: [FoundToDo] { toDos.filter { $0.toDo.doneOn == day } }
}

extension [DayRecord] {
  /// The same days with each to-do on one of them: the day on which it was done, where that is among
  /// them. Days of which nothing is left are left out.
  var withEachToDoOnce: [DayRecord] {
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

/// A commit with where it lives and how many notes it has.
struct CommitOfDay: Sendable {
  var repository: Repository
  var commit: Commit
  var notes: Int
}
