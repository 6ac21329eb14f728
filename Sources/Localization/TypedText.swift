/// Text that the user typed, normalized for comparison. Capitalization, spaces, commas, and the
/// variants of a letter or a digit that input methods insert, such as full-width ones, are ignored.
struct TypedText: Hashable {
  let text: String

  init(_ typed: some StringProtocol) {
    // Hundreds of phrases are normalized before the first day is understood, and most are ASCII.
    if typed.utf8.allSatisfy({ $0 < 0x80 }) {
      let bytes = typed.utf8.compactMap { byte -> UInt8? in
        switch byte {
        case 0x09...0x0D, UInt8(ascii: " "), UInt8(ascii: ","): nil
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: byte
        }
      }
      text = String(decoding: bytes, as: UTF8.self)
      return
    }
    let letters = Self.folded(typed).lowercased().unicodeScalars.filter { !Self.isIgnored($0) }
    text = String(String.UnicodeScalarView(letters))
  }

  /// Replaces the characters that input methods insert with their NFKC forms, such as full-width
  /// digits with ASCII digits. Hyphens, minus signs and dashes become `-`, and Latin, Greek and
  /// Cyrillic letters lose their accents.
  static func folded(_ typed: some StringProtocol) -> String {
    if typed.utf8.allSatisfy({ $0 < 0x80 }) { return String(typed) }
    var folded = ""
    for scalar in typed.unicodeScalars {
      switch scalar {
      case "\u{2010}"..."\u{2015}", "\u{2212}": folded += "-"
      case "\u{301C}": folded += "~"
      case "\u{3000}": folded += " "
      case "\u{300}"..."\u{36F}": break
      default:
        if isFolded(scalar), let form = foldedForms.value(of: String(scalar)) {
          folded += form
        } else {
          folded.unicodeScalars.append(scalar)
        }
      }
    }
    return folded
  }

  /// Whether the letter may have another form: not if it is one of the syllables, kana and ideographs of which
  /// most phrases in Korean, Japanese and Chinese consist.
  private static func isFolded(_ letter: Unicode.Scalar) -> Bool {
    switch letter.value {
    case 0..<0x80, 0x3040..<0x3100, 0x3400..<0xFF00: false
    default: true
    }
  }

  private static func isIgnored(_ letter: Unicode.Scalar) -> Bool {
    switch letter {
    case ",", "،", "\u{200E}", "\u{200F}", "\u{61C}": true
    default: letter.properties.isWhitespace
    }
  }
}

/// A table as one string: lines with a key, a tab and a value, sorted by the bytes of the keys.
struct SortedLines: Sendable {
  private let text: StaticString

  init(_ text: StaticString) { self.text = text }

  func value(of key: String) -> String? {
    text.withUTF8Buffer { bytes in
      var (low, high) = (0, bytes.count)
      while low < high {
        var start = (low + high) / 2
        while start > low, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
        let line = bytes[start...].prefix { $0 != UInt8(ascii: "\n") }
        let name = line.prefix { $0 != UInt8(ascii: "\t") }
        if name.elementsEqual(key.utf8) {
          return String(decoding: line[name.endIndex...].dropFirst(), as: UTF8.self)
        }
        if name.lexicographicallyPrecedes(key.utf8) {
          low = line.endIndex + 1
        } else {
          high = start
        }
      }
      return nil
    }
  }
}
