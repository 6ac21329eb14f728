import Arguments
import Diary
import Git
import GitHub
import Journal
import Localization
import Platform
import Terminal

/// `commitdiary refresh`: brings what is new on GitHub into the journal.
struct RefreshCommand: Command {
  var repositories: [String] = []
  var everything = false
  var since: DayWord?
  var doesNotWait = false

  static let declaration = Declaration<Self>(
    .refreshSummary, details: .refreshDetails,
    examples: [
      Example("refresh", .refreshExample),
      Example("refresh --repo octocat/hello", .refreshExampleRepository),
      Example("refresh --all", .refreshExampleAll),
    ],
    [
      .option("repo", help: .optionRefreshRepository, arity: .repeated, completion: .repositories) {
        $0.repositories.append($1)
      },
      .flag("all", help: .optionRefreshAll) { $0.everything = true },
      .option("since", help: .optionRefreshSince) { $0.since = $1 },
      .flag("no-wait", help: .optionNoWait) { $0.doesNotWait = true },
    ])

  func run(in session: Session) async throws {
    let floor = try floor(in: session)
    var typed: [Repository] = []
    for word in repositories {
      let repository = try await hosted(word, in: session)
      if !typed.contains(repository) { typed.append(repository) }
    }
    let credential = try await session.credential()
    let names = try typed.map { try NamedRepository($0, on: credential.host) }
    let journal = try session.journal(for: .caching)
    let lock = try RefreshLock(session.paths.refreshLock)
    defer { _ = lock }
    let progress = RefreshProgress(in: session)
    let manners = GitHubClient.Manners(
      concurrency: session.settings.concurrency,
      patience: doesNotWait ? .withoutLimits : .long)
    let client = try session.gitHub(credential, manners: manners, observer: progress.observer)
    let refresh = Refresh(
      client: client, journal: journal, tally: progress.tally, floor: floor, names: names,
      today: session.clock.today, now: session.clock.now.instant)
    let outcome = try await session.heedingInterrupts(saying: .refreshInterrupted) {
      await progress.showing { await refresh.run(with: credential) }
    }
    var failure: (any Error)?
    do {
      try await session.asking(with: credential) { try session.show(outcome) }
    } catch {
      failure = error
    }
    await session.fillInMissingWeather(WeatherPatience())
    if let failure { throw failure }
  }

  /// How far down to go where it is said; everything is far enough.
  private func floor(in session: Session) throws -> Instant? {
    if everything { return Walk.allOfHistory }
    guard let since else { return nil }
    return session.clock.start(of: try session.day(since))
  }

  private func hosted(_ typed: String, in session: Session) async throws -> Repository {
    let repository = try await session.place(typed).repository
    guard !repository.isLocal else {
      throw UsageError.notOnGitHub(repository: repository.shortName)
    }
    return repository
  }
}
