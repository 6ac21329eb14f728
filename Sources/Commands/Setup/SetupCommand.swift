import App
import Arguments
import JSON
import Localization
import Platform
import Terminal
import Views

/// `commitdiary setup`: asks for the settings that most people want.
struct SetupCommand: Command {
  var takesDefaults = false
  var undoesShell = false

  static let declaration = Declaration<Self>(
    .setupSummary, details: .setupDetails,
    examples: [
      Example("setup", .setupExample), Example("setup --defaults", .setupExampleDefaults),
      Example("setup --undo-shell", .setupExampleUndo),
    ],
    rules: [.exclusive(["defaults", "undo-shell"])],
    [
      .flag("defaults", help: .optionDefaults) { $0.takesDefaults = true },
      .flag("undo-shell", help: .optionUndoShell) { $0.undoesShell = true },
    ])

  func run(in app: App) async throws {
    if undoesShell { return try SetupShell(app: app).undo() }
    guard !takesDefaults else { return try await takeDefaults(in: app) }
    guard app.prompts.isInteractive, !app.options.wantsJSON else {
      throw Explanation(.setupNeedsTerminal, hint: .setupNeedsTerminalHint, status: .usage)
    }
    try await ask(in: app)
  }

  /// Every answer is saved when it is given, so that Ctrl-C loses none.
  private func ask(in app: App) async throws {
    let questions = SetupQuestions(app: app)
    let dialog = SetupDialog(app: app, count: 7)
    dialog.say(.setupIntroduction)
    do {
      // The clones come first, because addresses are searched for in them.
      try await dialog.ask(questions.clonePaths())
      try await dialog.ask(questions.emails())
      try await dialog.ask(questions.place())
      try SetupTheme(app: app, dialog: dialog).ask()
      try await dialog.ask(questions.endOfDay())
      try await SetupLogin(app: app, dialog: dialog).ask()
      try SetupShell(app: app).ask(dialog)
    } catch is EndOfAnswers {
      dialog.say(.setupEnded)
    }
    dialog.say(.setupDone(path: app.paths.config))
  }

  /// Saves the suggestions. Nothing is suggested for the login, which needs a network, and for the
  /// shells: their start files are changed, and names added, only after a question.
  private func takeDefaults(in app: App) async throws {
    let questions = SetupQuestions(app: app)
    var hasChanged = false
    for make in [questions.clonePaths, questions.emails] {
      let question = make()
      guard let value = question.suggestion, try question.save(value, in: app) else { continue }
      hasChanged = true
      app.output.note(
        .settingSet(key: question.setting.key, value: question.setting.text(of: value)))
    }
    if app.options.wantsJSON {
      let rows = try app.settingRows()
      return try app.output.show(SettingJSON.settings(rows, for: Reader(.english)))
    }
    if !hasChanged { app.output.note(.setupUnchanged) }
  }
}
