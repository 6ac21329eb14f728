/// Text that the user typed, normalized for comparison. Capitalization, spaces, commas, and the
/// variants of a letter or a digit that input methods insert, such as full-width ones, are ignored.
struct TypedText: Hashable {
  let text: String

  init(_ typed: some StringProtocol) {
    text = Self.folded(typed).lowercased().filter { !Self.isIgnored($0) }
  }

  /// Replaces the characters that input methods insert with their NFKC forms, such as full-width
  /// digits with ASCII digits. Hyphens and minus signs become `-`.
  static func folded(_ typed: some StringProtocol) -> String {
    if typed.utf8.allSatisfy({ $0 < 0x80 }) { return String(typed) }
    var folded = ""
    for scalar in typed.unicodeScalars {
      switch scalar {
      case "\u{2010}"..."\u{2013}", "\u{2212}": folded += "-"
      case "\u{3000}": folded += " "
      default:
        if let form = compatibilityForm(of: scalar) {
          folded += form
        } else {
          folded.unicodeScalars.append(scalar)
        }
      }
    }
    return folded
  }

  private static func isIgnored(_ letter: Character) -> Bool {
    letter.isWhitespace || ",،\u{200E}\u{200F}\u{61C}".contains(letter)
  }
}
