/// What the place that the answer goes to can show, decided once for a whole run.
public struct Screen: Hashable, Sendable {
  public var colors: ColorDepth
  /// How many columns a line may take; `nil` where lines are not to be cut.
  public var width: Int?
  public var height: Int?
  public var isTerminal: Bool
  /// Whether `TERM` names nothing that can move its cursor.
  public var isDumb: Bool
  /// Whether the program's own words may use signs outside ASCII. What people wrote is shown as
  /// written either way.
  public var unicode: Bool
  public var hyperlinks: Bool
  /// The columns of a sign that East Asian terminals show wide and others narrow: 1 or 2.
  public var ambiguousWidth: Int
  public var palette = Palette.standard

  /// Reads the environment as everybody does: https://no-color.org and https://bixense.com/clicolors.
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

  /// A screen of plain text, for a file or a test.
  public static func plain(width: Int? = nil, unicode: Bool = true) -> Screen {
    var screen = Screen(environment: [:], isTerminal: false, size: nil, isUTF8: unicode)
    screen.width = width
    return screen
  }
}

extension Screen {
  /// What stands for the part of a line that did not fit.
  public var ellipsis: String { unicode ? "…" : "..." }

  /// What points from a failure to the next step.
  public var arrow: String { unicode ? "→" : "->" }

  /// How wide text is on this screen.
  public var measure: TextMeasure {
    TextMeasure(ambiguousWidth: ambiguousWidth, isASCII: !unicode)
  }

  /// The width for help, pictures and running text, which are never left unbroken.
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

  /// `COLUMNS`, where it is a number that a screen could have.
  private static func columns(in environment: [String: String]) -> Int? {
    environment["COLUMNS"].flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
  }
}
