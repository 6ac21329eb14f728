public import Diary
public import Localization
public import Views

/// Runs commands of the program inside this process. The module of commands provides it, and
/// a browser uses it: neither imports the other.
public protocol CommandRunner: Sendable {
  /// Runs a command without the terminal. What it reports about its progress is passed on.
  func run(
    _ words: [String], columns: Int, progress: @escaping @Sendable (String) -> Void
  ) async -> CommandOutcome
  /// Runs a command that uses the terminal, such as one that opens the editor. Its results are
  /// collected; questions and errors are shown.
  func runOnTerminal(_ words: [String]) async -> CommandOutcome
  /// Opens the editor on a text. An error is shown.
  func edit(_ text: EditedText) async -> CommandOutcome
  /// The possible completions of a word after the words of a command.
  func completions(of cursorWord: String, after words: [String]) async -> [CommandCompletion]
  /// Whether a word is the name of a command.
  func isCommand(_ word: String) -> Bool
  /// Whether a command asks questions or opens an editor.
  func usesTerminal(_ words: [String]) -> Bool
  /// The days of a digest without further options; `nil` for all other commands.
  func digestSpan(of words: [String]) -> ClosedRange<Day>?
}

/// What a command has printed and changed, and its exit status.
public struct CommandOutcome: Sendable {
  public var status: ExitStatus
  /// Standard output and standard error.
  public var output: String
  public var remarks: String
  public var changes: [ChangeResult]

  public init(
    status: ExitStatus, output: String, remarks: String, changes: [ChangeResult] = []
  ) {
    self.status = status
    self.output = output
    self.remarks = remarks
    self.changes = changes
  }

  /// What a person is told about a change.
  public init(_ result: ChangeResult, in app: App) {
    let report = ChangeReport(result, in: app)
    func text(_ messages: [Message]) -> String {
      messages.map { app.reader.say($0) }.joined(separator: "\n")
    }
    self.init(
      status: .success, output: result.isChanged ? text(report.sentences) : "",
      remarks: text(report.unchanged.map { [$0] } ?? report.sentences), changes: [result])
  }
}

/// A possible completion of a command line.
public struct CommandCompletion: Hashable, Sendable {
  public var word: String
  public var description: String
  /// Whether it is a day, which replaces the whole line.
  public var isDay = false

  public init(_ word: String, _ description: String = "") {
    self.word = word
    self.description = description
  }
}
