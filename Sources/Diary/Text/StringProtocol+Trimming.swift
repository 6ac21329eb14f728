extension StringProtocol {
  /// The text without white space and line breaks at its ends.
  public var trimmed: SubSequence {
    let start = self.drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) }
    return start[..<(end ?? start.startIndex)]
  }

  /// Whether there is nothing but white space and line breaks in it.
  public var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
