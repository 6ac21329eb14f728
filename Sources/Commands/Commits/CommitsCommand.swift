import Arguments
import Diary
import Git
import JSON
import Journal
import Localization
import Terminal

/// `commitdiary commits`: the commits of a clone, marked where they have notes.
struct CommitsCommand: Command {
  var repository: String?
  var author: String?
  var since: DayWord?
  var until: DayWord?
  var limit = 20

  static let declaration = Declaration<Self>(
    .commitsSummary,
    examples: [
      Example("commits", .commitsExample),
      Example("commits --author octocat --since -2w", .commitsExampleFilter),
    ],
    [
      .option("repo", help: .optionRepository, completion: .repositories) { $0.repository = $1 },
      .option("author", placeholder: .message(.placeholderAuthor), help: .optionAuthor) {
        $0.author = $1
      },
      .option("since", help: .optionSince) { $0.since = $1 },
      .option("until", help: .optionUntil) { $0.until = $1 },
      .option("limit", short: "n", in: 0...1_000_000_000, help: .optionLimit) { $0.limit = $1 },
    ])

  func run(in session: Session) async throws {
    let place = try await place(in: session)
    let found = try await commits(of: place, in: session)
    let commits = limit == 0 ? found : Array(found.prefix(limit))
    let noted = try await session.noted(commits, of: place)
    if session.globals.wantsJSON {
      return try session.show(CommitJSON.commits(noted, of: place.repository))
    }
    guard !noted.isEmpty else { return session.say(.commitsNone) }
    try session.show(CommitList(commits: noted, session: session).lines())
    if found.count > commits.count { session.say(.notesLimited(count: commits.count), .faint) }
  }

  private func place(in session: Session) async throws -> Place {
    if let repository { return try await session.place(repository) }
    return try session.here(orElse: .cloneOrRepositoryHint)
  }

  /// From the clone where one is at hand, else as the last refresh brought them; one more than are
  /// shown, so that it is known whether there are more.
  private func commits(of place: Place, in session: Session) async throws -> [Commit] {
    let (since, until) = try session.span(since, until)
    let first = since.map(session.clock.start(of:))
    let end = until.map { session.clock.start(of: $0 + 1) }
    let count = limit == 0 ? nil : limit + 1
    if let clone = place.clone {
      return try clone.recentCommits(
        CommitQuery(limit: count, author: author, since: first, until: end))
    }
    let journal = try session.journal(for: .reading)
    guard try await journal.remote(named: place.repository) != nil else {
      throw UsageError.notRefreshed(repository: place.repository.shortName)
    }
    return try await journal.remoteCommits(
      of: place.repository,
      RemoteCommitFilter(author: author, since: first, until: end, limit: count))
  }
}

/// A commit with where it is and how many notes it has.
struct CommitWithNotes: Sendable {
  var repository: Repository
  var commit: Commit
  var notes: Int
}

extension Session {
  /// Counts the notes of each commit, also of those that a rebase has given a new id since.
  func noted(_ commits: [Commit], of place: Place) async throws -> [CommitWithNotes] {
    let place = try await withRoot(place, for: .reading)
    let noted = try await journal(for: .reading)
      .notedCommits(of: place.repository, root: place.root, formerly: place.formerly)
    func counted(_ commit: Commit, _ notes: Int) -> CommitWithNotes {
      CommitWithNotes(repository: place.repository, commit: commit, notes: notes)
    }
    guard !noted.isEmpty else { return commits.map { counted($0, 0) } }
    let byID = Dictionary(noted.map { ($0.sha, $0) }, uniquingKeysWith: { first, _ in first })
    let shown = Set(commits.map(\.sha))
    let moved = noted.filter { !shown.contains($0.sha) && $0.patchID != nil }
    let byDate = Dictionary(grouping: moved, by: \.authoredAt)
    return commits.map { commit in
      var notes = byID[commit.sha]?.notes ?? 0
      // A rebase keeps the author's date, so only where that fits is the patch worth computing.
      if let candidates = byDate[commit.date.instant],
        let patch = place.clone?.patchID(of: commit.sha)
      {
        notes += candidates.filter { $0.patchID == patch }.map(\.notes).reduce(0, +)
      }
      return counted(commit, notes)
    }
  }
}
