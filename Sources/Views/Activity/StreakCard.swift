public import Diary
import Localization
public import Terminal

/// The current and the longest streak as a picture for a README.
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
    let lengths = [view.streaks.current?.length ?? 0, view.streaks.longest?.length ?? 0]
    let numbers = zip(lengths, sentences).map {
      StreakSVG.Number(value: reader.write($0), sentence: $1)
    }
    return StreakSVG(
      title: MeasureWords.name(of: measure, reader), numbers, rule: reader.say(.streakRule),
      theme: theme, language: reader.language
    ).text
  }
}
