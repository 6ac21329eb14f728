/// Splitting a command into words as a POSIX shell does, and nothing else that shells do.
public enum ShellWords {
  /// The words of `text`, or `nil` where a quote is not closed or a backslash escapes nothing.
  public static func split(_ text: String) -> [String]? {
    var words: [String] = []
    // A word of nothing is one, if it was quoted.
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
        // A line that ends in a backslash goes on in the next.
        if escaped != "\n" { word = (word ?? .init()) + CollectionOfOne(escaped) }
      default:
        word = (word ?? .init()) + CollectionOfOne(letter)
      }
    }
    if let word { words.append(String(word)) }
    return words
  }

  /// What stands up to the closing quote, where a backslash escapes only what would end or begin
  /// something there.
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
