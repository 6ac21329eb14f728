import Records

/// A search for texts that contain all of some words and none of others. User input has no syntax but
/// quotes, which keep words together.
public struct SearchQuery: Sendable {
  /// A typed word, or the words in quotes, split into tokens that follow each other in the text.
  struct Phrase: Hashable, Sendable {
    var tokens: [[UInt8]]
    /// Whether the last token also matches as a prefix.
    var isOpen: Bool
  }

  let phrases: [Phrase]
  /// The words that no text contains.
  let excluded: [Phrase]
  /// Whether no words were typed, so that all texts without excluded words are found.
  let isList: Bool

  /// - Parameter words: the arguments of a command. The shell takes the quotes away, so that one with a
  ///   space is a phrase.
  public init(_ words: [String], excluding others: [String] = []) {
    phrases = words.compactMap { Phrase($0) }
    excluded = others.compactMap { Phrase($0) }
    isList = words.isEmpty
  }

  /// The words of one line, where `-word` excludes a word, and quotes keep words together.
  public init(line: String) {
    let words = Self.words(of: line)
    let others = words.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
    phrases = words.filter { !$0.hasPrefix("-") }.compactMap { Phrase($0) }
    excluded = others.compactMap { Phrase($0) }
    isList = others.count == words.count && !excluded.isEmpty
  }

  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var isQuoted = false
    var isNew = true
    for letter in line {
      if "\"“”".contains(letter) {
        isQuoted.toggle()
      } else if letter.isWhitespace && !isQuoted {
        isNew = true
      } else {
        if isNew { words.append("") }
        isNew = false
        words[words.count - 1].append(letter)
      }
    }
    return words
  }

  /// Whether every word has a match in one of the texts.
  public func isFound(in texts: [String]) -> Bool {
    let texts = texts.map(SearchTokens.init)
    return phrases.allSatisfy { phrase in texts.contains { phrase.isFound(in: $0) } }
  }

  /// The ranges of the matches in `text`, sorted and without overlaps.
  public func matches(in text: String) -> [Range<String.Index>] {
    let cut = SearchTokens(text)
    var found: [Range<String.Index>] = []
    for start in cut.tokens.indices {
      for phrase in phrases {
        guard let range = phrase.match(in: cut, at: start, of: text) else { continue }
        found.append(range)
      }
    }
    var merged: [Range<String.Index>] = []
    for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound < last.upperBound {
        let end = max(last.upperBound, range.upperBound)
        merged[merged.count - 1] = last.lowerBound..<end
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

extension SearchQuery.Phrase {
  init?(_ word: String) {
    let cut = SearchTokens(word)
    guard let last = cut.tokens.last else { return nil }
    var tokens = cut.tokens.map { Array(cut.folded[$0.letters]) }
    // In a longer text, the last character of the word may be part of a pair.
    let isOpen = tokens.count == 1 || !last.isTail || !cut.tokens[tokens.count - 2].isPair
    if !isOpen { tokens.removeLast() }
    self.init(tokens: tokens, isOpen: isOpen)
  }

  /// The range of the phrase in `text` from the token at `start`; `nil` if it is not there.
  func match(
    in cut: SearchTokens, at start: Int, of text: String
  ) -> Range<String.Index>? {
    guard fits(cut, at: start) else { return nil }
    func index(_ offset: Int) -> String.Index {
      text.utf8.index(text.startIndex, offsetBy: offset)
    }
    let beginning = index(cut.tokens[start].range.lowerBound)
    let last = cut.tokens[start + tokens.count - 1]
    // A single character matches the first of a pair; only that character is highlighted.
    let end =
      isOpen && last.isPair
      ? text.index(after: index(last.range.lowerBound)) : index(last.range.upperBound)
    return beginning..<end
  }

  func isFound(in text: SearchTokens) -> Bool {
    text.tokens.indices.contains { fits(text, at: $0) }
  }

  /// Whether the phrase is in a text from the token at `start`.
  func fits(_ text: SearchTokens, at start: Int) -> Bool {
    guard start + tokens.count <= text.tokens.count else { return false }
    // Most words differ in the first letter.
    guard text.folded[text.tokens[start].letters.lowerBound] == tokens[0][0] else { return false }
    for offset in tokens.indices {
      guard text.begins(at: start + offset, with: tokens[offset]) else { return false }
      let mayContinue = isOpen && offset == tokens.count - 1
      guard mayContinue || text.tokens[start + offset].letters.count == tokens[offset].count else {
        return false
      }
    }
    return true
  }

  /// Whether the match at `start` is a whole word and not only a prefix. Characters of scripts
  /// without spaces count as whole words.
  func isWhole(_ text: SearchTokens, at start: Int) -> Bool {
    let place = start + tokens.count - 1
    return text.tokens[place].isPair
      || text.tokens[place].letters.count == tokens[tokens.count - 1].count
  }
}

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
