import Glibc

/// The capabilities of the output, determined once per run.
public struct Screen: Hashable, Sendable {
  public var colors: ColorDepth
  /// The maximum width of lines; `nil` if lines are not truncated.
  public var width: Int?
  public var height: Int?
  public var isTerminal: Bool
  /// Whether `TERM` names a terminal that cannot move its cursor, or is not set.
  public var isDumb: Bool
  /// Whether the program's own text may use characters outside ASCII. The user's texts are not
  /// affected.
  public var unicode: Bool
  public var hyperlinks: Bool
  /// The width of characters of ambiguous width, 1 or 2 columns. East Asian terminals draw them
  /// wide.
  public var ambiguousWidth: Int
  public var palette = Palette.standard

  /// Reads the environment according to https://no-color.org and https://bixense.com/clicolors.
  public init(
    environment: [String: String], descriptor: Int32 = 1, isTerminal: Bool,
    size: (columns: Int, rows: Int)?, isUTF8: Bool, color: ColorChoice = .automatic,
    ambiguousWidth: Int = 1
  ) {
    isDumb = ["dumb", "", nil].contains(environment["TERM"])
    self.isTerminal = isTerminal
    self.ambiguousWidth = ambiguousWidth == 2 ? 2 : 1
    unicode = isUTF8
    colors =
      Screen.wantsColor(environment, isTerminal: isTerminal, choice: color)
      ? ColorDepth(announcedBy: environment) : .none
    width = Screen.columns(in: environment) ?? (isTerminal ? size?.columns : nil)
    height = isTerminal ? size?.rows : nil
    hyperlinks = isTerminal && !isDumb && colors > .none
  }

  /// A screen without colors, for files and tests.
  public static func plain(width: Int? = nil, unicode: Bool = true) -> Screen {
    var screen = Screen(environment: [:], isTerminal: false, size: nil, isUTF8: unicode)
    screen.width = width
    return screen
  }
}

extension Screen {
  /// The mark at the end of a truncated line.
  public var ellipsis: String { unicode ? "…" : "..." }

  /// The mark between an error and its hint.
  public var arrow: String { unicode ? "→" : "->" }

  /// Whether lines can be drawn: their characters are one column wide.
  public var hasLines: Bool { unicode && measure.width(of: "─") == 1 }

  /// The measure for widths on this screen.
  public var measure: TextMeasure {
    TextMeasure(ambiguousWidth: ambiguousWidth, isASCII: !unicode)
  }

  /// The width for help, heatmaps and paragraphs, which are always wrapped.
  public func width(orElse fallback: Int = 80) -> Int { width ?? fallback }

  private static func wantsColor(
    _ environment: [String: String], isTerminal: Bool, choice: ColorChoice
  ) -> Bool {
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    let term = environment["TERM"] ?? ""
    if term == "dumb" { return false }
    switch choice {
    case .always: return true
    case .never: return false
    case .automatic: break
    }
    if isSet("NO_COLOR") { return false }
    if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" { return true }
    return isTerminal && !term.isEmpty
  }

  /// The value of `COLUMNS`, if it is a plausible number.
  private static func columns(in environment: [String: String]) -> Int? {
    environment["COLUMNS"].flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
  }
}

extension Screen {
  /// Whether a descriptor is a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The size of a terminal, or `nil` if it is unknown, as on a serial line or some CI systems. A
  /// size that no screen has is limited, because the program keeps every cell in memory.
  public static func terminalSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (min(Int(size.ws_col), 1000), min(Int(size.ws_row), 400))
  }
}

/// The value of `--color`.
public enum ColorChoice: String, CaseIterable, Hashable, Sendable {
  case automatic = "auto"
  case always
  case never
}

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
