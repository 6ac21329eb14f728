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

/// A commit with where it lives and how many notes it has.
struct CommitOfDay: Sendable {
  var repository: Repository
  var commit: Commit
  var notes: Int
}
