package import Context
package import Diary
package import GitHub
package import Journal
import Keyring
import Localization
import Platform
package import Views

/// The accounts that are logged in, and their tokens.
package struct Accounts: Sendable {
  package let app: App

  /// Variables with a token for github.com. They take precedence over every saved token.
  package static let tokenVariables = ["COMMITDIARY_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"]

  /// The first of these variables that is set.
  private var tokenVariable: String? {
    Self.tokenVariables.first { app.environment.nonEmpty($0) != nil }
  }

  /// The source that takes precedence over the saved tokens of a host, if any: the environment, or
  /// the token command. Both supply tokens for github.com, which are sent to no other host.
  ///
  /// - Parameter account: the account of this run. If it was named with `--account` and has a saved
  ///   token, that token takes precedence over the command's.
  package func overridingTokenSource(
    on host: String = Account.defaultHost, for account: SavedAccount? = nil
  ) -> TokenOrigin? {
    guard host == Account.defaultHost else { return nil }
    if let variable = tokenVariable { return .environment(variable) }
    guard app.settings.tokenCommand != nil else { return nil }
    return app.options.account == nil || account?.store == nil ? .command : nil
  }

  /// The account of this run: the named one, the default one, the first with a saved token, or the
  /// one that was used last.
  package func account(among known: [SavedAccount]) throws -> SavedAccount? {
    if let typed = app.options.account {
      guard let account = Self.find(typed, in: known) else {
        let names = known.filter { $0.store != nil }.map(\.account.shortName)
        throw Explanation(
          .accountUnknown(typed: typed),
          hint: names.isEmpty ? .notLoggedInHint : .accountUnknownHint(known: names),
          status: .authentication)
      }
      return account
    }
    if let name = app.settings.account, let account = Self.find(name, in: known) {
      return account
    }
    if let saved = known.first(where: { $0.store != nil }) { return saved }
    // An external token is always for github.com.
    let isExternal = overridingTokenSource() != nil
    return known.filter { !isExternal || $0.account.host == Account.defaultHost }
      .max { ($0.refreshedAt ?? .distantPast) < ($1.refreshedAt ?? .distantPast) }
  }

  /// The account of this run, if there is a token for it.
  package func usableAccount(among known: [SavedAccount]) throws -> SavedAccount? {
    guard let account = try account(among: known) else { return nil }
    let host = account.account.host
    return account.store != nil || overridingTokenSource(on: host, for: account) != nil
      ? account : nil
  }

  /// The known accounts, including the owner of an external token. If the account of this run is
  /// not known yet, GitHub is asked once whose token it is, and the journal keeps the answer.
  ///
  /// - Returns: the accounts, and whether GitHub was asked.
  package func accountsWithOwner(
    in journal: Journal
  ) async throws -> (known: [SavedAccount], hasAsked: Bool) {
    let known = try await journal.accounts()
    let isKnown =
      try app.options.account.map { Self.find($0, in: known) != nil }
      ?? (account(among: known) != nil)
    guard !isKnown, !app.options.isOffline,
      let origin = overridingTokenSource()
    else {
      return (known, false)
    }
    let credential = Credential(
      host: try app.web.host(Account.defaultHost),
      token: try await externalToken(from: origin), origin: origin)
    let client = try app.web.gitHub(credential, options: .init(retryPolicy: .short))
    let profile = try await callGitHub(with: credential) { try await client.account().value }
    guard let profile else { return (known, true) }
    let owner = SavedAccount(
      account: Account(host: client.host.name, login: profile.login), name: profile.name,
      scopes: profile.scopes.names?.sorted())
    if known.contains(where: { $0.account == owner.account }) { return (known, true) }
    await app.journal.cache { try await $0.remember(owner) }
    return (known + [owner], true)
  }

  /// Finds an account by login, or by host and login. A login alone prefers github.com.
  private static func find(_ typed: String, in known: [SavedAccount]) -> SavedAccount? {
    let word = typed.lowercased()
    return known.first { $0.account.shortName.lowercased() == word }
      ?? known.first { $0.account.key == word }
      ?? known.first { $0.account.login.lowercased() == word }
  }

  /// The token for requests. It is read only when a request needs it.
  package func credential() async throws -> Credential {
    let known = try await app.journal(for: .reading).accounts()
    let account = try account(among: known)
    let host = try app.web.host(account?.account.host ?? Account.defaultHost)
    if let origin = overridingTokenSource(on: host.name, for: account) {
      return Credential(
        host: host, account: origin == .command ? account?.account : nil,
        token: try await externalToken(from: origin), origin: origin,
        named: app.options.account == nil ? nil : account?.account)
    }
    guard let account, let store = account.store else {
      throw Explanation.notLoggedIn(host: host.name)
    }
    guard let token = try await token(of: account.account, in: store) else {
      throw Explanation(
        .savedTokenMissing(account: account.account.shortName),
        hint: Explanation.loginHint(account.account.host), status: .authentication)
    }
    return Credential(
      host: host, account: account.account, token: token,
      origin: store == .keyring ? .keyring : .file)
  }

  /// What the command of the settings prints, such as `pass show github`.
  private func tokenOfCommand() async throws -> Token {
    let words = app.settings.tokenCommand ?? []
    let result: ChildResult
    do {
      result = try await Child.awaited(
        words, in: app.directory.path, environment: app.environment, outputLimit: 1 << 16,
        deadline: .seconds(10))
    } catch {
      throw Explanation(
        error.explanation.message, hint: .tokenCommandHint, status: .authentication)
    }
    let program = words.first ?? ""
    guard result.status == .exited(0) else {
      // The output may contain part of the token, so it is not shown.
      throw Explanation(
        .tokenCommandFailed(program: program), hint: .tokenCommandHint, status: .authentication)
    }
    let line = result.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let token = Token(String(line.trimmed))
    guard token.isUsable else {
      throw Explanation(
        .tokenCommandPrintsNone(program: program), hint: .tokenCommandHint,
        status: .authentication)
    }
    return token
  }

  private func externalToken(from origin: TokenOrigin) async throws -> Token {
    guard case .environment(let variable) = origin else {
      return try await tokenOfCommand()
    }
    let token = Token(app.environment.nonEmpty(variable) ?? "")
    guard token.isUsable else {
      throw Explanation(
        .tokenUnusable,
        hint: .environmentTokenRefusedHint(variable: variable), status: .authentication)
    }
    return token
  }

  package func token(of account: Account, in store: SavedAccount.Store) async throws -> Token? {
    switch store {
    case .file: try app.tokenFile.token(of: account)
    case .keyring:
      try await app.withUnlockedKeyring { keyring throws(KeyringError) in
        try await keyring.secret(
          host: account.host.lowercased(), account: account.login.lowercased())
      }
      .map(Token.init)
    }
  }

  // MARK: Requests to GitHub

  /// Runs requests to GitHub. If the token is refused, the error names where the token came from.
  package func callGitHub<Value>(
    with credential: Credential?, _ requests: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await requests()
    } catch GitHubError.badCredentials {
      guard let credential else { throw GitHubError.badCredentials }
      throw Self.refused(credential)
    }
  }

  /// GitHub refused the token. The hint depends on where the token came from.
  private static func refused(_ credential: Credential) -> Explanation {
    switch credential.origin {
    case .environment(let variable):
      Explanation(
        .tokenRefused(source: variable),
        hint: .environmentTokenRefusedHint(variable: variable), status: .authentication)
    case .command:
      Explanation(
        .tokenRefused(source: credential.origin.name), hint: .tokenCommandHint,
        status: .authentication)
    case .keyring, .file:
      Explanation(
        .tokenRefused(source: credential.account?.shortName ?? ""),
        hint: .tryCommand(command: "commitdiary login"),
        status: .authentication)
    }
  }

  /// Throws if an account was named but GitHub says that the token belongs to another.
  package func check(_ credential: Credential, with client: GitHubClient) async throws {
    guard credential.named != nil else { return }
    let profile = try await callGitHub(with: credential) { try await client.account().value }
    guard let profile else { return }
    try credential.requireOwner(Account(host: client.host.name, login: profile.login))
  }
}

extension App {
  package var accounts: Accounts { Accounts(app: self) }
}

extension Instant {
  static let distantPast = Instant(secondsSince1970: .min)
}
