import App
import Arguments
import Context
import Diary
import Git
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
      Example("setup"), Example("setup --defaults"),
      Example("setup --undo-shell"),
    ],
    exclusive: [["defaults", "undo-shell"]],
    terminal: .always,
    [
      .flag("defaults", help: .optionDefaults) { $0.takesDefaults = true },
      .flag("undo-shell", help: .optionUndoShell) { $0.undoesShell = true },
    ])

  func run(in app: App) async throws {
    if undoesShell { return try SetupShell(app: app).undo() }
    guard !takesDefaults else { return try await takeDefaults(in: app) }
    guard app.prompts.isInteractive, !app.options.wantsJSON else {
      throw Explanation(
        .needsTerminal(command: "setup"), hint: .setupNeedsTerminalHint, status: .usage)
    }
    try await ask(in: app)
  }

  /// Every answer is saved when it is given, so that Ctrl-C loses none, and shown in what it changes.
  private func ask(in app: App) async throws {
    let questions = SetupQuestions(app: app)
    let dialog = SetupDialog(app: app, count: 5)
    var shell: Shell?
    dialog.say(.setupIntroduction)
    do {
      // The clones come first, because addresses are searched for in them.
      if try await dialog.ask(questions.clonePaths()) != nil {
        try await show(GraphCommand(), of: app)
      }
      let before = await days(of: app)
      try await dialog.ask(questions.emails())
      if await days(of: app) != before { try await show(GraphCommand(), of: app) }
      shell = try SetupShell(app: app).ask(dialog)
      let place = try await dialog.ask(questions.place())
      if place != nil, !app.options.isOffline { try await show(WeatherCommand(), of: app) }
      try await SetupLogin(app: app, dialog: dialog).ask()
    } catch is EndOfAnswers {
      dialog.say(.setupEnded)
    }
    try await end(dialog, shell, in: app)
  }

  /// Today's page, what could be next, and how to use the new names in this shell.
  private func end(_ dialog: SetupDialog, _ shell: Shell?, in app: App) async throws {
    dialog.say("")
    try await show(TodayCommand(), of: app)
    dialog.say("")
    dialog.say(.setupDone(path: app.shortened(app.paths.config)))
    let steps: [(String, Message)] = [
      ("commitdiary theme list", .themeListSummary),
      ("commitdiary config set day.endsAt 4", .aboutEndOfDay),
      ("commitdiary config set backup.path DIR", .aboutBackupPath),
      ("commitdiary browse", .browseSummary),
    ]
    dialog.say(
      table: steps.map { command, meaning in
        [StyledText("  " + command, .accent), app.output.styled(meaning, .remark)]
      })
    guard let shell else { return }
    dialog.say("")
    let file = StartFile(of: shell, in: app.environment).path
    dialog.say(.setupShellNow(command: "source \(app.shortened(file))"))
  }

  /// What the year shows with the settings that were just saved.
  private func days(of app: App) async -> [Contribution]? {
    let today = app.clock.today
    let app = try? App(app.options, in: app.process)
    return try? await app?.activities.activity(
      ActivityOptions(), on: today...today, usesNetwork: false
    ).days
  }

  /// Runs a command with the settings that were just saved. If it fails, that is no reason to stop
  /// asking.
  private func show(_ command: some Command<App>, of app: App) async throws {
    do {
      try await command.run(in: App(app.options, in: app.process))
    } catch is NothingToShow {
      // Without a clone there is no year.
    } catch GitError.noAddress {
      // Without an address there is none either, and the next question asks for it.
    } catch let error as any Error & Explained where !(error is Interrupted) {
      app.output.explain(error.explanation)
    }
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
      return try app.output.show(app.settingRows().json)
    }
    if !hasChanged { app.output.note(.nothingChanged) }
  }
}

/// The offer of `commitdiary` without arguments to run `setup`, on a terminal with neither a config
/// file nor a journal.
struct SetupOffer {
  let app: App

  /// Whether the user accepts the offer. It is made once: that it was made is saved before the
  /// question is asked, and if it cannot be saved, there is no offer.
  func isAccepted() throws -> Bool {
    guard app.prompts.isInteractive, app.output.screen.isTerminal, !app.options.wantsJSON,
      !app.options.isQuiet, !File.exists(app.paths.config), !File.exists(app.paths.journal),
      !File.exists(app.paths.setupOffer)
    else { return false }
    do {
      try File.makeDirectory(File.directory(of: app.paths.setupOffer))
      try File.create(app.paths.setupOffer)
    } catch {
      return false
    }
    if try app.prompts.confirms(.setupOffer, orElse: true) { return true }
    app.output.note(.setupLater)
    return false
  }
}
