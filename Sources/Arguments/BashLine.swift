/// A command line from the bash line editor, up to the cursor.
struct BashLine: Hashable, Sendable {
  /// The words before the cursor as the program would receive them, without its own name.
  let words: [String]
  private let line: ShellWords

  /// The unquoted word at the cursor.
  var cursorWord: String { line.last ?? "" }

  /// - Parameters:
  ///   - breaks: the value of `COMP_WORDBREAKS`.
  ///   - alias: what the program's name in the line is an alias for, such as `commitdiary jot`.
  init(_ text: String, breaks: String, alias: String = "") {
    line = ShellWords(text, breaks: breaks, takesLastCommand: true)
    // This drops assignments such as in `LANG=ko commitdiary …`, and the program's name.
    words = [ShellWords(alias).all ?? [], line.words].flatMap {
      $0.drop { $0.contains("=") }.dropFirst()
    }
  }

  /// The replacement for the part that bash treats as the word, with the quoting that is open at
  /// the cursor.
  func replacement(for word: String) -> String {
    let rest = String(word.unicodeScalars.dropFirst(line.keptCount))
    switch line.quote {
    case "'":
      return rest.replacing("'", with: #"'\''"#)
    case "\"":
      return rest.map { "\\\"$`".contains($0) ? "\\\($0)" : String($0) }.joined()
    default:
      return rest.enumerated().map { index, letter in
        letter.isLetter || letter.isNumber || "-_./=:@%+,".contains(letter)
          || (letter == "~" && index > 0)
          ? String(letter) : "\\\(letter)"
      }.joined()
    }
  }
}
