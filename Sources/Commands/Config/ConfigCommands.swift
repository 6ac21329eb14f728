import App
import Arguments
import Context
import JSON
import Localization
import Platform
import Terminal
import Views

// The subcommands of `commitdiary config`.

/// `commitdiary config list`: lists all settings.
struct ConfigList: Command {
  static let declaration = Declaration<Self>(
    .configListSummary, details: .configListDetails,
    examples: [Example("config list")])

  func run(in app: App) async throws {
    let rows = try app.settingRows()
    if app.options.wantsJSON {
      return try app.output.show(rows.json)
    }
    try app.output.show(app.context.lines(of: rows))
    // The list shows the file as it is. If a value is not valid, every other command refuses it.
    do {
      _ = try Settings(readingFrom: app.paths.config)
    } catch {
      app.output.explain(Explanation(of: error))
    }
  }
}

/// `commitdiary config get`: shows a setting.
struct ConfigGet: Command {
  var key = ""

  static let declaration = Declaration<Self>(
    .configGetSummary, examples: [Example("config get language")],
    [.setting { $0.key = $1 }])

  func run(in app: App) async throws {
    let setting = try Setting(typed: key)
    let value = try ConfigFile(app.paths.config)[key]
    if app.options.wantsJSON {
      return try app.output.show(.object([JSONValue.Member(key, value ?? .null)]))
    }
    // A script gets the value in use. An empty list by default is said to be unset.
    guard let value = value ?? (setting.defaultValue == [] ? .none : setting.defaultValue) else {
      return app.output.note(.settingUnset(key: key))
    }
    try app.output.show(StyledText(setting.text(of: value)))
  }
}

/// `commitdiary config set`: changes a setting.
struct ConfigSet: Command {
  var key = ""
  var words: [String] = []

  static let declaration = Declaration<Self>(
    .configSetSummary, details: .configListDetails,
    examples: [
      Example("config set language ko"),
      Example("config set clones.paths ~/src ~/work"),
    ],
    terminal: .always,
    [
      .setting { $0.key = $1 },
      .positional(
        "value", .any, placeholder: .message(.placeholderValue), help: .argumentValue,
        completion: .settingValues(key: nil)
      ) { $0.words.append($1) },
    ])

  func run(in app: App) async throws {
    let setting = try Setting(typed: key)
    // A journal may have no folders, but those that it has are not removed without a word.
    let isNewJournal = try setting.isJournal && ConfigFile(app.paths.config)[key] == nil
    guard !words.isEmpty || isNewJournal else { throw SettingError.noValue(key: key) }
    let value = words.isEmpty ? [] : try app.value(of: setting, typed: words)
    if setting == .place { try await app.weather.checkDefaultPlace(value.written) }
    try set(setting, to: value, in: app)
    let problems = app.missingDirectories(of: setting, in: value)
    for problem in problems { app.output.note(problem, .warning) }
    if setting == .backupPath, problems.isEmpty {
      try App(app.options, in: app.process).dailyCopies.beginFolder()
    }
  }

  private func set(_ setting: Setting, to value: JSONValue, in app: App) throws {
    try ConfigFile.set(key, to: value, in: app.paths.config)
    if app.options.wantsJSON {
      return try app.output.show(.object([JSONValue.Member(key, value)]))
    }
    let text = setting.text(of: value)
    app.output.note(.settingSet(key: key, value: text.isEmpty ? value.written : text))
  }
}

/// `commitdiary config unset`: removes a setting.
struct ConfigUnset: Command {
  var key = ""

  static let declaration = Declaration<Self>(
    .configUnsetSummary, examples: [Example("config unset language")],
    [.setting { $0.key = $1 }])

  func run(in app: App) async throws {
    var file = try ConfigFile(app.paths.config)
    var isRemoved = false
    if file[key] != nil {
      // Any key in the file can be removed, including those that this version does not know.
      try file.set(key, to: nil)
      try file.save()
      isRemoved = true
    } else {
      _ = try Setting(typed: key)
    }
    if app.options.wantsJSON {
      return try app.output.show(.object([JSONValue.Member(key, .null)]))
    }
    app.output.note(isRemoved ? .settingRemoved(key: key) : .settingUnset(key: key))
  }
}

/// `commitdiary config edit`: opens the config file in the editor.
struct ConfigEdit: Command {
  var template: String?

  static let declaration = Declaration<Self>(
    .configEditSummary, details: .configEditDetails,
    examples: [Example("config edit"), Example("config edit --template entry")],
    terminal: .always, [.template(help: .optionConfigTemplate) { $0.template = $1 }])

  func run(in app: App) async throws {
    let hasEditor = ["VISUAL", "EDITOR"].contains { app.environment.nonEmpty($0) != nil }
    guard app.prompts.isInteractive || (hasEditor && !app.options.hasNoInput) else {
      throw Explanation(.terminalMissing, hint: .configEditNoTerminalHint, status: .usage)
    }
    let path = try template.map(app.pathOfTemplate) ?? app.paths.config
    let hasChanged =
      template == nil
      ? try await ConfigEditing(in: app).run() : try await ConfigEditing(in: app).edit(file: path)
    if app.options.wantsJSON { return try app.output.show(["path": .string(path)]) }
    app.output.note(hasChanged ? .exportWritten(path: path) : .nothingChanged)
  }
}

extension Parameter {
  fileprivate static func setting(
    _ write: @escaping @Sendable (inout Options, String) -> Void
  ) -> Parameter {
    .positional(
      "key", placeholder: .message(.placeholderKey), help: .argumentKey, completion: .configKeys,
      write)
  }
}

extension App {
  fileprivate func pathOfTemplate(_ name: String) throws -> String {
    guard Paths.isTemplateName(name) else {
      throw Explanation(.templateNameBad(name: name), status: .usage)
    }
    return paths.template(name)
  }
}

extension Parameter {
  /// The name of a template.
  static func template(
    help: Message = .optionTemplate,
    _ write: @escaping @Sendable (inout Options, String) -> Void
  ) -> Parameter {
    .option("template", placeholder: .message(.placeholderName), help: help, write)
  }
}
