import Glibc

/// Asks for a line that the user can edit before Enter, on one row of the terminal.
public struct LineEditor: Sendable {
  public var prompt: String
  /// The text at the beginning, with the cursor at its end.
  public var text: String

  public init(prompt: String, text: String = "") {
    self.prompt = prompt
    self.text = text
  }

  /// Runs until the user ends the line, and restores the terminal. `screen` belongs to the
  /// terminal; its width is read from the terminal itself, because it may change.
  public func run(on screen: Screen) throws(TerminalError) -> LineAnswer {
    guard !screen.isDumb else { throw .noTerminal }
    let terminal = try TerminalInput()
    return try run(on: screen, at: terminal)
  }

  private static let opening: StaticString = "\u{1B}[?2004h"
  private static let closing: StaticString = "\u{1B}[?2004l\u{1B}[m\r\n"

  func run(on screen: Screen, at terminal: borrowing TerminalInput) throws(TerminalError)
    -> LineAnswer
  {
    let pipe = try SelfPipe()
    let raw = TerminalGuard.Mode(
      change: { cfmakeraw(&$0) }, opening: Self.opening, closing: Self.closing,
      wakeUp: pipe.writing)
    TerminalGuard.begin(terminal.descriptor, raw)
    defer { TerminalGuard.end() }

    var line = EditedLine(text)
    var decoder = KeyDecoder()
    while true {
      // A terminal that is gone cannot show the line; its text must not be lost.
      try? terminal.write(drawing(of: line, on: screen, columns: terminal.size.columns))
      guard let keys = try? terminal.nextKeys(pipe, &decoder) else {
        // A terminal that is gone may end with an error.
        return .interrupted(line.text)
      }
      for (index, key) in keys.enumerated() {
        if key == .control("z") { kill(0, SIGTSTP) }
        // Text after a line break arrived together with it, so it was pasted, not typed.
        if key == .enter, index + 1 < keys.count {
          line.insert("\n")
        } else if let answer = line.handle(key) {
          return answer
        }
      }
      if TerminalGuard.wasInterrupted { return .interrupted(line.text) }
    }
  }

  /// The output that draws the line and places the cursor.
  func drawing(of line: EditedLine, on screen: Screen, columns: Int) -> String {
    let view = line.view(after: prompt, columns: columns, on: screen)
    let text = view.line.render(on: screen, keepingNewlines: false)
    let move = view.cursor > 0 ? "\u{1B}[\(view.cursor)C" : ""
    return "\r\u{1B}[m\u{1B}[K" + text + "\r" + move
  }
}

/// How the user ended a line.
public enum LineAnswer: Hashable, Sendable {
  case entered(String)
  /// By Ctrl-C or a signal, or because the terminal was closed. The text is what was typed so far.
  case interrupted(String)
}
