import Diary
import GitHub
import HTTP
import Journal
import Localization
import Platform
import Synchronization
import Views

/// Brings what is new on GitHub into the journal, everything at once; each page is kept as it
/// comes, so that whatever ends this early loses nothing.
struct Refresh: Sendable {
  let client: GitHubClient
  let journal: Journal
  let tally: RefreshTally
  /// How far down to go where that was asked for.
  let floor: Instant?
  /// Only these, and everybody's commits in them; nothing named is the account's own.
  let names: [NamedRepository]
  let today: Day
  let now: Instant
  let localTime: LocalTime
  /// What a task has set out to walk.
  private let claimed = ClaimedRepositories()

  /// Never fails: what went wrong stands in the outcome, beside what came all the same.
  func run(with credential: Credential) async -> RefreshOutcome {
    var end: (any Error)?
    do {
      let account = try await account(of: credential)
      try await withThrowingTaskGroup(of: Void.self) { group in
        if names.isEmpty {
          group.addTask { try await fetchContributions(of: account) }
          group.addTask { try await fetchOwnRepositories(of: account) }
        } else {
          tally.addExpected(names.count)
          for name in names { group.addTask { try await fetchAllCommits(in: name, for: account) } }
        }
        try await group.waitForAll()
      }
      if let limit = client.lastRateLimit {
        try await journal.note(SavedAccount.Limit(limit), of: account)
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

  /// Whose token it is; that costs nothing where it is known and still so.
  private func account(of credential: Credential) async throws -> Account {
    let expected = credential.account
    let url = "\(client.host.apiURL)/user"
    let known = try await expected.asyncMap { try await journal.response(at: url, to: $0) } ?? nil
    switch try await client.account(etag: known?.etag) {
    case .unchanged:
      // Only an account that was expected has a tag to be known by.
      return expected ?? Account(host: client.host.name, login: "")
    case .fresh(let profile, let etag):
      let account = Account(host: client.host.name, login: profile.login)
      try credential.check(isOf: account)
      let old = try await journal.accounts().first { $0.account == account }
      try await journal.remember(
        SavedAccount(
          account: account, name: profile.name, store: old?.store,
          scopes: profile.scopes.names?.sorted() ?? old?.scopes))
      try await journal.keep(etag.map { CachedResponse(etag: $0) }, at: url, to: account)
      return account
    }
  }

  // MARK: Contributions

  private func fetchContributions(of account: Account) async throws {
    do {
      let recent = try await firstUnsettledDay(of: account)
      let first = floor.map { Swift.max(Day(utc: $0), Day.firstOnGitHub) } ?? recent
      let calendar = try await client.contributions(on: Swift.min(first, recent)...today)
      try await journal.keep(calendar.days.map { Contribution($0) }, of: account, askedAt: now)
      tally.change { $0.outcome.days = calendar.days.count }
    } catch let error as GitHubError {
      guard !error.endsEverything else { throw error }
      let problem = RefreshOutcome.Problem(.contributions, error.explanation)
      // Servers without the calendar have everything else.
      let isSkipped = error.isReasonToSkip || error.isUnexpected
      tally.change {
        if isSkipped {
          $0.outcome.skipped.append(problem)
        } else {
          $0.outcome.failed.append(problem)
        }
      }
    }
  }

  /// Of the last year, all are asked for since the first day that is not known for good.
  private func firstUnsettledDay(of account: Account) async throws -> Day {
    let first = today.adding(months: -12) + 1
    return try await journal.unsettledDays(of: account, in: first...today).first ?? today
  }

  // MARK: Repositories

  /// The account's list, page by page; the walks over what stands on a page begin with it.
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
          // What stood on the pages before it still comes.
          try await group.waitForAll()
          throw error
        }
        // What was pushed to meanwhile moves down the list, and stands on the next page again.
        let remotes = try await journal.remotes(of: account, on: page.url)
          .filter { claimed.claim($0.row) }
        tally.addExpected(remotes.count)
        try await journal.prepareWalks(over: remotes.map(\.row), author: account.login)
        for remote in remotes {
          group.addTask { try await fetchOwnCommits(remote, author: account.login) }
        }
      }
      // What was left out may be there as it ever was.
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
      return (known?.next.map { PageAddress(resumingAt: $0) }, false)
    case .fresh(let page, let etag):
      // That a page is known does not say that something is missing on it: such a one is asked for
      // anew every time, and so told of every time.
      let answer =
        page.isPartial ? nil : etag.map { CachedResponse(etag: $0, next: page.next?.url) }
      try await journal.keep(page.elements, from: address.url, answer, of: account)
      return (page.next, page.isPartial)
    }
  }

  /// A repository that was named: its host says what it is called by now.
  private func fetchAllCommits(in named: NamedRepository, for account: Account) async throws {
    try await recordingFailure(named.repository) {
      let found = try await client.repository(.named(owner: named.owner, name: named.name))
      guard case .fresh(let hosted, _) = found else { return }
      let row = try await journal.keep(hosted, of: account)
      // An old name and a new one may both have been given.
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

  /// What goes wrong with one repository is noted, and ends nothing else.
  private func recordingFailure(_ repository: Repository, _ work: () async throws -> Void)
    async throws
  {
    do {
      try await work()
    } catch let error as GitHubError {
      if error.isReasonToSkip { return tally.skipped(repository, error.explanation) }
      if error.endsEverything { throw error }
      tally.failed(repository, error.explanation)
    }
  }

  private func fetchCommits(_ remote: SavedRemote, author: String?) async throws {
    let walk = try await journal.walk(over: remote.row, author: author)
    let pushedAt = remote.remote.pushedAt
    // Whoever names a repository wants to see commits: it is asked whatever its last push was, and
    // the year that comes at first is the one before that.
    let isNamed = author == nil
    let newest = isNamed ? Swift.min(pushedAt ?? now, now) : now
    let plan = FetchPlan(
      walk, floor: floor, defaultStart: Day(utc: newest).adding(months: -12), on: localTime)
    guard isNamed || plan.mayFindSomething(pushedAt: pushedAt) else {
      return tally.finished(new: 0)
    }
    let store = PageStore(
      journal: journal, walk: walk, plan: plan, pushedAt: pushedAt, localTime: localTime)
    var next: PageAddress<HostedCommit>
    var step: CommitWalkStep
    let address = client.commits(
      of: .numbered(Int(remote.remote.number)), CommitCondition(author: author))
    switch try await client.page(at: address, etag: plan.etag) {
    case .unchanged:
      guard let pending = walk.pending else {
        try await journal.confirm(walk, pushedAt: pushedAt)
        return tally.finished(new: 0)
      }
      next = PageAddress(resumingAt: pending.next)
      step = .unfinished
    case .fresh(let page, let etag):
      step = try await store.begin(page, etag: etag)
      tally.change { $0.commits += page.elements.count }
      next = page.next ?? address
    }
    while case .unfinished = step {
      let fetched = try await client.page(at: next)
      guard case .fresh(let page, _) = fetched else { throw GitHubError.notJSON }
      step = try await store.continue(with: page)
      tally.change { $0.commits += page.elements.count }
      next = page.next ?? address
    }
    if case .finished(let new) = step { tally.finished(new: new) }
  }
}

/// Keeps the pages of one walk.
private struct PageStore {
  let journal: Journal
  let walk: CommitWalk
  let plan: FetchPlan
  let pushedAt: Instant?
  let localTime: LocalTime

  func begin(_ page: Page<HostedCommit>, etag: String?) async throws -> CommitWalkStep {
    try await journal.begin(
      walk, with: CommitPage(page, on: localTime), etag: etag, downTo: plan.floor,
      deepens: plan.deepens,
      pushedAt: pushedAt)
  }

  func `continue`(with page: Page<HostedCommit>) async throws -> CommitWalkStep {
    try await journal.continue(
      walk, with: CommitPage(page, on: localTime), downTo: plan.floor, deepens: plan.deepens,
      pushedAt: pushedAt)
  }
}

/// The repositories that a task of this run has set out to walk. Two tasks on the same way would
/// each take away what the other has brought.
private final class ClaimedRepositories: Sendable {
  private let rows = Mutex<Set<Int64>>([])

  /// Whether nobody was before.
  func claim(_ row: Int64) -> Bool { rows.withLock { $0.insert(row).inserted } }
}

extension GitHubError {
  /// Whether nothing else will come either.
  fileprivate var endsEverything: Bool {
    switch self {
    case .badCredentials, .loginRequired, .unusableToken, .rateLimited, .cancelled: true
    case .connection(let error):
      switch error {
      // Nonsense is one answer's.
      case .malformed, .redirectedOffWeb, .tooManyRedirects, .droppedMidway, .badAddress, .insecure:
        false
      // Where there was no answer at all, the next one is to be waited for as long.
      default: true
      }
    default: false
    }
  }

  /// Whether the answer was good JSON, only without what was asked for.
  fileprivate var isUnexpected: Bool { if case .unexpected = self { true } else { false } }
}

extension Day {
  fileprivate init(utc instant: Instant) { self = Moment(instant, offset: 0).day }

  /// Nobody contributed anything before.
  fileprivate static let firstOnGitHub = Day(number: 13_879)
}

extension Optional {
  fileprivate func asyncMap<Value>(
    _ transform: (Wrapped) async throws -> Value
  ) async rethrows -> Value? {
    if let self { try await transform(self) } else { nil }
  }
}
