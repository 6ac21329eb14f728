import Diary

/// The layout of a heatmap on a screen.
struct HeatmapLayout: Hashable {
  var style: HeatmapStyle
  /// The width of the screen.
  var width: Int
  /// The columns for weekday names before the grid; 0 if they do not fit.
  var margin: Int
  /// The columns of a cell, and between two cells.
  var cell: Int
  var gap: Int
  /// The weeks that are drawn.
  var weeks: Weeks

  var pitch: Int { cell + gap }
  var gridWidth: Int { weeks.count * pitch - gap }

  /// The number of days drawn in one line.
  var daysInLine: Int { style == .compact ? 2 : 1 }
}

extension Heatmap {
  /// The style that is drawn, which differs from `style` if the screen cannot show that.
  ///
  /// Without colors, blocks become digits, and dots and half blocks become ASCII densities. Without
  /// Unicode, dots become densities too. If half blocks are not available, or are two columns wide,
  /// the compact style draws each day as one space, in seven lines with the same number of columns.
  public func drawnStyle(on screen: Screen) -> HeatmapStyle {
    switch style {
    case .block: screen.colors > .none ? .block : .digits
    case .compact:
      if screen.colors == .none {
        .ascii
      } else {
        screen.measure.width(of: HalfBlock.upper) == 1 && screen.unicode ? .compact : .block
      }
    case .dots: screen.colors > .none && screen.unicode ? .dots : .ascii
    case .digits, .ascii: style
    }
  }

  func layout(on screen: Screen) -> HeatmapLayout {
    let width = max(1, screen.width(orElse: 80))
    let margin = margin(within: width, on: screen)
    let gridColumns = width - margin
    let style = drawnStyle(on: screen)
    let all = weeks
    var layout = HeatmapLayout(
      style: style, width: width, margin: margin, cell: 1, gap: 0, weeks: all)
    for (cell, gap) in spacings(of: style, on: screen) {
      layout.cell = cell
      layout.gap = gap
      let capacity = (gridColumns + gap) / (cell + gap)
      layout.weeks = all.fitting(max(1, capacity), keeping: latest)
      if capacity >= all.count { break }
    }
    return layout
  }

  /// The columns of a cell and between two cells, widest first. Colored cells touch each other.
  /// Characters without a background color are separated by a gap, unless the whole span only fits
  /// without it.
  private func spacings(of drawn: HeatmapStyle, on screen: Screen) -> [(cell: Int, gap: Int)] {
    let isColored = screen.colors > .none
    let isNarrow = screen.width(orElse: 80) < 2
    return switch drawn {
    case .block: style == .compact || isNarrow ? [(1, 0)] : [(2, 0)]
    case .compact: [(1, 0)]
    case .dots: [(1, 1), (1, 0)]
    case .digits, .ascii: style == .compact ? [(1, 0)] : [isColored ? (2, 0) : (1, 1), (1, 0)]
    }
  }

  /// The columns for the weekday names and the space after them; 0 on a very narrow screen, or if
  /// they would take more than half of it.
  private func margin(within width: Int, on screen: Screen) -> Int {
    guard width >= 20 else { return 0 }
    let widest =
      Weekday.allCases.filter(isLabeled).map { StyledText(words.name(of: $0)).width(on: screen) }
      .max() ?? 0
    return widest > 0 && widest + 1 <= width / 2 ? widest + 1 : 0
  }

  func isLabeled(_ weekday: Weekday) -> Bool {
    switch style {
    // A line has the name of the upper one of its two days.
    case .compact: (weekday.rawValue - firstWeekday.rawValue + 7) % 7 % 2 == 0
    default: Weekday.labeled.contains(weekday)
    }
  }
}

extension Weekday {
  /// The weekdays whose names are shown where each day has a line.
  static let labeled: [Weekday] = [.monday, .wednesday, .friday]
}

enum HalfBlock {
  static let upper = "\u{2580}"
  static let lower = "\u{2584}"
}

/// The weeks that contain the days of a span, as columns of a heatmap.
struct Weeks: Hashable {
  /// The first day of the first week.
  var start: Day
  var count: Int
}

extension Weeks {
  init(of span: ClosedRange<Day>, from firstWeekday: Weekday) {
    let start = span.lowerBound.latest(firstWeekday)
    self.init(start: start, count: (span.upperBound.latest(firstWeekday) - start) / 7 + 1)
  }

  /// The index of the week of `day`, which may be out of range.
  func index(of day: Day) -> Int {
    let days = day - start
    return (days >= 0 ? days : days - 6) / 7
  }

  func day(inWeek week: Int, row: Int) -> Day { start + (week * 7 + row) }

  /// At most `capacity` weeks. Weeks after `today` are dropped first, then the oldest ones, so that
  /// the week of `today` is always kept.
  func fitting(_ capacity: Int, keeping today: Day) -> Weeks {
    guard count > capacity else { return self }
    let current = min(max(index(of: today), 0), count - 1)
    let first = max(0, current + 1 - capacity)
    return Weeks(start: start + first * 7, count: max(1, capacity))
  }
}

extension Weeks {
  /// A month label above the week in which the month begins.
  struct MonthLabel: Hashable {
    var month: Int
    var week: Int
    var text: String
  }

  /// Labels for the months that begin in these weeks, and for the month of the first week. If the
  /// name of a month would overlap the next, all labels are bare numbers. Labels that still overlap
  /// the next one, or go beyond `end`, are left out.
  ///
  /// - Parameters:
  ///   - span: the days that are drawn.
  ///   - pitch: the distance between two weeks, in the unit of `width` and `gap`.
  ///   - gap: the minimum gap between two labels.
  func monthLabels(
    in span: ClosedRange<Day>, pitch: Int, gap: Int, end: Int, words: HeatmapWords,
    width: (String) -> Int
  ) -> [MonthLabel] {
    let named = months(in: span) { words.name(ofMonth: $0) }
    // Without names there are no labels; the first month is cut off anyway.
    let collide = zip(named, named.dropFirst()).contains { month, next in
      month.week > 0 && !next.text.isEmpty
        && month.week * pitch + width(month.text) + gap > next.week * pitch
    }
    let labels = collide ? months(in: span) { String($0) } : named
    var shown: [MonthLabel] = []
    var end = end
    for label in labels.reversed() {
      let width = width(label.text)
      guard width > 0, label.week * pitch + width <= end else { continue }
      shown.append(label)
      end = label.week * pitch - gap
    }
    return shown.reversed()
  }

  private func months(in span: ClosedRange<Day>, text: (_ month: Int) -> String) -> [MonthLabel] {
    (0..<count).compactMap { week in
      month(beginningIn: week, of: span).map {
        MonthLabel(month: $0, week: week, text: text($0))
      }
    }
  }

  private func month(beginningIn week: Int, of span: ClosedRange<Day>) -> Int? {
    let last = day(inWeek: week, row: 6)
    let date = last.date
    let first = last.firstOfMonth
    if date.day <= 7, span.contains(first) { return date.month }
    return week == 0 ? max(start, span.lowerBound).date.month : nil
  }
}
