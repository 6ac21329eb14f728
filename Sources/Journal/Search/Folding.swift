@_spi(_Unicode) import Swift

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
