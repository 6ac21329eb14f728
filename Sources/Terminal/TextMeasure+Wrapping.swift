extension TextMeasure {
  /// The text in lines of at most `columns`, the second and later ones of a paragraph set in by
  /// `indent`. Tabs become spaces.
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

  /// At least half of a narrow screen is left to the text.
  func usableIndent(_ indent: Int, in columns: Int) -> Int {
    max(0, min(indent, columns / 2))
  }

  /// Sets tabs to the stops that terminals have, every eight columns.
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
