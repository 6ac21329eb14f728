/// A text split into searchable tokens.
///
/// Words are single tokens. Korean, Japanese and Chinese do not separate all words that people
/// search for by spaces, so each pair of adjacent characters is a token, and the last character of
/// a run is a token too: `주간회고` becomes `주간 간회 회고 고`. A word of two characters is then one token, a
/// longer word a sequence of tokens, and a single character the prefix of a token.
struct SearchTokens {
  struct Token: Hashable {
    /// The place of its letters in `folded`.
    var letters: Range<Int>
    /// The UTF-8 offsets in the original text.
    var range: Range<Int>
    /// Whether the token is a pair of adjacent characters of a script without spaces.
    var isPair = false
    /// Whether the token is the last character of a run of such pairs.
    var isTail = false
  }

  private(set) var tokens: [Token] = []
  /// The folded letters of all tokens in UTF-8. Pairs share the letters that they have in common,
  /// so that a long text needs no memory for each token.
  private(set) var folded: [UInt8] = []

  /// The kind of the last character.
  private var kind = Folding.Kind.separator
  /// The word that may continue, or the last character of a run of pairs.
  private var open: Token?

  init(_ text: String) {
    let bytes = Array(text.utf8)
    folded.reserveCapacity(bytes.count)
    var start = 0
    while start < bytes.count {
      let word = takeWord(bytes, from: start)
      if word > start {
        start = word
      } else if bytes[start] < 0x80, Self.isEnd(bytes, at: start + 1) {
        take(.separator, start..<start + 1, folded: folded.count)
        start += 1
      } else if Self.isSyllable(bytes, at: start), Self.isEnd(bytes, at: start + 3) {
        folded += bytes[start..<start + 3]
        take(.dense, start..<start + 3, folded: folded.count - 3)
        start += 3
      } else {
        let index = text.utf8.index(text.startIndex, offsetBy: start)
        let (letters, kind) = Folding.fold(text[index])
        let end = text.utf8.distance(from: text.startIndex, to: text.index(after: index))
        let place = folded.count
        folded += letters.utf8
        take(kind, start..<end, folded: place)
        start = end
      }
    }
    finish()
  }

  /// Whether a Hangul syllable or a common Han character begins here, which is its own folded form.
  private static func isSyllable(_ bytes: [UInt8], at start: Int) -> Bool {
    guard start + 3 <= bytes.count, bytes[start] & 0xF0 == 0xE0 else { return false }
    let value =
      UInt32(bytes[start] & 0x0F) << 12 | UInt32(bytes[start + 1] & 0x3F) << 6
      | UInt32(bytes[start + 2] & 0x3F)
    return Folding.isSyllable(value)
  }

  /// Whether an ASCII character or a syllable that ends here is whole: no combining mark follows.
  private static func isEnd(_ bytes: [UInt8], at end: Int) -> Bool {
    end >= bytes.count || bytes[end] < 0x80 || isSyllable(bytes, at: end)
  }

  /// Takes the ASCII letters and digits from `start`, which most texts consist of, and returns
  /// where they end.
  private mutating func takeWord(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count, Folding.fold(ascii: bytes[end]) != nil { end += 1 }
    if !Self.isEnd(bytes, at: end) { end -= 1 }
    guard end > start else { return start }
    let letters = folded.count
    for place in start..<end { folded.append(Folding.fold(ascii: bytes[place]) ?? 0) }
    take(.word, start..<end, folded: letters)
    return end
  }

  /// Takes the characters at `range`, whose letters begin at `start` in `folded`.
  private mutating func take(_ kind: Folding.Kind, _ range: Range<Int>, folded start: Int) {
    if kind != self.kind || kind == .sign { finish() }
    self.kind = kind
    if kind == .separator { return }
    let token = Token(letters: start..<folded.count, range: range, isTail: kind == .dense)
    guard let open else {
      self.open = token
      return
    }
    var both = open
    both.letters = open.letters.lowerBound..<folded.count
    both.range = open.range.lowerBound..<range.upperBound
    if kind == .dense {
      both.isPair = true
      both.isTail = false
      tokens.append(both)
      self.open = token
    } else {
      self.open = both
    }
  }

  private mutating func finish() {
    if let open { tokens.append(open) }
    open = nil
  }
}

extension SearchTokens {
  /// The letters of each token.
  var words: [String] {
    tokens.map { String(decoding: folded[$0.letters], as: UTF8.self) }
  }

  /// Whether the token at `place` begins with these letters.
  ///
  /// The index compares bytes: 👍 is a prefix of 👍🏽 there, although Swift compares them as different
  /// characters.
  func begins(at place: Int, with letters: [UInt8]) -> Bool {
    let token = tokens[place].letters
    guard token.count >= letters.count else { return false }
    for offset in letters.indices where folded[token.lowerBound + offset] != letters[offset] {
      return false
    }
    return true
  }
}
