import Diary

/// A language with an optional script and territory. `ko_KR.UTF-8@euro` is `ko` and `KR`;
/// `zh-Hant-TW` is `zh`, `Hant` and `TW`.
public struct LanguageTag: Hashable, Sendable {
  public var language: String
  public var script: String?
  public var territory: String?
}

extension LanguageTag {
  /// Parses the name of a POSIX locale (`pt_BR.UTF-8`, `sr_RS@latin`) or a BCP 47 tag (`pt-BR`);
  /// `nil` if it names no language, such as `C`.
  public init?(_ text: some StringProtocol) {
    let name = text.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(whereSeparator: { $0 == "_" || $0 == "-" })
    guard let first = parts.first, (2...3).contains(first.utf8.count),
      first.utf8.allSatisfy(\.isASCIILetter)
    else { return nil }
    language = first.lowercased()
    script =
      parts.dropFirst().first { $0.utf8.count == 4 && $0.utf8.allSatisfy(\.isASCIILetter) }
      .map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    territory = parts.dropFirst().first { Self.isTerritory(Substring($0)) }.map { $0.uppercased() }
    if script == nil, let modifier = text.split(separator: "@").dropFirst().first {
      script = ["latin": "Latn", "cyrillic": "Cyrl"][modifier.lowercased()]
    }
  }

  /// The language with this name, in the language itself or in English: `한국어`, `Korean`.
  public init?(named typed: String) {
    let typed = TypedText(typed)
    let catalog = Catalog.names.first { name in
      (Catalog.of(name)?.text(.languageNames, 0) ?? "").split(separator: "|")
        .contains { TypedText($0) == typed }
    }
    guard let catalog else { return nil }
    self.init(catalog)
  }

  /// Two letters, or three digits for a region of the world, such as `419` for Latin America.
  private static func isTerritory(_ part: Substring) -> Bool {
    part.utf8.count == 2 || part.utf8.count == 3 && part.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }
}

extension LanguageTag: CustomStringConvertible {
  /// The tag in the format of file names and locales: `zh_Hant_TW`.
  public var description: String {
    [language, script, territory].compactMap(\.self).joined(separator: "_")
  }
}

extension LanguageTag {
  /// The possible names of a catalog for this tag, the most specific first. For `zh_TW`, they are
  /// `zh_Hant_TW`, `zh_Hant`, `zh_TW` and `zh`.
  var catalogNames: [String] {
    let script = script ?? Self.likelyScript(of: language, in: territory)
    let territory = territory ?? Self.likelyTerritory(of: language, in: script)
    let isUsual = script == Self.likelyScript(of: language, in: territory)
    let tags = [
      LanguageTag(language: language, script: script, territory: territory),
      LanguageTag(language: language, script: script),
      LanguageTag(language: language, territory: isUsual ? territory : nil),
      LanguageTag(language: language),
    ]
    return tags.map(\.description).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }
  /// The likely script in a territory, for a language with several scripts.
  private static func likelyScript(of language: String, in territory: String?) -> String? {
    territory.flatMap { likelyScripts.value(of: "\(language)_\($0)") }
      ?? likelyScripts.value(of: language)
  }

  /// The likely territory of a language.
  static func likelyTerritory(of language: String, in script: String?) -> String? {
    script.flatMap { likelyTerritories.value(of: "\(language)_\($0)") }
      ?? likelyTerritories.value(of: language)
  }
}

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
