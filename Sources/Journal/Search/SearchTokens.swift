/// A text cut into the parts under which it can be found again.
///
/// Words are taken whole. Korean, Japanese and Chinese put no space between the parts that people
/// look for, so there every pair of neighbours is a part, and the last letter of a run is one by
/// itself: `주간회고` is `주간 간회 회고 고`. A word of two letters is then a part, a longer one a
/// row of parts, and a single letter the beginning of one.
struct SearchTokens {
  struct Token: Hashable {
    var text: String
    /// Where it stands in what was cut.
    var range: Range<String.Index>
    /// Whether it is a pair of neighbours in a script without spaces,
    var isPair = false
    /// or the last letter of a run of such pairs.
    var isTail = false
  }

  private(set) var tokens: [Token] = []

  init(_ text: String) {
    var run = Run()
    var index = text.startIndex
    while index < text.endIndex {
      let letter = text[index]
      let next = text.index(after: index)
      let (folded, kind) = Folding.fold(letter)
      if kind != run.kind || kind == .sign { run.finish(into: &tokens) }
      run.add(folded, kind, index..<next)
      index = next
    }
    run.finish(into: &tokens)
  }

  /// The parts as one line, which SQLite's plainest tokenizer cuts where we did: it takes every
  /// letter outside ASCII for part of a word.
  var line: String { tokens.map(\.text).joined(separator: " ") }

  private struct Run {
    var kind = Folding.Kind.separator
    private var letters: [(text: String, range: Range<String.Index>)] = []

    mutating func add(_ text: String, _ kind: Folding.Kind, _ range: Range<String.Index>) {
      self.kind = kind
      if kind != .separator { letters.append((text, range)) }
    }

    mutating func finish(into tokens: inout [Token]) {
      defer { letters.removeAll(keepingCapacity: true) }
      guard let first = letters.first, let last = letters.last else { return }
      guard kind == .dense else {
        let range = first.range.lowerBound..<last.range.upperBound
        tokens.append(Token(text: letters.map(\.text).joined(), range: range))
        return
      }
      for (left, right) in zip(letters, letters.dropFirst()) {
        let range = left.range.lowerBound..<right.range.upperBound
        tokens.append(Token(text: left.text + right.text, range: range, isPair: true))
      }
      tokens.append(Token(text: last.text, range: last.range, isTail: true))
    }
  }
}
