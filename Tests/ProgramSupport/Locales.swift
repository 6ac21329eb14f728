/// Locale settings in the environment. None of these locales has to be installed: the C library
/// looks for them in an empty folder.
enum Locales {
  static let names = ["ko_KR.UTF-8", "ja_JP.UTF-8", "C", "ko_KR.EUC-KR", "de_DE.UTF-8"]

  static func environment(_ variables: [String: String]) -> [String: String] {
    ["LOCPATH": "/nonexistent", "LANG": ""].merging(variables) { $1 }
  }

  static func language(_ locale: String) -> [String: String] { environment(["LANG": locale]) }
}
