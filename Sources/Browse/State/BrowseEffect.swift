import Diary
import Views

/// What the loop has to do after a key.
enum BrowseEffect: Hashable, Sendable {
  case quit
  /// Ctrl-Z.
  case suspend
  case redraw
  case change(Change)
  case undo, redo
  /// Runs a command that needs the terminal, such as one that opens the editor.
  case runOnTerminal([String])
  /// The same for a command that adds something, whose id is needed for the undo.
  case changeOnTerminal(Change)
  /// Stops the command that runs beside the screen.
  case interrupt
  /// Asks for the completions of a word after others; the number tells the answers apart.
  case complete([String], String, Int)
  /// Runs a command and shows what it prints.
  case show([String])
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
  case commits([DayRecord])
  case found(SearchResults, Int)
  /// A measure of the days, as of a version of the journal.
  case measured(MeasuredYear)
  case measureRefused(Measure, String)
  case changes(sha: String, CommitChanges)
  case weather(DayWeather)
  case tags([String])
  case completions([CommandCompletion], Int)
  /// What was asked for could not be read. It is not asked for again until something changes.
  case failed(BackgroundRequest)
  /// How far the command is that runs in the background.
  case progress(String)
  /// The command of a change has ended.
  case changed
  /// A command that was run in the background has ended.
  case output([String], CommandOutcome)
}
