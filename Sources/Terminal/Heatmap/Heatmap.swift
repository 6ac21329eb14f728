public import Diary

/// A span of days as a grid of cells, a week a column: the darker, the more was contributed.
public struct Heatmap: Hashable, Sendable {
  public var words: HeatmapWords
  public var style: HeatmapStyle
  public var showsMonths = true
  public var showsWeekdays = true
  public var showsLegend = true

  let span: ClosedRange<Day>
  let firstWeekday: Weekday
  let today: Day
  private let contributions: [Day: Contribution]

  /// - Parameters:
  ///   - days: in any order; a day of the span that is missing has nothing, and of two of the same
  ///     date the later one counts.
  ///   - today: what lies behind it is left blank, but for a tomorrow that has something: people
  ///     live ahead of the server. Without it, the last day of the span.
  public init(
    days: [Contribution], span: ClosedRange<Day>, firstWeekday: Weekday, words: HeatmapWords,
    style: HeatmapStyle = .block, today: Day? = nil
  ) {
    self.words = words
    self.style = style
    self.span = span
    self.firstWeekday = firstWeekday
    self.today = today ?? span.upperBound
    var contributions: [Day: Contribution] = [:]
    contributions.reserveCapacity(days.count)
    for day in days where span.contains(day.day) { contributions[day.day] = day }
    self.contributions = contributions
  }
}

extension Heatmap {
  /// The last day that is not in the future.
  var latest: Day {
    let tomorrow = today + 1
    return contributions[tomorrow].map { $0.isActive } == true ? tomorrow : today
  }

  /// All weeks of the span, whether or not there is room for them.
  var weeks: Weeks { Weeks(of: span, from: firstWeekday) }

  /// What to draw for a day, or `nil` where its place is left blank.
  func contribution(on day: Day) -> Contribution? {
    guard span.contains(day), day <= latest else { return nil }
    return contributions[day] ?? Contribution(day: day, count: 0, level: 0)
  }
}

extension Contribution {
  /// The level, brought within what there is. A day with something is never as pale as one without.
  var shade: Int { min(max(level, isActive ? 1 : 0), ColorRamp.levels.upperBound) }
}
