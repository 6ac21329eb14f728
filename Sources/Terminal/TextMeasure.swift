/// Measures the columns that text takes on a terminal, by grapheme clusters. Control characters
/// have the width of their visible form, see `visible`.
public struct TextMeasure: Hashable, Sendable {
  /// The width of characters of ambiguous width, 1 or 2 columns.
  public var ambiguousWidth = 1
  /// Whether the program's own marks are limited to ASCII.
  public var isASCII = false
}

extension TextMeasure {
  public func width(of text: some StringProtocol) -> Int {
    var count = 0
    for byte in text.utf8 {
      guard (0x20..<0x7F).contains(byte) else {
        return text.reduce(0) { $0 + width(of: $1) }
      }
      count += 1
    }
    return count
  }

  public func width(of character: Character) -> Int {
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return 0 }
    guard let second = scalars.next() else { return width(of: first) }
    if first == "\r" { return width(of: second) }
    var joiners = InvisibleJoiners()
    /// The width of drawn scalars, and of invisible ones that are spelled out.
    var (drawn, spelled) = (0, 0)
    var isPicture = false
    var isFirst = true
    var current: Unicode.Scalar? = first
    var next: Unicode.Scalar? = second
    while let scalar = current {
      let isNeeded = joiners.admits(scalar, before: next)
      if Visible.isSpoofing(scalar) {
        spelled += isNeeded ? 0 : width(of: scalar)
      } else {
        drawn += width(of: scalar)
        isPicture = isPicture || !isFirst && makesPicture(scalar)
      }
      isFirst = false
      current = next
      next = scalars.next()
    }
    return (isPicture ? 2 : drawn) + spelled
  }

  /// Whether the scalar turns its cluster into an emoji, which is two columns wide.
  private func makesPicture(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFE0F, 0x20E3, 0x1F3FB...0x1F3FF: true
    // The second half of a flag, or an emoji after a joiner. In Indic scripts, a letter follows the
    // joiner.
    case 0x1F000...0x1FAFF: true
    default: false
    }
  }

  private func width(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if (0x20..<0x7F).contains(value) { return 1 }
    if let mark = Visible.mark(for: scalar, ascii: isASCII) {
      return mark.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }
    switch value {
    // Vowels and final consonants of decomposed Hangul are drawn inside their syllable.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
    case ..<0x300, 0x3131...0x318E, 0x4E00...0x9FFF, 0xAC00...0xD7A3: break
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: return 0
      // Arabic number signs are visible, unlike other format characters.
      case .format: return (0x600...0x605).contains(value) ? 1 : 0
      default: break
      }
    }
    if EastAsianWidth.isWide(value) { return 2 }
    return ambiguousWidth == 2 && EastAsianWidth.isAmbiguous(value) ? 2 : 1
  }
}

extension StringProtocol {
  /// The width of the text on a terminal.
  public func displayWidth() -> Int { TextMeasure().width(of: self) }
}

/// The alignment of text in a wider field.
public enum Alignment: Hashable, Sendable {
  case leading
  case trailing
}

extension TextMeasure {
  /// As many whole characters of the text as fit.
  func truncated(_ text: String, to columns: Int) -> String {
    var used = 0
    for index in text.indices {
      used += width(of: text[index])
      if used > columns { return String(text[..<index]) }
    }
    return text
  }

  /// The indent, limited to half of the columns.
  func usableIndent(_ indent: Int, in columns: Int) -> Int {
    max(0, min(indent, columns / 2))
  }

  /// Replaces tabs with spaces, with tab stops every eight columns.
  func expandingTabs(in characters: [Character]) -> [Character] {
    guard characters.contains("\t") else { return characters }
    var result: [Character] = []
    var column = 0
    for character in characters {
      if character == "\t" {
        let count = 8 - column % 8
        result += Array(repeating: " ", count: count)
        column += count
      } else {
        result.append(character)
        column = character == "\n" ? 0 : column + width(of: character)
      }
    }
    return result
  }
}

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
