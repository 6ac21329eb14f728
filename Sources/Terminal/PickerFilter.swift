/// Matches items with the typed query: the item contains every word in any order or, as a weaker
/// match, all letters of the query in order. Case and Unicode normalization are ignored.
struct PickerFilter: Sendable {
  enum Quality: Sendable {
    case words
    case letters
  }

  private let words: [String]
  private let letters: [Character]
  /// The words as bytes, if the query is ASCII.
  private let plainWords: [[UInt8]]?

  init(_ query: String) {
    words = query.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    letters = words.flatMap(Array.init)
    let bytes = words.map { Array($0.utf8) }
    plainWords = bytes.allSatisfy { $0.allSatisfy { $0 < 0x80 } } ? bytes : nil
  }

  /// The quality of a match; `nil` if the item does not match.
  func quality(of item: FoldedText) -> Quality? {
    if item.isASCII {
      // An ASCII item cannot contain a query with other characters.
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

  /// The same on bytes, which is many times faster: a list may have a hundred thousand items.
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

/// The search text of an item in lower case.
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
  /// Whether the text contains the word. The standard library's search would link the regular
  /// expression engine.
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
