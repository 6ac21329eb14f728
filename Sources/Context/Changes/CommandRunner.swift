package import Diary
package import Localization

/// Runs commands of the program inside this process. The module of commands provides it, and
/// a browser uses it: neither imports the other.
package protocol CommandRunner: Sendable {
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
package struct CommandOutcome: Sendable {
  package var status: ExitStatus
  /// Standard output and standard error.
  package var output: String
  package var remarks: String
  package var changes: [ChangeResult]

  package init(
    status: ExitStatus, output: String, remarks: String, changes: [ChangeResult] = []
  ) {
    self.status = status
    self.output = output
    self.remarks = remarks
    self.changes = changes
  }
}

/// A possible completion of a command line.
package struct CommandCompletion: Hashable, Sendable {
  package var word: String
  package var description: String
  /// Whether it is a day, which replaces the whole line.
  package var isDay = false

  package init(_ word: String, _ description: String = "") {
    self.word = word
    self.description = description
  }
}

/// A text to write in the editor.
package enum EditedText: Hashable, Sendable {
  case entry(Day)
  case note(Identifier)
  case newNote(on: Repository, Commit)
}

/// The full-screen interface, which the program passes to its commands.
package protocol DiaryBrowser: Sendable {
  /// Runs until the user quits.
  ///
  /// - Parameter isPlain: whether it prints lines instead, as for screen readers.
  func browse(
    _ app: App, running runner: any CommandRunner, from start: BrowseStart?, isPlain: Bool
  ) async throws
}

/// What is selected when a browser starts.
package enum BrowseStart: Sendable {
  case day(Day)
  case note(Identifier)
  case commit(RepositoryCommit)
  /// The results for these words.
  case search(String)
}
