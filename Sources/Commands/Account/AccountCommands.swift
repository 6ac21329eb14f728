import Accounts
import Arguments
import Context
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
      Example("login"),
      Example("login --with-token"),
      Example("login --from-gh"),
      Example("login --host github.example.com"),
    ],
    exclusive: [["with-token", "from-gh", "client-id"]],
    terminal: .always,
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
      throw Explanation.tokenOverridden(by: origin)
    }
    guard !app.options.isOffline else { throw Explanation.offline }
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
    app.output.note(.tryCommand(command: "commitdiary refresh"), .remark)
  }

  // MARK: The token

  /// Reads a token from a prompt that does not show it, or from standard input.
  private func givenToken(in app: App) throws -> Token {
    let text: String
    if !app.prompts.readsFromTerminal {
      text = try app.input.read("-")
    } else if app.options.hasNoInput {
      throw Explanation.tokenMissing
    } else {
      text =
        try app.prompts.askSecret(.loginTokenQuestion) ?? ""
    }
    let token = Token(String(text.trimmed))
    guard !token.secret.isEmpty else { throw Explanation.tokenMissing }
    guard token.isUsable else { throw Explanation.tokenUnusable }
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

/// `commitdiary logout`: removes the saved token.
struct LogoutCommand: Command {
  var host: String?

  static let declaration = Declaration<Self>(
    .logoutSummary, details: .logoutDetails, examples: [Example("logout")],
    terminal: .always,
    [
      .option("host", placeholder: .message(.placeholderHost), help: .optionHost) { $0.host = $1 }
    ])

  func run(in app: App) async throws {
    let host = try host.map { try app.web.host($0).name }
    let journal = try await app.journal(for: .writing)
    let kept = try await journal.accounts().filter { known in
      known.store != nil && (host == nil || known.account.host.lowercased() == host)
    }
    guard let known = try app.accounts.account(among: kept), let store = known.store else {
      let host = host ?? Account.defaultHost
      if let origin = app.accounts.overridingTokenSource(on: host) {
        throw Explanation.tokenOverridden(by: origin)
      }
      var explanation = Explanation.notLoggedIn(host: host)
      explanation.hint = nil
      throw explanation
    }
    let account = known.account
    try app.prompts.confirm(.logoutQuestion(login: account.login, host: account.host))
    let page =
      app.options.wantsJSON ? nil : try await app.accounts.token(of: account, in: store)?.page
    try await app.accounts.remove(of: account, from: store)
    try await journal.logOut(account)
    if app.settings.account?.lowercased() == account.shortName.lowercased() {
      try app.accounts.setDefaultAccount(kept.first { $0.account != account }?.account)
    }
    if app.options.wantsJSON {
      return try app.output.show(known.json(source: store.rawValue, isActive: false))
    }
    app.output.note(.loggedOut(login: account.login, host: account.host))
    let url = "https://\(account.host)/settings/\(page ?? Token.pageOfApps)"
    app.output.note(.loggedOutNext(url: url), .remark)
    if let origin = app.accounts.overridingTokenSource(on: account.host) {
      app.output.note(.tokenStillUsed(source: origin.name), .warning)
    }
  }
}

/// `commitdiary status`: shows the accounts, where their tokens are saved, and the size of the
/// journal.
struct StatusCommand: Command {
  static let declaration = Declaration<Self>(
    .statusSummary, details: .statusDetails, examples: [Example("status")])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .reading)
    let status = Status(
      accounts: try await app.accounts.statuses(), texts: try await journal.counts(),
      schema: try await journal.schema(), journal: app.journalName ?? Journals.usualName,
      path: journal.path, bytes: journal.size)
    let tokens = app.paths.tokens
    if let permissions = File.permissions(tokens), permissions & 0o077 != 0 {
      app.output.note(.tokenFileShared(path: tokens), .warning)
    }
    if app.options.wantsJSON {
      try app.output.show(status.json)
    } else {
      try app.output.show(status.lines(tokenFile: tokens, in: app.context))
      if let remote = try await journal.failingSyncRemote(at: app.clock.now.instant) {
        try app.output.show(app.context.failure(of: remote))
      }
    }
    if let problem = status.accounts.first(where: \.isActive)?.problem,
      problem.status != .unavailable
    {
      throw problem
    }
  }
}
