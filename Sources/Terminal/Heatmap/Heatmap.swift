public import Diary

/// A span of days as a grid of cells with a column for each week. A darker cell means more
/// contributions.
public struct Heatmap: Hashable, Sendable {
  public var words: HeatmapWords
  public var style: HeatmapStyle
  public var showsMonths = true
  public var showsWeekdays = true
  public var showsLegend = true
  /// The meaning of the levels. If there is one, digits show the levels and not the counts.
  public var scale: HeatmapScale?

  let span: ClosedRange<Day>
  let firstWeekday: Weekday
  let today: Day
  private let contributions: [Day: Contribution]

  /// - Parameters:
  ///   - days: the days in any order. Days without an element have no contributions; a later
  ///     element replaces an earlier one of the same date.
  ///   - today: the last day to draw, or `nil` for the end of the span. Tomorrow is drawn too if it
  ///     has contributions, because the user may be in a later time zone than the server.
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
  /// The last day that is drawn.
  var latest: Day {
    let tomorrow = today + 1
    return contributions[tomorrow].map { $0.isActive } == true ? tomorrow : today
  }

  /// All weeks of the span, even if they do not fit.
  var weeks: Weeks { Weeks(of: span, from: firstWeekday) }

  /// The contribution to draw for a day, or `nil` for a blank cell.
  func contribution(on day: Day) -> Contribution? {
    guard span.contains(day), day <= latest else { return nil }
    return contributions[day] ?? Contribution(day: day, count: 0, level: 0)
  }
}

extension Contribution {
  /// The level, limited to the existing shades. An active day is never as light as one without
  /// contributions.
  var shade: Int { min(max(level, isActive ? 1 : 0), ColorRamp.levels.upperBound) }
}
