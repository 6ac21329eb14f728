import Arguments
import Context
import Diary
import Localization
import Views

/// What the loop has to do after a key.
enum BrowseEffect: Hashable, Sendable {
  case quit
  /// Ctrl-Z.
  case suspend
  case redraw
  /// Makes a change. If it is refused, the prompt is opened again.
  case change(DiaryChange, PromptLine? = nil)
  /// Undoes the last change, after a question if it is not a recent one.
  case undo
  /// Opens the editor.
  case edit(EditedText)
  /// Runs a command that needs the terminal.
  case runOnTerminal([String])
  /// Runs another program that has the terminal, without a shell.
  case runProgram([String])
  /// Stops the commands that run beside the screen.
  case interrupt
  /// Asks for the completions of a word after others; the number tells the answers apart.
  case complete([String], String, Int)
  /// Asks for the commits whose ids begin with a word.
  case completeCommit(String, Int)
  /// Runs a command and shows what it prints.
  case show([String])
  /// Opens the first note, to-do or commit with one of these ids, or else the day.
  case openNamed([String], Day?)
  /// Searches for the words; the number tells the answers of searches apart.
  case search(String, Int)
  /// Copies the text to the clipboard.
  case copy(String)
  case setMouse(Bool)
}

/// What was read in the background.
enum BrowseResult: Sendable {
  case activity(Activity)
  case day(DayRecord)
  case commits(CommitChoice, FoundCommits)
  case digest(ClosedRange<Day>, [DayRecord])
  /// The results of a search, with the text around each match that is not in a title.
  case found(SearchResults, [PageItem: String], Int)
  /// The notes or days that have the words of a filter.
  case filtered(ListTab, String, [ListRow])
  /// A measure of the days, as of a version of the journal.
  case measured(MeasuredYear)
  case measureRefused(Measure, String)
  case changes(sha: String, CommitChanges)
  case diff(PageItem, FileDiff?)
  case weather(DayWeather)
  case tags([String])
  case completions([CommandCompletion], Int)
  /// What was asked for could not be read. It is not asked for again until something changes.
  case failed(BackgroundRequest)
  /// How far a command is that runs beside the screen.
  case progress(String, of: RunningCommand)
  /// The change that was being saved has ended.
  case changed
  /// A command that ran beside the screen has ended.
  case output(RunningCommand, CommandOutcome)
}

/// A command, or a change that is saved, beside the screen or on the terminal.
struct RunningCommand: Hashable, Sendable {
  var words: [String]
  /// The change, unless a command was typed or the editor is opened.
  var change: DiaryChange?
  /// The line that was typed for the change.
  var prompt: PromptLine?
  /// Where the cursor was when the command began.
  var place: CursorPlace
  /// Tells commands apart that run at the same time.
  var number = 0
  /// How far it is, if it tells.
  var progress: String?
}

/// A line about what has just happened, which the next key removes.
struct Remark: Hashable, Sendable {
  var text: String
  var isFailure = false
  /// An action whose key is shown after the text.
  var action: BrowseAction?
}

/// A command in the log, as one would type it.
struct LoggedCommand: Hashable, Sendable {
  var line: String
  var isSuccess: Bool

  init(_ words: [String], isSuccess: Bool = true) {
    line = (["commitdiary"] + words).map(ShellWords.quoted).joined(separator: " ")
    self.isSuccess = isSuccess
  }
}

extension EditedText {
  /// The command that opens the editor on the text.
  ///
  /// - Parameter shortIDs: the short ids that are known.
  func words(_ shortIDs: [Identifier: String] = [:]) -> [String] {
    switch self {
    case .entry(let day): ["diary", "write", "\(day)"]
    case .note(let id): ["notes", "edit", shortIDs[id] ?? id.text]
    case .newNote(let repository, let commit):
      ["notes", "add", "--repo", repository.name, "--commit", commit.sha]
    }
  }
}
