public import Diary
import Records
import SQLite

/// A to-do that a commit names as done.
public struct ToDoMention: Hashable, Sendable {
  /// The first 64 bits of the commit's id.
  public var commit: UInt64
  public var shortSHA: String
  /// The number, or a prefix of the id.
  public var typed: String
  /// The day of the commit.
  public var day: Day
  public var committedAt: Moment

  public init(
    commit: UInt64, shortSHA: String, typed: String, day: Day, committedAt: Moment
  ) {
    self.commit = commit
    self.shortSHA = shortSHA
    self.typed = typed
    self.day = day
    self.committedAt = committedAt
  }
}

/// A to-do that was finished because a commit names it.
public struct MentionedToDo: Hashable, Sendable {
  public var found: FoundToDo
  public var mention: ToDoMention
}

extension Journal {
  /// The commits among these that were not searched for to-dos yet.
  public func unexamined(_ commits: Set<UInt64>) throws(JournalError) -> Set<UInt64> {
    var unknown = commits
    for commit in commits {
      let isKnown = try database.hasRow(
        "SELECT 1 FROM examined_commit WHERE name = ?1", [Int64(bitPattern: commit)])
      if isKnown { unknown.remove(commit) }
    }
    return unknown
  }

  /// Finishes the to-dos that commits name, once for each commit, so that a to-do that was reopened
  /// stays open. Mentions of to-dos that do not exist, or are done or deleted, are skipped.
  ///
  /// - Parameter commits: all commits that were searched, also those without a mention.
  public func finish(
    _ mentions: [ToDoMention], examined commits: Set<UInt64>, at moment: Moment
  ) throws(JournalError) -> [MentionedToDo] {
    try write { () throws(JournalError) in
      // Another program may have examined them in the meantime.
      let new = try unexamined(commits)
      for commit in new {
        try database.run(
          "INSERT INTO examined_commit (name) VALUES (?1)", [Int64(bitPattern: commit)])
      }
      var finished: [MentionedToDo] = []
      for mention in mentions where new.contains(mention.commit) {
        guard let found = try mentioned(mention), !found.toDo.isDone else { continue }
        let record = try record(.toDo(found.toDo.id))
        try markDone(record, on: mention.day, at: mention.committedAt, now: moment)
        finished.append(
          MentionedToDo(found: try self.found([toDo(found.toDo.id)])[0], mention: mention))
      }
      return finished
    }
  }

  /// The to-do that a commit names. A number means one that existed at the time of the commit.
  private func mentioned(_ mention: ToDoMention) throws(JournalError) -> FoundToDo? {
    do {
      let found = try toDo(mention.typed, on: mention.day)
      return found.toDo.createdAt.instant <= mention.committedAt.instant ? found : nil
    } catch .missing, .deleted, .ambiguous {
      return nil
    } catch {
      throw error
    }
  }
}
