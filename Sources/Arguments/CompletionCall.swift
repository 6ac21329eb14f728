public import Localization

/// The hidden command `__complete SHELL …`, which the completion scripts call. zsh and fish pass
/// the words. bash splits words at `=` and `:` and keeps their quotes, so its script passes the
/// line up to the cursor, `COMP_WORDBREAKS`, `COMP_TYPE`, the width of the terminal, and what the
/// name in the line is an alias for.
public struct CompletionCall: Hashable, Sendable {
  /// The name of the hidden command.
  static let name = "__complete"

  private enum Client: Hashable, Sendable {
    case shell
    /// - Parameter columns: the width of the list that bash shows, or `nil` if it inserts the text.
    case bash(BashLine, columns: Int?)
  }

  private var client: Client
  public private(set) var words: [String]
  public private(set) var cursorWord: String

  init?(_ words: [String]) {
    guard words.count >= 3, words[0] == Self.name else { return nil }
    if words[1] == Shell.bash.rawValue {
      let line = BashLine(
        words[2], breaks: words.count > 3 ? words[3] : "\"'@><=;|&(:",
        alias: words.count > 6 ? words[6] : "")
      let isListing = words.count > 4 && Self.listingTypes.contains(words[4])
      let columns = words.count > 5 ? Int(words[5]) : nil
      client = .bash(line, columns: isListing ? columns ?? 80 : nil)
      self.words = line.words
      cursorWord = line.cursorWord
    } else {
      client = .shell
      self.words = Array(words[2...].dropLast())
      cursorWord = words.last ?? ""
    }
  }
}

extension CompletionCall {
  /// The values of `COMP_TYPE` with which bash lists the candidates. With the others it may insert
  /// one of them.
  private static let listingTypes = "?!@".unicodeScalars.map { String($0.value) }

  /// The output for the script: a line with the completions that the shell adds and the prefix to
  /// keep, then one line per candidate.
  ///
  /// - Parameter fit: cuts a description to a number of columns.
  public func response(
    _ completion: Completion, for reader: Reader,
    fit: (_ description: String, _ columns: Int) -> String = { text, _ in text }
  ) -> String {
    let candidates = completion.candidates.filter {
      !$0.word.unicodeScalars.contains(where: \.isControl)
    }
    let rows: [String] =
      switch client {
      case .bash(let line, nil): candidates.map { line.replacement(for: $0.word) }
      case .bash(let line, let columns?): Self.list(candidates, on: line, columns, fit)
      case .shell:
        candidates.map { candidate in
          let description = candidate.description.map { "\t" + $0.text(for: reader).onOneLine }
          return candidate.word + (description ?? "")
        }
      }
    let first = "\(completion.additions.rawValue)\t\(completion.prefix)"
    return ([first] + rows).joined(separator: "\n") + "\n"
  }

  /// The candidates with the titles of notes, commits and to-dos, one in each row. bash inserts
  /// only what all rows begin with, so a single candidate stays without a title.
  private static func list(
    _ candidates: [Candidate], on line: BashLine, _ columns: Int,
    _ fit: (_ description: String, _ columns: Int) -> String
  ) -> [String] {
    let words = candidates.map { line.replacement(for: $0.word) }
    guard words.count > 1, Set(words).count == words.count else { return words }
    let wordWidth = words.map(\.count).max() ?? 0
    // bash leaves two columns free.
    let room = columns - wordWidth - 4
    guard room >= 8 else { return words }
    return zip(candidates, words).map { candidate, word in
      guard case .literal(let title)? = candidate.description, !title.isEmpty else { return word }
      let row = word + spaces(wordWidth - word.count + 2) + fit(title.onOneLine, room)
      // Rows longer than half of the width are not put side by side.
      return row + spaces(columns / 2 - row.count)
    }
  }

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: max(count, 0))
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}

extension String {
  fileprivate var onOneLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
  }
}
