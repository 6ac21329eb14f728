extension StringProtocol {
  /// The text without whitespace and line breaks at its ends.
  public var trimmed: SubSequence {
    let start = self.drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) }
    return start[..<(end ?? start.startIndex)]
  }

  /// Whether the text has only whitespace and line breaks.
  public var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The lines without their line breaks.
  public var lines: [SubSequence] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// The text without blank lines before and after it.
  public var withoutBlankLines: SubSequence {
    let lines = lines
    guard let first = lines.first(where: { !$0.isBlank }),
      let last = lines.last(where: { !$0.isBlank })
    else { return self[endIndex...] }
    return self[first.startIndex..<last.endIndex]
  }

  /// The first line that is not blank, trimmed. It is the title of a text without one.
  public var firstLine: String {
    String(drop(while: \.isWhitespace).prefix { !$0.isNewline }.trimmed)
  }
}

extension String {
  /// The text, or its beginning and an ellipsis if it is longer than `count` bytes.
  public func shortened(toBytes count: Int) -> String {
    guard utf8.count > count else { return self }
    // An index inside of a scalar is rounded down.
    return String(self[..<utf8.index(startIndex, offsetBy: count)]) + "…"
  }
}

extension String {
  /// The Markdown with pictures and HTML as plain text, for a reader that would fetch or run them, and
  /// with an open block of code closed.
  ///
  /// Only fenced blocks are left as they are. What else is code depends on more of the text than is read
  /// here, and a backslash does no harm there.
  public var withoutPictures: String {
    var result = UnicodeScalarView()
    var fence: Fence?
    var rest = unicodeScalars[...]
    while !rest.isEmpty {
      let end = rest.firstIndex { $0 == "\n" || $0 == "\r" }
      let line = rest[..<(end ?? rest.endIndex)]
      if let open = fence {
        result.append(contentsOf: line)
        if open.isClosed(by: line) { fence = nil }
      } else {
        fence = Fence(line)
        if fence == nil { result.append(escaping: line) } else { result.append(contentsOf: line) }
      }
      if let end { result.append(rest[end]) }
      rest = end.map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...]
    }
    return String(result) + (fence.map { "\n\($0.line)" } ?? "")
  }
}

/// The line that begins a block of code.
private struct Fence {
  private var character: Unicode.Scalar
  private var count: Int

  /// The shortest line that ends the block.
  var line: String { String(repeating: String(character), count: count) }

  init?(_ line: Substring.UnicodeScalarView) {
    let text = line.drop { $0 == " " }
    // With more spaces, it is no fence.
    guard line.count - text.count <= 3, let first = text.first, first == "`" || first == "~" else {
      return nil
    }
    let information = text.drop { $0 == first }
    character = first
    count = text.count - information.count
    if count < 3 || first == "`" && information.contains("`") { return nil }
  }

  func isClosed(by line: Substring.UnicodeScalarView) -> Bool {
    let text = line.drop { $0 == " " }
    let rest = text.drop { $0 == character }
    return line.count - text.count <= 3 && text.count - rest.count >= count
      && rest.allSatisfy { $0 == " " || $0 == "\t" }
  }
}

extension String.UnicodeScalarView {
  fileprivate mutating func append(escaping line: Substring.UnicodeScalarView) {
    for place in line.indices {
      let scalar = line[place]
      let next = line[line.index(after: place)...]
      if scalar == "<", next.canBeginTag { append("\\") }
      append(scalar)
      if scalar == "!", next.first == "[" { append("\\") }
    }
  }
}

extension Substring.UnicodeScalarView {
  /// Whether the text after `<` can be HTML, and no address such as `https://example.org`.
  fileprivate var canBeginTag: Bool {
    guard let first, first.isASCII else { return false }
    guard first.properties.isAlphabetic else { return "/!?".unicodeScalars.contains(first) }
    let name = prefix {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789+.-".unicodeScalars.contains($0))
    }
    return self[name.endIndex...].first != ":"
  }
}
