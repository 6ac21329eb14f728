import Foundation

/// The rules for texts that can be checked automatically: patterns to avoid (`AVOID.md`), and words for which the glossary of a language requires another term (`glossary/ko.md`).
struct TextRules {
  private var patterns: [(language: String, pattern: NSRegularExpression, instead: String)] = []
  private var words: [(language: String, word: String, term: String)] = []

  init(folder: URL) throws {
    let avoid = folder.appending(path: "AVOID.md")
    for row in Self.rows(of: avoid) {
      guard row.cells.count == 4,
        let pattern = try? NSRegularExpression(
          pattern: row.cells[1].trimmingCharacters(in: CharacterSet(charactersIn: "`"))
            // In a cell of a Markdown table, a bar is written as `\|`.
            .replacingOccurrences(of: "\\|", with: "|")),
        pattern.matches(row.cells[3])
      else {
        throw CatalogError(
          place: "\(avoid.path):\(row.line)",
          problem: "a row must have a language, a pattern, what to write, and what it finds")
      }
      patterns.append((row.cells[0], pattern, row.cells[2]))
    }
    let glossaries = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: "glossary"), includingPropertiesForKeys: nil)
    for file in (glossaries ?? []).sorted(by: { $0.path < $1.path }) {
      let language = file.deletingPathExtension().lastPathComponent
      for row in Self.rows(of: file) {
        guard row.cells.count == 3 else {
          throw CatalogError(
            place: "\(file.path):\(row.line)", problem: "a row must have a term, a word and why")
        }
        words += Self.forbidden(in: row.cells[2]).map { (language, $0, row.cells[0]) }
      }
    }
  }

  /// The rows of the tables of a file, without their headings.
  private static func rows(of url: URL) -> [(line: Int, cells: [String])] {
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    var rows: [(line: Int, cells: [String])] = []
    var isBelowHeading = false
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      guard line.hasPrefix("|") else {
        isBelowHeading = false
        continue
      }
      if line.hasPrefix("| ---") || line.hasPrefix("|---") {
        isBelowHeading = true
      } else if isBelowHeading {
        let cells = line.replacingOccurrences(of: "\\|", with: "\u{0}").split(
          separator: "|", omittingEmptySubsequences: false
        ).map {
          $0.replacingOccurrences(of: "\u{0}", with: "\\|").trimmingCharacters(in: .whitespaces)
        }
        rows.append((index + 1, Array(cells.dropFirst().dropLast())))
      }
    }
    return rows
  }

  /// The words after “not:”, up to the end or the next semicolon.
  static func forbidden(in reason: String) -> [String] {
    reason.components(separatedBy: ";").flatMap { part -> [String] in
      guard let sign = part.range(of: "not: ") else { return [] }
      return part[sign.upperBound...].split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
  }

  // MARK: Checking

  func violations(in catalogs: Catalogs) -> [CatalogError] {
    catalogs.all.flatMap { language, catalog in
      catalog.entries.filter { $0.isComplete && !$0.isTyped }.flatMap { entry in
        let texts = language == "en" ? entry.sources : entry.translations
        return faults(of: texts, key: entry.key, in: language).map {
          catalog.error("\(entry.key): \($0)", in: entry)
        }
      }
    }
  }

  func faults(of texts: [String], key: String, in language: String) -> [String] {
    let avoided = patterns.filter { rule in
      rule.language == language && texts.contains { rule.pattern.matches("\(key): \($0)") }
    }
    let forbidden = words.filter { word in
      word.language == language && texts.contains { $0.contains(word.word) }
    }
    return avoided.map { "\($0.pattern.pattern) is found; write \($0.instead)" }
      + forbidden.map { "not “\($0.word)”; see “\($0.term)” in glossary/\(language).md" }
  }
}

extension NSRegularExpression {
  fileprivate func matches(_ text: String) -> Bool {
    firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }
}

extension String {
  /// The names of the placeholders in a message, in the order of their first occurrence.
  ///
  /// `{name:을/를}` is a Korean particle whose form depends on the value of `name`; it needs no value
  /// of its own. `{{` is a literal brace.
  var placeholders: [String] {
    let text = replacingOccurrences(of: "{{", with: "")
    var names: [String] = []
    for match in text.matches(of: /\{([a-zA-Z]+)(:[^}]*)?\}/) {
      let name = String(match.output.1)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The commands in a message, without what stands for a value.
  var commands: [String] {
    matches(of: /`([^`]*)`/).map { String($0.output.1.replacing(/<[^>]*>/, with: "<>")) }
  }

  /// The options in a message, such as `--since`.
  var options: Set<String> { Set(matches(of: /--[a-z][a-z-]*/).map { String($0.output) }) }

  /// Whether a message is a sentence, a question or the beginning of a line.
  var lastSign: String {
    switch last {
    case ".", "。": "a period"
    case "?", "？": "a question mark"
    case ":", "：": "a colon"
    default: "no sign"
    }
  }
}
