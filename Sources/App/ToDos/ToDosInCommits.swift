import Diary
import Git
public import Journal

/// Finishes the to-dos that the user's new commits name: by a trailer `Todo: 3` or
/// `Closes-todo: 7kq2`, or by merging a branch such as `todo/3-cache`.
public struct ToDosInCommits: Sendable {
  let activities: Activities
  let journal: OpenJournal
  let clock: Clock
  let settings: Settings

  /// How many days back commits are examined.
  private static let days = 30

  /// The to-dos that were finished. A clone or a journal that cannot be used is not an error: the
  /// next command tries again.
  public func finish() async -> [MentionedToDo] {
    guard settings.finishesFromCommits else { return [] }
    do {
      return try await finishNew()
    } catch {
      return []
    }
  }

  private func finishNew() async throws -> [MentionedToDo] {
    let reading = try await journal(for: .reading)
    guard try await !reading.toDos(ToDoFilter(isDone: false, limit: 1)).isEmpty else { return [] }
    let today = clock.today
    let span = (today - Self.days)...today
    var examined: Set<UInt64> = []
    var mentions: [ToDoMention] = []
    for history in try await activities.localActivity(.all, author: nil, time: .prompt)
      .histories
    {
      let own = OwnCommits(local: [history], remote: [], clock: clock)
      let names = Set(own.localOnlyNames(on: span, in: history).keys)
      let new = try await reading.unexamined(names)
      guard !new.isEmpty else { continue }
      mentions += try history.clone.trailers(of: new).reversed().flatMap(mentions(in:_:))
      examined.formUnion(new)
    }
    guard !examined.isEmpty else { return [] }
    let journal = try await journal(for: mentions.isEmpty ? .caching : .writing)
    return try await journal.finish(
      mentions, examined: examined, carrying: settings.carry == .auto, at: clock.now)
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
  public var toDosInCommits: ToDosInCommits {
    ToDosInCommits(
      activities: activities, journal: journal, clock: clock, settings: settings)
  }
}
