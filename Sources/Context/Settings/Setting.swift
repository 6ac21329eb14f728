package import Arguments
package import JSON
package import Localization
package import Platform

/// A setting. This declaration is used to read the config file, to check and complete values, and
/// to explain the setting.
package struct Setting: Sendable {
  /// For example `day.endsAt`.
  package let key: String
  /// What it is for, in one phrase.
  package let about: Message
  /// What it changes and when it matters, in full sentences; `nil` if the phrase says it all.
  package let details: Message?
  /// The placeholder for a value in help.
  package let placeholder: DisplayText
  /// Describes the valid values, for a user who gave another.
  package let expected: Message
  /// All values, if there is a fixed set.
  let choices: [String]
  /// How shells complete the value.
  let completion: SettingCompletion
  /// The default; `nil` if it depends on the environment.
  package let defaultValue: JSONValue?
  private let typed: @Sendable (String) -> JSONValue
  private let shown: @Sendable (JSONValue) -> String
  /// Stores a value in the settings. Returns `false` if it is not valid.
  private let write: @Sendable (JSONValue, inout Settings) -> Bool
}

extension Setting {
  init<Value>(
    _ key: String, _ kind: SettingKind<Value>,
    _ place: any WritableKeyPath<Settings, Value> & Sendable, about: Message,
    details: Message? = nil
  ) {
    self.init(
      key, kind, about: about, details: details,
      defaultValue: kind.written(Settings()[keyPath: place])
    ) { value, settings in settings[keyPath: place] = value }
  }

  /// - Parameter defaultValue: the default, if it is the same for every user.
  init<Value>(
    _ key: String, _ kind: SettingKind<Value>,
    _ place: any WritableKeyPath<Settings, Value?> & Sendable, about: Message,
    details: Message? = nil, defaultValue: JSONValue? = nil
  ) {
    self.init(key, kind, about: about, details: details, defaultValue: defaultValue) {
      value, settings in settings[keyPath: place] = value
    }
  }

  private init<Value>(
    _ key: String, _ kind: SettingKind<Value>, about: Message, details: Message?,
    defaultValue: JSONValue?, set: @escaping @Sendable (Value, inout Settings) -> Void
  ) {
    self.key = key
    self.about = about
    self.details = details
    placeholder = kind.placeholder
    expected = kind.expected
    choices = kind.choices
    completion = kind.completion
    self.defaultValue = defaultValue
    typed = kind.typed
    shown = kind.shown
    write = { value, settings in
      guard let value = kind.read(value) else { return false }
      set(value, &settings)
      return true
    }
  }

  /// The setting with the key that was typed.
  package init(typed key: String) throws(SettingError) {
    guard let setting = Setting.named(key) else {
      throw .unknownKey(key, nearest: Setting.nearest(to: key))
    }
    self = setting
  }

  /// The key with the same last part, such as `graph.theme` for `theme`, else the one that is
  /// spelled most alike. The name of a group, such as `graph`, has none, because all its keys are
  /// shown.
  private static func nearest(to typed: String) -> String? {
    guard keys(ofGroup: typed).isEmpty else { return nil }
    let keys = all.map(\.key)
    func lastPart(_ key: String) -> String { key.split(separator: ".").last.map(String.init) ?? "" }
    let same = keys.first { lastPart($0).lowercased() == lastPart(typed).lowercased() }
    if let same, !typed.contains(".") { return same }
    if let nearest = Spelling.nearest(to: typed, in: keys) ?? same { return nearest }
    let part = Spelling.nearest(to: lastPart(typed), in: keys.map(lastPart))
    return keys.first { lastPart($0) == part }
  }

  /// The keys that begin with a word and a period.
  static func keys(ofGroup typed: String) -> [String] {
    let group = (typed.hasSuffix(".") ? typed : typed + ".").lowercased()
    return all.map(\.key).filter { $0.lowercased().hasPrefix(group) }
  }
}

extension Setting: Equatable {
  package static func == (left: Setting, right: Setting) -> Bool { left.key == right.key }
}

extension Setting {
  /// The value for the config file, from what was typed.
  package func value(typed text: String) throws(SettingError) -> JSONValue {
    let value = typed(text)
    try check(value)
    return value
  }

  /// The same from several words, which are the elements of a list, or one text.
  package func value(typed words: [String]) throws(SettingError) -> JSONValue {
    let lists = words.compactMap { typed($0).array }
    guard words.count > 1, lists.count == words.count else {
      return try value(typed: words.joined(separator: " "))
    }
    let value = JSONValue.array(lists.flatMap { $0 })
    try check(value)
    return value
  }

  /// A value of the config file as the user would type it: `sat,sun`.
  package func text(of value: JSONValue) -> String { shown(value) }

  /// Rejects an invalid value, whether it was typed or is in the config file.
  func check(_ value: JSONValue) throws(SettingError) {
    var settings = Settings()
    try store(value, in: &settings)
  }

  func store(_ value: JSONValue, in settings: inout Settings) throws(SettingError) {
    guard write(value, &settings) else {
      throw .badValue(text(of: value), key: key, expected: expected)
    }
  }
}

/// What is wrong with a setting or with the config file.
package enum SettingError: Error, Hashable {
  case unknownKey(String, nearest: String?)
  case badValue(String, key: String, expected: Message)
  case noValue(key: String)
  case brokenFile(path: String, line: Int, column: Int)
  /// The config file is not a regular file, or it is too large.
  case unusableFile(FileError)
  /// The invalid setting is in the config file and was not just typed.
  indirect case badFile(path: String, key: String, SettingError)
}

extension SettingError: Explained {
  package var explanation: Explanation {
    switch self {
    case .unknownKey(let key, let nearest?):
      Explanation(
        .settingUnknown(key: key), hint: .hintDidYouMean(name: nearest), status: .usage)
    case .unknownKey(let key, nil):
      Explanation(
        .settingUnknown(key: key),
        hint: .settingUnknownHint(
          keys: MessageArgument.enumeration(Self.suggestions(for: key))),
        status: .usage)
    case .badValue(let value, let key, let expected):
      Explanation(.settingBad(key: key, value: value), hint: expected, status: .usage)
    case .noValue(let key):
      Explanation(
        .settingNoValue(key: key), hint: .tryCommand(command: "commitdiary config unset \(key)"),
        status: .usage)
    case .brokenFile(let path, let line, let column):
      Explanation(
        .configBroken(path: path, line: line, column: column), hint: .configBrokenHint,
        status: .usage)
    case .unusableFile(let error):
      Explanation(
        .fileUnreadable(path: error.path, reason: error.reasonNotRead), hint: .moveAsideHint,
        status: .usage)
    case .badFile(let path, _, .badValue(let value, let key, let expected)):
      Explanation(
        .settingBad(key: key, value: value),
        hint: .settingBadInFileHint(path: path, expected: expected), status: .usage)
    case .badFile(_, _, let error): error.explanation
    }
  }

  /// The keys of the group that was typed, such as `graph`, else all keys.
  private static func suggestions(for typed: String) -> [String] {
    let group = Setting.keys(ofGroup: typed)
    return group.isEmpty ? Setting.all.map(\.key) : group
  }
}
