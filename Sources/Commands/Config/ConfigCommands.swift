import Arguments
import Diary
import JSON
import Localization
import Terminal

// The five tasks of `commitdiary config`, each a few lines.

/// `commitdiary config list`
struct ConfigList: Command {
  static let declaration = Declaration<Self>(
    .configListSummary, examples: [Example("config list", .configListSummary)])

  func run(in session: Session) async throws {
    let values = try ConfigFile(session.paths.config).values
    if session.globals.wantsJSON {
      return try session.show(
        .object(values.map { JSONValue.Member($0.key, $0.value) }))
    }
    guard !values.isEmpty else {
      return session.say(.configNone(path: session.paths.config))
    }
    let table = Table(
      columns: [.whole, .flexible],
      rows: values.map { [StyledText($0.key, .accent), StyledText($0.value.written)] })
    try session.show(table.lines(on: session.screen))
  }
}

/// `commitdiary config get`
struct ConfigGet: Command {
  var key = ""

  static let declaration = Declaration<Self>(
    .configGetSummary, examples: [Example("config get language", .configGetSummary)],
    [.setting { $0.key = $1 }])

  func run(in session: Session) async throws {
    let setting = try Setting(typed: key)
    if setting == .weatherKey { return try await showWeatherKey(in: session) }
    let value = try ConfigFile(session.paths.config)[key]
    if session.globals.wantsJSON {
      return try session.show(.object([JSONValue.Member(key, value ?? .null)]))
    }
    guard let value else { return session.say(.settingUnset(key: key)) }
    try session.show(StyledText(value.written))
  }

  /// Where it is, and never what it is.
  private func showWeatherKey(in session: Session) async throws {
    let isKept = try await session.weatherKey() != nil
    if session.globals.wantsJSON {
      return try session.show(
        .object([JSONValue.Member(key, isKept ? "keyring" : .null)]))
    }
    session.say(isKept ? .weatherKeyKept : .settingUnset(key: key))
  }
}

/// `commitdiary config set`
struct ConfigSet: Command {
  var key = ""
  var value: String?

  static let declaration = Declaration<Self>(
    .configSetSummary, examples: [Example("config set language ko", .configSetExample)],
    [
      .setting { $0.key = $1 },
      .positional(
        "value", .optional, placeholder: .message(.placeholderValue), help: .argumentValue
      ) { $0.value = $1 },
    ])

  func run(in session: Session) async throws {
    let setting = try Setting(typed: key)
    if setting == .weatherKey { return try await setWeatherKey(in: session) }
    guard let value else { throw SettingError.noValue(key: key) }
    if setting == .place { try await session.checkUsualPlace(value) }
    try set(key, to: setting.value(typed: value), in: session)
  }

  /// A secret has no place among words that shells remember and others can see.
  private func setWeatherKey(in session: Session) async throws {
    guard value == nil else { throw SettingError.secretOnLine(key: key) }
    let text =
      session.isInteractive
      ? try Question.askSecret(prompt: session.reader.say(.weatherKeyQuestion) + " ") ?? ""
      : try TextInput.read("-")
    try await session.keepWeatherKey(String(text.trimmed))
    if session.globals.wantsJSON {
      return try session.show(.object([JSONValue.Member(key, .null)]))
    }
    session.say(.weatherKeyKept)
  }

  private func set(_ key: String, to value: JSONValue, in session: Session) throws {
    var file = try ConfigFile(session.paths.config)
    try file.set(key, to: value)
    try file.save()
    if session.globals.wantsJSON {
      return try session.show(.object([JSONValue.Member(key, value)]))
    }
    session.say(.settingSet(key: key, value: value.written))
  }
}

/// `commitdiary config unset`
struct ConfigUnset: Command {
  var key = ""

  static let declaration = Declaration<Self>(
    .configUnsetSummary, examples: [Example("config unset language", .configUnsetSummary)],
    [.setting { $0.key = $1 }])

  func run(in session: Session) async throws {
    var file = try ConfigFile(session.paths.config)
    if key == Setting.weatherKey.key {
      _ = try await session.removeWeatherKey()
    } else if file[key] != nil {
      // Whatever stands there can be taken out, also what no version of the program knows.
      try file.set(key, to: nil)
      try file.save()
    } else {
      _ = try Setting(typed: key)
    }
    if session.globals.wantsJSON {
      return try session.show(.object([JSONValue.Member(key, .null)]))
    }
    session.say(.settingUnset(key: key))
  }
}

/// `commitdiary config path`
struct ConfigPath: Command {
  static let declaration = Declaration<Self>(
    .configPathSummary, examples: [Example("config path", .configPathSummary)])

  func run(in session: Session) async throws {
    let path = session.paths.config
    if session.globals.wantsJSON { return try session.show(["path": .string(path)]) }
    try session.show(StyledText(path))
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

extension JSONValue {
  /// As it is typed.
  var written: String { string ?? text(.compact) }
}
