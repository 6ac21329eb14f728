import Accounts
import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Views

/// `commitdiary refresh`: fetches what is new on GitHub into the journal.
struct RefreshCommand: Command {
  var repositories: [String] = []
  var everything = false
  var since: SpanArgument?
  var doesNotWait = false

  static let declaration = Declaration<Self>(
    .refreshSummary, details: .refreshDetails,
    examples: [
      Example("refresh"),
      Example("refresh --repo octocat/hello"),
      Example("refresh --all"),
    ],
    [
      .option("repo", help: .optionOneRepository, arity: .repeated, completion: .repositories) {
        $0.repositories.append($1)
      },
      .flag("all", help: .optionRefreshAll) { $0.everything = true },
      .since(.optionRefreshSince) { $0.since = $1 },
      .flag("no-wait", help: .optionNoWait) { $0.doesNotWait = true },
    ])

  func run(in app: App) async throws {
    let outcome = try await app.refresh.run(
      app.repositories.hosted(repositories), downTo: try floor(in: app), waits: !doesNotWait)
    let failure = Result { try show(outcome, in: app) }
    await app.weather.fillInMissingWeather(WeatherDeadline())
    try failure.get()
  }

  /// Shows what was fetched, then throws if something failed.
  private func show(_ outcome: RefreshOutcome, in app: App) throws {
    if outcome.end == nil || outcome.newCommits > 0 {
      if app.options.wantsJSON {
        try app.output.show(outcome.json)
      } else if !app.options.isQuiet {
        try app.output.show(outcome.lines(in: app.context))
      }
    }
    if let end = outcome.end { throw end }
    if let failure = outcome.failure { throw failure }
  }

  /// How far back to go, if the options say so.
  private func floor(in app: App) throws -> Instant? {
    if everything { return CommitWalk.allOfHistory }
    return try app.span(since, nil).since.map(app.clock.start(of:))
  }
}
