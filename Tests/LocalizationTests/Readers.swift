import Localization

extension Reader {
  /// A reader for variables such as `LANG=ko_KR.UTF-8 LC_TIME=en_GB`.
  init(_ variables: String, chosen: String? = nil) {
    self.init(LanguagePreference(variables, chosen: chosen))
  }
}

extension LanguagePreference {
  init(_ variables: String, chosen: String? = nil) {
    var environment: [String: String] = [:]
    for word in variables.split(separator: " ") {
      let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      environment[String(pair[0])] = String(pair[1])
    }
    self.init(chosen: chosen.flatMap { LanguageTag($0) }) { environment[$0] }
  }
}
