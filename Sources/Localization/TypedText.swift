/// What a person typed, without the differences that do not matter: capitals, spaces, commas, and
/// which of several signs of Unicode an input method wrote for a letter or a digit.
struct TypedText: Hashable {
  let text: String

  init(_ typed: some StringProtocol) {
    text = Self.folded(typed).lowercased().filter { !Self.isIgnored($0) }
  }

  /// Full-width digits and letters as ASCII, and so on: what NFKC does to the signs that input
  /// methods write. Hyphens and minus signs become the one on the keyboard.
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
