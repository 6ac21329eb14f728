/// What a person did at the keyboard.
public enum Key: Hashable, Sendable {
  /// Letters, as many as came at once: an input method sends whole words.
  case text(String)
  case pasted(String)
  case enter, tab, backspace, delete, escape
  case up, down, left, right, pageUp, pageDown, home, end
  /// A letter with Ctrl, in lower case.
  case control(Character)
  /// A sequence that no one here has a use for.
  case unknown
}
