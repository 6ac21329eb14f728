import Records

/// FTS5 expressions for a query in the texts of a kind. Every word is quoted, so that user input is never
/// FTS5 syntax.
///
/// The index has no positions of words: an expression finds every text that has all tokens. If
/// tokens have to be adjacent, the full texts are checked afterwards.
struct SearchExpressions {
  let query: SearchQuery
  let kind: RecordKind

  /// Matches the texts that have all words.
  var all: String { joined { _, phrase in expression(phrase) } }

  /// Matches the texts that have all words in their headings.
  var allInHeadings: String { joined { _, phrase in expression(phrase, inHeading: true) } }

  /// Matches the texts that have all words, and the one at `place` in their headings. A word of the
  /// heading is also indexed like a word of the body.
  func all(inHeading place: Int) -> String {
    joined { offset, phrase in expression(phrase, inHeading: offset == place) }
  }

  /// Matches the texts that have all words exactly as typed, not only as prefixes.
  var exact: String { joined { _, phrase in expression(phrase, exactly: true) } }

  /// Matches texts that have an excluded word, as far as the index decides: of a long word, only those
  /// that have exactly this word. `nil` if it decides nothing.
  var exclusion: String? {
    let words = query.excluded.filter { $0.tokens.count == 1 }
    if words.isEmpty { return nil }
    return words.map { expression($0, exactly: $0.needsText) }.joined(separator: " OR ")
  }

  private func joined(_ expression: (Int, SearchQuery.Phrase) -> String) -> String {
    let all = query.phrases.enumerated().map { expression($0, $1) }.joined(separator: " AND ")
    return exclusion.map { "(\(all)) NOT (\($0))" } ?? all
  }

  /// The maximum number of tokens of a phrase in an expression. The check of the full text covers
  /// the rest.
  private static let longest = 16

  /// - Parameter exactly: whether a prefix of a word does not match, even though the phrase is
  ///   open.
  func expression(
    _ phrase: SearchQuery.Phrase, inHeading: Bool = false, exactly: Bool = false
  ) -> String {
    phrase.words.prefix(Self.longest).enumerated().map { offset, word in
      var letters = [kind.wordMark]
      if inHeading { letters.append(IndexedWords.headingMark) }
      letters += word.unicodeScalars
      let isBeginning = phrase.isOpen && !exactly && offset == phrase.tokens.count - 1
      if isBeginning { letters = Array(letters.prefix(WordIndex.longestPrefix)) }
      return "\"\(String(String.UnicodeScalarView(letters)))\"" + (isBeginning ? "*" : "")
    }
    .joined(separator: " AND ")
  }
}

extension SearchQuery {
  /// Whether the index alone cannot decide if a text matches.
  var needsTexts: Bool { (phrases + excluded).contains(where: \.needsText) }
}

extension SearchQuery.Phrase {
  /// Whether the tokens have to be adjacent, or one is longer than the prefixes of the index, which begin
  /// with a mark.
  fileprivate var needsText: Bool {
    tokens.count > 1
      || isOpen && words.contains { $0.unicodeScalars.count >= WordIndex.longestPrefix }
  }

  fileprivate var words: [String] { tokens.map { String(decoding: $0, as: UTF8.self) } }
}
