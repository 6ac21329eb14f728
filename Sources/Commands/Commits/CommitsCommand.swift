import App
import Arguments
import Context
import Diary
import Git
import Journal
import Localization
import Terminal
import Views

/// `commitdiary commits`: lists the commits of a repository, with a mark on those that have notes.
struct CommitsCommand: Command {
  var repository: String?
  var author: String?
  var since: SpanArgument?
  var until: SpanArgument?
  var limit = 20

  static let declaration = Declaration<Self>(
    .commitsSummary,
    examples: [
      Example("commits"),
      Example("commits --author octocat --since -2w"),
    ],
    [
      .option("repo", help: .optionRepository, completion: .repositories) { $0.repository = $1 },
      .option("author", placeholder: .message(.placeholderAuthor), help: .optionAuthor) {
        $0.author = $1
      },
      .since { $0.since = $1 },
      .until { $0.until = $1 },
      .option("limit", short: "n", in: 0...1_000_000_000, help: .optionLimit) { $0.limit = $1 },
    ])

  func run(in app: App) async throws {
    let place = try await place(in: app)
    let found = try await commits(of: place, in: app)
    let commits = limit == 0 ? found : Array(found.prefix(limit))
    if place.clone != nil { await app.clones.rememberHere() }
    let noted = try await app.repositories.noted(commits, of: place)
    if app.options.wantsJSON { return try app.output.show(noted.json) }
    guard !noted.isEmpty else { return app.output.note(.commitsNone) }
    try app.output.show(app.context.lines(of: noted))
    if found.count > commits.count { app.output.note(.notesLimited(count: commits.count), .remark) }
  }

  private func place(in app: App) async throws -> LocatedRepository {
    if let repository { return try await app.repositories.locate(repository) }
    return try app.repositories.here(orElse: .cloneOrRepositoryHint)
  }

  /// The commits of the clone, or those of the last refresh if there is none. One more than the
  /// limit is read, to tell whether there are more.
  private func commits(of place: LocatedRepository, in app: App) async throws -> [Commit] {
    let (since, until) = try app.span(since, until)
    let first = since.map(app.clock.start(of:))
    let end = until.map { app.clock.start(of: $0 + 1) }
    let count = limit == 0 ? nil : limit + 1
    if let clone = place.clone {
      return try clone.recentCommits(
        CommitQuery(limit: count, author: author, since: first, until: end))
    }
    let journal = try await app.journal(for: .reading)
    guard try await journal.remote(named: place.repository) != nil else {
      let repository = place.repository.shortName
      throw Explanation(
        .commitsNotRefreshed(repository: repository),
        hint: .tryCommand(command: "commitdiary refresh --repo \(repository)"), status: .notFound)
    }
    return try await journal.remoteCommits(
      of: place.repository, author: author, since: first, until: end, limit: count)
  }
}
