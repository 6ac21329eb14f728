@_spi(_Unicode) import Swift

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

/// The normalized form in which characters are indexed and looked up: without case and accents, and
/// the same for composed (NFC) and decomposed (NFD) input.
///
/// The standard library normalizes strings when it compares them, but has no public API for it yet.
/// FoundationEssentials uses the same SPI.
enum Folding {
  /// How a character is split into tokens, which depends on whether its script uses spaces.
  enum Kind {
    /// Letters and digits of scripts that separate words by spaces.
    case word
    /// Letters of scripts without spaces between words.
    case dense
    /// A symbol that is searchable by itself, such as an emoji.
    case sign
    /// Whitespace and punctuation.
    case separator
  }

  /// `text` in composed form (NFC).
  static func composed(_ text: String) -> String {
    String(String.UnicodeScalarView(text._nfc))
  }

  /// The folded form of one character, and its kind.
  static func fold(_ letter: Character) -> (text: String, kind: Kind) {
    if let ascii = letter.asciiValue { return fold(ascii) }
    let scalars = letter.unicodeScalars
    if let only = scalars.first, isSyllable(only.value), scalars.count == 1 {
      return (String(letter), .dense)
    }
    let composed = composed(String(letter))
    guard let first = composed.unicodeScalars.first else { return ("", .separator) }
    if isDense(first) { return (fullWidth(composed), .dense) }
    if (0xFF01...0xFF5E).contains(first.value) { return fold(UInt8(first.value - 0xFEE0)) }
    switch first.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      return (withoutAccents(composed), .word)
    case .otherSymbol, .currencySymbol:
      return (composed, .sign)
    default:
      return ("", .separator)
    }
  }

  private static func fold(_ byte: UInt8) -> (text: String, kind: Kind) {
    fold(ascii: byte).map { (String(Unicode.Scalar($0)), .word) } ?? ("", .separator)
  }

  /// The folded letter or digit; `nil` for a separator.
  static func fold(ascii byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39, 0x61...0x7A: byte
    case 0x41...0x5A: byte + 32
    default: nil
    }
  }

  private static func withoutAccents(_ text: String) -> String {
    var folded = ""
    for scalar in text._nfd
    where scalar.properties.generalCategory != .nonspacingMark {
      folded += scalar.properties.lowercaseMapping
    }
    return folded
  }

  /// A Hangul syllable or a common Han character: most text in these scripts, and its own composed
  /// form.
  static func isSyllable(_ scalar: UInt32) -> Bool {
    (0xAC00...0xD7A3).contains(scalar) || (0x4E00...0x9FFF).contains(scalar)
  }

  /// Hangul, kana and Han.
  private static func isDense(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true
    case 0x3005...0x3007, 0x3041...0x3096, 0x3099...0x30FF, 0x31F0...0x31FF: true
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    case 0xFF66...0xFF9F: true
    default: false
    }
  }

  /// Converts half-width katakana to full-width katakana. Some terminals and old files contain
  /// them.
  private static func fullWidth(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, (0xFF66...0xFF9F).contains(first.value) else {
      return text
    }
    let letters = Array("ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜")
    var whole = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xFF9E: whole.unicodeScalars.append("\u{3099}")
      case 0xFF9F: whole.unicodeScalars.append("\u{309A}")
      case 0xFF66...0xFF9D: whole.append(letters[Int(scalar.value - 0xFF66)])
      default: whole.unicodeScalars.append(scalar)
      }
    }
    return composed(whole)
  }
}
