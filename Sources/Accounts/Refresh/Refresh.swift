import Context
import Diary
import GitHub
import HTTP
import Journal
import Localization
import Platform
import Synchronization
import Views

/// Fetches what is new on GitHub into the journal, with several requests at a time. Each page is
/// saved as it arrives, so that an early end loses nothing.
struct Refresh: Sendable {
  let client: GitHubClient
  let journal: Journal
  let tally: RefreshTally
  /// How far back to go, if the user said so.
  let floor: Instant?
  /// The repositories to fetch, with the commits of everyone. If empty, the account's own
  /// repositories and commits are fetched.
  let names: [NamedRepository]
  let pullRequests: PullRequestPlan
  let today: Day
  let now: Instant
  let localTime: LocalTime
  /// The repositories that a task has started to walk.
  private let claimed = ClaimedRepositories()

  /// Never throws. The outcome contains what failed as well as what was fetched.
  func run(with credential: Credential) async -> RefreshOutcome {
    var end: (any Error)?
    do {
      let account = try await account(of: credential)
      try await withThrowingTaskGroup(of: Void.self) { group in
        if names.isEmpty {
          group.addTask { try await fetchContributions(of: account) }
          group.addTask { try await fetchEvents(of: account) }
          group.addTask { try await fetchOwnRepositories(of: account) }
        } else {
          tally.addExpected(names.count)
          for name in names { group.addTask { try await fetchAllCommits(in: name, for: account) } }
        }
        group.addTask { try await fetchPullRequests() }
        try await group.waitForAll()
      }
      if let limit = client.lastRateLimit {
        try await journal.note(limit, of: account)
      }
      if names.isEmpty, tally.now.outcome.failed.isEmpty {
        try await journal.noteRefresh(of: account, at: now)
      }
    } catch {
      end = error
    }
    var outcome = tally.now.outcome
    outcome.requests = client.requests
    outcome.end = end
    return outcome
  }

  /// The account of the token. With a known ETag, an unchanged answer costs no rate limit.
  private func account(of credential: Credential) async throws -> Account {
    let expected = credential.account
    let url = "\(client.host.apiURL)/user"
    var known: CachedResponse?
    if let expected { known = try await journal.response(at: url, to: expected) }
    switch try await client.account(etag: known?.etag) {
    case .unchanged:
      // Only the expected account has an ETag.
      return expected ?? Account(host: client.host.name, login: "")
    case .fresh(let profile, let etag):
      let account = Account(host: client.host.name, login: profile.login)
      try credential.requireOwner(account)
      let old = try await journal.accounts().first { $0.account == account }
      try await journal.remember(
        SavedAccount(
          account: account, name: profile.name, store: old?.store,
          scopes: profile.scopes.names?.sorted() ?? old?.scopes))
      try await journal.save(etag.map { CachedResponse(etag: $0) }, at: url, to: account)
      return account
    }
  }

  // MARK: Contributions

  private func fetchContributions(of account: Account) async throws {
    do {
      let recent = try await firstUnsettledDay(of: account)
      let first = floor.map { Swift.max(Day(utc: $0), Day.firstOnGitHub) } ?? recent
      let days = try await client.contributions(on: Swift.min(first, recent)...today)
      try await journal.save(days, of: account, askedAt: now)
    } catch let error as GitHubError {
      guard !error.endsEverything else { throw error }
      note(error, with: .contributions)
    }
  }

  // MARK: Pull requests and issues

  /// Fetches what the account did since the last refresh; the first time, within a year.
  private func fetchEvents(of account: Account) async throws {
    let known = try await journal.eventCoverage(of: account)
    let plan = EventPlan(known, floor: floor, now: now)
    do {
      let list = try await client.events(of: account.login, since: plan.start, now: now)
      try await journal.save(
        list.events, of: account, list.problems.isEmpty ? plan.coverage : nil)
      for problem in list.problems { note(problem, with: .pullRequests) }
    } catch let error as GitHubError {
      guard !error.endsEverything else { throw error }
      note(error, with: .pullRequests)
    }
  }

  /// Fetches the commits of pull requests that may contain commits with notes. The same pull request
  /// is never fetched again after it was merged.
  private func fetchPullRequests() async throws {
    for question in await pullRequests.questions(on: client.host, names) {
      do {
        let found = try await client.pullRequests(
          question.numbers, of: question.owner, question.name)
        try await journal.save(found, of: question.repository)
      } catch let error as GitHubError {
        if error.endsEverything { throw error }
        // A clone may be of a repository that the account cannot see.
        if case .notFound = error { continue }
        note(error, with: .pullRequests)
      }
    }
  }

  /// Records an error in a part of the account's data. Servers without the contribution calendar or
  /// the search still have everything else.
  private func note(_ error: GitHubError, with subject: RefreshOutcome.Problem.Subject) {
    let problem = RefreshOutcome.Problem(subject, error.explanation)
    let isSkipped = error.isReasonToSkip || error.isUnexpected
    tally.change {
      $0.outcome[keyPath: isSkipped ? \RefreshOutcome.skipped : \.failed].append(problem)
    }
  }

  /// The first day of the last year whose count may still change.
  private func firstUnsettledDay(of account: Account) async throws -> Day {
    let first = today.adding(months: -12) + 1
    return try await journal.unsettledDays(of: account, in: first...today).first ?? today
  }

  // MARK: Repositories

  /// Lists the account's repositories page by page, and starts the walks for each page when it
  /// arrives.
  private func fetchOwnRepositories(of account: Account) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      var pages: [String] = []
      var isPartial = false
      var address: PageAddress<HostedRepository>? = client.repositories
      while let page = address {
        pages.append(page.url)
        do {
          let listed = try await fetchPage(page, of: account)
          address = listed.next
          if listed.isPartial, !isPartial {
            tally.listedPartially(tokensURL: client.host.tokensURL)
          }
          isPartial = isPartial || listed.isPartial
        } catch let error as GitHubError where !error.endsEverything {
          // The repositories on the earlier pages are still fetched.
          try await group.waitForAll()
          throw error
        }
        // A push during the listing moves a repository down the list, so it may appear on two
        // pages.
        let remotes = try await journal.remotes(of: account, on: page.url)
          .filter { claimed.claim($0.row) }
        tally.addExpected(remotes.count)
        try await journal.prepareWalks(over: remotes.map(\.row), author: account.login)
        for remote in remotes {
          group.addTask { try await fetchOwnCommits(remote, author: account.login) }
        }
      }
      // Repositories missing from a partial list may still exist, so nothing is removed.
      if !isPartial { try await journal.keepOnly(pages: pages, of: account) }
      try await group.waitForAll()
    }
  }

  private func fetchPage(
    _ address: PageAddress<HostedRepository>, of account: Account
  ) async throws -> (next: PageAddress<HostedRepository>?, isPartial: Bool) {
    let known = try await journal.response(at: address.url, to: account)
    switch try await client.page(at: address, etag: known?.etag) {
    case .unchanged:
      return (known?.next.map { PageAddress($0) }, false)
    case .fresh(let page, let etag):
      // The ETag of a partial page is not saved. The page is then fetched again every time, so that
      // the missing organizations are reported every time.
      let answer =
        page.isPartial ? nil : etag.map { CachedResponse(etag: $0, next: page.next?.url) }
      try await journal.save(page.elements, from: address.url, answer, of: account)
      return (page.next, page.isPartial)
    }
  }

  /// Fetches a repository that was named. The host returns its current name.
  private func fetchAllCommits(in named: NamedRepository, for account: Account) async throws {
    try await recordingFailure(named.repository) {
      let found = try await client.repository(.named(owner: named.owner, name: named.name))
      guard case .fresh(let hosted, _) = found else { return }
      let row = try await journal.save(hosted, of: account)
      // An old and a new name of the same repository may both have been given.
      guard claimed.claim(row) else { return tally.foundDuplicate() }
      try await fetchCommits(SavedRemote(row: row, remote: hosted, notes: 0), author: nil)
    }
  }

  // MARK: Commits

  private func fetchOwnCommits(_ remote: SavedRemote, author: String?) async throws {
    try await recordingFailure(remote.remote.repository) {
      try await fetchCommits(remote, author: author)
    }
  }

  /// Records an error in one repository without ending the others.
  private func recordingFailure(_ repository: Repository, _ work: () async throws -> Void)
    async throws
  {
    do {
      try await work()
    } catch let error as GitHubError {
      if !error.isReasonToSkip, error.endsEverything { throw error }
      tally.left(
        repository, error.explanation, in: error.isReasonToSkip ? \.skipped : \.failed)
    }
  }

  private func fetchCommits(_ remote: SavedRemote, author: String?) async throws {
    let walk = try await journal.walk(over: remote.row, author: author)
    let pushedAt = remote.remote.pushedAt
    // A repository that was named is always walked, whatever its last push was. The first walk
    // covers the year before that push.
    let isNamed = author == nil
    let newest = isNamed ? Swift.min(pushedAt ?? now, now) : now
    let plan = FetchPlan(
      walk, floor: floor, defaultStart: Day(utc: newest).adding(months: -12), on: localTime)
    guard isNamed || plan.mayFindCommits(pushedAt: pushedAt) else {
      return tally.finished(new: 0)
    }
    var next: PageAddress<HostedCommit>
    var step: CommitWalkStep
    let address = client.commits(of: .numbered(Int(remote.remote.number)), by: author)
    switch try await client.page(at: address, etag: plan.etag) {
    case .unchanged:
      guard let pending = walk.pending else {
        try await journal.confirm(walk, pushedAt: pushedAt)
        return tally.finished(new: 0)
      }
      next = PageAddress(pending.next)
      step = .unfinished
    case .fresh(let page, let etag):
      step = try await journal.begin(
        walk, with: CommitPage(page, on: localTime), etag: etag, downTo: plan.floor,
        deepens: plan.deepens, pushedAt: pushedAt)
      tally.change { $0.commits += page.elements.count }
      next = page.next ?? address
    }
    while case .unfinished = step {
      let fetched = try await client.page(at: next)
      guard case .fresh(let page, _) = fetched else { throw GitHubError.notJSON }
      step = try await journal.resume(
        walk, with: CommitPage(page, on: localTime), downTo: plan.floor, deepens: plan.deepens,
        pushedAt: pushedAt)
      tally.change { $0.commits += page.elements.count }
      next = page.next ?? address
    }
    if case .finished(let new) = step { tally.finished(new: new) }
  }
}

/// The repositories that a task of this run has started to walk. Two tasks on the same walk would
/// each remove what the other has saved.
private final class ClaimedRepositories: Sendable {
  private let rows = Mutex<Set<Int64>>([])

  /// Returns whether no other task has claimed the repository before.
  func claim(_ row: Int64) -> Bool { rows.withLock { $0.insert(row).inserted } }
}

extension GitHubError {
  /// Whether every other request would fail too.
  fileprivate var endsEverything: Bool {
    switch self {
    case .badCredentials, .loginRequired, .unusableToken, .rateLimited, .cancelled: true
    case .connection(let error):
      switch error {
      // A malformed answer affects only this request.
      case .malformed, .redirectedOffWeb, .tooManyRedirects, .droppedMidway, .badAddress, .insecure:
        false
      // If there was no answer at all, the next request would wait just as long.
      default: true
      }
    default: false
    }
  }

  /// Whether the answer was valid JSON without the expected contents.
  fileprivate var isUnexpected: Bool { if case .unexpected = self { true } else { false } }
}

extension Day {
  fileprivate init(utc instant: Instant) { self = Moment(instant, offset: 0).day }

  /// The earliest day with contributions on GitHub.
  fileprivate static let firstOnGitHub = Day(number: 13_879)
}
