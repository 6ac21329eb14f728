import Diary

/// The weeks that a span touches, as the columns of a picture.
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
  /// The place of the week that `day` is in; it need not be one of these.
  func index(of day: Day) -> Int {
    let days = day - start
    return (days >= 0 ? days : days - 6) / 7
  }

  func day(inWeek week: Int, row: Int) -> Day { start + (week * 7 + row) }

  /// As many weeks as there is room for. What nobody has lived yet goes first, then the oldest, so
  /// that the week of `today` is always among them.
  func fitting(_ capacity: Int, keeping today: Day) -> Weeks {
    guard count > capacity else { return self }
    let current = min(max(index(of: today), 0), count - 1)
    let first = max(0, current + 1 - capacity)
    return Weeks(start: start + first * 7, count: max(1, capacity))
  }
}

extension Weeks {
  /// The name of a month above the week that it begins in.
  struct MonthLabel: Hashable {
    var month: Int
    var week: Int
    var text: String
  }

  /// The months that begin in these weeks, and the one that goes on in the first of them. Where the
  /// name of a month would run into the next, all of them are bare numbers. What would still run
  /// into the next, or beyond `end`, is left out.
  ///
  /// - Parameters:
  ///   - span: the days that are drawn.
  ///   - pitch: from one week to the next, in the unit of `width` and `gap`.
  ///   - gap: at least this much is left free between two names.
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
