/// A command line from the bash line editor, up to the cursor.
struct BashLine: Hashable, Sendable {
  /// The words before the cursor as the program would receive them, without its own name.
  private(set) var words: [String] = []
  /// The unquoted word at the cursor.
  private(set) var cursorWord = ""
  /// The number of characters of `cursorWord` that bash does not replace, because `COMP_WORDBREAKS`
  /// splits words.
  private var keptCount = 0
  /// The open quote at the cursor.
  private var quote: Character?

  /// - Parameter breaks: the value of `COMP_WORDBREAKS`.
  init(_ line: String, breaks: String) {
    let breaks = Set(breaks)
    var isWord = false
    var isEscaped = false
    for letter in line {
      if isEscaped {
        if quote == "\"", !"\\\"$`".contains(letter) { cursorWord.append("\\") }
        cursorWord.append(letter)
        isEscaped = false
      } else if letter == "\\", quote != "'" {
        isEscaped = true
        isWord = true
      } else if let open = quote {
        if letter == open { quote = nil } else { cursorWord.append(letter) }
        if quote == nil { keptCount = cursorWord.count }
      } else if letter == "\"" || letter == "'" {
        quote = letter
        isWord = true
        keptCount = cursorWord.count
      } else if letter.isWhitespace || ";|&".contains(letter) {
        if isWord { words.append(cursorWord) }
        if !letter.isWhitespace { words = [] }
        (cursorWord, keptCount, isWord) = ("", 0, false)
      } else {
        cursorWord.append(letter)
        isWord = true
        if breaks.contains(letter) { keptCount = cursorWord.count }
      }
    }
    // This drops assignments such as in `LANG=ko commitdiary …`, and the program's name.
    words = Array(words.drop { $0.contains("=") }.dropFirst())
  }

  /// The replacement for the part that bash treats as the word, with the quoting that is open at
  /// the cursor.
  func replacement(for word: String) -> String {
    let rest = word.dropFirst(keptCount)
    switch quote {
    case "'":
      return rest.split(separator: "'", omittingEmptySubsequences: false).joined(
        separator: #"'\''"#)
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
