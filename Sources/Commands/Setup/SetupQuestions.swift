import Accounts
import App
import Context
import Diary
import Git
import JSON
import Journal
import Localization
import Platform

/// The questions of `setup` that are answered with a line, and their suggestions.
struct SetupQuestions {
  let app: App

  /// The value in the config file, else the default.
  private func current(_ setting: Setting) -> JSONValue? {
    (try? ConfigFile(app.paths.config))?[setting.key] ?? setting.defaultValue
  }

  /// Suggests the addresses in the settings, else the one in git and those found in the clones.
  func emails() -> SetupQuestion {
    let setting = Setting.emails
    let identity = try? GitIdentity.read(in: app.directory.path, environment: app.environment)
    var addresses = current(setting)?.array?.compactMap(\.string) ?? []
    if addresses.isEmpty {
      let folders = current(.clonePaths)?.array?.compactMap(\.string) ?? []
      addresses = OwnAddresses.find(
        in: folders.map { File.expandingHome($0, environment: app.environment) }, identity,
        app.environment)
    }
    let explanation: Message =
      switch (identity?.name, identity?.email) {
      case _ where addresses.count > (identity?.email == nil ? 0 : 1): .setupEmailsFound
      case (let name?, let email?): .setupEmailsKnown(identity: "\(name) <\(email)>")
      case (nil, let email?): .setupEmailsKnown(identity: email)
      default: .setupEmailsUnknown
      }
    return SetupQuestion(
      setting: setting, title: .setupEmails, explanation: explanation,
      suggestion: addresses.isEmpty ? nil : .array(addresses.map { .string($0) }))
  }

  /// Suggests the folders in the settings, else those below the home folder that have clones.
  func clonePaths() -> SetupQuestion {
    var folders = current(.clonePaths)?.array ?? []
    if folders.isEmpty, let home = app.environment.nonEmpty("HOME") {
      folders = CloneFolders.find(in: home).map { .string($0) }
    }
    let app = app
    return SetupQuestion(
      setting: .clonePaths, title: .setupClones, explanation: .setupClonesAbout,
      suggestion: folders.isEmpty ? nil : .array(folders)
    ) { value in
      guard let missing = app.missingDirectories(of: .clonePaths, in: value).first else { return }
      throw Explanation(missing, status: .notFound)
    }
  }

  func place() -> SetupQuestion {
    let app = app
    return SetupQuestion(
      setting: .place, title: .aboutPlace, explanation: .setupPlaceAbout,
      suggestion: current(.place)
    ) { try await app.weather.checkDefaultPlace($0.written) }
  }
}

/// The question whether to log in to GitHub.
struct SetupLogin {
  let app: App
  let dialog: SetupDialog

  func ask() async throws {
    dialog.begin(.headingGitHub)
    let known = (try? await app.journal(for: .reading).accounts()) ?? []
    if let account = known.first(where: { $0.store != nil }) {
      return dialog.say(
        .loggedIn(login: account.account.login, host: account.account.host))
    }
    if let origin = app.accounts.overridingTokenSource() {
      return dialog.say(Explanation.tokenOverridden(by: origin).message)
    }
    guard !app.options.isOffline else { return dialog.say(.setupLoginOffline) }
    var login = LoginCommand()
    login.takesToken = !login.hasClientID(in: app)
    dialog.say(.setupLoginAbout)
    guard try app.prompts.confirms(.setupLoginQuestion, orElse: false) else { return }
    do {
      try await login.run(in: app)
    } catch let error as any Error & Explained where !(error is Interrupted) {
      // The other questions do not depend on the login.
      app.output.explain(error.explanation)
    }
  }
}
