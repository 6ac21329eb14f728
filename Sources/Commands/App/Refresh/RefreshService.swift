import Diary
import GitHub
import Journal
import Localization

/// Fetches what is new on GitHub, and shows how far that is.
struct RefreshService: Sendable {
  let app: App

  /// - Parameters:
  ///   - typed: the repositories that were named; with none, the account's own.
  ///   - floor: how far down to go where that was asked for.
  ///   - waits: whether limits are waited for.
  /// - Returns: what came and what did not. Fails where nothing could be asked at all, or where the
  ///   person ended it.
  func run(_ typed: [String], downTo floor: Instant?, waits: Bool) async throws -> RefreshOutcome {
    var repositories: [Repository] = []
    for word in typed {
      let repository = try await hosted(word)
      if !repositories.contains(repository) { repositories.append(repository) }
    }
    let credential = try await app.accounts.credential()
    let names = try repositories.map { try NamedRepository($0, on: credential.host) }
    let journal = try await app.journal(for: .caching)
    let lock = try RefreshLock(app.paths.refreshLock)
    defer { _ = lock }
    let progress = RefreshProgress(on: app.output)
    let manners = GitHubClient.Manners(
      concurrency: app.settings.concurrency ?? 8, patience: waits ? .long : .withoutLimits)
    let client = try app.web.gitHub(credential, manners: manners, observer: progress.observer)
    let refresh = Refresh(
      client: client, journal: journal, tally: progress.tally, floor: floor, names: names,
      today: app.clock.today, now: app.clock.now.instant, localTime: app.clock.localTime)
    var outcome = try await app.heedingInterrupts(saying: .refreshInterrupted) {
      await progress.showing { await refresh.run(with: credential) }
    }
    do {
      try await app.accounts.asking(with: credential) {
        if let end = outcome.end { throw end }
      }
    } catch {
      outcome.end = error
    }
    return outcome
  }

  private func hosted(_ typed: String) async throws -> Repository {
    let repository = try await app.repositories.locate(typed).repository
    guard !repository.isLocal else {
      throw UsageError.notOnGitHub(repository: repository.shortName)
    }
    return repository
  }
}
