public import Localization

/// The hidden command `__complete SHELL …`, which the completion scripts call. zsh and fish pass
/// the words. bash splits words at `=` and `:` and keeps their quotes, so its script passes the
/// line up to the cursor and `COMP_WORDBREAKS`.
public struct CompletionCall: Hashable, Sendable {
  /// The name of the hidden command.
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
  /// The output for the script: a line with the completions that the shell adds and the prefix to
  /// keep, then one line per candidate.
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
