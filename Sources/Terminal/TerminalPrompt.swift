import Glibc

/// Questions that the user answers with a line. The caller provides all texts in the user's
/// language. Answers are read from the terminal, not from standard input.
public enum TerminalPrompt {
  /// The number of attempts for an answer that is neither yes nor no.
  private static let maximumAttempts = 3

  /// Asks for yes or no. Returns `nil` if the input ends or no attempt gives an answer. `yes` and
  /// `no` are words in the user's language; the English ones are accepted too.
  public static func confirm(
    prompt: String, defaultAnswer: Bool? = nil, yes: [String] = [], no: [String] = []
  ) throws(TerminalError) -> Bool? {
    try confirm(
      prompt: prompt, defaultAnswer: defaultAnswer, yes: yes, no: no, on: TerminalInput())
  }

  /// Asks for a line. Returns `nil` if the input ends.
  public static func ask(prompt: String) throws(TerminalError) -> String? {
    try ask(prompt: prompt, on: TerminalInput())
  }

  /// Asks for a line without echo.
  public static func askSecret(prompt: String) throws(TerminalError) -> String? {
    try askSecret(prompt: prompt, on: TerminalInput())
  }
}

extension TerminalPrompt {
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
    let line = try ask(prompt, on: terminal) { _ in }
    // At the end of input, the cursor is still after the prompt.
    if line == nil { try terminal.write("\n") }
    return line
  }

  static func askSecret(
    prompt: String, on terminal: borrowing TerminalInput
  ) throws(TerminalError) -> String? {
    let line = try ask(prompt, on: terminal) { $0.c_lflag &= ~tcflag_t(ECHO) }
    try terminal.write("\n")
    return line
  }

  /// A signal that ends the program ends the question too, where the program first keeps texts.
  private static func ask(
    _ prompt: String, on terminal: borrowing TerminalInput,
    changing change: @escaping @Sendable (inout termios) -> Void
  ) throws(TerminalError) -> String? {
    if TerminalGuard.wasInterrupted { throw .interrupted }
    let pipe = try SelfPipe()
    TerminalGuard.begin(
      terminal.descriptor, TerminalGuard.Mode(change: change, wakeUp: pipe.writing))
    defer { TerminalGuard.end() }
    try terminal.write(visible(prompt, keepingNewlines: true))
    return try terminal.readLine(pipe)
  }

  /// The answer that a line gives, or `nil` if it is neither yes nor no.
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
