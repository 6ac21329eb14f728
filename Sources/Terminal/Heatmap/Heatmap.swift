public import Diary

/// A span of days as a grid of cells with a column for each week. A darker cell means more
/// contributions.
public struct Heatmap: Hashable, Sendable {
  public var words: HeatmapWords
  public var style: HeatmapStyle
  public var showsLegend = true
  /// The meaning of the levels. If there is one, digits show the levels and not the counts.
  public var scale: HeatmapScale?
  /// What digits show instead, rounded.
  public var values: [Day: Double] = [:]

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

/// Where a day is drawn in a heatmap.
public struct HeatmapPosition: Hashable, Sendable {
  /// The line, with the months as line 0.
  public var line: Int
  public var column: Int
  /// The columns of the cell.
  public var width: Int
}

extension Heatmap {
  /// The position of a day in the lines that are drawn; `nil` if the day is not drawn.
  public func position(of day: Day, on screen: Screen) -> HeatmapPosition? {
    let layout = layout(on: screen)
    let week = layout.weeks.index(of: day)
    guard (0..<layout.weeks.count).contains(week) else { return nil }
    let row = day - layout.weeks.day(inWeek: week, row: 0)
    return HeatmapPosition(
      line: 1 + row / layout.daysInLine,
      column: layout.margin + week * layout.pitch, width: layout.cell)
  }

  /// The day that is drawn at a place; `nil` if there is none.
  public func day(atLine line: Int, column: Int, on screen: Screen) -> Day? {
    let layout = layout(on: screen)
    let row = (line - 1) * layout.daysInLine
    let week = (column - layout.margin) / max(layout.pitch, 1)
    guard line >= 1, column >= layout.margin, row < 7,
      (0..<layout.weeks.count).contains(week)
    else { return nil }
    let day = layout.weeks.day(inWeek: week, row: row)
    return contribution(on: day) == nil ? nil : day
  }

  /// The number of lines without the legend.
  public func drawnRows(on screen: Screen) -> Int {
    1 + (drawnStyle(on: screen) == .compact ? 4 : 7)
  }
}

/// The style of a heatmap. If the screen cannot show it, the nearest possible style is drawn: see
/// `Heatmap.drawnStyle(on:)`.
public enum HeatmapStyle: String, CaseIterable, Sendable {
  /// Two spaces on a colored background, which have the same width in every font.
  case block
  /// Two days per line with half blocks: a year fits in 60 columns and four lines.
  case compact
  /// Colored squares separated by gaps.
  case dots
  /// The count, up to nine.
  case digits
  /// The level as ASCII characters.
  case ascii
}

/// The words around a heatmap, in the user's language.
public struct HeatmapWords: Hashable, Sendable {
  /// Short names of the months, January first.
  public var monthNames: [String]
  /// Short names of the weekdays, Sunday first.
  public var weekdayNames: [String]
  /// The ends of the legend.
  public var less: String
  public var more: String
  /// The explanation of `?` in the digits style, an active day with an unknown count. If `nil`, the
  /// legend does not explain it.
  public var unknown: String?

  public init(
    monthNames: [String], weekdayNames: [String], less: String, more: String, unknown: String?
  ) {
    self.monthNames = monthNames
    self.weekdayNames = weekdayNames
    self.less = less
    self.more = more
    self.unknown = unknown
  }
}

extension HeatmapWords {
  func name(ofMonth month: Int) -> String {
    monthNames.indices.contains(month - 1) ? monthNames[month - 1] : ""
  }

  func name(of weekday: Weekday) -> String {
    weekdayNames.indices.contains(weekday.rawValue) ? weekdayNames[weekday.rawValue] : ""
  }
}
