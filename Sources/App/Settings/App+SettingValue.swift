public import JSON
public import Localization
import Platform
import Terminal

extension App {
  /// The value of a setting from the words of a command line. A relative path of a directory that
  /// exists is made absolute.
  public func value(
    of setting: Setting, typed words: [String]
  ) throws(SettingError) -> JSONValue {
    let words = setting == .clonePaths ? words.map(absolutePaths) : words
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
  public func noteUnknownSettings(_ keys: [String]) {
    guard !keys.isEmpty else { return }
    let named = keys.prefix(5) + (keys.count > 5 ? ["..."] : [])
    output.note(
      .settingsIgnored(
        path: paths.config, count: keys.count, keys: MessageArgument.enumeration(named)), .warning)
  }

  /// The directories in the value of a setting that do not exist.
  public func missingDirectories(of setting: Setting, in value: JSONValue) -> [Message] {
    guard setting == .clonePaths else { return [] }
    let paths = value.array?.compactMap(\.string) ?? []
    return paths.filter { !File.isDirectory(File.expandingHome($0, environment: environment)) }
      .map { .pathMissing(path: $0) }
  }
}
