/// The query in the language of FTS5. Every word is quoted, so that nothing that was typed is syntax.
///
/// The index does not know where words are: an expression finds every text that has all the parts,
/// and where they must be next to each other, the texts have to be read.
extension SearchQuery {
  /// What every text has in the index that has all the words.
  var expression: String {
    phrases.map { $0.expression() }.joined(separator: " AND ")
  }

  /// What those have of them that have all the words in their headings.
  var expressionInHeadings: String {
    phrases.map { $0.expression(inHeading: true) }.joined(separator: " AND ")
  }

  /// What those have of them that have all the words as they were typed, none only as a beginning.
  var exactExpression: String {
    phrases.map { $0.expression(exactly: true) }.joined(separator: " AND ")
  }

  /// Whether the index alone cannot say that a text has all the words.
  var needsTexts: Bool {
    phrases.contains { phrase in
      phrase.tokens.count > 1
        || phrase.isOpen
          && phrase.tokens.contains { $0.unicodeScalars.count > WordIndex.longestBeginning }
    }
  }
}

extension SearchQuery.Phrase {
  /// The index is asked for so many tokens of a phrase; the rest is left to the texts.
  private static let longest = 16

  /// - Parameter exactly: whether the beginning of a word is not enough, though the phrase is open.
  func expression(inHeading: Bool = false, exactly: Bool = false) -> String {
    tokens.prefix(Self.longest).enumerated().map { offset, token in
      var letters = inHeading ? [IndexedWords.headingMark] : []
      letters += token.unicodeScalars
      let isBeginning = isOpen && !exactly && offset == tokens.count - 1
      if isBeginning { letters = Array(letters.prefix(WordIndex.longestBeginning)) }
      return "\"\(String(String.UnicodeScalarView(letters)))\"" + (isBeginning ? "*" : "")
    }
    .joined(separator: " AND ")
  }
}
