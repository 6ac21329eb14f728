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
    return try run(on: screen, at: TerminalInput())
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

/// The text of a `LineEditor` and its cursor, as a value without a terminal.
///
/// A pasted text may have several lines; they are shown on one row, with a mark for each break.
public struct EditedLine: Hashable, Sendable {
  /// The text before and after the cursor.
  private(set) var before: String
  private(set) var after = ""

  public init(_ text: String) {
    before = text
  }

  public var text: String { before + after }

  public mutating func insert(_ text: String) { before += text }

  /// Handles a key, and returns the answer if the line ends.
  public mutating func handle(_ key: Key) -> LineAnswer? {
    switch key {
    case .enter: return .entered(text)
    // Ctrl-D ends the input; the typed text is the answer.
    case .control("d"): return .entered(text)
    case .control("c"): return .interrupted(text)
    case .text(let text), .textWithKey(let text, _): insert(text)
    case .pasted(let text): insert(Self.withPlainBreaks(text))
    case .tab: insert(" ")
    case .backspace: if !before.isEmpty { before.removeLast() }
    case .delete: if !after.isEmpty { after.removeFirst() }
    case .left, .control("b"): move(by: -1)
    case .right, .control("f"): move(by: 1)
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"): deleteWord()
    default: break
    }
    return nil
  }

  private mutating func move(by steps: Int) {
    if steps < 0, let last = before.popLast() {
      after = String(last) + after
    } else if steps > 0, !after.isEmpty {
      before.append(after.removeFirst())
    }
  }

  private mutating func deleteWord() {
    while before.last?.isWhitespace == true { before.removeLast() }
    while let last = before.last, !last.isWhitespace { before.removeLast() }
  }

  /// Terminals send a carriage return for each line break of a pasted text.
  private static func withPlainBreaks(_ text: String) -> String {
    String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 }.filter { $0 != "\0" })
  }

  /// The part of the line around the cursor that fits, and the column of the cursor. The last
  /// column stays free, because terminals wrap after it.
  public func view(
    after prompt: String, columns: Int, on screen: Screen
  ) -> (line: StyledText, cursor: Int) {
    let measure = screen.measure
    let width = max(columns - 1, 1)
    let shown = measure.width(of: prompt) <= width / 2 ? StyledText(prompt, .accent) : ""
    let room = width - shown.width(on: screen)
    // With few exceptions, a character takes at least one column, so no more of them fit.
    let right = Array(visible(String(after.prefix(room)), ascii: !screen.unicode))
    let left = Array(visible(String(before.suffix(room)), ascii: !screen.unicode))
    var used = 0
    let reserved = min(right.reduce(0) { $0 + measure.width(of: $1) }, room / 4)
    let tail = left.reversed().prefix {
      used += measure.width(of: $0)
      return used <= room - reserved
    }
    let start = String(tail.reversed())
    let cursor = measure.width(of: start)
    let rest = measure.truncated(String(right), to: room - cursor)
    return (shown + StyledText(start + rest), shown.width(on: screen) + cursor)
  }
}

/// A progress line that is redrawn in place and removed at the end.
public struct StatusLine: Sendable {
  private let screen: Screen
  private var shown = ""

  /// Removes what is on the current line.
  public static let clear = "\r\u{1B}[K"

  public init(on screen: Screen) {
    self.screen = screen
  }

  /// The output that shows `text`, or an empty string if it is already shown. The text is truncated
  /// to the width, because a wrapped line could not be cleared.
  public mutating func replaced(by text: StyledText) -> String {
    let width = max((screen.width ?? 80) - 1, 1)
    let line = text.truncated(to: width, on: screen).render(on: screen)
    guard line != shown else { return "" }
    shown = line
    return Self.clear + line
  }

  /// The output that removes the line.
  public mutating func cleared() -> String {
    guard !shown.isEmpty else { return "" }
    shown = ""
    return Self.clear
  }
}
