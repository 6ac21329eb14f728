public import Diary
import Git
public import Journal
import Views

extension Repositories {
  /// The notes on each of these commits, the oldest first, by the ids of the commits.
  public func notes(
    on commits: [Commit], of place: LocatedRepository, in journal: Journal
  ) async throws -> [String: [FoundNote]] {
    var all: [String: [FoundNote]] = [:]
    for found in try await noted(commits, of: place) where found.notes > 0 {
      all[found.commit.sha] = try await notes(
        on: found.commit.sha, count: found.notes, of: place, in: journal)
    }
    return all
  }

  /// The notes with the id of the commit, if these are all; else those written before the commit
  /// was rewritten, too.
  private func notes(
    on sha: String, count: Int, of place: LocatedRepository, in journal: Journal
  ) async throws -> [FoundNote] {
    var filter = NoteFilter()
    filter.order = .oldest
    filter.commit = NoteFilter.CommitMatch(sha: sha)
    let direct = try await journal.notes(filter)
    if direct.count >= count { return direct }
    filter.commit = try await match(sha, of: place)
    return try await journal.notes(filter)
  }
}
