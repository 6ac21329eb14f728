/// The languages that the environment requests, by the rules of gettext and POSIX. The locale does
/// not have to be installed.
public struct LanguagePreference: Hashable, Sendable {
  /// The preferred languages, the best first; empty if the locale is `C`.
  public var languages: [LanguageTag]
  /// The language and territory whose formats are used for dates, numbers and weeks.
  public var region: LanguageTag?
  /// Whether dates are in the language of `region` even if messages are in another.
  public var hasOwnDateLanguage: Bool
  /// Whether the output may contain characters outside ASCII.
  public var isUTF8: Bool

  /// - Parameters:
  ///   - chosen: the language of `--lang` or of the config file, which takes precedence over the
  ///     environment.
  ///   - environment: looks up a variable. Empty ones count as unset.
  public init(chosen: LanguageTag?, environment: (String) -> String?) {
    func value(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    let all = value("LC_ALL")
    let fallback = value("LANG")
    let messages = all ?? value("LC_MESSAGES") ?? fallback ?? "C"
    let characters = all ?? value("LC_CTYPE") ?? fallback ?? "C"
    let time = all ?? value("LC_TIME") ?? fallback ?? "C"

    if let chosen {
      languages = [chosen]
    } else if Self.isPOSIX(messages) {
      languages = []
    } else {
      // `LANGUAGE` takes precedence over the locale. A `C` ends the list.
      let list = value("LANGUAGE")?.split(separator: ":").map(String.init) ?? [messages]
      languages = list.prefix { !Self.isPOSIX($0) }.compactMap { LanguageTag($0) }
    }
    // A language that was chosen explicitly needs its characters, even in a cron job without a
    // locale.
    isUTF8 = chosen != nil || Self.isUnicode(characters)
    let regionOfLocale = LanguageTag(time) ?? languages.first
    // A territory in `--lang en_GB` also selects its date formats.
    region = chosen?.territory == nil ? regionOfLocale : chosen
    hasOwnDateLanguage = chosen == nil && all == nil && value("LC_TIME") != nil
  }

  private static func isPOSIX(_ locale: String) -> Bool {
    locale == "C" || locale == "POSIX"
  }

  /// A locale without a charset is assumed to use UTF-8, because no current terminal uses another
  /// encoding by default.
  private static func isUnicode(_ locale: String) -> Bool {
    if isPOSIX(locale) { return false }
    let name = locale.prefix { $0 != "@" }
    guard let dot = name.firstIndex(of: ".") else { return true }
    return name[name.index(after: dot)...].lowercased().filter { $0 != "-" } == "utf8"
  }
}

extension LanguagePreference {
  /// English, whatever the environment requests. For output that other programs read.
  public static let english = LanguagePreference(
    chosen: LanguageTag(language: "en"), environment: { _ in nil })
}
