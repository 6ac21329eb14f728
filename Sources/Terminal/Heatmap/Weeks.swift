import Diary

/// The weeks that contain the days of a span, as columns of a heatmap.
struct Weeks: Hashable {
  /// The first day of the first week.
  var start: Day
  var count: Int

  init(start: Day, count: Int) {
    self.start = start
    self.count = count
  }

  init(of span: ClosedRange<Day>, from firstWeekday: Weekday) {
    start = Weeks.start(of: span.lowerBound, from: firstWeekday)
    count = (Weeks.start(of: span.upperBound, from: firstWeekday) - start) / 7 + 1
  }

  /// The first day of the week that `day` is in.
  static func start(of day: Day, from firstWeekday: Weekday) -> Day {
    day - (day.weekday.rawValue - firstWeekday.rawValue + 7) % 7
  }
}

extension Weeks {
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
  }

  /// Labels for the months that begin in these weeks, and for the month of the first week. If
  /// labels overlap, the later one is kept, since the first month is incomplete anyway. Labels
  /// beyond `end` are left out.
  ///
  /// - Parameters:
  ///   - span: the days that are drawn.
  ///   - pitch: the distance between two weeks, in the unit of `width` and `gap`.
  ///   - gap: the minimum gap between two labels.
  func monthLabels(
    in span: ClosedRange<Day>, pitch: Int, gap: Int, end: Int, width: (_ month: Int) -> Int
  ) -> [MonthLabel] {
    var labels: [MonthLabel] = []
    var end = end
    for week in (0..<count).reversed() {
      guard let month = month(beginningIn: week, of: span) else { continue }
      let width = width(month)
      guard width > 0, week * pitch + width <= end else { continue }
      labels.append(MonthLabel(month: month, week: week))
      end = week * pitch - gap
    }
    return labels.reversed()
  }

  private func month(beginningIn week: Int, of span: ClosedRange<Day>) -> Int? {
    let last = day(inWeek: week, row: 6)
    let date = last.date
    let first = last - (date.day - 1)
    if date.day <= 7, span.contains(first) { return date.month }
    return week == 0 ? max(start, span.lowerBound).date.month : nil
  }
}
