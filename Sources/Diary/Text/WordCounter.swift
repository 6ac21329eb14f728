/// Counts the words of texts.
///
/// A word is a run of letters and digits up to the next space; signs inside it do not divide it. In
/// Chinese and Japanese, which are written without spaces, each Han or kana letter is a word, and
/// full-width punctuation divides words. Korean has spaces and is counted by them. A text of signs
/// alone counts as one word, so that every day with a text has words.
public struct WordCounter: Sendable {
  private var words = 0
  private var hasText = false

  public init() {}

  /// The number of words in all texts that were added.
  public var count: Int { hasText ? max(words, 1) : 0 }

  /// Adds a text in UTF-8. Invalid bytes, which only a damaged file has, count as signs.
  public mutating func add(_ text: Span<UInt8>) {
    var isInWord = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      let kind: Kind
      if byte < 0x80 {
        kind = Kind(ascii: byte)
        index += 1
      } else {
        let (scalar, length) = Self.scalar(in: text, at: index)
        kind = Kind(scalar)
        index += length
      }
      switch kind {
      case .space: isInWord = false
      case .letter:
        if !isInWord { words += 1 }
        isInWord = true
      case .wholeWord:
        words += 1
        isInWord = false
      case .divider:
        hasText = true
        isInWord = false
      case .sign: hasText = true
      }
    }
    if words > 0 { hasText = true }
  }

  public mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add($0.span) }
  }

  /// The character that begins at `index`, and the number of its bytes.
  private static func scalar(in text: Span<UInt8>, at index: Int) -> (UInt32, length: Int) {
    let first = text[index]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
    guard length > 1, first < 0xF5, index + length <= text.count else { return (0xFFFD, 1) }
    var scalar = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = text[index + offset]
      guard byte & 0xC0 == 0x80 else { return (0xFFFD, 1) }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    return (scalar, length)
  }
}

extension WordCounter {
  /// What a character does to a word.
  private enum Kind {
    /// Ends a word.
    case space
    /// Begins or continues a word.
    case letter
    /// A Han or kana letter, which is a word.
    case wholeWord
    /// Full-width punctuation, which ends a word.
    case divider
    case sign

    init(ascii byte: UInt8) {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: self = .letter
      case 0...0x20, 0x7F: self = .space
      default: self = .sign
      }
    }

    init(_ scalar: UInt32) {
      switch scalar {
      // Hangul is the most frequent script that is counted by spaces.
      case 0xAC00...0xD7FF, 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97C: self = .letter
      case 0x3005, 0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x3400...0x4DBF, 0x4E00...0x9FFF,
        0xF900...0xFAFF, 0x20000...0x3FFFD:
        self = .wholeWord
      case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF,
        0xFF66...0xFF9D, 0x1B000...0x1B16F:
        self = .wholeWord
      case 0x85, 0xA0, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
        self = .space
      case 0x3001...0x303F, 0x30A0, 0x30FB, 0xFF01...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40,
        0xFF5B...0xFF65:
        self = .divider
      // The voiced marks of half-width kana.
      case 0xFF9E, 0xFF9F: self = .sign
      default:
        let properties = Unicode.Scalar(scalar)?.properties
        let isLetter =
          properties.map { $0.isAlphabetic || $0.numericType != nil } ?? false
        self = isLetter ? .letter : .sign
      }
    }
  }
}
