/// A text split into searchable tokens.
///
/// Words are single tokens. Korean, Japanese and Chinese do not separate all words that people
/// search for by spaces, so each pair of adjacent characters is a token, and the last character of
/// a run is a token too: `주간회고` becomes `주간 간회 회고 고`. A word of two characters is then one token, a
/// longer word a sequence of tokens, and a single character the prefix of a token.
struct SearchTokens {
  struct Token: Hashable {
    var text: String
    /// The range in the original text.
    var range: Range<String.Index>
    /// Whether the token is a pair of adjacent characters of a script without spaces.
    var isPair = false
    /// Whether the token is the last character of a run of such pairs.
    var isTail = false
  }

  private(set) var tokens: [Token] = []

  init(_ text: String) {
    var run = Run()
    let bytes = text.utf8
    var index = text.startIndex
    while index < text.endIndex {
      let end = Self.endOfWord(from: index, in: bytes)
      if end > index {
        run.take(text[index..<end].lowercased(), .word, index..<end, into: &tokens)
        index = end
        continue
      }
      let byte = bytes[index]
      var next = bytes.index(after: index)
      // An ASCII byte before another one is a whole character: no combining mark follows.
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

  /// The end of the ASCII letters and digits from `start`, without the last one if it may have a
  /// combining mark.
  private static func endOfWord(from start: String.Index, in bytes: String.UTF8View) -> String.Index
  {
    var end = start
    var last = start
    while end < bytes.endIndex {
      let byte = bytes[end]
      if byte >= 0x80 { return last }
      guard Folding.fold(byte).kind == .word else { break }
      last = end
      end = bytes.index(after: end)
    }
    return end
  }

  /// Adjacent characters of one kind.
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
