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

  public func svg(in theme: Theme) -> String {
    let streaks = view.streaks
    let length = streaks.current?.length ?? 0
    var picture = StreakSVG(
      title: MeasureWords.name(of: measure, reader),
      headline: reader.say(length > 0 ? .streakInARow(count: length) : .streakNone),
      description: sentences.reversed().reduce(reader.say(.streakRule)) {
        reader.say(.sentences(first: $1, second: $0))
      },
      theme: theme, language: reader.language)
    if let first = streaks.current?.first {
      picture.remark = reader.say(
        streaks.isInGrace ? .streakSinceInGrace(day: first) : .streakSince(day: first))
    }
    guard let longest = streaks.longest else {
      picture.headline = reader.say(.streakNever)
      return picture.text
    }
    let isLongest = length >= longest.length
    picture.bar = StreakSVG.Bar(
      filled: min(1, Double(length) / Double(longest.length)),
      goal: reader.say(isLongest ? .streakIsLongest : view.longest ?? .streakNever),
      rest: isLongest ? "" : reader.say(.streakRest(count: longest.length - length)))
    return picture.text
  }
}
