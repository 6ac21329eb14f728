import Glibc

/// Lets a person choose one of many at the terminal: with the arrows, or by typing a part of it.
public struct Picker: Sendable {
  public var title: String
  public var items: [PickerItem]
  /// Where further items come from; without one, `items` are all.
  public var feed: PickerFeed?
  /// A line at the bottom that says which keys do what.
  public var hint: String
  /// What is shown while nothing matches.
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

  /// Waits until the person has chosen or given up, and leaves the screen as it was. `screen` is
  /// that of the terminal, `Screen.detect(descriptor: 2)` where the answer goes into a pipe; the
  /// size is asked of the terminal itself, for it changes.
  public func run(on screen: Screen) throws(TerminalError) -> PickerOutcome {
    guard !screen.isDumb else { throw .noTerminal }
    let terminal = try TerminalInput()
    return try run(on: screen, at: terminal)
  }

  /// The other screen that terminals have keeps this one as it was. Lines are not wrapped, in case
  /// the terminal counts a sign as wider than we do.
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
      for key in try nextKeys(at: terminal, pipe, &decoder) {
        if key == .control("z") { kill(0, SIGTSTP) }
        if let outcome = state.handle(key) { return outcome }
      }
      if TerminalGuard.wasInterrupted { return .interrupted }
      let size = terminal.size
      state.resize(columns: size.columns, rows: size.rows)
    }
  }

  /// Waits for keys, or for a signal or items after which there is something to draw.
  private func nextKeys(
    at terminal: borrowing TerminalInput, _ pipe: borrowing SelfPipe,
    _ decoder: inout KeyDecoder
  ) throws(TerminalError) -> [Key] {
    var waiting = [
      pollfd(fd: terminal.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&waiting, 2, decoder.isWaiting ? KeyDecoder.escapeTimeout : -1)
    if count == 0 { return decoder.timeOut() }
    guard count > 0 else {
      if errno == EINTR { return [] }
      throw .failed(errno: errno)
    }
    if waiting[1].revents != 0 { pipe.drain() }
    guard waiting[0].revents != 0 else { return [] }
    let bytes = try terminal.read()
    // The terminal is gone, and nobody is there to answer.
    return bytes.isEmpty ? [.control("c")] : decoder.feed(bytes)
  }

  /// Every line is cleared before it is written: clearing behind the last column would take the
  /// letter that stands there.
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
