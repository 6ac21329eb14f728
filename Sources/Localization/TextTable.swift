/// A list of texts for each message, as one string with an index of its own.
struct TextTable: Sendable {
  /// Six digits for each message: where its texts begin in `texts`. The last six have the end.
  let index: StaticString
  /// The texts of a message are separated by zero bytes.
  let texts: StaticString

  /// The texts of a message; empty if there are none.
  func all(_ key: MessageKey) -> [String] {
    let (start, end) = (place(Int(key.rawValue)), place(Int(key.rawValue) + 1))
    if start == end { return [] }
    return texts.withUTF8Buffer { bytes in
      bytes[start..<end].split(separator: 0, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The text of a message in one of its plural forms, or in the last one.
  func text(_ key: MessageKey, _ form: Int) -> String? {
    let forms = all(key)
    return forms.indices.contains(form) ? forms[form] : forms.last
  }

  private func place(_ number: Int) -> Int {
    index.withUTF8Buffer { digits in
      digits[6 * number..<6 * number + 6].reduce(0) { 10 * $0 + Int($1 & 0x0F) }
    }
  }
}
