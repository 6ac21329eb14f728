public import Localization

/// `__complete SHELL …`, which the completion scripts call. zsh and fish pass the words; bash, whose
/// own words are cut at `=` and `:` and still in quotes, passes its line up to the cursor and the
/// letters that it cuts at.
public struct CompletionCall: Hashable, Sendable {
  /// The name that no person types.
  static let name = "__complete"

  private enum Client: Hashable, Sendable {
    case shell
    case bash(BashLine)
  }

  private var client: Client
  public private(set) var words: [String]
  public private(set) var cursorWord: String

  init?(_ words: [String]) {
    guard words.count >= 3, words[0] == Self.name else { return nil }
    if words[1] == Shell.bash.rawValue {
      let line = BashLine(words[2], breaks: words.count > 3 ? words[3] : "\"'@><=;|&(:")
      client = .bash(line)
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
  /// What the script reads: a line that says what the shell adds by itself and which part of the
  /// word at the cursor it must leave alone; then a candidate a line.
  public func response(_ completion: Completion, for reader: Reader) -> String {
    var lines = ["\(completion.additions.rawValue)\t\(completion.prefix)"]
    for candidate in completion.candidates {
      guard !candidate.word.unicodeScalars.contains(where: \.isControl) else { continue }
      switch client {
      case .bash(let line): lines.append(line.replacement(for: candidate.word))
      case .shell:
        let description = candidate.description.map { "\t" + $0.text(for: reader).onOneLine }
        lines.append(candidate.word + (description ?? ""))
      }
    }
    return lines.joined(separator: "\n") + "\n"
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
