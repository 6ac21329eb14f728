import Foundation

/// The rules for texts that can be checked automatically: English phrases to avoid (`AVOID.md`),
/// and words for which the glossary of a language requires another term (`glossary/ko.md`).
struct TextRules {
  private var phrases: [(pattern: NSRegularExpression, instead: String)] = []
  private var words: [(language: String, word: String, term: String)] = []

  init(folder: URL) throws {
    let avoid = folder.appending(path: "AVOID.md")
    for row in Self.rows(of: avoid) where row.cells.count >= 2 {
      do {
        let pattern = row.cells[0].trimmingCharacters(in: CharacterSet(charactersIn: "`"))
          // In a cell of a Markdown table, a bar is written as `\|`.
          .replacingOccurrences(of: "\\|", with: "|")
        let expression = try NSRegularExpression(pattern: pattern, options: .caseInsensitive)
        phrases.append((expression, row.cells[1]))
      } catch {
        throw CatalogError(
          place: "\(avoid.path):\(row.line)", problem: "cannot read \(row.cells[0])")
      }
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
    var violations: [CatalogError] = []
    for entry in catalogs.english.entries where !entry.isTyped {
      violations += entry.sources.flatMap(found).map { phrase, instead in
        catalogs.english.error("\(entry.key): “\(phrase)”; write \(instead)", in: entry)
      }
      violations += forbidden(in: entry.sources, of: entry, "en", catalogs.english)
    }
    for (language, catalog) in catalogs.others {
      for entry in catalog.entries where entry.isComplete && !entry.isTyped {
        violations += forbidden(in: entry.translations, of: entry, language, catalog)
      }
    }
    return violations
  }

  /// The phrases to avoid that a text contains, and what to write instead.
  func found(in text: String) -> [(phrase: String, instead: String)] {
    phrases.compactMap { pattern, instead in
      let whole = NSRange(text.startIndex..., in: text)
      guard let match = pattern.firstMatch(in: text, range: whole),
        let range = Range(match.range, in: text)
      else { return nil }
      return (String(text[range]), instead)
    }
  }

  private func forbidden(
    in texts: [String], of entry: PortableObject.Entry, _ language: String,
    _ catalog: PortableObject
  ) -> [CatalogError] {
    words.filter { word in
      word.language == language && texts.contains { $0.contains(word.word) }
    }.map { word in
      catalog.error(
        "\(entry.key): not “\(word.word)”; see “\(word.term)” in glossary/\(language).md", in: entry
      )
    }
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
}
