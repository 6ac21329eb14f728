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
    let bytes = text.utf8
    var index = text.startIndex
    while index < text.endIndex {
      let byte = bytes[index]
      var next = bytes.index(after: index)
      // A letter of ASCII before another is whole: nothing that follows can belong to it.
      if byte < 0x80, next == text.endIndex || bytes[next] < 0x80 {
        let (letter, kind) = Folding.fold(byte)
        run.take(letter, kind, index..<next, into: &tokens)
      } else {
        next = text.index(after: index)
        let (letters, kind) = Folding.fold(text[index])
        run.take(letters, kind, index..<next, into: &tokens)
      }
      index = next
    }
    run.finish(into: &tokens)
  }

  /// Neighbouring letters of one kind.
  private struct Run {
    private var kind = Folding.Kind.separator
    private var word = ""
    private var wordRange: Range<String.Index>?
    private var last: (text: String, range: Range<String.Index>)?

    mutating func take(
      _ text: String, _ kind: Folding.Kind, _ range: Range<String.Index>, into tokens: inout [Token]
    ) {
      if kind != self.kind || kind == .sign { finish(into: &tokens) }
      self.kind = kind
      switch kind {
      case .separator: break
      case .word, .sign:
        word += text
        wordRange = (wordRange?.lowerBound ?? range.lowerBound)..<range.upperBound
      case .dense:
        if let last {
          let both = last.range.lowerBound..<range.upperBound
          tokens.append(Token(text: last.text + text, range: both, isPair: true))
        }
        last = (text, range)
      }
    }

    mutating func finish(into tokens: inout [Token]) {
      if let wordRange { tokens.append(Token(text: word, range: wordRange)) }
      if let last { tokens.append(Token(text: last.text, range: last.range, isTail: true)) }
      word = ""
      wordRange = nil
      last = nil
      kind = .separator
    }
  }
}
