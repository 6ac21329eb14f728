import Accounts
import Context
import Diary
import GitHub
import Journal
import Localization
import Views

/// The account whose contributions are shown.
struct GraphAccount: Sendable {
  var account: Account
  /// Whether a token of this account is available, so that private contributions are counted too.
  var isOwn: Bool
  /// Whether GitHub has just confirmed that the token belongs to this account.
  var isVerified = false
}

extension Activities {
  /// The named account, else the one that is logged in; `nil` if there is neither.
  ///
  /// - Parameter usesNetwork: whether GitHub may be asked whose token is in use.
  func graphAccount(
    _ login: String?, in journal: Journal, usesNetwork: Bool
  ) async throws -> GraphAccount? {
    var known = try await journal.accounts()
    var isVerified = false
    if usesNetwork, login == nil || app.options.account != nil {
      (known, isVerified) = try await app.accounts.accountsWithOwner(in: journal)
    }
    let own = try app.accounts.usableAccount(among: known).map {
      GraphAccount(account: $0.account, isOwn: true, isVerified: isVerified)
    }
    guard let login else { return own }
    guard Self.isLogin(login) else {
      throw Explanation(.loginBad(typed: login), hint: .loginBadHint, status: .usage)
    }
    let host = try app.accounts.account(among: known)?.account.host ?? Account.defaultHost
    let account = Account(host: host, login: login)
    // The API also counts private contributions, so it is preferred over the public profile page.
    return own?.account == account ? own : GraphAccount(account: account, isOwn: false)
  }

  /// Letters, digits and hyphens. Names of enterprise-managed accounts also contain an underscore.
  private static func isLogin(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }

  /// The account's contributions from the journal, updated for the span first if the network
  /// allows.
  func accountActivity(
    _ subject: GraphAccount, on span: ClosedRange<Day>, in journal: Journal, usesNetwork: Bool
  ) async throws -> Activity {
    var journal = journal
    var activity = Activity(
      source: .gitHub, login: subject.account.login, name: subject.account.login, days: [])
    activity.isPublicOnly = !subject.isOwn
    var failure: (any Error & Explained)?
    if usesNetwork {
      do {
        if app.options.isOffline { throw Explanation.offline }
        let refusal = try await app.cancellingOnInterrupt {
          try await fetchContributions(of: subject, on: span)
        }
        if let refusal {
          activity.isPublicOnly = true
          activity.remarks.append(.graphPublicOnly(reason: app.reader.say(refusal)))
        }
      } catch let interrupted as Interrupted {
        throw interrupted
      } catch let error as any Error & Explained {
        failure = error
      }
      // The journal may have been created by the fetch.
      journal = try await app.journal(for: .reading)
    }
    activity.days = try await journal.contributions(of: subject.account)
    guard let failure else { return activity }
    // Saved data outside the span does not help.
    guard let last = activity.days.last(where: { span.contains($0.day) })?.day else {
      if failure as? Explanation == .offline {
        throw Explanation(
          .graphUnknown(login: subject.account.login), hint: .networkNeededHint,
          status: .unavailable)
      }
      throw failure
    }
    if let asked = try await journal.contributionsAskedAt(of: subject.account, in: span) {
      if !app.options.isOffline {
        activity.remarks.append(.graphFailed(reason: app.reader.say(failure.explanation.message)))
      }
      activity.remarks.append(.graphAge(age: app.reader.say(asked.age(at: app.clock.now.instant))))
    }
    if last < span.upperBound { activity.remarks.append(.graphKnownUntil(day: last)) }
    return activity
  }

  /// Fetches the years of the span with missing or outdated days, the newest first. If the API
  /// refuses an account with a token, the public profile page is fetched instead.
  ///
  /// - Returns: the reason why only the public page was available, if so.
  private func fetchContributions(
    of subject: GraphAccount, on span: ClosedRange<Day>
  ) async throws -> Message? {
    let missing = try await app.journal(for: .reading).unsettledDays(of: subject.account, in: span)
    let wanted = Set(missing.map(\.date.year)).sorted(by: >)
    guard !wanted.isEmpty else { return nil }
    guard subject.isOwn else {
      try await fetchPages(of: subject, years: wanted, .short)
      return nil
    }
    let start = ContinuousClock.now
    do {
      try await fetchOwn(of: subject, years: wanted)
      return nil
    } catch let error as GitHubError where error.allowsPublicPage {
      // The API and the page share one time limit.
      var retryPolicy = RetryPolicy.short
      retryPolicy.total = retryPolicy.total.map { $0 - start.duration(to: .now) }
      guard retryPolicy.total ?? .zero > .zero,
        await hasFetchedPages(of: subject, years: wanted, retryPolicy)
      else { throw error }
      return error.explanation.message
    }
  }

  private func fetchOwn(of subject: GraphAccount, years: [Int]) async throws {
    let credential = try await app.accounts.credential()
    let client = try app.web.gitHub(credential, options: .init(retryPolicy: .short))
    if !subject.isVerified { try await app.accounts.check(credential, with: client) }
    for year in years {
      let days = daysSoFar(of: year)
      let contributions = try await app.accounts.callGitHub(with: credential) {
        // An external token may belong to another account, so the login is given explicitly.
        try await client.contributions(of: subject.account.login, on: days)
      }
      try await app.journal(for: .caching).save(
        contributions, of: subject.account, askedAt: app.clock.now.instant)
    }
  }

  /// Returns whether the pages were fetched. If not, the caller reports the error of the API
  /// instead.
  private func hasFetchedPages(
    of subject: GraphAccount, years: [Int], _ retryPolicy: RetryPolicy
  ) async -> Bool {
    do {
      try await fetchPages(of: subject, years: years, retryPolicy)
      return true
    } catch {
      return false
    }
  }

  private func fetchPages(
    of subject: GraphAccount, years: [Int], _ retryPolicy: RetryPolicy
  ) async throws {
    let client = app.web.anonymousClient(
      try app.web.host(subject.account.host), retryPolicy: retryPolicy)
    for year in years {
      do {
        let page = try await client.contributionPage(of: subject.account.login, year: year)
        let days = page.until(app.clock.today).days
        let journal = try await app.journal(for: .caching)
        let now = app.clock.now.instant
        if subject.isOwn {
          try await journal.savePublic(days, of: subject.account, askedAt: now)
        } else {
          try await journal.save(days, of: subject.account, askedAt: now)
        }
      } catch let error as ContributionPageError {
        throw error.explanation(of: subject.account.login)
      }
    }
  }

  /// Ends a day after today, because tomorrow may have begun in the server's time zone.
  private func daysSoFar(of year: Int) -> ClosedRange<Day> {
    let first = Day(year: year, month: 1, day: 1) ?? app.clock.today
    let last = Day(year: year, month: 12, day: 31) ?? app.clock.today
    return first...Swift.max(first, Swift.min(last, app.clock.today + 1))
  }
}

extension GitHubError {
  /// Whether the public page may be available although the API refuses this account. False for a
  /// bad token, which the user has to know about, and without a network.
  fileprivate var allowsPublicPage: Bool {
    switch self {
    case .badCredentials, .loginRequired, .unusableToken, .connection, .cancelled: false
    case .ssoRequired, .policy, .missingScope, .forbidden, .notFound, .emptyRepository, .blocked,
      .unknownRevision, .rejected, .rateLimited, .serverError, .notJSON, .unexpected, .tooLarge,
      .foreignURL, .endlessPages:
      true
    }
  }
}
