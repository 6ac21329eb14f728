public import Localization
public import Platform

/// What is wrong with a setting or with the config file.
public enum SettingError: Error, Hashable {
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
  public var explanation: Explanation {
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
      Explanation(.settingNoValue(key: key), hint: .settingNoValueHint(key: key), status: .usage)
    case .brokenFile(let path, let line, let column):
      Explanation(
        .configBroken(path: path, line: line, column: column), hint: .configBrokenHint,
        status: .usage)
    case .unusableFile(let error):
      Explanation(
        .configUnusable(path: error.path, reason: error.reasonNotRead), hint: .moveAsideHint,
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
