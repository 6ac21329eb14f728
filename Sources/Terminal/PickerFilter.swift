/// What was typed to find an item: every word stands in the item, in any order, or, for one that
/// was typed in a hurry, its letters do in theirs. Without regard to case or to the form in which
/// accents and Hangul are composed.
struct PickerFilter: Sendable {
  enum Quality: Sendable {
    case words
    case letters
  }

  private let words: [String]
  private let letters: [Character]

  init(_ query: String) {
    words = query.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    letters = words.flatMap(Array.init)
  }

  /// How well an item matches whose text was lower-cased before; `nil` where it does not.
  func quality(of folded: String) -> Quality? {
    if words.allSatisfy(folded.contains(word:)) { return .words }
    var rest = folded.makeIterator()
    for letter in letters {
      repeat {
        guard let next = rest.next() else { return nil }
        if next == letter { break }
      } while true
    }
    return .letters
  }
}

extension String {
  /// Whether the word stands in the text. The library's own search would link the engine of
  /// regular expressions in.
  fileprivate func contains(word: String) -> Bool {
    guard let first = word.first else { return true }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: word) { return true }
      rest = rest[index(after: start)...]
    }
    return false
  }
}
