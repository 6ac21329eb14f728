package import Context
package import Diary
import GitHub
import Journal
import Localization
import Platform
package import Views

/// Fetches what is new on GitHub, and shows the progress.
package struct RefreshService: Sendable {
  package let app: App

  /// - Parameters:
  ///   - repositories: those that were named. If empty, the account's own are fetched.
  ///   - floor: how far back to go, if the user said so.
  ///   - waits: whether to wait when a rate limit is reached.
  /// - Returns: what was fetched and what failed. Throws if nothing could be requested at all, or
  ///   if the user interrupted the refresh.
  package func run(
    _ repositories: [Repository], downTo floor: Instant?, waits: Bool
  ) async throws -> RefreshOutcome {
    let credential = try await app.accounts.credential()
    let names = try repositories.map { try NamedRepository($0, on: credential.host) }
    let journal = try await app.journal(for: .caching)
    let lock = try RefreshLock(app.paths.refreshLock)
    defer { _ = lock }
    let progress = RefreshProgress(on: app.output)
    let options = ClientOptions(retryPolicy: waits ? .long : .withoutLimits)
    let client = try app.web.gitHub(credential, options: options, observer: progress.observer)
    let refresh = Refresh(
      client: client, journal: journal, tally: progress.tally, floor: floor, names: names,
      pullRequests: PullRequestPlan(app: app),
      today: app.clock.today, now: app.clock.now.instant, localTime: app.clock.localTime)
    var outcome = try await app.cancellingOnInterrupt(saying: .refreshInterrupted) {
      await progress.showing { await refresh.run(with: credential) }
    }
    do {
      try await app.accounts.callGitHub(with: credential) {
        if let end = outcome.end { throw end }
      }
    } catch {
      outcome.end = error
    }
    return outcome
  }
}

/// Prevents two refreshes of the same journal, which would request everything twice.
struct RefreshLock: ~Copyable {
  private let lock: FileLock

  init(_ path: String) throws {
    try File.makeDirectory(File.directory(of: path))
    try File.create(path)
    guard let lock = try FileLock(trying: path) else {
      throw Explanation(.refreshBusy, hint: .journalBusyHint)
    }
    self.lock = lock
  }
}

/// A repository that the user named, split into the parts that the API needs.
struct NamedRepository: Sendable {
  let repository: Repository
  let owner: String
  let name: String

  /// - Parameter host: the host that the requests go to.
  init(_ repository: Repository, on host: GitHubHost) throws(Explanation) {
    let parts = repository.name.split(separator: "/").map(String.init)
    guard parts.first?.lowercased() == host.name else {
      throw Explanation(
        .repositoryElsewhere(repository: repository.shortName, host: host.name),
        hint: .repositoryElsewhereHint, status: .usage)
    }
    guard parts.count == 3 else { throw .badRepository(repository.name) }
    self.repository = repository
    owner = parts[1]
    name = parts[2]
  }
}

extension App {
  package var refresh: RefreshService { RefreshService(app: self) }
}
