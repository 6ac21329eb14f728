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
    let first = last - (date.day - 1)
    if date.day <= 7, span.contains(first) { return date.month }
    return week == 0 ? max(start, span.lowerBound).date.month : nil
  }
}
