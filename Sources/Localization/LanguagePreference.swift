/// What the environment says about the reader, as gettext and POSIX read it, whether or not the
/// system has that locale installed.
public struct LanguagePreference: Hashable, Sendable {
  /// The languages that the reader takes, best first; none where the locale is `C`.
  public var languages: [LanguageTag]
  /// Whose dates, numbers and weeks the reader is used to.
  public var region: LanguageTag?
  /// Whether dates are to be in the language of `region`, whatever the words are in.
  public var hasDatesOfTheirOwn: Bool
  /// Whether the terminal takes more than ASCII.
  public var isUTF8: Bool

  /// - Parameters:
  ///   - chosen: the tag of `--lang` or of the config, which goes before the environment.
  ///   - environment: looks up a variable; empty ones count as unset.
  public init(chosen: LanguageTag?, environment: (String) -> String?) {
    func value(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    let everything = value("LC_ALL")
    let usual = value("LANG")
    let messages = everything ?? value("LC_MESSAGES") ?? usual ?? "C"
    let letters = everything ?? value("LC_CTYPE") ?? usual ?? "C"
    let time = everything ?? value("LC_TIME") ?? usual ?? "C"

    if let chosen {
      languages = [chosen]
    } else if Self.isPOSIX(messages) {
      languages = []
    } else {
      // The list stands in place of the locale, and `C` in it ends it.
      let list = value("LANGUAGE")?.split(separator: ":").map(String.init) ?? [messages]
      languages = list.prefix { !Self.isPOSIX($0) }.compactMap { LanguageTag($0) }
    }
    // Whoever names a language wants its letters, even where a cron job has no locale at all.
    isUTF8 = chosen != nil || Self.takesUnicode(letters)
    let usualRegion = LanguageTag(time) ?? languages.first
    // `--lang en_GB` names a territory, and means its dates.
    region = chosen?.territory == nil ? usualRegion : chosen
    hasDatesOfTheirOwn = chosen == nil && everything == nil && value("LC_TIME") != nil
  }

  private static func isPOSIX(_ locale: String) -> Bool {
    locale == "C" || locale == "POSIX"
  }

  /// A locale that names no charset is taken at its best: no terminal of today speaks EUC-KR by
  /// default.
  private static func takesUnicode(_ locale: String) -> Bool {
    if isPOSIX(locale) { return false }
    let name = locale.prefix { $0 != "@" }
    guard let dot = name.firstIndex(of: ".") else { return true }
    return name[name.index(after: dot)...].lowercased().filter { $0 != "-" } == "utf8"
  }
}

extension LanguagePreference {
  /// For whoever reads English whatever the environment says: other programs.
  public static let english = LanguagePreference(
    chosen: LanguageTag(language: "en"), environment: { _ in nil })
}
