/// Splits a command into words as a POSIX shell does, without any other expansion.
public enum ShellWords {
  /// The words of `text`, or `nil` if a quote is not closed or the text ends in a backslash.
  public static func split(_ text: String) -> [String]? {
    var words: [String] = []
    // `nil` between words. A quoted word may be empty.
    var word: String.UnicodeScalarView?
    var rest = text.unicodeScalars[...]
    while let letter = rest.popFirst() {
      switch letter {
      case " ", "\t", "\n":
        if let word { words.append(String(word)) }
        word = nil
      case "'":
        guard let end = rest.firstIndex(of: "'") else { return nil }
        word = (word ?? .init()) + rest[..<end]
        rest = rest[rest.index(after: end)...]
      case "\"":
        guard let quoted = doubleQuoted(&rest) else { return nil }
        word = (word ?? .init()) + quoted
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        // A backslash at the end of a line continues the word on the next line.
        if escaped != "\n" { word = (word ?? .init()) + CollectionOfOne(escaped) }
      default:
        word = (word ?? .init()) + CollectionOfOne(letter)
      }
    }
    if let word { words.append(String(word)) }
    return words
  }

  /// The text up to the closing quote. A backslash escapes only the characters that are special
  /// within double quotes.
  private static func doubleQuoted(
    _ rest: inout Substring.UnicodeScalarView
  ) -> String.UnicodeScalarView? {
    var quoted = String.UnicodeScalarView()
    while let letter = rest.popFirst() {
      switch letter {
      case "\"": return quoted
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        switch escaped {
        case "\n": break
        case "$", "`", "\"", "\\": quoted.append(escaped)
        default: quoted.append(contentsOf: [letter, escaped])
        }
      default: quoted.append(letter)
      }
    }
    return nil
  }
}
