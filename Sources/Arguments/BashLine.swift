/// A command line as bash has it in its editor, up to the cursor.
struct BashLine: Hashable, Sendable {
  /// The words before the cursor as the program would get them, without its own name.
  private(set) var words: [String] = []
  /// The word at the cursor, the same way.
  private(set) var cursorWord = ""
  /// How much of `cursorWord` bash leaves alone, because it cuts words at more than spaces.
  private var keptCount = 0
  /// The quote that is open at the cursor.
  private var quote: Character?

  /// - Parameter breaks: `COMP_WORDBREAKS`
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
    // `LANG=ko commitdiary …`
    words = Array(words.drop { $0.contains("=") }.dropFirst())
  }

  /// What bash must put in the place of what it takes for the word, in the quotes that are open.
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
