import Foundation

/// A gettext catalog (`.po`): a header, and entries named by their `msgctxt`.
struct PortableObject {
  var file: String
  var headerComments: [String] = []
  var header: [(name: String, value: String)] = []
  var entries: [Entry] = []
  /// The lines with `#~`: translations that are no longer used. They are kept unchanged.
  var obsolete: [String] = []

  struct Entry {
    var line = 0
    /// Comments for translators (`#.`), and the translator's own, which are kept unchanged.
    var comments: [String] = []
    /// `#:`: where the message is used.
    var references: [String] = []
    /// `#,` without `fuzzy`.
    var flags: [String] = []
    var isFuzzy = false
    var previous: String?
    var key = ""
    var source = ""
    var sourcePlural: String?
    var translations: [String] = []

    var isComplete: Bool {
      !isFuzzy && !translations.isEmpty && translations.allSatisfy { !$0.isEmpty }
    }

    /// The English texts: the singular and the plural, if there is one.
    var sources: [String] { [source] + (sourcePlural.map { [$0] } ?? []) }

    var placeholders: [String] { sources.joined().placeholders }

    /// Whether users may type the words of the message, which are not checked and never changed.
    var isTyped: Bool {
      ["dayWords", "monthWords", "toDoWords", "yesWords", "noWords"].contains { key.hasPrefix($0) }
    }
  }

  func value(of name: String) -> String? {
    header.first { $0.name == name }?.value
  }

  /// Whether a message that is not translated is a fault. In other languages, it is shown in English.
  var mustBeComplete: Bool { value(of: "X-Complete") == "yes" }

  /// The header with other values for these fields.
  func header(changing values: [String: String]) -> [(name: String, value: String)] {
    header.map { ($0.name, values[$0.name] ?? $0.value) }
  }

  func pluralRule() throws -> PluralRule {
    try PluralRule(value(of: "Plural-Forms") ?? "", place: "\(file):1")
  }

  func error(_ problem: String, in entry: Entry? = nil) -> CatalogError {
    CatalogError(place: "\(file):\(entry?.line ?? 1)", problem: problem)
  }

  var byKey: [String: Entry] {
    Dictionary(entries.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

// MARK: Reading

extension PortableObject {
  init(contentsOf url: URL) throws {
    try self.init(String(contentsOf: url, encoding: .utf8), file: url.path)
  }

  init(_ text: String, file: String) throws {
    self.file = file
    var reader = EntryReader(file: file)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      try reader.take(line.trimmingCharacters(in: .whitespaces), line: index + 1)
    }
    reader.finishEntry()
    obsolete = reader.obsolete
    for entry in reader.entries {
      if entry.key.isEmpty && entry.source.isEmpty {
        headerComments = entry.comments
        header = (entry.translations.first ?? "").split(separator: "\n").map { field in
          let parts = field.split(separator: ":", maxSplits: 1)
          let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
          return (String(parts[0]), value)
        }
      } else {
        entries.append(entry)
      }
    }
    try requireUniqueKeys()
  }

  private func requireUniqueKeys() throws {
    var seen: Set<String> = []
    for entry in entries {
      if entry.key.isEmpty { throw error("this entry has no msgctxt", in: entry) }
      if !seen.insert(entry.key).inserted {
        throw error("\(entry.key) is in this file twice", in: entry)
      }
    }
  }
}

/// Collects lines into entries.
private struct EntryReader {
  let file: String
  var entries: [PortableObject.Entry] = []
  var obsolete: [String] = []
  private var entry = PortableObject.Entry()
  private var field = Field.none
  private var isEmpty = true
  private var lastObsoleteLine = 0

  private enum Field {
    case none, key, source, plural
    case translation(Int)
  }

  init(file: String) { self.file = file }

  private func error(_ problem: String, _ line: Int) -> CatalogError {
    CatalogError(place: "\(file):\(line)", problem: problem)
  }

  mutating func take(_ text: String, line: Int) throws {
    if text.isEmpty {
      finishEntry()
    } else if text.hasPrefix("#~") {
      finishEntry()
      if !obsolete.isEmpty, line > lastObsoleteLine + 1 { obsolete.append("") }
      obsolete.append(text)
      lastObsoleteLine = line
    } else if text.hasPrefix("#") {
      if case .translation = field { finishEntry() }
      takeComment(text)
    } else if text.hasPrefix("\"") {
      try append(unquoted(text, line: line))
    } else if let space = text.firstIndex(of: " ") {
      let word = String(text[..<space])
      if word == "msgctxt" || (word == "msgid" && !isKey), case .translation = field {
        finishEntry()
      }
      guard let next = Self.field(word) else { throw error("no such field: \(word)", line) }
      field = next
      if case .translation(let form) = field {
        guard form == entry.translations.count else {
          throw error("plural form \(form) out of turn", line)
        }
        entry.translations.append("")
      }
      if case .plural = field { entry.sourcePlural = "" }
      isEmpty = false
      if entry.line == 0 { entry.line = line }
      try append(unquoted(String(text[text.index(after: space)...]), line: line))
    } else {
      throw error("cannot read \(text)", line)
    }
  }

  private var isKey: Bool { if case .key = field { true } else { false } }

  private mutating func takeComment(_ text: String) {
    if text.hasPrefix("#,") {
      let flags = text.dropFirst(2).split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      if flags.contains("fuzzy") { entry.isFuzzy = true }
      entry.flags += flags.filter { $0 != "fuzzy" }
    } else if text.hasPrefix("#|") {
      entry.previous = text
    } else if text.hasPrefix("#:") {
      entry.references.append(text)
    } else {
      entry.comments.append(text)
    }
  }

  private static func field(_ word: String) -> Field? {
    switch word {
    case "msgctxt": return .key
    case "msgid": return .source
    case "msgid_plural": return .plural
    case "msgstr": return .translation(0)
    default:
      guard word.hasPrefix("msgstr["), word.hasSuffix("]") else { return nil }
      return Int(word.dropFirst(7).dropLast()).map { .translation($0) }
    }
  }

  private mutating func append(_ text: String) {
    switch field {
    case .none: break
    case .key: entry.key += text
    case .source: entry.source += text
    case .plural: entry.sourcePlural = (entry.sourcePlural ?? "") + text
    case .translation(let form): entry.translations[form] += text
    }
  }

  mutating func finishEntry() {
    if !isEmpty { entries.append(entry) }
    entry = PortableObject.Entry()
    field = .none
    isEmpty = true
  }

  private func unquoted(_ text: String, line: Int) throws -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else {
      throw error("a string that is not closed: \(text)", line)
    }
    var result = ""
    var letters = text.dropFirst().dropLast().makeIterator()
    while let letter = letters.next() {
      guard letter == "\\" else {
        result.append(letter)
        continue
      }
      switch letters.next() {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "\"": result.append("\"")
      case "\\": result.append("\\")
      case let other:
        throw error("no such escape: \\\(other.map(String.init) ?? "")", line)
      }
    }
    return result
  }
}

// MARK: Writing

extension PortableObject {
  var text: String {
    var lines = headerComments
    lines += ["msgid \"\"", "msgstr \"\""]
    lines += header.map { "\"\($0.name): \($0.value)\\n\"" }
    for entry in entries {
      lines.append("")
      lines += entry.comments + entry.references
      let flags = (entry.isFuzzy ? ["fuzzy"] : []) + entry.flags
      if !flags.isEmpty { lines.append("#, " + flags.joined(separator: ", ")) }
      if let previous = entry.previous { lines.append(previous) }
      lines += Self.quoted("msgctxt", entry.key)
      lines += Self.quoted("msgid", entry.source)
      if let plural = entry.sourcePlural {
        lines += Self.quoted("msgid_plural", plural)
        for (form, translation) in entry.translations.enumerated() {
          lines += Self.quoted("msgstr[\(form)]", translation)
        }
      } else {
        lines += Self.quoted("msgstr", entry.translations.first ?? "")
      }
    }
    if !obsolete.isEmpty { lines += [""] + obsolete }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ field: String, _ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else { return ["\(field) \(text.quoted)"] }
    let strings = lines.enumerated().map { index, line in
      index < lines.count - 1 ? "\(line)\n" : String(line)
    }
    return ["\(field) \"\""] + strings.filter { !$0.isEmpty }.map(\.quoted)
  }
}

extension String {
  /// The text with escapes and in quotes, as in a catalog and in Swift.
  var quoted: String {
    let scalars = unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      case "\t": "\\t"
      case "\0": "\\0"
      default: String(scalar)
      }
    }
    return "\"\(scalars.joined())\""
  }
}
