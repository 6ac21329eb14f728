extension StringProtocol {
  /// The text without whitespace and line breaks at its ends.
  public var trimmed: SubSequence {
    let start = self.drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) }
    return start[..<(end ?? start.startIndex)]
  }

  /// Whether the text has only whitespace and line breaks.
  public var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The first line that is not blank, trimmed. It is the title of a text without one.
  public var firstLine: String {
    String(drop(while: \.isWhitespace).prefix { !$0.isNewline }.trimmed)
  }
}
