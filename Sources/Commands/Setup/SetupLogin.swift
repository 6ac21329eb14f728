import Accounts
import App
import Context
import Diary
import Journal
import Localization

/// The question whether to log in to GitHub.
struct SetupLogin {
  let app: App
  let dialog: SetupDialog

  func ask() async throws {
    dialog.begin(.setupLogin)
    let known = (try? await app.journal(for: .reading).accounts()) ?? []
    if let account = known.first(where: { $0.store != nil }) {
      return dialog.say(
        .setupLoggedIn(login: account.account.login, host: account.account.host))
    }
    if let origin = app.accounts.overridingTokenSource() {
      return dialog.say(Explanation.tokenOverridden(by: origin).message)
    }
    guard !app.options.isOffline else { return dialog.say(.setupLoginOffline) }
    var login = LoginCommand()
    login.takesToken = !login.hasClientID(in: app)
    dialog.say(login.takesToken ? .setupLoginToken : .setupLoginBrowser)
    guard try app.prompts.confirms(.setupLoginQuestion, orElse: false) else { return }
    do {
      try await login.run(in: app)
    } catch let error as any Error & Explained where !(error is Interrupted) {
      // The other questions do not depend on the login.
      app.output.explain(error.explanation)
    }
  }
}
