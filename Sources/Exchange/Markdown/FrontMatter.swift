import Diary
import JSON

/// The properties at the beginning of a Markdown file, in the part of YAML that such files use.
struct FrontMatter {
  struct Property {
    /// Empty for comments before the first property.
    var name: String
    /// As they stand in the file.
    var lines: [String]
  }

  private(set) var properties: [Property] = []
  private static let lineLimit = 5000

  /// Removes the front matter from the lines; `nil` if there is none. A line `---` before other text
  /// is a rule.
  init?(_ lines: inout ArraySlice<String>) {
    guard lines.first.map({ Self.isMark($0, "---") }) == true else { return nil }
    for (count, line) in lines.dropFirst().prefix(Self.lineLimit).enumerated() {
      if Self.isMark(line, "---") || Self.isMark(line, "...") {
        lines = lines.dropFirst(count + 2)
        return
      }
      if let name = Self.name(line) {
        properties.append(Property(name: name, lines: [line]))
      } else if let last = properties.indices.last, Self.continues(line) {
        properties[last].lines.append(line)
      } else if line.isBlank || line.hasPrefix("#") {
        properties.append(Property(name: "", lines: [line]))
      } else {
        return nil
      }
    }
    return nil
  }

  private static func isMark(_ line: String, _ mark: String) -> Bool {
    line.hasPrefix(mark) && line.dropFirst(mark.count).isBlank
  }

  /// The name of the property that begins on the line.
  private static func name(_ line: String) -> String? {
    guard let first = line.first, !" \t#-[]{}|>%@`*&!?,".contains(first),
      let colon = colon(of: line)
    else { return nil }
    let typed = line[..<colon].trimmed
    return typed.isEmpty ? nil : scalar(typed) ?? String(typed)
  }

  /// The colon after a name.
  fileprivate static func colon(of line: String) -> String.Index? {
    var start = line.startIndex
    if let quote = line.first, quote == "\"" || quote == "'" {
      guard let end = line.dropFirst().firstIndex(of: quote) else { return nil }
      start = end
    }
    let text = line.utf8
    var position = start
    while let colon = text[position...].firstIndex(of: UInt8(ascii: ":")) {
      let next = text.index(after: colon)
      if next == text.endIndex || [0x20, 0x09].contains(text[next]) { return colon }
      position = next
    }
    return nil
  }

  private static func continues(_ line: String) -> Bool {
    line.isBlank || line == "-" || line.hasPrefix("- ")
      || line.first.map { " \t#]}".contains($0) } == true
  }
}

extension FrontMatter {
  /// The last property with the name, in lower or upper case.
  func property(_ name: String) -> Property? {
    properties.last { $0.name == name } ?? properties.last { $0.name.lowercased() == name }
  }

  func text(_ name: String) -> String? { property(name)?.scalar }

  /// The tags of the property `tags`, which may be a list, or words with commas or spaces between
  /// them.
  var tags: [String] {
    guard let property = property("tags") else { return [] }
    let names =
      property.list
      ?? property.scalar.map {
        $0.split { $0 == "," || $0.isWhitespace }.map(String.init)
      } ?? []
    return Tag.names(names).filter { !$0.isEmpty }
  }
}

extension FrontMatter.Property {
  /// What follows the name on its line.
  private var value: Substring {
    guard let first = lines.first, let colon = FrontMatter.colon(of: first) else { return "" }
    return first[colon...].dropFirst().trimmed
  }

  private var more: ArraySlice<String> { lines.dropFirst() }

  /// The value if it is neither a list nor a mapping.
  var scalar: String? {
    let value = value
    switch value.first {
    case "|": return block(with: "\n")
    case ">": return block(with: " ")
    case "[", "{", nil: return nil
    default:
      let continued = more.filter { !$0.isBlank && !$0.trimmed.hasPrefix("#") }
      if continued.isEmpty { return FrontMatter.scalar(value) }
      return FrontMatter.scalar(([value] + continued.map(\.trimmed)).joined(separator: " ")[...])
    }
  }

  private func block(with separator: String) -> String {
    more.map { $0.trimmed }.joined(separator: separator).trimmed.description
  }

  /// The elements of a list of either style.
  var list: [String]? {
    let value = value
    if value.first == "[" {
      return FrontMatter.elements(([value] + more.map { $0[...] }).joined(separator: " "))
    }
    guard value.isEmpty || value.hasPrefix("#") else { return nil }
    return more.map(\.trimmed).filter { $0 == "-" || $0.hasPrefix("- ") }
      .compactMap { FrontMatter.scalar($0.dropFirst().trimmed) }
  }

  /// The value as JSON, if it is written on one line.
  var json: JSONValue? {
    lines.count == 1 ? try? JSONParser.parse(Array(value.utf8)) : nil
  }

  /// What an item keeps of a property that it has no place for: a value that is written again in the
  /// same way, or else the lines.
  var field: JSONValue.Member {
    if let json, FrontMatter.line(name, json) == lines.first,
      json.string.map({ FrontMatter.rawLines(name, $0) == nil }) ?? true
    {
      return JSONValue.Member(name, json)
    }
    return JSONValue.Member(name, .string(lines.joined(separator: "\n")))
  }
}

extension FrontMatter {
  /// A quoted or plain scalar of one line; `nil` if it is empty or null.
  static func scalar(_ text: Substring) -> String? {
    switch text.utf8.first {
    case UInt8(ascii: "\""):
      var isEscaped = false
      for (index, byte) in zip(text.utf8.indices, text.utf8).dropFirst() {
        if byte == UInt8(ascii: "\""), !isEscaped {
          return try? JSONParser.parse(Array(text.utf8[...index])).string
        }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      }
      return nil
    case UInt8(ascii: "'"):
      var bytes: [UInt8] = []
      var rest = text.utf8.dropFirst()
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "'"), rest.popFirst() != byte {
          return String(decoding: bytes, as: UTF8.self)
        }
        bytes.append(byte)
      }
      return nil
    default:
      var end = text.endIndex
      var previous: UInt8 = 0x20
      for (index, byte) in zip(text.utf8.indices, text.utf8) {
        if byte == UInt8(ascii: "#"), previous == 0x20 || previous == 0x09 {
          end = index
          break
        }
        previous = byte
      }
      let plain = text[..<end].trimmed
      return ["", "~", "null"].contains(plain) ? nil : String(plain)
    }
  }

  /// The elements of `[a, "b, c"]`.
  fileprivate static func elements(_ text: String) -> [String] {
    var elements: [String] = []
    var current: [UInt8] = []
    var quote: UInt8?
    func add() {
      let text = String(decoding: current, as: UTF8.self)
      if let element = scalar(text[...].trimmed) { elements.append(element) }
      current = []
    }
    var isEscaped = false
    for byte in text.utf8.dropFirst() {
      switch byte {
      case UInt8(ascii: ",") where quote == nil: add()
      case UInt8(ascii: "]") where quote == nil:
        add()
        return elements
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let isAtStart = current.allSatisfy { $0 == 0x20 }
        if quote == nil, isAtStart {
          quote = byte
        } else if quote == byte, !isEscaped {
          quote = nil
        }
        current.append(byte)
      default: current.append(byte)
      }
      isEscaped = byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") && !isEscaped
    }
    add()
    return elements
  }
}

// MARK: Writing

extension FrontMatter {
  private static let words: Set<String> = [
    "true", "false", "null", "yes", "no", "on", "off", "y", "n",
  ]

  /// A scalar that is read as this text.
  static func written(_ text: String) -> String {
    let isPlain =
      text.first?.isLetter == true && text.last != " " && !words.contains(text.lowercased())
      && text.allSatisfy { $0.isLetter || $0.isNumber || "_-/ ".contains($0) }
      && scalar(text[...])?.utf8.elementsEqual(text.utf8) == true
    return isPlain ? text : JSONValue.string(text).text(.compact)
  }

  /// A property of one line. A value of JSON is valid YAML with a space after each colon.
  static func line(_ name: String, _ value: JSONValue) -> String {
    "\(written(name)): \(flow(value))"
  }

  private static func flow(_ value: JSONValue) -> String {
    switch value {
    case .array(let elements): "[\(elements.map(flow).joined(separator: ", "))]"
    case .object(let members):
      "{"
        + members.map { "\(JSONValue.string($0.name).text(.compact)): \(flow($0.value))" }
        .joined(separator: ", ") + "}"
    default: value.text(.compact)
    }
  }

  /// The lines of a field that was kept by `Property.field`.
  static func lines(of field: JSONValue.Member) -> [String] {
    field.value.string.flatMap { rawLines(field.name, $0) } ?? [line(field.name, field.value)]
  }

  /// The lines of a text that is a property with this name; `nil` if it is not.
  fileprivate static func rawLines(_ name: String, _ text: String) -> [String]? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var document = (["---"] + lines + ["---"])[...]
    guard let parsed = FrontMatter(&document), document.isEmpty, parsed.properties.count == 1,
      parsed.properties[0].name.utf8.elementsEqual(name.utf8)
    else { return nil }
    return lines
  }
}
