public import Diary
public import GitHub
public import Journal
import Keyring
import Localization
import Platform
public import Views

/// The accounts that are logged in, and their tokens.
public struct Accounts: Sendable {
  public let app: App

  /// Variables with a token for github.com. They take precedence over every saved token.
  static let tokenVariables = ["COMMITDIARY_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"]

  /// The first of these variables that is set.
  private var tokenVariable: String? {
    Self.tokenVariables.first { app.environment.nonEmpty($0) != nil }
  }

  /// The source that takes precedence over the saved tokens of a host, if any: the environment, or
  /// the token command. Both supply tokens for github.com, which are sent to no other host.
  ///
  /// - Parameter account: the account of this run. If it was named with `--account` and has a saved
  ///   token, that token takes precedence over the command's.
  public func overridingTokenSource(
    on host: String = Account.defaultHost, for account: SavedAccount? = nil
  ) -> TokenOrigin? {
    guard host == Account.defaultHost else { return nil }
    if let variable = tokenVariable { return .environment(variable) }
    guard app.settings.tokenCommand != nil else { return nil }
    return app.options.account == nil || account?.store == nil ? .command : nil
  }

  public var tokenFile: TokenFile { TokenFile(path: app.paths.tokens) }

  /// The account of this run: the named one, the default one, the first with a saved token, or the
  /// one that was used last.
  public func account(among known: [SavedAccount]) throws -> SavedAccount? {
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
  public func usableAccount(among known: [SavedAccount]) throws -> SavedAccount? {
    guard let account = try account(among: known) else { return nil }
    let host = account.account.host
    return account.store != nil || overridingTokenSource(on: host, for: account) != nil
      ? account : nil
  }

  /// The known accounts, including the owner of an external token. If the account of this run is
  /// not known yet, GitHub is asked once whose token it is, and the journal keeps the answer.
  ///
  /// - Returns: the accounts, and whether GitHub was asked.
  public func accountsWithOwner(
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
  public func credential() async throws -> Credential {
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
      throw AccountError.notLoggedIn(host: host.name)
    }
    guard let token = try await token(of: account.account, in: store) else {
      throw Explanation(
        .savedTokenMissing(account: account.account.shortName), hint: .notLoggedInHint,
        status: .authentication)
    }
    return Credential(
      host: host, account: account.account, token: token,
      origin: store == .keyring ? .keyring : .file)
  }

  private func externalToken(from origin: TokenOrigin) async throws -> Token {
    guard case .environment(let variable) = origin else {
      let command = TokenCommand(
        words: app.settings.tokenCommand ?? [], environment: app.environment,
        directory: app.directory.path)
      return try await command.token()
    }
    let token = Token(app.environment.nonEmpty(variable) ?? "")
    guard token.isUsable else {
      throw Explanation(
        .environmentTokenUnusable(variable: variable),
        hint: .environmentTokenRefusedHint(variable: variable), status: .authentication)
    }
    return token
  }

  public func token(of account: Account, in store: SavedAccount.Store) async throws -> Token? {
    switch store {
    case .file: try tokenFile.token(of: account)
    case .keyring:
      try await withUnlockedKeyring { keyring throws(KeyringError) in
        try await keyring.secret(
          host: account.host.lowercased(), account: account.login.lowercased())
      }
      .map(Token.init)
    }
  }

  /// Runs `work` on the keyring. If the keyring is locked and the session is interactive, asks the
  /// user to unlock it.
  func withUnlockedKeyring<Value: Sendable>(
    _ work: (any SecretStore) async throws(KeyringError) -> Value
  ) async throws(KeyringError) -> Value {
    let keyring = app.process.secrets
    do {
      return try await work(keyring)
    } catch {
      guard error == .locked, app.prompts.isInteractive else { throw error }
      app.output.note(.keyringUnlocking)
      try await keyring.unlock()
      return try await work(keyring)
    }
  }

  // MARK: Requests to GitHub

  /// Runs requests to GitHub. If the token is refused, the error names where the token came from.
  func callGitHub<Value>(
    with credential: Credential?, _ requests: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await requests()
    } catch GitHubError.badCredentials {
      guard let credential else { throw GitHubError.badCredentials }
      let known = (try? await app.journal(for: .reading).accounts()) ?? []
      throw AccountError.refused(
        credential.origin, account: credential.account?.shortName,
        hasStored: known.contains { $0.store != nil })
    }
  }

  /// Throws if an account was named but GitHub says that the token belongs to another.
  public func check(_ credential: Credential, with client: GitHubClient) async throws {
    guard credential.named != nil else { return }
    let profile = try await callGitHub(with: credential) { try await client.account().value }
    guard let profile else { return }
    try credential.requireOwner(Account(host: client.host.name, login: profile.login))
  }
}

extension Instant {
  static let distantPast = Instant(secondsSince1970: .min)
}
