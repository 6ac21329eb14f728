import App
public import Arguments
import Diary
import GitHub
import Journal
import Localization
import Platform
import Terminal
import Views

/// `commitdiary login`: gets a token from the browser or from standard input, checks it and saves
/// it.
struct LoginCommand: Command {
  var host = Account.defaultHost
  var clientID: String?
  var scopes = "repo,read:user"
  var takesToken = false
  var takesTokenOfGitHubCLI = false
  var opensBrowser = true
  var store = TokenStore.keyring

  static let declaration = Declaration<Self>(
    .loginSummary, details: .loginDetails,
    examples: [
      Example("login", .loginExample),
      Example("login --with-token", .loginExampleToken),
      Example("login --from-gh", .loginExampleGh),
      Example("login --host github.example.com", .loginExampleHost),
    ],
    rules: [.exclusive(["with-token", "from-gh", "client-id"])],
    [
      .option("host", placeholder: .message(.placeholderHost), help: .optionHost) { $0.host = $1 },
      .option("client-id", placeholder: .literal("ID"), help: .aboutClientID) { $0.clientID = $1 },
      .option("scopes", placeholder: .literal("a,b"), help: .optionScopes) { $0.scopes = $1 },
      .flag("with-token", help: .optionWithToken) { $0.takesToken = true },
      .flag("from-gh", help: .optionFromGh) { $0.takesTokenOfGitHubCLI = true },
      .flag("no-browser", help: .optionNoBrowser) { $0.opensBrowser = false },
      .option("store", help: .optionStore) { $0.store = $1 },
    ])

  func run(in app: App) async throws {
    let host = try app.web.host(host)
    if let origin = app.accounts.overridingTokenSource(on: host.name) {
      throw AccountError.overridden(by: origin)
    }
    guard !app.options.isOffline else { throw AccountError.offline }
    // Checked before the user goes to the browser for a token that could not be saved.
    try await store.check(in: app)
    // The prompt for a token handles Ctrl-C itself.
    let given = takesToken ? try givenToken(in: app) : nil
    let account = try await app.cancellingOnInterrupt { [self] in
      let token = if let given { given } else { try await token(for: host, in: app) }
      let profile = try await profile(of: token, on: host, in: app)
      return try await app.accounts.keep(token, of: profile, on: host, in: store)
    }
    try report(account, in: app)
  }

  private func report(_ known: SavedAccount, in app: App) throws {
    if app.options.wantsJSON {
      return try app.output.show(
        known.json(source: known.store?.rawValue ?? "", isActive: true))
    }
    app.output.note(.loggedIn(login: known.account.login, host: known.account.host), .success)
    switch known.store {
    case .file: app.output.note(.tokenInFile(path: app.paths.tokens), .warning)
    case .keyring: app.output.note(.tokenInKeyring)
    case nil: break
    }
    if let scopes = known.scopes, !scopes.contains("repo") { app.output.note(.scopeRepoMissing) }
    app.output.note(.loggedInNext, .remark)
  }

  // MARK: The token

  /// Reads a token from a prompt that does not show it, or from standard input.
  private func givenToken(in app: App) throws -> Token {
    let text: String
    if !app.prompts.readsFromTerminal {
      text = try app.input.read("-")
    } else if app.options.hasNoInput {
      throw AccountError.noTokenGiven
    } else {
      text =
        try app.prompts.askSecret(.loginTokenQuestion) ?? ""
    }
    let token = Token(String(text.trimmed))
    guard !token.secret.isEmpty else { throw AccountError.noTokenGiven }
    guard token.isUsable else { throw AccountError.unusableToken }
    return token
  }

  /// Whether there is an app for a login in the browser.
  func hasClientID(in app: App) -> Bool { chosenClientID(in: app) != nil }

  private func chosenClientID(in app: App) -> String? {
    clientID ?? app.environment.nonEmpty("COMMITDIARY_CLIENT_ID") ?? app.settings.clientID
  }

  private func token(for host: GitHubHost, in app: App) async throws -> Token {
    if takesTokenOfGitHubCLI { return try await app.accounts.tokenOfGitHubCLI(for: host) }
    guard let clientID = chosenClientID(in: app) else {
      throw Explanation(.clientIDMissing, hint: .clientIDMissingHint)
    }
    let login = BrowserLogin(
      flow: DeviceFlow(
        host: host, clientID: clientID, transport: app.web.transport(), clock: app.web.clock),
      output: app.output, opensBrowser: opensBrowser)
    return try await login.run(scopes: Scopes.list(scopes))
  }

  /// The owner of the token. Another account than expected may be logged in to the browser.
  private func profile(
    of token: Token, on host: GitHubHost, in app: App
  ) async throws -> Profile {
    let credential = Credential(
      host: host, account: nil, token: token, origin: store == .keyring ? .keyring : .file)
    // A token from the browser took the user some effort, so a failing request is retried longer. A
    // token from a pipe or from `gh` can easily be passed again.
    let isPassedIn = takesToken || takesTokenOfGitHubCLI
    let retryPolicy = RetryPolicy(
      total: isPassedIn ? .seconds(5) : .seconds(60),
      longestWait: isPassedIn ? .seconds(2) : .seconds(10), retries: isPassedIn ? 1 : 3,
      limitWaits: 0)
    let client = try app.web.gitHub(credential, options: .init(retryPolicy: retryPolicy))
    do {
      guard let profile = try await client.account().value else { throw GitHubError.notJSON }
      return profile
    } catch GitHubError.badCredentials {
      throw Explanation(
        .newTokenRefused(host: host.name), hint: .newTokenRefusedHint, status: .authentication)
    }
  }
}

extension TokenStore: ArgumentValue {}
