import Context
import Diary
import GitHub
import Journal
import Localization
package import Views

extension Accounts {
  /// Every account with a token. The status of the active one is fetched from GitHub.
  package func statuses() async throws -> [AccountStatus] {
    let accounts = try await app.journal(for: .reading).accounts()
    let active = try account(among: accounts)
    var statuses: [AccountStatus] = []
    for known in accounts {
      guard let store = known.store else { continue }
      statuses.append(
        AccountStatus(
          known: known, origin: store == .keyring ? .keyring : .file,
          isActive: known.account == active?.account))
    }
    let host = active?.account.host ?? Account.defaultHost
    if let origin = overridingTokenSource(on: host, for: active) {
      for index in statuses.indices { statuses[index].isActive = false }
      let known = externalAccount(on: host, among: accounts)
      statuses.insert(AccountStatus(known: known, origin: origin, isActive: true), at: 0)
    }
    // Offline, no request is sent, so the token is not read.
    guard let index = statuses.firstIndex(where: \.isActive), !app.options.isOffline else {
      return statuses
    }
    do {
      await fetchDetails(of: &statuses[index], with: try await credential())
    } catch let error as any Explained {
      statuses[index].problem = error.explanation
    }
    return statuses
  }

  /// The last account that was used with an external token on this host. It may not be the owner of
  /// the current token, whom only GitHub knows.
  private func externalAccount(on host: String, among accounts: [SavedAccount]) -> SavedAccount {
    let last = accounts.filter { $0.store == nil && $0.account.host == host }
      .max { ($0.refreshedAt ?? .distantPast) < ($1.refreshedAt ?? .distantPast) }
    return SavedAccount(
      account: last?.account ?? Account(host: host, login: ""), limit: last?.limit,
      refreshedAt: last?.refreshedAt)
  }

  private func fetchDetails(of status: inout AccountStatus, with credential: Credential) async {
    do {
      let client = try app.web.gitHub(credential, options: .init(retryPolicy: .short))
      let profile = try await callGitHub(with: credential) { try await client.account().value }
      guard let profile else { return }
      status.known.account = Account(host: credential.host.name, login: profile.login)
      status.known.name = profile.name
      status.known.scopes = profile.scopes.names?.sorted()
      status.expiry = profile.tokenExpiry
      status.known.limit = client.lastRateLimit ?? status.known.limit
      try credential.requireOwner(status.known.account)
    } catch {
      status.problem = Explanation(of: error)
    }
  }
}
