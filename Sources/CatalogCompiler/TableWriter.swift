import Foundation

/// Writes the catalogs as Swift code. Switches over literals need no time when the program starts.
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
    lines.append("// Made from Localization/*.po when the program is built.")
    lines.append("")
    lines.append("/// The name of each message.")
    lines.append("public enum MessageKey: CaseIterable, Hashable, Sendable {")
    lines += catalogs.english.entries.map { "  case \($0.key)" }
    lines.append("}")
  }

  /// Writes a constructor for each message, so that a missing value is a compiler error.
  private mutating func writeMessages() {
    lines.append("")
    lines.append("extension Message {")
    for entry in catalogs.english.entries {
      for line in entry.source.split(separator: "\n") { lines.append("  /// \(line)") }
      let names = placeholders(in: entry.source + (entry.sourcePlural ?? ""))
      if names.isEmpty {
        lines.append("  public static var \(entry.key): Message { Message(.\(entry.key)) }")
      } else {
        let parameters = names.map { $0 == "count" ? "count: Int" : "\($0): some MessageValue" }
        let arguments = names.map { "(\"\($0)\", \($0).argument)" }
        lines.append(
          "  public static func \(entry.key)(\(parameters.joined(separator: ", "))) -> Message {")
        lines.append("    Message(.\(entry.key), [\(arguments.joined(separator: ", "))])")
        lines.append("  }")
      }
    }
    lines.append("}")
  }

  private mutating func writeLanguages() throws {
    let all = [("en", catalogs.english)] + catalogs.others
    lines.append("")
    lines.append("extension Catalog {")
    lines.append(
      "  public static let names = [\(all.map { literal($0.0) }.joined(separator: ", "))]")
    lines.append("")
    lines.append("  public static func of(_ name: String) -> Catalog? {")
    lines.append("    switch name {")
    for (language, _) in all {
      lines.append("    case \(literal(language)): return \(type(language)).catalog")
    }
    lines.append("    default: return nil")
    lines.append("    }")
    lines.append("  }")
    lines.append("}")
    for (language, catalog) in all { try write(catalog, as: language) }
  }

  private func type(_ language: String) -> String {
    "Catalog_" + language
  }

  private mutating func write(_ catalog: PortableObject, as language: String) throws {
    let names = LanguageNames(language: language)
    let rule = try PluralRule(
      catalog.value(of: "Plural-Forms") ?? "", place: "\(catalog.file):1")
    lines.append("")
    lines.append("private enum \(type(language)) {")
    lines.append("  static var catalog: Catalog {")
    lines.append("    Catalog(")
    lines.append("      name: \(literal(language)), text: text, pluralForm: pluralForm,")
    lines.append("      names: names, forms: forms)")
    lines.append("  }")
    lines.append("")
    lines.append("  @Sendable static func pluralForm(_ n: Int) -> Int { \(rule.expression) }")
    lines.append("")
    writeTexts(of: catalog, isEnglish: language == "en")
    lines.append("")
    lines.append("  @Sendable static func names() -> LanguageNames {")
    lines.append("    LanguageNames(")
    lines.append("      months: \(list(names.months)),")
    lines.append("      shortMonths: \(list(names.shortMonths)),")
    lines.append("      standaloneMonths: \(list(names.standaloneMonths)),")
    lines.append("      weekdays: \(list(names.weekdays)),")
    lines.append("      shortWeekdays: \(list(names.shortWeekdays)),")
    lines.append("      narrowWeekdays: \(list(names.narrowWeekdays)),")
    lines.append("      halfDays: \(list(names.halfDays)),")
    lines.append("      dayPeriods: \(list(names.dayPeriods)),")
    lines.append("      listSeparators: \(list(names.listSeparators)),")
    lines.append("      sizes: \(list(names.sizes)),")
    lines.append("      territory: \(literal(names.territory)))")
    lines.append("  }")
    lines.append("")
    lines.append("  @Sendable static func forms(_ territory: String) -> RegionalForms {")
    lines.append("    switch territory {")
    for (territories, forms) in grouped(RegionalForms.exceptions(in: language)) {
      lines.append("    case \(territories.map(literal).joined(separator: ", ")):")
      lines.append("      return \(swift(forms))")
    }
    lines.append("    default:")
    lines.append("      return \(swift(RegionalForms(locale: language)))")
    lines.append("    }")
    lines.append("  }")
    lines.append("}")
  }

  private mutating func writeTexts(of catalog: PortableObject, isEnglish: Bool) {
    let known = catalog.byKey
    lines.append("  @Sendable static func text(_ key: MessageKey, _ form: Int) -> String? {")
    lines.append("    switch key {")
    for original in catalogs.english.entries {
      let texts: [String]
      if isEnglish {
        texts = [original.source] + (original.sourcePlural.map { [$0] } ?? [])
      } else if let entry = known[original.key], entry.isComplete {
        texts = entry.translations
      } else {
        continue
      }
      if texts.count == 1 || original.sourcePlural == nil {
        lines.append("    case .\(original.key): return \(literal(texts[0]))")
      } else {
        lines.append("    case .\(original.key):")
        lines.append("      switch form {")
        for (form, text) in texts.enumerated().dropLast() {
          lines.append("      case \(form): return \(literal(text))")
        }
        lines.append("      default: return \(literal(texts[texts.count - 1]))")
        lines.append("      }")
      }
    }
    let isComplete =
      isEnglish || catalogs.english.entries.allSatisfy { known[$0.key]?.isComplete == true }
    if !isComplete { lines.append("    default: return nil") }
    lines.append("    }")
    lines.append("  }")
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

  private func swift(_ forms: RegionalForms) -> String {
    let words = (forms.patterns + [forms.decimalSeparator, forms.groupSeparator]).map(literal)
    let numbers = [forms.minimumDigitsToGroup] + forms.groupSizes
    return "RegionalForms(\((words + numbers.map(String.init)).joined(separator: ", ")))"
  }

  private mutating func writeTerritories() {
    lines.append("")
    lines.append("/// The first day of the week where it is not Monday, by territory.")
    lines.append("func firstWeekdayBesidesMonday(in territory: String) -> Weekday? {")
    lines.append("  switch territory {")
    for (weekday, territories) in firstWeekdays() {
      lines.append("  case \(territories.map(literal).joined(separator: ", ")): return .\(weekday)")
    }
    lines.append("  default: return nil")
    lines.append("  }")
    lines.append("}")
    lines.insert("", at: 0)
    lines.insert("import Diary", at: 0)
  }

  /// Writes functions that complete a tag without a script or without a territory.
  private mutating func writeLikelyTags() {
    let all = LikelyTags.all
    lines.append("")
    lines.append("/// The likely script in a territory, for a language with several scripts.")
    lines.append("func likelyScript(of language: String, in territory: String?) -> String? {")
    lines.append("  switch (language, territory ?? \"\") {")
    for tags in all where !tags.exceptions.isEmpty {
      for (script, _, territories) in tags.exceptions {
        let places = territories.map { "(\(literal(tags.language)), \(literal($0)))" }
        lines.append("  case \(places.joined(separator: ", ")): return \(literal(script))")
      }
      lines.append("  case (\(literal(tags.language)), _): return \(literal(tags.script))")
    }
    lines.append("  default: return nil")
    lines.append("  }")
    lines.append("}")
    lines.append("")
    lines.append("/// The likely territory of a language.")
    lines.append("func likelyTerritory(of language: String, in script: String?) -> String? {")
    lines.append("  switch (language, script ?? \"\") {")
    for tags in all {
      for (script, territory, _) in tags.exceptions {
        lines.append(
          "  case (\(literal(tags.language)), \(literal(script))): return \(literal(territory))")
      }
      lines.append("  case (\(literal(tags.language)), _): return \(literal(tags.territory))")
    }
    lines.append("  default: return nil")
    lines.append("  }")
    lines.append("}")
  }

  private mutating func writeFoldedForms() {
    lines.append("")
    lines.append("/// What a typed character is compared as, if not as itself.")
    lines.append("func foldedForm(of scalar: Unicode.Scalar) -> String? {")
    lines.append("  switch scalar.value {")
    for (scalar, form) in foldedForms() {
      lines.append("  case \(scalar.value): return \(literal(form))")
    }
    lines.append("  default: return nil")
    lines.append("  }")
    lines.append("}")
  }

  private func list(_ texts: [String]) -> String {
    "[\(texts.map(literal).joined(separator: ", "))]"
  }

  private func literal(_ text: String) -> String {
    "\""
      + text.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"")
      .replacingOccurrences(of: "\n", with: "\\n")
      .replacingOccurrences(of: "\t", with: "\\t") + "\""
  }
}
