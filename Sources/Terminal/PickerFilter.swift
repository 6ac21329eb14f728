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
  /// The words in bytes, where all that was typed is ASCII.
  private let plainWords: [[UInt8]]?

  init(_ query: String) {
    words = query.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    letters = words.flatMap(Array.init)
    let bytes = words.map { Array($0.utf8) }
    plainWords = bytes.allSatisfy { $0.allSatisfy { $0 < 0x80 } } ? bytes : nil
  }

  /// How well an item matches; `nil` where it does not.
  func quality(of item: FoldedText) -> Quality? {
    if item.isASCII {
      // What is not ASCII is not in it.
      guard let plainWords else { return nil }
      return Self.quality(of: item.text.utf8, plainWords)
    }
    if words.allSatisfy(item.text.contains(word:)) { return .words }
    var rest = item.text.makeIterator()
    for letter in letters {
      repeat {
        guard let next = rest.next() else { return nil }
        if next == letter { break }
      } while true
    }
    return .letters
  }

  /// The same by bytes, which is many times as fast: a list may have a hundred thousand items.
  private static func quality(of text: String.UTF8View, _ words: [[UInt8]]) -> Quality? {
    if words.allSatisfy({ text.contains(word: $0) }) { return .words }
    var rest = text.makeIterator()
    for letter in words.joined() {
      repeat {
        guard let next = rest.next() else { return nil }
        if next == letter { break }
      } while true
    }
    return .letters
  }
}

/// What an item is found by, without capitals.
struct FoldedText: Sendable {
  let text: String
  let isASCII: Bool

  init(_ text: String) {
    self.text = text.lowercased()
    isASCII = self.text.utf8.allSatisfy { $0 < 0x80 }
  }
}

extension String.UTF8View {
  fileprivate func contains(word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: word) { return true }
      rest = rest[index(after: start)...]
    }
    return false
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
