extension TextMeasure {
  /// The text in lines of at most `columns`. Continuation lines are indented by `indent`. Tabs
  /// become spaces.
  public func wrapped(_ text: String, to columns: Int, indent: Int = 0) -> [String] {
    let breaker = LineBreaker(
      expandingTabs(in: Array(visible(text, keepingNewlines: true, ascii: isASCII))), measure: self)
    let indent = usableIndent(indent, in: columns)
    return breaker.lines(columns: columns, indent: indent).map { line in
      let isContinued = line.lowerBound > 0 && breaker.characters[line.lowerBound - 1] != "\n"
      return String(repeating: " ", count: isContinued ? indent : 0)
        + String(breaker.characters[line])
    }
  }

  /// The indent, limited to half of the columns.
  func usableIndent(_ indent: Int, in columns: Int) -> Int {
    max(0, min(indent, columns / 2))
  }

  /// Replaces tabs with spaces, with tab stops every eight columns.
  func expandingTabs(in characters: [Character]) -> [Character] {
    guard characters.contains("\t") else { return characters }
    var result: [Character] = []
    var column = 0
    for character in characters {
      if character == "\t" {
        let count = 8 - column % 8
        result += Array(repeating: " ", count: count)
        column += count
      } else {
        result.append(character)
        column = character == "\n" ? 0 : column + width(of: character)
      }
    }
    return result
  }
}
