public import Diary
public import Journal

/// Everything that was recorded for a day.
public struct DayRecord: Sendable {
  public var day: Day
  public var entry: Entry?
  /// The notes written on this day, in order.
  public var notes: [FoundNote] = []
  /// The to-dos that begin or are due on this day, and those that were done on it.
  public var toDos: [FoundToDo] = []
  /// The user's own commits without duplicates, the newest first.
  public var commits: [RepositoryCommit] = []
  /// What the user did with pull requests and issues, the earliest first.
  public var events: [HostedEvent] = []
  /// The repository that the user is in. Of its commits, the repository goes without saying.
  public var here: Repository?

  /// The JSON of the weather that is saved with the entry.
  public var weather: String? { entry?.weather }

  public var isEmpty: Bool {
    entry == nil && notes.isEmpty && toDos.isEmpty && commits.isEmpty && events.isEmpty
  }

  /// Puts the list of the day first.
  public mutating func addList(_ list: [FoundToDo]) {
    let listed = Set(list.map(\.toDo.id))
    toDos = list + toDos.filter { !listed.contains($0.toDo.id) }
  }
}

extension DayRecord {
  public init(day: Day) { self.day = day }
}

extension [DayRecord] {
  /// The same records, with each to-do only on the day on which it was done, else on the last day
  /// that lists it. Records that become empty are left out.
  public var withEachToDoOnce: [DayRecord] {
    var days: [Identifier: Day] = [:]
    for record in self {
      for toDo in record.toDos.map(\.toDo) where toDo.doneOn == record.day || !toDo.isDone {
        days[toDo.id] = record.day
      }
    }
    return map { record in
      var record = record
      record.toDos.removeAll { days[$0.toDo.id].map { $0 != record.day } ?? false }
      return record
    }.filter { !$0.isEmpty }
  }

  /// The same records, with each change only once. A rebase or an amend makes another commit of the
  /// same change, with the same author date; the earlier commit may still be on a branch of a remote.
  /// Two commits on the same branch are different changes.
  public var withEachChangeOnce: [DayRecord] {
    return map { record in
      var kept: [Change: [String?]] = [:]
      var record = record
      // Commits on a branch are preferred to those that only a refresh knows.
      let order = record.commits.indices.sorted {
        let (one, other) = (record.commits[$0], record.commits[$1])
        return (one.branch == nil ? 1 : 0, $0) < (other.branch == nil ? 1 : 0, $1)
      }
      var isKept = record.commits.map { _ in true }
      for index in order {
        let found = record.commits[index]
        let change = Change(
          repository: found.repository, author: found.commit.author,
          writtenAt: found.commit.date.instant, subject: found.commit.subject)
        let branches = kept[change] ?? []
        if !branches.isEmpty, found.branch == nil || !branches.contains(found.branch) {
          isKept[index] = false
        } else {
          kept[change] = branches + [found.branch]
        }
      }
      record.commits = zip(record.commits, isKept).filter(\.1).map(\.0)
      return record
    }
  }
}

/// What the commits of one change have in common.
private struct Change: Hashable {
  var repository: Repository
  var author: String
  var writtenAt: Instant
  var subject: String
}
