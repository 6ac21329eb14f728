extension StyledText {
  /// The output for `screen`. Its only control characters are the escape sequences of styles and
  /// links and, with `keepingNewlines`, newlines and tabs, regardless of the text.
  public func render(on screen: Screen, keepingNewlines: Bool = true) -> String {
    var result = ""
    for span in shown(on: screen, keepingNewlines: keepingNewlines).spans where !span.text.isEmpty {
      let parameters = screen.palette.parameters(for: span.style, at: screen.colors)
      let link = screen.hyperlinks ? span.link.flatMap(StyledText.linkTarget) : nil
      if let link { result += "\u{1B}]8;;\(link)\u{1B}\\" }
      result += parameters.isEmpty ? span.text : "\u{1B}[\(parameters)m\(span.text)\u{1B}[m"
      if link != nil { result += "\u{1B}]8;;\u{1B}\\" }
    }
    return result
  }

  /// The text as it is displayed: control characters are made visible and, without colors, changes
  /// are marked by brackets. Applying it twice gives the same result.
  func shown(on screen: Screen, keepingNewlines: Bool = false) -> StyledText {
    var copy = self
    for index in copy.spans.indices {
      let span = copy.spans[index]
      copy.spans[index].text = visible(
        span.text, keepingNewlines: keepingNewlines, ascii: !screen.unicode)
      if screen.colors == .none, let marks = span.style.role.marks {
        copy.spans[index].text = marks.opening + copy.spans[index].text + marks.closing
        copy.spans[index].style.role = .plain
      }
    }
    return copy
  }

  /// The URL with percent-encoded spaces, control characters and bytes outside ASCII.
  private static func linkTarget(_ address: String) -> String? {
    guard !address.isEmpty, address.utf8.count <= 2048 else { return nil }
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in address.utf8 {
      if (0x21..<0x7F).contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Style.Role {
  /// The marks of a change on screens without color, as in `git diff --word-diff`.
  fileprivate var marks: (opening: String, closing: String)? {
    switch self {
    case .added: ("{+", "+}")
    case .removed: ("[-", "-]")
    default: nil
    }
  }
}

extension Screen {
  /// What replaces the last `count` lines of the terminal, each of which takes one row.
  public func replacing(_ count: Int, with lines: [StyledText]) -> String {
    // The lines are cleared one by one, because tmux copies a screen into its history if it is
    // cleared from the first line.
    let text = lines.map { "\u{1B}[2K" + $0.render(on: self) + "\n" }.joined()
    return "\u{1B}[\(count)A\r" + text + "\u{1B}[J"
  }
}
