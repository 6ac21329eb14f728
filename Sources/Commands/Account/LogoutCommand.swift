import App
import Arguments
import Diary
import GitHub
import Journal
import Localization
import Terminal
import Views

/// `commitdiary logout`: removes the saved token.
struct LogoutCommand: Command {
  var host: String?

  static let declaration = Declaration<Self>(
    .logoutSummary, details: .logoutDetails, examples: [Example("logout", .logoutExample)],
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
        throw AccountError.overridden(by: origin)
      }
      var explanation = AccountError.notLoggedIn(host: host).explanation
      explanation.hint = nil
      throw explanation
    }
    let account = known.account
    try app.prompts.confirm(.logoutQuestion(login: account.login, host: account.host))
    try await app.accounts.remove(of: account, from: store)
    try await journal.logOut(account)
    if app.settings.account?.lowercased() == account.shortName.lowercased() {
      try app.accounts.setDefaultAccount(kept.first { $0.account != account }?.account)
    }
    if app.options.wantsJSON {
      return try app.output.show(known.json(source: store.rawValue, isActive: false))
    }
    app.output.note(.loggedOut(login: account.login, host: account.host))
    app.output.note(.loggedOutNext(url: "https://\(account.host)/settings/applications"), .remark)
    switch app.accounts.overridingTokenSource(on: account.host) {
    case .environment(let variable)?:
      app.output.note(.environmentTokenStill(variable: variable), .warning)
    case .command?: app.output.note(.commandTokenStill, .warning)
    default: break
    }
  }
}
