import Diary
import Localization
import Views

/// Reads a day as it is typed, relative to the day of the screen.
struct DayExpressionReader {
  let context: ViewContext

  func day(_ text: String) -> Day? {
    DayExpression(text, reader: context.reader)?
      .day(from: context.today, firstWeekday: context.firstWeekday)
  }
}

extension BrowseState {
  /// The words of a command line: separated by spaces, with quotes and backslashes as in a shell.
  /// `nil` if a quote is not closed.
  static func words(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil, !isEscaped else { return nil }
    if let word { words.append(word) }
    return words
  }
}
