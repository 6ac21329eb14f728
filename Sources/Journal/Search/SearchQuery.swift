/// What a person looks for: words that must all be there. Nothing that is typed is syntax.
public struct SearchQuery: Sendable {
  /// A word as typed, cut as the texts are.
  struct Phrase: Hashable, Sendable {
    var tokens: [String]
    /// Whether the last token need only be the beginning of one.
    var isOpen: Bool
  }

  let phrases: [Phrase]

  public init(_ words: [String]) {
    phrases = words.flatMap { $0.split(whereSeparator: \.isWhitespace) }
      .compactMap { Phrase(String($0)) }
  }

  /// Whether nothing in it can be looked up: only punctuation, or nothing at all.
  public var isEmpty: Bool { phrases.isEmpty }

  /// Where the words stand in `text`, in order, without overlaps.
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
    // In a longer text the last letter of the word may well have a neighbour.
    if cut.count > 1, cut[cut.count - 1].isTail, cut[cut.count - 2].isPair {
      cut.removeLast()
      self.init(tokens: cut.map(\.text), isOpen: false)
    } else if cut.isEmpty {
      return nil
    } else {
      self.init(tokens: cut.map(\.text), isOpen: true)
    }
  }

  /// Where it is in `text` from the token at `start` on; `nil` where it is not.
  func match(in tokens: [SearchTokens.Token], at start: Int, of text: String)
    -> Range<String.Index>?
  {
    guard fits(tokens, at: start) else { return nil }
    let beginning = tokens[start].range.lowerBound
    let last = tokens[start + self.tokens.count - 1]
    // A single letter is found as the first of a pair, and only the letter is meant.
    if isOpen, last.isPair { return beginning..<text.index(after: last.range.lowerBound) }
    return beginning..<last.range.upperBound
  }

  /// Whether it is in a text from the token at `start` on.
  func fits(_ tokens: [SearchTokens.Token], at start: Int) -> Bool {
    guard start + self.tokens.count <= tokens.count else { return false }
    for (offset, wanted) in self.tokens.enumerated() {
      let token = tokens[start + offset].text.utf8
      // By bytes, as the index does: 👍 begins 👍🏽, though the two are different letters.
      guard token.starts(with: wanted.utf8) else { return false }
      let mayGoOn = isOpen && offset == self.tokens.count - 1
      guard mayGoOn || token.count == wanted.utf8.count else { return false }
    }
    return true
  }

  /// Whether what fits at the token at `start` is all of a word, not only its beginning. Letters of
  /// scripts without spaces are words by themselves.
  func isWhole(_ tokens: [SearchTokens.Token], at start: Int) -> Bool {
    let last = tokens[start + self.tokens.count - 1]
    return last.isPair || last.text.utf8.count == self.tokens[self.tokens.count - 1].utf8.count
  }
}
