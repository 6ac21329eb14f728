/// How many colours the screen can tell apart; a deeper one shows all that a shallower one does.
public enum ColorDepth: Int, Comparable, Hashable, Sendable {
  case none
  case ansi16
  case ansi256
  case trueColor

  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension ColorDepth {
  /// The depth that a terminal announces, taking for granted that there is one that wants colour.
  init(announcedBy environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    let colorTerm = environment["COLORTERM"]?.lowercased()
    self =
      if colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct") {
        .trueColor
      } else if term.hasSuffix("-256color") {
        .ansi256
      } else {
        .ansi16
      }
  }
}
