public import Diary
public import GitHub
public import Journal
import Keyring
import Localization
import Platform
public import Views

/// The accounts that are logged in here, and their tokens.
public struct Accounts: Sendable {
  public let app: App

  /// Variables with a token for github.com, which takes precedence over any that is kept.
  private static let tokenVariables = ["COMMITDIARY_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"]

  /// The one host that such tokens are for.
  private static let externalTokenHost = "github.com"

  /// The variable whose token rules, where there is one.
  private var tokenVariable: String? {
    Self.tokenVariables.first { app.environment.nonEmpty($0) != nil }
  }

  /// What takes precedence over the tokens that are kept for a host, where there is something: the
  /// environment, or a command. Both know tokens for github.com, which go nowhere else.
  ///
  /// - Parameter account: whom the run is about. One that was named and has a token here is asked
  ///   with that rather than with the command's.
  public func overridingTokenSource(on host: String, for account: SavedAccount? = nil)
    -> TokenOrigin?
  {
    guard host == Self.externalTokenHost else { return nil }
    if let variable = tokenVariable { return .environment(variable) }
    guard app.settings.tokenCommand != nil else { return nil }
    return app.options.account == nil || account?.store == nil ? .command : nil
  }

  public var tokenFile: TokenFile { TokenFile(path: app.paths.tokens) }

  /// The account that this run is about: the one that was named, the usual one, one that is logged
  /// in, or the one that was here last.
  public func account(among known: [SavedAccount]) throws -> SavedAccount? {
    if let typed = app.options.account {
      guard let account = Self.find(typed, in: known) else {
        throw AccountError.unknown(
          typed, known: known.filter { $0.store != nil }.map(\.account.shortName))
      }
      return account
    }
    if let name = app.settings.account, let account = Self.find(name, in: known) {
      return account
    }
    if let kept = known.first(where: { $0.store != nil }) { return kept }
    // Who has a token that is not kept here has one for github.com.
    let isElsewhere = overridingTokenSource(on: Self.externalTokenHost) != nil
    return known.filter { !isElsewhere || $0.account.host == Self.externalTokenHost }
      .max { ($0.refreshedAt ?? .distantPast) < ($1.refreshedAt ?? .distantPast) }
  }

  /// The accounts that are known here, among them the owner of a token that the environment or a
  /// command has. Where the run is about an account that is not known, GitHub is asked once whose the
  /// token is, and the journal keeps the answer.
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
      let origin = overridingTokenSource(on: Self.externalTokenHost)
    else {
      return (known, false)
    }
    let credential = Credential(
      host: try app.web.host(Self.externalTokenHost),
      token: try await externalToken(from: origin), origin: origin)
    let client = try app.web.gitHub(credential, options: .init(retryPolicy: .short))
    let profile = try await callGitHub(with: credential) { try await client.account().value }
    guard let profile else { return (known, true) }
    let owner = SavedAccount(
      account: Account(host: client.host.name, login: profile.login), name: profile.name,
      scopes: profile.scopes.names?.sorted())
    if known.contains(where: { $0.account == owner.account }) { return (known, true) }
    // A journal that cannot be written is no reason to show nothing.
    try? await app.journal(for: .caching).remember(owner)
    return (known + [owner], true)
  }

  /// By login, or by host and login. A login alone means the one on github.com first.
  private static func find(_ typed: String, in known: [SavedAccount]) -> SavedAccount? {
    let word = typed.lowercased()
    return known.first { $0.account.shortName.lowercased() == word }
      ?? known.first { $0.account.key == word }
      ?? known.first { $0.account.login.lowercased() == word }
  }

  /// The token to ask with. It is read where a request needs one, and not before.
  public func credential() async throws -> Credential {
    let known = try await app.journal(for: .reading).accounts()
    let account = try account(among: known)
    let host = try app.web.host(account?.account.host ?? Self.externalTokenHost)
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
      throw AccountError.tokenMissing(account: account.account.shortName)
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
    guard token.isUsable else { throw AccountError.unusableVariable(variable) }
    return token
  }

  public func token(of account: Account, in store: SavedAccount.Store) async throws -> Token? {
    switch store {
    case .file: try tokenFile.token(of: account)
    case .keyring:
      try await opened { keyring throws(KeyringError) in
        try await keyring.secret(
          host: account.host.lowercased(), account: account.login.lowercased())
      }
      .map(Token.init)
    }
  }

  /// Asks the keyring; where it is locked and somebody sits at the terminal, asks them to open it.
  func opened<Value: Sendable>(
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

  // MARK: Asking GitHub

  /// Runs questions to GitHub; a token that is refused is told with where it came from.
  func callGitHub<Value>(
    with credential: Credential?, _ questions: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await questions()
    } catch GitHubError.badCredentials {
      guard let credential else { throw GitHubError.badCredentials }
      let known = (try? await app.journal(for: .reading).accounts()) ?? []
      throw AccountError.refused(
        credential.origin, account: credential.account?.shortName,
        hasStored: known.contains { $0.store != nil })
    }
  }

  /// Fails where an account was named and the token is another's, which only GitHub can say.
  public func check(_ credential: Credential, with client: GitHubClient) async throws {
    guard credential.named != nil else { return }
    let profile = try await callGitHub(with: credential) { try await client.account().value }
    guard let profile else { return }
    try credential.check(isOf: Account(host: client.host.name, login: profile.login))
  }
}

extension Instant {
  static let distantPast = Instant(secondsSince1970: .min)
}
