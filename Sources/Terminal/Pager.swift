/// Which program shows what is longer than the screen, and how it is told to. Starting it is the
/// caller's work.
public enum Pager {
  /// The command line of the pager, or `nil` where the person wants none: `PAGER` that is empty or
  /// `cat`.
  public static func command(in environment: [String: String]) -> String? {
    let command = environment["PAGER"] ?? "less"
    return command.isEmpty || command == "cat" ? nil : command
  }

  /// The environment for it: colours and links are let through, it ends by itself where all fits,
  /// and it leaves the text on the screen. What the person has set stays.
  public static func environment(_ environment: [String: String]) -> [String: String] {
    // Text is UTF-8 whatever the locale; `less` would show it in hexadecimal under LANG=C.
    let defaults = ["LESS": "FRX", "LESSCHARSET": "utf-8", "LV": "-c"]
    return environment.merging(defaults) { own, _ in own }
  }
}

extension Screen {
  /// Whether the lines, with the prompt after them, are more than a terminal shows at once.
  public func needsPager(for lines: some Sequence<StyledText>) -> Bool {
    guard isTerminal, let height else { return false }
    var rows = 0
    for line in lines {
      rows += width.map { max(1, (line.width(on: self) + $0 - 1) / $0) } ?? 1
      if rows >= height { return true }
    }
    return false
  }
}
