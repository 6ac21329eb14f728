/// A search for texts that contain all of some words. User input has no syntax.
public struct SearchQuery: Sendable {
  /// A typed word, split into tokens.
  struct Phrase: Hashable, Sendable {
    var tokens: [String]
    /// Whether the last token also matches as a prefix.
    var isOpen: Bool
  }

  let phrases: [Phrase]

  public init(_ words: [String]) {
    phrases = words.flatMap { $0.split(whereSeparator: \.isWhitespace) }
      .compactMap { Phrase(String($0)) }
  }

  /// Whether the query has no searchable words, for example only punctuation.
  public var isEmpty: Bool { phrases.isEmpty }

  /// Whether every word has a match in one of the texts.
  public func isFound(in texts: [String]) -> Bool {
    let tokens = texts.map { SearchTokens($0).tokens }
    return phrases.allSatisfy { phrase in
      tokens.contains { tokens in tokens.indices.contains { phrase.fits(tokens, at: $0) } }
    }
  }

  /// The ranges of the matches in `text`, sorted and without overlaps.
  public func matches(in text: String) -> [Range<String.Index>] {
    let tokens = SearchTokens(text).tokens
    var found: [Range<String.Index>] = []
    for start in tokens.indices {
      for phrase in phrases {
        guard let range = phrase.match(in: tokens, at: start, of: text) else { continue }
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
    var cut = SearchTokens(word).tokens
    // In a longer text, the last character of the word may be part of a pair.
    if cut.count > 1, cut[cut.count - 1].isTail, cut[cut.count - 2].isPair {
      cut.removeLast()
      self.init(tokens: cut.map(\.text), isOpen: false)
    } else if cut.isEmpty {
      return nil
    } else {
      self.init(tokens: cut.map(\.text), isOpen: true)
    }
  }

  /// The range of the phrase in `text` from the token at `start`; `nil` if it is not there.
  func match(in tokens: [SearchTokens.Token], at start: Int, of text: String)
    -> Range<String.Index>?
  {
    guard fits(tokens, at: start) else { return nil }
    let beginning = tokens[start].range.lowerBound
    let last = tokens[start + self.tokens.count - 1]
    // A single character matches the first of a pair; only that character is highlighted.
    if isOpen, last.isPair { return beginning..<text.index(after: last.range.lowerBound) }
    return beginning..<last.range.upperBound
  }

  /// Whether the phrase is in a text from the token at `start`.
  func fits(_ tokens: [SearchTokens.Token], at start: Int) -> Bool {
    guard start + self.tokens.count <= tokens.count else { return false }
    for (offset, wanted) in self.tokens.enumerated() {
      let token = tokens[start + offset].text.utf8
      // The index compares bytes: 👍 is a prefix of 👍🏽 there, although Swift compares them as
      // different characters.
      guard token.starts(with: wanted.utf8) else { return false }
      let mayContinue = isOpen && offset == self.tokens.count - 1
      guard mayContinue || token.count == wanted.utf8.count else { return false }
    }
    return true
  }

  /// Whether the match at `start` is a whole word and not only a prefix. Characters of scripts
  /// without spaces count as whole words.
  func isWhole(_ tokens: [SearchTokens.Token], at start: Int) -> Bool {
    let last = tokens[start + self.tokens.count - 1]
    return last.isPair || last.text.utf8.count == self.tokens[self.tokens.count - 1].utf8.count
  }
}
