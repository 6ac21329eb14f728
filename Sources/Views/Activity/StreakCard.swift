public import Diary
import Localization
public import Terminal

/// The current streak, and how far it is to the longest, as a picture for a README.
public struct StreakCard: Sendable {
  private let view: StreakView
  private let measure: Measure

  public init(streaks: Streaks, measure: Measure, context: ViewContext) {
    view = StreakView(streaks: streaks, context: context)
    self.measure = measure
  }

  private var reader: Reader { view.context.reader }

  /// What it shows, for readers who do not see it.
  public var sentences: [String] {
    [view.current ?? .streakNever, view.longest].compactMap(\.self).map { reader.say($0) }
  }

  /// The image: how long the streak is, and a bar of how far it is towards the longest.
  public func svg(in theme: Theme) -> String {
    let streaks = view.streaks
    let length = streaks.current?.length ?? 0
    let isLongest = length >= streaks.longest?.length ?? 0
    var shapes = ""
    var y = Self.padding + 11
    func add(_ words: String, _ attributes: String, x: Int = Self.padding) {
      shapes += SVG.label(words, x: x, y: y, attributes)
    }
    let small = "font-size=\"11\""
    add(
      MeasureWords.name(of: measure, reader), "class=\"h\" font-size=\"13\" font-weight=\"600\"")
    y += 36
    let headline: Message =
      streaks.longest == nil
      ? .streakNever : length > 0 ? .streakInARow(count: length) : .streakNone
    add(reader.say(headline), "class=\"n\" font-size=\"26\" font-weight=\"600\"")
    if let first = streaks.current?.first {
      y += Self.line + 4
      add(
        reader.say(streaks.isInGrace ? .streakSinceInGrace(day: first) : .streakSince(day: first)),
        small)
    }
    if let longest = streaks.longest {
      y += 14
      let whole = Self.width - 2 * Self.padding
      let filled = min(1, Double(length) / Double(longest.length))
      for (name, width) in [("b", whole), ("f", Int(Double(whole) * filled))] {
        shapes += """
          <rect class="\(name)" x="\(Self.padding)" y="\(y)" width="\(width)" height="8" rx="4"/>

          """
      }
      y += 8 + Self.line
      let goal = reader.say(isLongest ? .streakIsLongest : view.longest ?? .streakNever)
      let rest = isLongest ? "" : reader.say(.streakRest(count: longest.length - length))
      add(goal, small)
      // Beside what the bar stands for, or below where that is too long.
      let columns = goal.displayWidth() + rest.displayWidth() + 2
      if columns * Self.column > whole { y += Self.line }
      add(rest, small + " text-anchor=\"end\"", x: Self.width - Self.padding)
    }
    return SVG.document(
      width: Self.width, height: y + Self.padding, theme: theme,
      title: MeasureWords.name(of: measure, reader),
      description: sentences.reversed().reduce(reader.say(.streakRule)) {
        reader.say(.sentences(first: $1, second: $0))
      },
      language: reader.language, colors: Self.colors, shapes: shapes)
  }

  private static let width = 480
  private static let padding = 16
  /// The estimated width of a terminal column in small letters, rather too large.
  private static let column = 6
  private static let line = 16

  private static func colors(of theme: Theme, on background: Background) -> String {
    let colors = theme.webColors(on: background)
    return ".n{fill:\(colors.text)}.h,.f{fill:\(colors.accent)}.b{fill:\(colors.line)}"
  }
}
