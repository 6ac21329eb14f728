package import Context
package import Diary
package import GitHub
import JSON
package import Journal
import Keyring
import Localization
import Platform
import Terminal

extension Accounts {
  /// Saves the token, reads it back to check it, and then records the account in the journal. After
  /// that the login succeeds even if an older copy of the token cannot be removed.
  package func keep(
    _ token: Token, of profile: Profile, on host: GitHubHost, in store: TokenStore
  ) async throws -> SavedAccount {
    let account = Account(host: host.name, login: profile.login)
    let journal = try await app.journal(for: .writing)
    let old = try await journal.accounts().first { $0.account == account }
    switch store {
    case .file: try app.tokenFile.keep(token, of: account)
    case .keyring: try await keepInKeyring(token, of: account)
    }
    let known = SavedAccount(
      account: account, name: profile.name, store: SavedAccount.Store(store),
      scopes: profile.scopes.names?.sorted())
    try await journal.remember(known)
    try setDefaultAccount(account)
    // A token is kept in one store only, so an older copy in the other store is removed.
    if let before = old?.store, before != known.store {
      await removeOlder(of: account, from: before)
    }
    return known
  }

  /// Failures only warn: a missing or locked keyring is a common reason to switch to the token
  /// file.
  private func removeOlder(of account: Account, from store: SavedAccount.Store) async {
    do {
      try await remove(of: account, from: store)
    } catch {
      let reason = Explanation(of: error).message
      let place: any MessageValue = store == .keyring ? Message.checkKeyring : app.paths.tokens
      app.output.note(.olderToken(place: place, reason: reason), .warning)
    }
  }

  private func keepInKeyring(_ token: Token, of account: Account) async throws {
    let host = account.host.lowercased()
    let login = account.login.lowercased()
    let kept = try await app.withUnlockedKeyring { keyring throws(KeyringError) in
      try await keyring.store(
        token.secret, host: host, account: login,
        label: "commitdiary: \(account.login) on \(host)")
      return try await keyring.secret(host: host, account: login)
    }
    guard kept == token.secret else {
      throw Explanation(.tokenNotKept, hint: .keyringAlternatives, status: .authentication)
    }
  }

  /// Removes a token from its store. Throws if the store cannot confirm the removal.
  package func remove(of account: Account, from store: SavedAccount.Store) async throws {
    switch store {
    case .file: try app.tokenFile.keep(nil, of: account)
    case .keyring:
      _ = try await app.withUnlockedKeyring { keyring throws(KeyringError) in
        try await keyring.remove(
          host: account.host.lowercased(), account: account.login.lowercased())
      }
    }
  }

  /// Saves the account that is used when no `--account` is given in the config file.
  package func setDefaultAccount(_ account: Account?) throws {
    guard app.settings.account != account?.shortName else { return }
    try ConfigFile.set(
      Setting.account.key, to: account.map { .string($0.shortName) }, in: app.paths.config)
  }

  // MARK: GitHub's own command line

  private static let ghDeadline = Duration.seconds(10)

  /// The token that `gh` uses for a host. `gh` is asked first, because it knows its own store best.
  package func tokenOfGitHubCLI(for host: GitHubHost) async throws -> Token {
    if let token = await tokenFromGitHubCLI(for: host) { return token }
    guard let token = try await keptTokenOfGitHubCLI(for: host), token.isUsable else {
      throw Explanation(
        .ghTokenMissing(host: host.name),
        hint: .tryCommand(command: "gh auth login --hostname \(host.name)"),
        status: .authentication)
    }
    return token
  }

  /// Reads the token of `gh` from the keyring. If there is no keyring, `gh` has no token in it
  /// either.
  private func keptTokenOfGitHubCLI(for host: GitHubHost) async throws(KeyringError) -> Token? {
    do {
      return try await app.withUnlockedKeyring { keyring throws(KeyringError) in
        try await keyring.tokenOfGitHubCLI(host: host.name)
      }
      .map(Token.init)
    } catch {
      switch error {
      case .libraryMissing, .noBus, .noProvider, .noCollection: return nil
      case .locked, .timedOut, .refused, .failed: throw error
      }
    }
  }

  /// `nil` if `gh` is missing, not logged in, or too old to print its token.
  private func tokenFromGitHubCLI(for host: GitHubHost) async -> Token? {
    guard
      let result = try? await Child.awaited(
        ["gh", "auth", "token", "--hostname", host.name], in: app.directory.path,
        environment: app.environment,
        outputLimit: 1 << 16, deadline: Self.ghDeadline),
      result.status.isSuccess
    else { return nil }
    let token = Token(String(result.text.trimmed))
    return token.isUsable ? token : nil
  }
}

extension SavedAccount.Store {
  init(_ store: TokenStore) { self = store == .keyring ? .keyring : .file }
}
