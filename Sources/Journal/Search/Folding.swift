@_spi(_Unicode) import Swift

/// The one spelling under which letters are indexed and looked up: without capitals, without
/// accents, and the same whether they were typed whole (NFC) or in parts (NFD).
///
/// The standard library normalizes strings whenever it compares them, but has no public name for
/// it yet; Foundation's Essentials use the same door.
enum Folding {
  /// What a script does with spaces decides how it is cut into parts that can be found.
  enum Kind {
    /// Letters and digits that stand in words.
    case word
    /// Letters of a script that writes no spaces between the parts that people search for.
    case dense
    /// A sign that means something by itself, such as an emoji.
    case sign
    /// Space and punctuation.
    case separator
  }

  /// `text` with every letter typed whole.
  static func composed(_ text: String) -> String {
    String(String.UnicodeScalarView(text._nfc))
  }

  /// The folded scalars of one letter, and what kind of letter it is.
  static func fold(_ letter: Character) -> (text: String, kind: Kind) {
    if let ascii = letter.asciiValue { return fold(ascii) }
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

  static func fold(_ byte: UInt8) -> (text: String, kind: Kind) {
    switch byte {
    case 0x30...0x39, 0x61...0x7A: (String(Unicode.Scalar(byte)), .word)
    case 0x41...0x5A: (String(Unicode.Scalar(byte + 32)), .word)
    default: ("", .separator)
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

  /// Half-width katakana, which some terminals and old files hold, are the same letters.
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
