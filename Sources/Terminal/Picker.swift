import Glibc

/// Lets the user choose an item with the arrow keys or by typing part of it.
public struct Picker: Sendable {
  public var title: String
  public var items: [PickerItem]
  /// The source of further items; `nil` if `items` is complete.
  public var feed: PickerFeed?
  /// A line at the bottom that explains the keys.
  public var hint: String
  /// The text that is shown if no item matches.
  public var emptyText: String

  public init(
    title: String, items: [PickerItem], feed: PickerFeed? = nil, hint: String, emptyText: String
  ) {
    self.title = title
    self.items = items
    self.feed = feed
    self.hint = hint
    self.emptyText = emptyText
  }

  /// Runs until the user chooses an item or cancels, and restores the screen. `screen` belongs to
  /// the terminal. The size is read from the terminal itself, because it may change.
  public func run(on screen: Screen) throws(TerminalError) -> PickerOutcome {
    guard !screen.isDumb else { throw .noTerminal }
    let terminal = try TerminalInput()
    return try run(on: screen, at: terminal)
  }

  /// Uses the alternate screen, which preserves the contents of the main one. Line wrapping is off
  /// in case the terminal draws a character wider than `TextMeasure` expects.
  private static let opening: StaticString = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h"
  private static let closing: StaticString =
    "\u{1B}[?2004l\u{1B}[?7h\u{1B}[m\u{1B}[H\u{1B}[J\u{1B}[?1049l\u{1B}[?25h"

  func run(on screen: Screen, at terminal: borrowing TerminalInput) throws(TerminalError)
    -> PickerOutcome
  {
    let pipe = try SelfPipe()
    let raw = TerminalGuard.Mode(
      change: { cfmakeraw(&$0) }, opening: Picker.opening, closing: Picker.closing,
      wakeUp: pipe.writing)
    TerminalGuard.begin(terminal.descriptor, raw)
    defer { TerminalGuard.end() }

    var state = PickerState(
      title: title, items: items, isComplete: feed == nil, hint: hint, emptyText: emptyText,
      size: terminal.size)
    feed?.wake(pipe.writing)
    defer { feed?.wake(-1) }
    var decoder = KeyDecoder()
    while true {
      feed?.fill(&state)
      try terminal.write(
        Picker.drawing(of: state.view(on: screen), rows: state.size.rows, on: screen))
      for key in try terminal.nextKeys(pipe, &decoder) {
        if key == .control("z") { kill(0, SIGTSTP) }
        if let outcome = state.handle(key) { return outcome }
      }
      if TerminalGuard.wasInterrupted { return .interrupted }
      let size = terminal.size
      state.resize(columns: size.columns, rows: size.rows)
    }
  }

  /// Each line is cleared before it is written: clearing after the last column would erase the
  /// character there.
  static func drawing(of view: PickerView, rows: Int, on screen: Screen) -> String {
    var result = "\u{1B}[?25l\u{1B}[H"
    for row in 0..<max(rows, view.lines.count) {
      if row > 0 { result += "\r\n" }
      result += "\u{1B}[m\u{1B}[K"
      guard row < view.lines.count else { continue }
      result += view.lines[row].render(on: screen, keepingNewlines: false)
    }
    return result + "\u{1B}[\(view.cursor.row + 1);\(view.cursor.column + 1)H\u{1B}[?25h"
  }
}
