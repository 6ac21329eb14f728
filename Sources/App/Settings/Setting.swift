import Arguments
public import JSON
public import Localization

/// What the program knows of one setting: the declaration from which the file is read, values are
/// checked and completed, and the setting is explained.
public struct Setting: Sendable {
  /// `day.endsAt`
  public let key: String
  /// What it is for, in one sentence.
  public let about: Message
  /// What stands for a value in help.
  let placeholder: DisplayText
  /// What its values are, for somebody who wrote another.
  let expected: Message
  /// All its values, where they can be counted.
  let choices: [String]
  /// What counts where nothing is set; `nil` where that depends.
  let defaultValue: JSONValue?
  private let typed: @Sendable (String) -> JSONValue
  private let shown: @Sendable (JSONValue) -> String
  /// Writes a value into the settings; false where it does not fit.
  private let write: @Sendable (JSONValue, inout Settings) -> Bool
}

extension Setting {
  init<Value>(
    _ key: String, _ kind: SettingKind<Value>,
    _ place: any WritableKeyPath<Settings, Value> & Sendable, about: Message
  ) {
    self.init(
      key, kind, about: about, defaultValue: kind.written(Settings()[keyPath: place])
    ) { value, settings in settings[keyPath: place] = value }
  }

  /// - Parameter usual: What counts where nothing is set, if it is the same for everybody.
  init<Value>(
    _ key: String, _ kind: SettingKind<Value>,
    _ place: any WritableKeyPath<Settings, Value?> & Sendable, about: Message,
    defaultValue: JSONValue? = nil
  ) {
    self.init(key, kind, about: about, defaultValue: defaultValue) { value, settings in
      settings[keyPath: place] = value
    }
  }

  private init<Value>(
    _ key: String, _ kind: SettingKind<Value>, about: Message, defaultValue: JSONValue?,
    set: @escaping @Sendable (Value, inout Settings) -> Void
  ) {
    self.key = key
    self.about = about
    placeholder = kind.placeholder
    expected = kind.expected
    choices = kind.choices
    self.defaultValue = defaultValue
    typed = kind.typed
    shown = kind.shown
    write = { value, settings in
      guard let value = kind.read(value) else { return false }
      set(value, &settings)
      return true
    }
  }

  /// One that the file must not have.
  init(secret key: String, expected: Message, about: Message) {
    self.key = key
    self.about = about
    placeholder = .message(.placeholderKey)
    self.expected = expected
    choices = []
    defaultValue = nil
    typed = { .string($0) }
    shown = { $0.written }
    write = { _, _ in false }
  }

  /// The setting whose key was typed.
  public init(typed key: String) throws(SettingError) {
    guard let setting = Setting.all.first(where: { $0.key == key }) else {
      throw .unknownKey(key, nearest: Setting.nearest(to: key))
    }
    self = setting
  }

  private static func nearest(to typed: String) -> String? {
    let last = typed.split(separator: ".").last.map { $0.lowercased() }
    return all.map(\.key).first {
      $0.lowercased() == typed.lowercased()
        || $0.lowercased().split(separator: ".").last.map(String.init) == last
    }
  }
}

extension Setting: Equatable {
  public static func == (left: Setting, right: Setting) -> Bool { left.key == right.key }
}

extension Setting {
  /// The value for the file, from what was typed.
  public func value(typed text: String) throws(SettingError) -> JSONValue {
    let value = typed(text)
    try check(value)
    return value
  }

  /// A value of the file as it is typed: `sat,sun`.
  public func text(of value: JSONValue) -> String { shown(value) }

  /// The same for a key of the file, which need not be one that this version knows.
  public static func text(of value: JSONValue, for key: String) -> String {
    all.first { $0.key == key }?.text(of: value) ?? value.written
  }

  /// Refuses a value that the setting cannot have, whether it was typed or stands in the file.
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
