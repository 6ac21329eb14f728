/// Decides, scalar by scalar, which joiners and tags a text needs and which are only hidden in it.
///
/// U+200D joins emoji into one, and tags after a black flag select the flag. In Arabic, Indic and
/// similar scripts, U+200C and U+200D select the form of the letter before them, so one of them is
/// allowed after each letter. Everywhere else they are invisible.
struct InvisibleJoiners {
  private enum Previous {
    case other
    case emoji
    /// A black flag and the tags after it.
    case flag
    case letter
  }

  private var previous = Previous.other

  /// Whether `scalar` is a joiner or tag that the text needs at this position.
  mutating func admits(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    switch scalar.value {
    case 0..<0x300: previous = .other
    case 0x200C, 0x200D:
      defer { previous = .other }
      switch previous {
      case .letter: return true
      case .emoji, .flag: return scalar.value == 0x200D && next.map(Self.isEmoji) ?? false
      case .other: return false
      }
    case 0xE0020...0xE007F: return previous == .flag
    case 0x1F3F4: previous = .flag
    // The variation selector turns the character before it into an emoji and does not end one.
    case 0xFE0F: break
    default:
      previous = Self.isEmoji(scalar) ? .emoji : Self.isJoiningLetter(scalar) ? .letter : .other
    }
    return false
  }

  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x203C && scalar.properties.isEmoji
  }

  /// Whether the scalar is a letter, or a mark on one, of a script in which joiners select forms.
  private static func isJoiningLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Arabic to Arabic Extended-A, Devanagari to Sinhala, Tibetan and Myanmar.
    case 0x0600...0x08FF, 0x0900...0x0DFF, 0x0F00...0x109F,
      // Khmer, Mongolian, Limbu to Lepcha.
      0x1780...0x18AF, 0x1900...0x1C7F,
      // Phags-pa to Meetei Mayek, the forms of Arabic letters.
      0xA840...0xABFF, 0xFB50...0xFDFF, 0xFE70...0xFEFC,
      // Kharoshthi to the scripts of South and Central Asia, Adlam.
      0x10A00...0x11FFF, 0x1E900...0x1E95F:
      break
    default: return false
    }
    return switch scalar.properties.generalCategory {
    case .otherLetter, .modifierLetter, .uppercaseLetter, .lowercaseLetter, .nonspacingMark,
      .spacingMark:
      true
    default: false
    }
  }
}
