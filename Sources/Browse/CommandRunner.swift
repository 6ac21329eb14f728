public import Localization

/// Runs commands of the program inside this process. The module of commands provides it, because it
/// is above this one.
public struct CommandRunner: Sendable {
  /// Runs a command without the terminal. What it reports about its progress is passed on.
  public var run:
    @Sendable (
      _ words: [String], _ columns: Int, _ progress: @escaping @Sendable (String) -> Void
    ) async -> CommandOutcome
  /// Runs a command that uses the terminal, such as one that opens the editor. Its results are
  /// collected; questions and errors are shown.
  public var runOnTerminal: @Sendable (_ words: [String]) async -> CommandOutcome
  /// The possible completions of a word after the words of a command.
  public var complete:
    @Sendable (_ words: [String], _ cursorWord: String) async -> [CommandCompletion]
  /// Whether a word is the name of a command.
  public var isCommand: @Sendable (String) -> Bool

  public init(
    run:
      @escaping @Sendable (
        _ words: [String], _ columns: Int, _ progress: @escaping @Sendable (String) -> Void
      ) async -> CommandOutcome,
    runOnTerminal: @escaping @Sendable (_ words: [String]) async -> CommandOutcome,
    complete:
      @escaping @Sendable (_ words: [String], _ cursorWord: String) async ->
      [CommandCompletion] = { _, _ in [] },
    isCommand: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    self.run = run
    self.runOnTerminal = runOnTerminal
    self.complete = complete
    self.isCommand = isCommand
  }
}

/// What a command has printed, and its exit status.
public struct CommandOutcome: Hashable, Sendable {
  public var status: ExitStatus
  /// Standard output and standard error.
  public var output: String
  public var remarks: String

  public init(status: ExitStatus, output: String, remarks: String) {
    self.status = status
    self.output = output
    self.remarks = remarks
  }

  var isSuccess: Bool { status == .success }

  /// The sentence for the bottom line.
  var line: String { Self.line(isSuccess && !output.isEmpty ? output : remarks) }

  /// A text on one line, without styles and without the name of the program in front of an error.
  static func line(_ text: String) -> String {
    let name = "commitdiary: "
    let line = withoutStyles(text).split(whereSeparator: \.isNewline)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .joined(separator: "  ")
    return line.hasPrefix(name) ? String(line.dropFirst(name.count)) : line
  }

  /// A command that has run on the terminal prints colors.
  private static func withoutStyles(_ text: String) -> String {
    var plain = ""
    var isInStyle = false
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if isInStyle {
        isInStyle = !("@"..."~").contains(scalar)
      } else if scalar == "\u{1B}", rest.first == "[" {
        rest.removeFirst()
        isInStyle = true
      } else {
        plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }
}
