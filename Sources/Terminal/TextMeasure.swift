/// Measures the columns that text takes on a terminal, by grapheme clusters. Control characters
/// have the width of their visible form, see `visible`.
public struct TextMeasure: Hashable, Sendable {
  /// The width of characters of ambiguous width, 1 or 2 columns.
  public var ambiguousWidth: Int
  /// Whether the program's own marks are limited to ASCII.
  public var isASCII: Bool

  public init(ambiguousWidth: Int = 1, isASCII: Bool = false) {
    self.ambiguousWidth = ambiguousWidth
    self.isASCII = isASCII
  }
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
  public func displayWidth(ambiguousWidth: Int = 1) -> Int {
    TextMeasure(ambiguousWidth: ambiguousWidth).width(of: self)
  }
}
