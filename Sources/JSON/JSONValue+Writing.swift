extension JSONValue {
  public enum Layout: Sendable { case compact, indented }

  /// The value as JSON, without a trailing line break.
  public func text(_ layout: Layout = .indented) -> String {
    var output = ""
    write(to: &output, layout, depth: 0)
    return output
  }

  private func write(to output: inout String, _ layout: Layout, depth: Int) {
    switch self {
    case .null: output += "null"
    case .bool(let flag): output += flag ? "true" : "false"
    case .integer(let number): output += String(number)
    case .number(let number): output += number.isFinite ? "\(number)" : "null"
    case .string(let text): Self.quote(text, to: &output)
    case .array(let elements):
      Self.write(elements, between: ("[", "]"), to: &output, layout, depth) { element, output in
        element.write(to: &output, layout, depth: depth + 1)
      }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &output, layout, depth) { member, output in
        Self.quote(member.name, to: &output)
        output += layout == .indented ? ": " : ":"
        member.value.write(to: &output, layout, depth: depth + 1)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], between brackets: (String, String), to output: inout String,
    _ layout: Layout, _ depth: Int, _ write: (Item, inout String) -> Void
  ) {
    output += brackets.0
    for (index, item) in items.enumerated() {
      if index > 0 { output += "," }
      if layout == .indented { output += "\n" + String(repeating: "  ", count: depth + 1) }
      write(item, &output)
    }
    if layout == .indented && !items.isEmpty {
      output += "\n" + String(repeating: "  ", count: depth)
    }
    output += brackets.1
  }

  /// Escapes the characters that JSON requires, and characters that are invisible or that control
  /// terminals: control characters, directional formatting, and characters without width. A JSON
  /// parser reads the same text.
  static func quote(_ text: String, to output: inout String) {
    output += "\""
    if text.utf8.allSatisfy(isPlain) {
      output += text
    } else {
      let bytes = Array(text.utf8)
      // The part that needs no escape is added at once.
      var (start, place) = (0, 0)
      while place < bytes.count {
        if isPlain(bytes[place]) {
          place += 1
          continue
        }
        let (scalar, end) = scalar(in: bytes, at: place)
        if let escaped = escaped(scalar, before: bytes[..<place]) {
          output += String(decoding: bytes[start..<place], as: UTF8.self)
          output += escaped
          start = end
        }
        place = end
      }
      output += String(decoding: bytes[start...], as: UTF8.self)
    }
    output += "\""
  }

  /// Whether a byte is a character that needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C
  }

  /// The scalar that begins at a place in UTF-8, and where it ends.
  private static func scalar(in bytes: [UInt8], at place: Int) -> (Unicode.Scalar, end: Int) {
    let first = UInt32(bytes[place])
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let value = bytes[place + 1..<place + count].reduce(
      count == 1 ? first : first & 0x7F >> UInt32(count)
    ) { $0 << 6 | UInt32($1 & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", place + count)
  }

  /// `nil` for a character that needs no escape.
  private static func escaped(_ scalar: Unicode.Scalar, before bytes: ArraySlice<UInt8>) -> String?
  {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\u{200D}" where bytes.last.map { $0 >= 0x80 } ?? false:
      // A joiner between emoji is a part of a picture.
      let previous = String(decoding: bytes.suffix(4), as: UTF8.self).unicodeScalars.last
      if previous.map(canBeJoined) ?? false { return nil }
    default: break
    }
    guard isInvisible(scalar) else { return nil }
    return String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0, 0x034F: true
    // Most other characters are in these ranges, which need no lookup of the category.
    case ..<0xAD, 0x3000...0xD7FF: false
    default:
      switch scalar.properties.generalCategory {
      case .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }

  /// Whether a zero-width joiner after the scalar can combine it with the next emoji.
  private static func canBeJoined(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x203C && (scalar.properties.isEmoji || scalar.value == 0xFE0F)
  }
}
