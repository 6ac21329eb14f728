/// A key press or paste.
public enum Key: Hashable, Sendable {
  /// Text that arrived at once: an input method sends whole words.
  case text(String)
  /// Text, and the Latin letter on the same key, from a terminal that reports both.
  case textWithKey(String, Character)
  case pasted(String)
  case enter, tab, backTab, backspace, delete, escape
  case up, down, left, right, pageUp, pageDown, home, end
  /// A lower-case letter pressed with Ctrl.
  case control(Character)
  case mouse(MouseEvent)
  /// Whether the terminal has the focus now.
  case focus(Bool)
  /// The answer to a question that the program asked.
  case answer(TerminalAnswer)
  /// A sequence that the program does not use.
  case unknown
}

/// A click, a movement or the wheel. Rows and columns count from 0.
public struct MouseEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case press, release, drag, wheelUp, wheelDown
  }

  public var kind: Kind
  public var row: Int
  public var column: Int

  public init(_ kind: Kind, row: Int, column: Int) {
    self.kind = kind
    self.row = row
    self.column = column
  }
}

public enum TerminalAnswer: Hashable, Sendable {
  /// The terminal reports keys by the kitty protocol if asked to.
  case keyProtocol
}
