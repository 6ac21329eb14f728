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
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      output += text
    } else {
      var previous: Unicode.Scalar?
      for scalar in text.unicodeScalars {
        quote(scalar, after: previous, to: &output)
        previous = scalar
      }
    }
    output += "\""
  }

  private static func quote(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, to output: inout String
  ) {
    switch scalar {
    case "\"": output += "\\\""
    case "\\": output += "\\\\"
    case "\n": output += "\\n"
    case "\r": output += "\\r"
    case "\t": output += "\\t"
    case "\u{200D}" where previous.map(canBeJoined) ?? false:
      output.unicodeScalars.append(scalar)
    default:
      guard isInvisible(scalar) else { return output.unicodeScalars.append(scalar) }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
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
