import Foundation

/// Writes the catalogs as Swift code. Texts are data and not code: the compiler would take a minute for
/// functions that return them. Neither they nor switches over literals need any time when the program
/// starts.
///
/// Each case returns its value: the compiler checks a `switch` that is an expression as a whole, which
/// takes it ten times as long.
struct TableWriter {
  let catalogs: Catalogs
  private var lines: [String] = []

  init(_ catalogs: Catalogs) { self.catalogs = catalogs }

  static func swift(for catalogs: Catalogs) throws -> String {
    var writer = TableWriter(catalogs)
    writer.writeKeys()
    writer.writeMessages()
    try writer.writeLanguages()
    writer.writeTerritories()
    writer.writeLikelyTags()
    writer.writeFoldedForms()
    return writer.lines.joined(separator: "\n") + "\n"
  }

  private mutating func writeKeys() {
    lines += [
      "// Made from Localization/*.po when the program is built.", "",
      "/// The name of each message.",
      "public enum MessageKey: UInt16, CaseIterable, Sendable {",
    ]
    lines += catalogs.english.entries.map { "  case \($0.key)" }
    lines += ["}", "", "/// The names of the values of each message."]
    write("messageParameters", catalogs.english.entries.map(\.placeholders))
  }

  /// Writes a constructor for each message, so that a missing value is a compiler error.
  private mutating func writeMessages() {
    lines.append("")
    lines.append("extension Message {")
    for entry in catalogs.english.entries {
      for line in entry.source.split(separator: "\n") { lines.append("  /// \(line)") }
      let names = entry.placeholders
      if names.isEmpty {
        lines.append("  public static var \(entry.key): Message { Message(.\(entry.key)) }")
      } else {
        let parameters = names.map { $0 == "count" ? "count: Int" : "\($0): any MessageValue" }
        lines.append(
          "  public static func \(entry.key)(\(parameters.joined(separator: ", "))) -> Message {")
        lines.append("    Message(.\(entry.key), [\(names.joined(separator: ", "))])")
        lines.append("  }")
      }
    }
    lines.append("}")
  }

  private mutating func writeLanguages() throws {
    let names = catalogs.all.map { $0.language.quoted }.joined(separator: ", ")
    lines += ["", "extension Catalog {", "  public static let names = [\(names)]", ""]
    lines.append("  public static func of(_ name: String) -> Catalog? {")
    lines.append("    switch name {")
    for (language, _) in catalogs.all {
      lines.append("    case \(language.quoted): return Catalog_\(language).catalog")
    }
    lines += ["    default: return nil", "    }", "  }", "}"]
    for (language, catalog) in catalogs.all { try write(catalog, as: language) }
  }

  private mutating func write(_ catalog: PortableObject, as language: String) throws {
    lines.append(
      """

      private enum Catalog_\(language) {
        static var catalog: Catalog {
          Catalog(
            name: \(language.quoted), text: texts.text, pluralForm: pluralForm,
            names: names, forms: forms)
        }

        @Sendable static func pluralForm(_ n: Int) -> Int { \(try catalog.pluralRule().expression) }

      """)
    writeTexts(of: catalog, isEnglish: language == "en")
    lines += ["", "  @Sendable static func names() -> LanguageNames {"]
    lines.append("    LanguageNames(\(swift(LanguageNames(language: language))))")
    lines += ["  }", "", "  @Sendable static func forms(_ territory: String) -> RegionalForms {"]
    lines.append("    switch territory {")
    for (territories, forms) in grouped(RegionalForms.exceptions(in: language)) {
      lines.append("    case \(territories.map(\.quoted).joined(separator: ", ")):")
      lines.append("      return RegionalForms(\(swift(forms)))")
    }
    lines.append("    default:")
    lines.append("      return RegionalForms(\(swift(RegionalForms(locale: language))))")
    lines += ["    }", "  }", "}"]
  }

  private mutating func writeTexts(of catalog: PortableObject, isEnglish: Bool) {
    let known = catalog.byKey
    func texts(of original: PortableObject.Entry) -> [String] {
      if isEnglish { return original.sources }
      guard let entry = known[original.key], entry.isComplete else { return [] }
      return original.sourcePlural == nil ? [entry.translations[0]] : entry.translations
    }
    let quoted = catalogs.english.byKey["commandQuoted"].map(texts)?.first ?? "“{command}”"
    let all = catalogs.english.entries.map { original in
      texts(of: original).map { text in
        text.replacing(/`([^`]*)`/) { quoted.replacing("{command}", with: $0.output.1) }
      }
    }
    write("texts", all, "  static ")
  }

  /// Writes a `TextTable`.
  private mutating func write(_ name: String, _ texts: [[String]], _ prefix: String = "") {
    var index = ""
    var all = ""
    for forms in texts {
      index += place(all)
      all += forms.joined(separator: "\0")
    }
    index += place(all)
    lines.append("\(prefix)let \(name) = TextTable(")
    lines.append("  index: \(index.quoted),")
    lines.append("  texts: \(all.quoted))")
  }

  private func place(_ text: String) -> String {
    let digits = String(text.utf8.count)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  private func grouped(
    _ exceptions: [(territory: String, forms: RegionalForms)]
  ) -> [(territories: [String], forms: RegionalForms)] {
    var groups: [(territories: [String], forms: RegionalForms)] = []
    for (territory, forms) in exceptions {
      if let index = groups.firstIndex(where: { $0.forms == forms }) {
        groups[index].territories.append(territory)
      } else {
        groups.append(([territory], forms))
      }
    }
    return groups
  }

  /// The arguments of the initializer that the program's type of the same name has.
  private func swift(_ value: Any) -> String {
    Mirror(reflecting: value).children.map { name, value in
      let text =
        switch value {
        case let text as String: text.quoted
        case let texts as [String]: "[\(texts.map(\.quoted).joined(separator: ", "))]"
        default: "\(value)"
        }
      return "\(name ?? ""): \(text)"
    }.joined(separator: ", ")
  }

  private mutating func writeTerritories() {
    lines.append("")
    lines.append("/// The first day of the week where it is not Monday, by territory.")
    write(
      "firstWeekdays",
      firstWeekdays().flatMap { weekday, territories in territories.map { ($0, weekday) } })
    lines.append("")
    lines.append(
      "/// The order of figures in a date where it is not `dmy`, by territory; see the compiler.")
    write("dateOrders", dateOrders().map { ($0.territory, $0.order) })
  }

  /// Writes what completes a tag without a script or without a territory.
  private mutating func writeLikelyTags() {
    var scripts: [(String, String)] = []
    var territories: [(String, String)] = []
    for tags in LikelyTags.all {
      for (script, territory, used) in tags.exceptions {
        scripts += used.map { ("\(tags.language)_\($0)", script) }
        territories.append(("\(tags.language)_\(script)", territory))
      }
      if !tags.exceptions.isEmpty { scripts.append((tags.language, tags.script)) }
      territories.append((tags.language, tags.territory))
    }
    lines.append("")
    lines.append("/// The likely script of a language with several, and those in its territories.")
    write("likelyScripts", scripts)
    lines.append("")
    lines.append("/// The likely territory of a language, and those of its other scripts.")
    write("likelyTerritories", territories)
  }

  private mutating func writeFoldedForms() {
    lines.append("")
    lines.append("/// What typed characters are compared as, if not as themselves.")
    write("foldedForms", foldedForms().map { (String($0.scalar), $0.form) })
  }

  /// Writes a `SortedLines`.
  private mutating func write(_ name: String, _ entries: [(key: String, value: String)]) {
    let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let text = sorted.map { "\($0.key)\t\($0.value)\n" }.joined()
    lines.append("let \(name) = SortedLines(\(text.quoted))")
  }
}
