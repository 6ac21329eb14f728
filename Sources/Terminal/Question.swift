import Glibc

/// Questions that are answered with a line. All words come from the caller, in the reader's
/// language; what is typed is never part of standard input.
public enum Question {
  /// How often an answer that is neither yes nor no is asked again.
  private static let patience = 3

  /// Asks for yes or no; `nil` where the person ends the input or cannot decide. `yes` and `no` are
  /// the reader's words for it, and the English ones are understood besides.
  public static func confirm(
    prompt: String, defaultAnswer: Bool? = nil, yes: [String] = [], no: [String] = []
  ) throws(TerminalError) -> Bool? {
    let terminal = try TerminalInput()
    for _ in 0..<patience {
      try terminal.write(visible(prompt, keepingNewlines: true))
      guard let line = try terminal.readLine() else {
        try terminal.write("\n")
        return nil
      }
      if let answer = answer(line, defaultAnswer: defaultAnswer, yes: yes, no: no) { return answer }
    }
    return nil
  }

  /// Asks for a line; `nil` where the person ends the input.
  public static func ask(prompt: String) throws(TerminalError) -> String? {
    let terminal = try TerminalInput()
    try terminal.write(visible(prompt, keepingNewlines: true))
    let line = try terminal.readLine()
    if line == nil { try terminal.write("\n") }
    return line
  }

  /// Asks for a line that is not shown while it is typed.
  public static func askSecret(prompt: String) throws(TerminalError) -> String? {
    try askSecret(prompt: prompt, on: TerminalInput())
  }

  static func askSecret(
    prompt: String, on terminal: consuming TerminalInput
  ) throws(TerminalError) -> String? {
    let terminal = terminal
    let silent = TerminalGuard.Mode { $0.c_lflag &= ~tcflag_t(ECHO) }
    let line = try TerminalGuard.hold(terminal.descriptor, in: silent) {
      () throws(TerminalError) -> String? in
      try terminal.write(visible(prompt, keepingNewlines: true))
      return try terminal.readLine()
    }
    try terminal.write("\n")
    return line
  }

  /// What a typed line means, or `nil` where it means neither.
  static func answer(
    _ line: String, defaultAnswer: Bool?, yes: [String], no: [String]
  ) -> Bool? {
    let word = line.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    if word.isEmpty { return defaultAnswer }
    if (["y", "yes"] + yes).contains(where: { $0.lowercased() == word }) { return true }
    if (["n", "no"] + no).contains(where: { $0.lowercased() == word }) { return false }
    return nil
  }
}
