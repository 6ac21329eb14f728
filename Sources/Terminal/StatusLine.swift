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
