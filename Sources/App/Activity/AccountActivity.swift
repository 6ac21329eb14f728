import Diary
import GitHub
import Journal
import Localization
import Platform
import Views

/// Whose contributions are asked for.
struct GraphAccount: Sendable {
  var account: Account
  /// Whether a token of the account is at hand, so that what only it may see is counted too.
  var isOwn: Bool
  /// Whether GitHub has just said that the token is the account's.
  var isVerified = false
}

extension Activities {
  /// The account that was named, else the one that is logged in; `nil` where there is none.
  ///
  /// - Parameter asks: whether GitHub may be asked whose a token is.
  func graphAccount(
    _ login: String?, in journal: Journal, asks: Bool
  ) async throws -> GraphAccount? {
    var known = try await journal.accounts()
    var isVerified = false
    if asks, login == nil || app.options.account != nil {
      (known, isVerified) = try await app.accounts.accountsWithOwner(in: journal)
    }
    let own = try app.accounts.account(among: known)
    let host = own?.account.host ?? "github.com"
    let hasToken =
      own?.store != nil || app.accounts.overridingTokenSource(on: host, for: own) != nil
    if let login {
      guard Self.isLogin(login) else { throw GraphError.badLogin(login) }
      let account = Account(host: host, login: login)
      // The page would put what everybody may see in the place of what is one's own to see.
      if let own, hasToken, own.account == account {
        return GraphAccount(account: own.account, isOwn: true, isVerified: isVerified)
      }
      return GraphAccount(account: account, isOwn: false)
    }
    guard let own, hasToken else { return nil }
    return GraphAccount(account: own.account, isOwn: true, isVerified: isVerified)
  }

  /// Letters, digits and hyphens, as GitHub has them; an underscore in names that a company gives.
  private static func isLogin(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }

  /// What the journal knows of an account, brought up to date for a span where the network allows.
  func accountActivity(
    _ subject: GraphAccount, on span: ClosedRange<Day>, in journal: Journal, asks: Bool
  ) async throws -> Activity {
    var journal = journal
    var activity = Activity(
      source: .gitHub, login: subject.account.login, name: subject.account.login, days: [])
    activity.isSeenAsVisitor = !subject.isOwn
    var failure: (any Error & Explained)?
    if asks {
      do {
        if app.options.isOffline { throw AccountError.offline }
        let refusal = try await app.cancellingOnInterrupt {
          try await fetchContributions(of: subject, on: span)
        }
        if let refusal {
          activity.isSeenAsVisitor = true
          activity.remarks.append(.graphPublicOnly(reason: app.reader.say(refusal)))
        }
      } catch let interrupted as Interrupted {
        throw interrupted
      } catch let error as any Error & Explained {
        failure = error
      }
      // Before there was something to keep there may have been no journal.
      journal = try await app.journal(for: .reading)
    }
    activity.days = try await journal.contributions(of: subject.account)
    guard let failure else { return activity }
    // What is known of other days is no answer.
    guard let last = activity.days.last(where: { span.contains($0.day) })?.day else {
      if case AccountError.offline = failure {
        throw GraphError.nothingKnown(login: subject.account.login)
      }
      throw failure
    }
    if let asked = try await journal.contributionsAskedAt(of: subject.account, in: span) {
      let age = Age(seconds: app.clock.now.instant.secondsSince1970 - asked.secondsSince1970)
      if !app.options.isOffline {
        activity.remarks.append(.graphFailed(reason: app.reader.say(failure.explanation.message)))
      }
      activity.remarks.append(.graphAge(age: app.reader.say(age.message)))
    }
    if last < span.upperBound { activity.remarks.append(.graphKnownUntil(day: last)) }
    return activity
  }

  /// Asks for the years of a span of which something is missing or may have changed, the newest
  /// first. Where GitHub refuses to answer who has a token, the page that everybody may see is
  /// asked.
  ///
  /// - Returns: why only that page was there to be asked, where it was.
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
    } catch let error as GitHubError where error.leavesPublicPage {
      // Both together have the time that either has.
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
      let calendar = try await app.accounts.callGitHub(with: credential) {
        // A token in the environment may be somebody else's: theirs are not wanted.
        try await client.contributions(of: subject.account.login, on: days)
      }
      try await app.journal(for: .caching).keep(
        calendar.days.map(Contribution.init), of: subject.account, askedAt: app.clock.now.instant)
    }
  }

  /// Whether the pages could be had. Where not, what the API said is the better reason.
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
    let client = app.web.visitor(try app.web.host(subject.account.host), retryPolicy: retryPolicy)
    for year in years {
      do {
        let page = try await client.contributionPage(of: subject.account.login, year: year)
        let days = page.until(app.clock.today).days
        let journal = try await app.journal(for: .caching)
        let now = app.clock.now.instant
        if subject.isOwn {
          try await journal.keepPublic(days, of: subject.account, askedAt: now)
        } else {
          try await journal.keep(days, of: subject.account, askedAt: now)
        }
      } catch let error as ContributionPageError {
        throw GraphError.page(login: subject.account.login, error)
      }
    }
  }

  /// Tomorrow may have begun where the server is.
  private func daysSoFar(of year: Int) -> ClosedRange<Day> {
    let first = Day(year: year, month: 1, day: 1) ?? app.clock.today
    let last = Day(year: year, month: 12, day: 31) ?? app.clock.today
    return first...Swift.max(first, Swift.min(last, app.clock.today + 1))
  }
}

extension GitHubError {
  /// Whether the API does not answer this account while the page that everybody may see may still
  /// be there. Not where the token is wrong, which a person has to know, nor where there is no
  /// network.
  fileprivate var leavesPublicPage: Bool {
    switch self {
    case .badCredentials, .loginRequired, .unusableToken, .connection, .cancelled: false
    case .ssoRequired, .policy, .missingScope, .forbidden, .notFound, .emptyRepository, .blocked,
      .unknownRevision, .rejected, .rateLimited, .serverError, .notJSON, .unexpected, .tooLarge,
      .foreignURL, .endlessPages:
      true
    }
  }
}
