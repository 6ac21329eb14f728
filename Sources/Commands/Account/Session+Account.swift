import Diary
import GitHub
import HTTP
import Journal
import Keyring
import Localization
import Platform

extension Session {
  /// A token for github.com that goes before any that is kept.
  private static let tokenVariables = ["COMMITDIARY_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"]

  /// The variable whose token rules, where there is one.
  var tokenVariable: String? {
    Self.tokenVariables.first { environment.nonEmpty($0) != nil }
  }

  var tokenFile: TokenFile { TokenFile(path: paths.tokens) }

  /// The account that this run is about: the one that was named, the usual one, one that is logged
  /// in, or the one that was here last.
  func account(among known: [KnownAccount]) throws -> KnownAccount? {
    if let typed = globals.account {
      guard let account = Self.find(typed, in: known) else {
        throw AccountError.unknown(
          typed, known: known.filter { $0.store != nil }.map(\.account.shortName))
      }
      return account
    }
    if let usual = settings.account, let account = Self.find(usual, in: known) { return account }
    return known.first { $0.store != nil }
      ?? known.max { ($0.refreshedAt ?? .distantPast) < ($1.refreshedAt ?? .distantPast) }
  }

  /// By login, or by host and login. A login alone means the one on github.com first.
  private static func find(_ typed: String, in known: [KnownAccount]) -> KnownAccount? {
    let word = typed.lowercased()
    return known.first { $0.account.shortName.lowercased() == word }
      ?? known.first { $0.account.key == word }
      ?? known.first { $0.account.login.lowercased() == word }
  }

  /// The token to ask with. It is read where a request needs one, and not before.
  func credential() async throws -> Credential {
    let known = try await journal(for: .reading).accounts()
    let account = try account(among: known)
    let host = try GitHubHost(account?.account.host ?? "github.com", environment: environment)
    if host.name == "github.com", let variable = tokenVariable {
      let token = Token(environment.nonEmpty(variable) ?? "")
      return Credential(host: host, account: nil, token: token, origin: .environment(variable))
    }
    if let words = settings.tokenCommand, globals.account == nil || account?.store == nil {
      let token = try TokenCommand(words: words, environment: environment).token()
      return Credential(host: host, account: account?.account, token: token, origin: .command)
    }
    guard let account, let store = account.store else {
      throw AccountError.notLoggedIn(host: host.name)
    }
    guard let token = try await token(of: account.account, in: store) else {
      throw AccountError.tokenGone(account: account.account.shortName)
    }
    return Credential(
      host: host, account: account.account, token: token,
      origin: store == .keyring ? .keyring : .file)
  }

  func token(of account: Account, in store: KnownAccount.Store) async throws -> Token? {
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
    _ work: (Keyring) async throws(KeyringError) -> Value
  ) async throws(KeyringError) -> Value {
    let keyring = Keyring()
    do {
      return try await work(keyring)
    } catch {
      guard error == .locked, isInteractive else { throw error }
      say(.keyringUnlocking)
      try await keyring.unlock()
      return try await work(keyring)
    }
  }

  // MARK: Asking GitHub

  /// A client for the host of the credential, or for github.com without one.
  func gitHub(
    _ credential: Credential?, manners: GitHubClient.Manners,
    observer: ClientObserver = ClientObserver()
  ) throws -> GitHubClient {
    guard !globals.isOffline else { throw AccountError.offline }
    let host = try credential?.host ?? GitHubHost("github.com", environment: environment)
    return GitHubClient(
      host: host, token: credential?.token, transport: transport(), manners: manners,
      observer: observer)
  }

  func transport() -> CurlTransport {
    var tracing: (@Sendable (HTTPTrace) -> Void)?
    if globals.isVerbose { tracing = { self.trace($0) } }
    return CurlTransport(
      environment: environment, userAgent: "commitdiary/\(Program.version)", trace: tracing)
  }

  private func trace(_ request: HTTPTrace) {
    trace(
      .tracedRequest(
        method: request.method.rawValue, url: request.url,
        status: request.status.map(String.init) ?? "-", bytes: String(request.bytes),
        milliseconds: String(request.milliseconds)))
  }

  /// Runs questions to GitHub; a token that is refused is told with where it came from.
  func asking<Value>(
    with credential: Credential?, _ questions: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await questions()
    } catch GitHubError.badCredentials {
      guard let credential else { throw GitHubError.badCredentials }
      let known = (try? await journal(for: .reading).accounts()) ?? []
      throw AccountError.refused(
        credential.origin, account: credential.account?.shortName,
        hasStored: known.contains { $0.store != nil })
    }
  }

  // MARK: Ctrl-C

  /// Runs work that has something to put in order when it is interrupted.
  func heedingInterrupts<Value: Sendable>(
    saying message: Message = .interrupted, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let outcome = await Interruption.heeding { () async -> Result<Value, any Error> in
      do { return .success(try await work()) } catch { return .failure(error) }
    }
    if outcome.wasInterrupted { throw Interrupted(message: message) }
    return try outcome.result.get()
  }
}

extension Instant {
  static let distantPast = Instant(secondsSince1970: .min)
}
