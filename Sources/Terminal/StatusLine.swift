/// One line at the bottom that says how far something is, drawn over and over, and gone at the end.
public struct StatusLine: Sendable {
  private let screen: Screen
  private var shown = ""

  public init(on screen: Screen) {
    self.screen = screen
  }

  /// What to send so that `text` stands there, or nothing where it does already. It is cut to the
  /// width: a line that wrapped could not be taken back.
  public mutating func replaced(by text: StyledText) -> String {
    let width = max((screen.width ?? 80) - 1, 1)
    let line = text.truncated(to: width, on: screen).render(on: screen)
    guard line != shown else { return "" }
    shown = line
    return "\r\u{1B}[K" + line
  }

  /// What to send so that nothing is left of it.
  public mutating func cleared() -> String {
    guard !shown.isEmpty else { return "" }
    shown = ""
    return "\r\u{1B}[K"
  }
}
