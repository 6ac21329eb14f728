public import JSON
public import Localization
import Platform

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

  /// The directories in the value of a setting that do not exist.
  public func missingDirectories(of setting: Setting, in value: JSONValue) -> [Message] {
    guard setting == .clonePaths else { return [] }
    let paths = value.array?.compactMap(\.string) ?? []
    return paths.filter { !File.isDirectory(File.expandingHome($0, environment: environment)) }
      .map { .pathMissing(path: $0) }
  }
}
