/// The pager for output that is longer than the screen. The caller starts it.
public enum Pager {
  /// The command line of the pager, or `nil` if `PAGER` is empty or `cat`.
  public static func command(in environment: [String: String]) -> String? {
    let command = environment["PAGER"] ?? "less"
    return command.isEmpty || command == "cat" ? nil : command
  }

  /// The environment of the pager: it keeps colors and links, exits if all lines fit, and leaves
  /// the text on the screen. Existing settings take precedence.
  public static func environment(_ environment: [String: String]) -> [String: String] {
    // The text is always UTF-8; `less` would show it in hexadecimal under LANG=C.
    let defaults = ["LESS": "FRX", "LESSCHARSET": "utf-8", "LV": "-c"]
    return environment.merging(defaults) { own, _ in own }
  }
}

extension Screen {
  /// Whether the lines and the prompt after them do not fit on the screen.
  public func needsPager(for lines: some Sequence<StyledText>) -> Bool {
    guard isTerminal, let height else { return false }
    var rows = 0
    for line in lines {
      rows += self.rows(of: line)
      if rows >= height { return true }
    }
    return false
  }

  /// The number of rows of the screen that a line takes up.
  public func rows(of line: StyledText) -> Int {
    width.map { max(1, (line.width(on: self) + $0 - 1) / $0) } ?? 1
  }
}
