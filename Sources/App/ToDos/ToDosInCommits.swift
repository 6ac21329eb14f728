package import Context
import Diary
import Git
package import Journal

/// Finishes the to-dos that the user's new commits name: by a trailer `Todo: 3` or
/// `Closes-todo: 7kq2`, or by merging a branch such as `todo/3-cache`.
package struct ToDosInCommits: Sendable {
  let clones: Clones
  let journal: OpenJournal
  let clock: Clock
  let settings: Settings

  /// How many days back commits are examined.
  private static let days = 30

  /// The to-dos that were finished. A clone or a journal that cannot be used is not an error: the
  /// next command tries again.
  ///
  /// - Parameter local: the commits of all clones, if they were read before.
  package func finish(among local: LocalCommits? = nil) async -> [MentionedToDo] {
    guard settings.finishesFromCommits else { return [] }
    do {
      return try await finishNew(among: local)
    } catch {
      return []
    }
  }

  private func finishNew(among local: LocalCommits?) async throws -> [MentionedToDo] {
    let reading = try await journal(for: .reading)
    guard try await reading.hasOpenToDos() else { return [] }
    let today = clock.today
    let span = (today - Self.days)...today
    var examined: Set<UInt64> = []
    var mentions: [ToDoMention] = []
    let local =
      if let local, local.scope == .all { local } else {
        try await clones.commits(of: .all, time: .prompt)
      }
    for history in local.histories {
      let new = try await reading.unexamined(Set(history.names(on: span, by: clock)))
      guard !new.isEmpty else { continue }
      mentions += try history.clone.trailers(of: new).reversed().flatMap(mentions(in:_:))
      examined.formUnion(new)
    }
    guard !examined.isEmpty else { return [] }
    guard mentions.isEmpty else {
      let (found, all, now) = (mentions, examined, clock.now)
      return try await journal(for: .writing).make("commit", on: today, at: now) { journal in
        try journal.finish(found, examined: all, at: now)
      }.result
    }
    await journal.cache { [examined, clock] in
      _ = try await $0.finish([], examined: examined, at: clock.now)
    }
    return []
  }

  private func mentions(in commit: Commit, _ trailers: String) -> [ToDoMention] {
    guard let name = commit.packedName else { return [] }
    return ToDoReferences.names(subject: commit.subject, trailers: trailers).map { typed in
      ToDoMention(
        commit: name, shortSHA: commit.shortSHA, typed: typed,
        day: clock.day(of: commit.date.instant), committedAt: commit.date)
    }
  }
}

extension App {
  package var toDosInCommits: ToDosInCommits {
    ToDosInCommits(
      clones: clones, journal: journal, clock: clock, settings: settings)
  }
}
