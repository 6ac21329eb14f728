/// A key press or paste.
public enum Key: Hashable, Sendable {
  /// Text that arrived at once: an input method sends whole words.
  case text(String)
  case pasted(String)
  case enter, tab, backspace, delete, escape
  case up, down, left, right, pageUp, pageDown, home, end
  /// A lower-case letter pressed with Ctrl.
  case control(Character)
  /// A sequence that the program does not use.
  case unknown
}
