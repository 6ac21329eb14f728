import Context
import Diary
import Git
package import Journal

/// Finishes the to-dos that the user's new commits name: by a trailer `Todo: 3` or
/// `Closes-todo: 7kq2`, or by merging a branch such as `todo/3-cache`.
package struct ToDosInCommits: Sendable {
  let app: App

  /// How many days back commits are examined.
  private static let days = 30

  /// The to-dos that were finished. A clone or a journal that cannot be used is not an error: the
  /// next command tries again.
  ///
  /// - Parameter local: the commits of all clones, if they were read before.
  package func finish(among local: LocalCommits? = nil) async -> [MentionedToDo] {
    guard app.settings.finishesFromCommits else { return [] }
    do {
      return try await finishNew(among: local)
    } catch {
      return []
    }
  }

  private func finishNew(among local: LocalCommits?) async throws -> [MentionedToDo] {
    let reading = try await app.journal(for: .reading)
    guard try await reading.hasOpenToDos() else { return [] }
    let clock = app.clock
    let today = clock.today
    let span = (today - Self.days)...today
    var examined: Set<UInt64> = []
    var mentions: [ToDoMention] = []
    let local =
      if let local, local.scope == .all { local } else {
        try await app.clones.commits(of: .all, time: .prompt)
      }
    for history in local.histories where app.owns(history.clone) {
      let new = try await reading.unexamined(Set(history.names(on: span, by: clock)))
      guard !new.isEmpty else { continue }
      for (commit, trailers) in try history.clone.trailers(of: new).reversed() {
        let named = try await names(in: commit, trailers, of: history, known: reading)
        mentions += named.compactMap { mention($0.typed, by: commit, begun: $0.begun) }
      }
      examined.formUnion(new)
    }
    guard !examined.isEmpty else { return [] }
    guard mentions.isEmpty else {
      let (found, all, now) = (mentions, examined, clock.now)
      return try await app.journal(for: .writing).make("commit", on: today, at: now) { journal in
        try journal.finish(found, examined: all, at: now)
      }.result
    }
    await app.journal.cache { [examined, clock] in
      _ = try await $0.finish([], examined: examined, at: clock.now)
    }
    return []
  }

  /// What a commit names, and when the work began that it ends: for merged branches, with their oldest
  /// commit. Of branches with commits of others, the names are those of their to-dos.
  private func names(
    in commit: Commit, _ trailers: String, of history: CloneHistory, known: Journal
  ) async throws -> [(typed: String, begun: Moment)] {
    var names = ToDoReferences.names(subject: "", trailers: trailers).map { ($0, commit.date) }
    let branch = ToDoReferences.names(subject: commit.subject, trailers: "")
    if !branch.isEmpty {
      let query = CommitQuery(from: "\(commit.sha)^1..\(commit.sha)", limit: Self.longestBranch)
      // Of a commit with one parent, nothing but itself is found.
      let merged = ((try? history.clone.recentCommits(query)) ?? []).filter { $0 != commit }
      let own = Set(history.commits.commits.map(\.name))
      if !merged.isEmpty, merged.allSatisfy({ $0.packedName.map(own.contains) ?? false }) {
        let begun = merged.map(\.date).min { $0.instant < $1.instant } ?? commit.date
        names += branch.map { ($0, begun) }
      }
    }
    guard !names.isEmpty else { return [] }
    let before = try await namedBefore(commit, in: history.clone, known: known)
    return names.filter { !before.contains($0.0) }
  }

  /// At most this many commits of a merged branch are looked at.
  private static let longestBranch = 1_000

  /// What the same commit named when it was examined, before it was amended, made again after
  /// `git reset`, or moved by a rebase, which keeps the subject and the author's date.
  private func namedBefore(
    _ commit: Commit, in clone: Clone, known: Journal
  ) async throws -> Set<String> {
    let reflogs = Reflogs(of: clone)
    let forms = reflogs.forms(before: commit.sha)
    let others = Set(reflogs.commits.map(\.beginning)).subtracting([commit.packedName ?? 0])
    let examined = try await others.subtracting(known.unexamined(others))
    return Set(
      try clone.trailers(of: examined).flatMap { earlier, trailers in
        let isForm = earlier.packedName.map(forms.contains) ?? false
        return isForm || (earlier.subject, earlier.date) == (commit.subject, commit.date)
          ? ToDoReferences.names(subject: earlier.subject, trailers: trailers) : []
      })
  }

  private func mention(_ typed: String, by commit: Commit, begun: Moment) -> ToDoMention? {
    commit.packedName.map { name in
      ToDoMention(
        commit: name, shortSHA: commit.shortSHA, typed: typed,
        day: app.clock.day(of: commit.date.instant), begunAt: begun, committedAt: commit.date)
    }
  }
}
