/// The words of a command line, divided as a POSIX shell does, without any other expansion.
public struct ShellWords: Hashable, Sendable {
  /// The words in front of the last one.
  public private(set) var words: [String] = []
  /// The word at the end, without its quotes; `nil` after a space.
  public private(set) var last: String?
  /// Where that word begins in the text, with its quotes.
  public private(set) var lastStart: String.Index
  /// The quotation mark that is open at the end.
  private(set) var quote: Unicode.Scalar?
  /// The number of scalars of `last` up to its last quotation mark or unquoted break.
  private(set) var keptCount = 0
  private let isEscaped: Bool

  /// - Parameters:
  ///   - breaks: letters at which bash divides the word at the cursor.
  ///   - takesLastCommand: whether `;`, `|` and `&` end a command, and only the last one is read.
  public init(_ text: String, breaks: String = "", takesLastCommand: Bool = false) {
    var word = String.UnicodeScalarView()
    // A quoted word may be empty.
    var isWord = false
    var start: String.Index?
    var isEscaped = false
    for index in text.unicodeScalars.indices {
      let letter = text.unicodeScalars[index]
      let endsCommand = takesLastCommand && ";|&".unicodeScalars.contains(letter)
      if !isEscaped, quote == nil, letter.properties.isWhitespace || endsCommand {
        if isWord { words.append(String(word)) }
        if endsCommand { words = [] }
        (word, isWord, start, keptCount) = (.init(), false, nil, 0)
        continue
      }
      start = start ?? index
      if isEscaped {
        isEscaped = false
        // Within double quotes, only these are special.
        if quote == "\"", !"\\\"$`\n".unicodeScalars.contains(letter) { word.append("\\") }
        // A backslash at the end of a line continues the word on the next line.
        guard letter != "\n" else { continue }
        word.append(letter)
      } else if letter == "\\", quote != "'" {
        isEscaped = true
        continue
      } else if letter == quote || quote == nil && (letter == "'" || letter == "\"") {
        quote = quote == nil ? letter : nil
        keptCount = word.count
      } else {
        word.append(letter)
        if quote == nil, breaks.unicodeScalars.contains(letter) { keptCount = word.count }
      }
      isWord = true
    }
    last = isWord ? String(word) : nil
    lastStart = start ?? text.endIndex
    self.isEscaped = isEscaped
  }

  /// All words; `nil` if a quote is not closed or the text ends in a backslash.
  public var all: [String]? {
    quote == nil && !isEscaped ? words + (last.map { [$0] } ?? []) : nil
  }

  /// The word in quotes if a shell would change it.
  public static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "-_./:@,+=".unicodeScalars.contains($0)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
