import Glibc

/// Questions that are answered with a line. All words come from the caller, in the reader's
/// language; what is typed is never part of standard input.
public enum Prompt {
  /// How often an answer that is neither yes nor no is asked again.
  private static let maximumAttempts = 3

  /// Asks for yes or no; `nil` where the person ends the input or cannot decide. `yes` and `no` are
  /// the reader's words for it, and the English ones are understood besides.
  public static func confirm(
    prompt: String, defaultAnswer: Bool? = nil, yes: [String] = [], no: [String] = []
  ) throws(TerminalError) -> Bool? {
    let terminal = try TerminalInput()
    return try confirm(prompt: prompt, defaultAnswer: defaultAnswer, yes: yes, no: no, on: terminal)
  }

  /// Asks for a line; `nil` where the person ends the input.
  public static func ask(prompt: String) throws(TerminalError) -> String? {
    let terminal = try TerminalInput()
    return try ask(prompt: prompt, on: terminal)
  }

  /// Asks for a line that is not shown while it is typed.
  public static func askSecret(prompt: String) throws(TerminalError) -> String? {
    let terminal = try TerminalInput()
    return try askSecret(prompt: prompt, on: terminal)
  }
}

extension Prompt {
  static func confirm(
    prompt: String, defaultAnswer: Bool?, yes: [String], no: [String],
    on terminal: borrowing TerminalInput
  ) throws(TerminalError) -> Bool? {
    for _ in 0..<maximumAttempts {
      guard let line = try ask(prompt: prompt, on: terminal) else { return nil }
      if let answer = answer(line, defaultAnswer: defaultAnswer, yes: yes, no: no) { return answer }
    }
    return nil
  }

  static func ask(
    prompt: String, on terminal: borrowing TerminalInput
  ) throws(TerminalError) -> String? {
    try terminal.write(visible(prompt, keepingNewlines: true))
    let line = try terminal.readLine()
    // The end of input leaves the cursor behind the prompt.
    if line == nil { try terminal.write("\n") }
    return line
  }

  static func askSecret(
    prompt: String, on terminal: borrowing TerminalInput
  ) throws(TerminalError) -> String? {
    let silent = TerminalGuard.Mode(change: { $0.c_lflag &= ~tcflag_t(ECHO) })
    TerminalGuard.begin(terminal.descriptor, silent)
    defer { TerminalGuard.end() }
    try terminal.write(visible(prompt, keepingNewlines: true))
    let line = try terminal.readLine()
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
