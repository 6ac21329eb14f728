import Arguments
import Diary
import GitHub
import Journal
import Localization
import Terminal

/// `commitdiary logout`: the token is taken away from where it is kept.
struct LogoutCommand: Command {
  var host: String?

  static let declaration = Declaration<Self>(
    .logoutSummary, details: .logoutDetails, examples: [Example("logout", .logoutExample)],
    [
      .option("host", placeholder: .message(.placeholderHost), help: .optionHost) { $0.host = $1 }
    ])

  func run(in session: Session) async throws {
    let host = try host.map { try GitHubHost($0, environment: session.environment).name }
    let journal = try session.journal(for: .writing)
    let kept = try await journal.accounts().filter { known in
      known.store != nil && (host == nil || known.account.host.lowercased() == host)
    }
    guard let known = try session.account(among: kept), let store = known.store else {
      let host = host ?? "github.com"
      if let origin = session.rulingOrigin(on: host) { throw AccountError.ruled(by: origin) }
      throw AccountError.notLoggedIn(host: host)
    }
    let account = known.account
    try session.confirm(.logoutQuestion(login: account.login, host: account.host))
    try await session.remove(of: account, from: store)
    try await journal.logOut(account)
    if session.settings.account?.lowercased() == account.shortName.lowercased() {
      try session.setUsualAccount(kept.first { $0.account != account }?.account)
    }
    if session.globals.wantsJSON {
      return try session.show(
        AccountJSON.account(known, source: store.rawValue, isActive: false))
    }
    session.say(.loggedOut(login: account.login, host: account.host))
    session.say(.loggedOutNext(url: "https://\(account.host)/settings/applications"), .faint)
    switch session.rulingOrigin(on: account.host) {
    case .environment(let variable)?:
      session.say(.environmentTokenStill(variable: variable), .warning)
    case .command?: session.say(.commandTokenStill, .warning)
    default: break
    }
  }
}
