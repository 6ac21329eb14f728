import Arguments
import Diary
import GitHub
import JSON
import Journal
import Localization
import Platform
import Terminal

/// `commitdiary status`: who is logged in, where the tokens are, and how the journal stands.
struct StatusCommand: Command {
  static let declaration = Declaration<Self>(
    .statusSummary, details: .statusDetails, examples: [Example("status", .statusExample)])

  func run(in session: Session) async throws {
    let journal = try session.journal(for: .reading)
    let status = Status(
      accounts: try await session.standings(), journal: try await journal.counts(),
      path: journal.path, bytes: File.size(journal.path) ?? 0)
    if session.globals.wantsJSON {
      try session.show(status.json)
    } else {
      try session.show(StatusView(status: status, session: session).lines())
    }
    if let problem = status.accounts.first(where: \.isActive)?.problem,
      problem.status != .unavailable
    {
      throw Unfit(problem: problem)
    }
  }
}

/// What there is to say about an account.
struct Standing: Sendable {
  var known: KnownAccount
  var origin: TokenOrigin
  var isActive: Bool
  /// When the token ends, where it does.
  var expiry: Instant?
  /// Why GitHub could not be asked just now.
  var problem: Explanation?
}

/// All that `status` says.
struct Status {
  var accounts: [Standing]
  var journal: JournalCounts
  var path: String
  var bytes: Int

  var lastRefresh: Instant? { accounts.compactMap(\.known.refreshedAt).max() }

  var json: JSONValue {
    [
      "accounts": .array(
        accounts.map {
          AccountJSON.account($0.known, source: $0.origin.source, isActive: $0.isActive)
        }),
      "journal": [
        "path": .string(path), "schema": .integer(journal.schema),
        "notes": .integer(journal.notes), "entries": .integer(journal.entries),
        "todos": .integer(journal.toDos), "bytes": .integer(bytes),
      ],
      "lastRefresh": JSONValue(lastRefresh?.description),
    ]
  }
}

/// The status was shown, and something in it is not as it should be.
private struct Unfit: Error, Explained {
  var problem: Explanation
  var explanation: Explanation { problem }
}

extension Session {
  /// Every account with a token, the active one asked how it fares.
  fileprivate func standings() async throws -> [Standing] {
    let accounts = try await journal(for: .reading).accounts()
    let active = try account(among: accounts)
    var standings: [Standing] = []
    for known in accounts {
      guard let store = known.store else { continue }
      standings.append(
        Standing(
          known: known, origin: store == .keyring ? .keyring : .file,
          isActive: known.account == active?.account))
    }
    let host = active?.account.host ?? "github.com"
    if let origin = rulingOrigin(on: host, for: active) {
      for index in standings.indices { standings[index].isActive = false }
      let known = foreign(on: host, accounts)
      standings.insert(Standing(known: known, origin: origin, isActive: true), at: 0)
    }
    // Without a question there is no need of a token.
    guard let index = standings.firstIndex(where: \.isActive), !globals.isOffline else {
      return standings
    }
    do {
      await ask(about: &standings[index], with: try await credential())
    } catch let error as any Explained {
      standings[index].problem = error.explanation
    }
    return standings
  }

  /// Whose such a token is only GitHub can say; until then it is whoever was here last with one.
  private func foreign(on host: String, _ accounts: [KnownAccount]) -> KnownAccount {
    let last = accounts.filter { $0.store == nil && $0.account.host == host }
      .max { ($0.refreshedAt ?? .distantPast) < ($1.refreshedAt ?? .distantPast) }
    return KnownAccount(
      account: last?.account ?? Account(host: host, login: ""), limit: last?.limit,
      refreshedAt: last?.refreshedAt)
  }

  private func ask(about standing: inout Standing, with credential: Credential) async {
    do {
      let client = try gitHub(credential, manners: .init(patience: .short))
      let profile = try await asking(with: credential) { try await client.account().value }
      guard let profile else { return }
      standing.known.account = Account(host: credential.host.name, login: profile.login)
      standing.known.name = profile.name
      standing.known.scopes = profile.scopes.names?.sorted()
      standing.expiry = profile.tokenExpiry
      if let limit = client.lastRateLimit { standing.known.limit = KnownAccount.Limit(limit) }
      try credential.check(isOf: standing.known.account)
    } catch {
      standing.problem =
        (error as? any Explained)?.explanation
        ?? Explanation(.failedUnexpectedly(detail: "\(error)"))
    }
  }
}

extension KnownAccount.Limit {
  init(_ limit: RateLimit) {
    self.init(limit: limit.limit, remaining: limit.remaining, resetsAt: limit.resetsAt)
  }
}
