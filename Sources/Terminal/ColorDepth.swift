/// How many colors the screen can show. Each depth includes the colors of the smaller ones.
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
  /// The color depth according to `TERM` and `COLORTERM`, for a terminal on which color is wanted.
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
