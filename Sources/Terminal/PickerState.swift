/// The state of a picker as a value without a terminal: keys are the input, lines the output.
public struct PickerState: Sendable {
  let picker: Picker
  public private(set) var items: [PickerItem]
  public private(set) var size: (columns: Int, rows: Int)
  public private(set) var query = ""
  /// Whether all items are loaded. If not, the screen shows a plus.
  public var isComplete: Bool
  /// Indices of the matching items, better matches first.
  public private(set) var matches: [Int]
  /// The number of matches that contain all typed words.
  private var wordMatchCount: Int
  /// The index in `matches` of the selected item.
  public private(set) var selection = 0
  /// The index in `matches` of the first visible item.
  public private(set) var top = 0
  private var folded: [FoldedText]
  private static let longestQuery = 256
  /// The number of items to have loaded below the selected one.
  private static let reserve = 500

  init(_ picker: Picker, size: (columns: Int, rows: Int)) {
    self.picker = picker
    self.size = size
    items = picker.items
    isComplete = picker.feed == nil
    matches = Array(items.indices)
    wordMatchCount = matches.count
    folded = items.map { FoldedText($0.searchText) }
  }
}

extension PickerState {
  /// The item that Enter chooses.
  public var selected: PickerItem? {
    matches.indices.contains(selection) ? items[matches[selection]] : nil
  }

  /// Whether more items should be loaded. A query may match any of them.
  var wantsMore: Bool {
    !isComplete && (!query.isEmpty || matches.count - selection < PickerState.reserve)
  }

  /// Appends items. The selected item stays selected and at the same position on the screen.
  mutating func append(_ more: [PickerItem]) {
    guard !more.isEmpty else { return }
    let new = items.count..<items.count + more.count
    items += more
    folded += more.map { FoldedText($0.searchText) }
    let found = sorted(new, by: PickerFilter(query))
    // New matches by words are inserted before the matches by letters.
    if selection >= wordMatchCount, selection < matches.count {
      selection += found.byWords.count
      top += found.byWords.count
    }
    matches.insert(contentsOf: found.byWords, at: wordMatchCount)
    wordMatchCount += found.byWords.count
    matches += found.byLetters
    scroll()
  }

  /// The indices of the matching items, with matches by words and by letters apart.
  private func sorted(
    _ indices: some Sequence<Int>, by filter: PickerFilter
  ) -> (byWords: [Int], byLetters: [Int]) {
    var byWords: [Int] = []
    var byLetters: [Int] = []
    for index in indices {
      switch filter.quality(of: folded[index]) {
      case .words: byWords.append(index)
      case .letters: byLetters.append(index)
      case nil: break
      }
    }
    return (byWords, byLetters)
  }

  public mutating func resize(columns: Int, rows: Int) {
    size = (max(1, columns), max(1, rows))
    scroll()
  }

  /// Handles a key, and returns the outcome if the picker ends.
  public mutating func handle(_ key: Key) -> PickerOutcome? {
    switch key {
    case .enter: return selected.map { .picked($0.id) }
    case .escape, .control("g"), .control("d"): return .cancelled
    case .control("c"): return .interrupted
    case .up, .control("p"): move(by: -1)
    case .down, .control("n"): move(by: 1)
    case .pageUp: move(by: -listRows)
    case .pageDown: move(by: listRows)
    case .home: move(by: -matches.count)
    case .end: move(by: matches.count)
    case .text(let text): search(query + text)
    case .pasted(let text): search(query + String(text.map { $0.isNewline ? " " : $0 }))
    case .backspace: search(String(query.dropLast()))
    case .control("u"): search("")
    case .control("w"): search(withoutLastWord(query))
    default: break
    }
    return nil
  }

  private mutating func move(by steps: Int) {
    selection = max(0, min(selection + steps, matches.count - 1))
    scroll()
  }

  private mutating func search(_ text: String) {
    let text = String(text.prefix(PickerState.longestQuery))
    // A longer query matches a subset of the current matches.
    let isLonger = !query.isEmpty && text.hasPrefix(query)
    let candidates = isLonger ? matches.sorted() : Array(items.indices)
    let found = sorted(candidates, by: PickerFilter(text))
    query = text
    matches = found.byWords + found.byLetters
    wordMatchCount = found.byWords.count
    selection = 0
    top = 0
  }

  private func withoutLastWord(_ text: String) -> String {
    let trimmed = text.reversed().drop(while: \.isWhitespace)
    return String(trimmed.drop { !$0.isWhitespace }.reversed())
  }

  /// Scrolls so that the selected item is visible.
  private mutating func scroll() {
    let rows = listRows
    top = max(0, min(top, matches.count - rows))
    if selection < top { top = selection }
    if selection >= top + rows { top = selection - rows + 1 }
  }
}

/// An item of a picker.
public struct PickerItem: Hashable, Sendable {
  /// The caller's identifier.
  public var id: Int
  public var text: StyledText
  /// The text to search.
  public var searchText: String

  /// Without `searchText`, the words of `text` are searched.
  public init(id: Int, text: StyledText, searchText: String? = nil) {
    self.id = id
    self.text = text
    self.searchText = searchText ?? text.plain
  }
}

/// Matches items with the typed query: the item contains every word in any order or, as a weaker
/// match, all letters of the query in order. Case and Unicode normalization are ignored.
struct PickerFilter: Sendable {
  enum Quality: Sendable {
    case words
    case letters
  }

  private let words: [[Character]]
  /// The words as bytes, if the query is ASCII.
  private let plainWords: [[UInt8]]?

  init(_ query: String) {
    let words = query.lowercased().split(whereSeparator: \.isWhitespace)
    self.words = words.map(Array.init)
    let bytes = words.map { Array($0.utf8) }
    plainWords = bytes.allSatisfy { $0.allSatisfy { $0 < 0x80 } } ? bytes : nil
  }

  /// The quality of a match; `nil` if the item does not match.
  ///
  /// Bytes are compared many times faster than characters, and a list may have a hundred thousand
  /// items. An ASCII item cannot contain a query with other characters.
  func quality(of item: FoldedText) -> Quality? {
    item.isASCII
      ? plainWords.flatMap { Self.quality(of: item.text.utf8, $0) }
      : Self.quality(of: item.text, words)
  }

  private static func quality<Letters: Collection>(
    of text: Letters, _ words: [[Letters.Element]]
  ) -> Quality? where Letters.Element: Equatable {
    if words.allSatisfy({ contains($0, in: text) }) { return .words }
    var rest = text.makeIterator()
    for letter in words.joined() {
      repeat {
        guard let next = rest.next() else { return nil }
        if next == letter { break }
      } while true
    }
    return .letters
  }

  /// Whether the text contains the word. The standard library's search would link the regular
  /// expression engine.
  private static func contains<Letters: Collection>(
    _ word: [Letters.Element], in text: Letters
  ) -> Bool where Letters.Element: Equatable {
    guard let first = word.first else { return true }
    var rest = text[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: word) { return true }
      rest = rest[text.index(after: start)...]
    }
    return false
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
