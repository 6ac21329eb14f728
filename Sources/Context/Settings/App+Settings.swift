package import Arguments
package import JSON
package import Localization
import Platform
import Terminal
package import Views

extension App {
  /// All settings with their values, in the order of their declarations, followed by the keys of
  /// the config file that are unknown. Values are shown even if they are not valid.
  package func settingRows() throws -> [SettingRow] {
    let file = try ConfigFile(paths.config)
    return (Setting.all + file.namedSettings).map { SettingRow($0, value: file[$0.key]) }
      + file.unknownKeys.map { key in
        SettingRow(
          key: key, value: file[key], defaultValue: nil, isSet: true, about: .aboutUnknown,
          text: file[key]?.written ?? "", defaultText: "")
      }
  }
}

extension SettingRow {
  fileprivate init(_ setting: Setting, value: JSONValue?) {
    let defaultValue = setting.defaultValue
    self.init(
      key: setting.key, value: value ?? defaultValue, defaultValue: defaultValue,
      isSet: value != nil, about: setting.about,
      text: (value ?? defaultValue).map(setting.text) ?? "",
      defaultText: defaultValue.map(setting.text) ?? "")
  }
}

extension App {
  /// The value of a setting from the words of a command line. A relative path of a directory that
  /// exists is made absolute.
  package func value(
    of setting: Setting, typed words: [String]
  ) throws(SettingError) -> JSONValue {
    let words = setting.isDirectories ? words.map(absolutePaths) : words
    return try setting.value(typed: words)
  }

  /// The paths between commas. All others are left to the check of the setting.
  private func absolutePaths(_ word: String) -> String {
    word.split(separator: ",", omittingEmptySubsequences: false).map { path in
      guard !path.isEmpty, !"/~[".contains(path.first ?? "/"),
        let real = File.realPath(directory.file(String(path))), File.isDirectory(real)
      else { return String(path) }
      return real
    }.joined(separator: ",")
  }

  /// Names keys of the config file that this version does not know, in one line. They may be those of
  /// another version, so they are no error.
  package func noteUnknownSettings(_ keys: [String]) {
    guard !keys.isEmpty else { return }
    let named = keys.prefix(5) + (keys.count > 5 ? ["..."] : [])
    output.note(
      .settingsIgnored(
        path: paths.config, count: keys.count, keys: MessageArgument.enumeration(named)), .warning)
  }

  /// The directories in the value of a setting that do not exist.
  package func missingDirectories(of setting: Setting, in value: JSONValue) -> [Message] {
    guard setting.isDirectories else { return [] }
    let paths = value.array?.compactMap(\.string) ?? [value.string].compactMap(\.self)
    return paths.filter { !File.isDirectory(File.expandingHome($0, environment: environment)) }
      .map { .pathMissing(path: $0) }
  }
}

/// How shells complete the value of a setting.
enum SettingCompletion: Sendable {
  /// The choices, each with a description in the reader's language if it has one.
  case choices(@Sendable (_ word: String, Reader) -> String?)
  /// The same for several choices with commas between them.
  case list(@Sendable (_ word: String, Reader) -> String?)
  /// The accounts that are saved in the journal.
  case accounts
  /// The tags in the journal.
  case tags
  /// Directories, which the shell completes itself.
  case directories
}

extension Setting {
  /// Whether the values are the accounts that are saved in the journal.
  package var isAccount: Bool {
    if case .accounts = completion { true } else { false }
  }

  /// Whether the values are the tags in the journal.
  package var isTag: Bool {
    if case .tags = completion { true } else { false }
  }

  /// Whether the values are paths of directories.
  package var isDirectories: Bool {
    if case .directories = completion { true } else { false }
  }

  /// The possible values, with descriptions.
  ///
  /// - Parameter typed: the part of the value that has been typed. Choices that are already in a
  ///   list are left out.
  package func candidates(after typed: String, for reader: Reader) -> [Candidate] {
    switch completion {
    case .choices(let describe):
      return choices.map { Candidate($0, describe($0, reader).map(DisplayText.literal)) }
    case .list(let describe):
      let words = typed.split(separator: ",", omittingEmptySubsequences: false).dropLast()
      let prefix = words.map { $0 + "," }.joined()
      return choices.filter { choice in !words.contains { $0 == choice } }
        .map { Candidate(prefix + $0, describe($0, reader).map(DisplayText.literal)) }
    case .accounts, .tags, .directories:
      return []
    }
  }
}
