/// Consecutive days with contributions.
public struct Streak: Hashable, Sendable {
  /// The number of days with contributions. Excluded days without any are not counted.
  public var length: Int
  public var first: Day
  public var last: Day
}

/// The current and the longest streak: a day with contributions extends a streak, a day without
/// ends it, and today ends it only once it is over.
public struct Streaks: Hashable, Sendable {
  /// The last day: today, or tomorrow if it already has contributions in the server's time zone.
  public var today: Day
  /// The contributions of that day; `nil` if only the level is known.
  public var count: Int?
  /// The streak that has not ended.
  public var current: Streak?
  /// The longest streak; the earliest one if several have the same length.
  public var longest: Streak?
  /// The day that ended the last finished streak: the first day after it without contributions that
  /// is not excluded.
  public var ended: Day?

  /// Whether the current streak ends unless there are contributions today.
  public var isInGrace = false
}

extension Streaks {
  /// The rules for streaks.
  public struct Rule: Hashable, Sendable {
    /// Weekdays that do not end a streak. Contributions on them still count.
    public var excluded: Set<Weekday> = []
    /// Whether the days are in the server's time zone, where tomorrow may have begun.
    public var keepsTomorrow: Bool
    /// Whether the last day is over, so that it ends a streak if it has no contributions.
    public var isOver = false

    public init(excluding excluded: Set<Weekday> = [], keepsTomorrow: Bool = false) {
      self.excluded = excluded
      self.keepsTomorrow = keepsTomorrow
    }
  }

  /// - Parameter days: the days in any order; a later element replaces an earlier one of the same
  ///   date.
  public init(of days: some Sequence<Contribution>, today: Day, rule: Rule = Rule()) {
    let end = rule.keepsTomorrow ? today + 1 : today
    var counts: [Day: Contribution] = [:]
    for day in days where day.day <= end { counts[day.day] = day }
    let active = counts.values.lazy.filter(\.isActive).map(\.day).sorted()
    self.today = active.last.map { Swift.max($0, today) } ?? today
    count = counts[self.today].map(\.count) ?? 0

    for day in active {
      if let run = current, let first = rule.ending(between: run.last, and: day) {
        ended = first
        current = nil
      }
      var run = current ?? Streak(length: 0, first: day, last: day)
      run.length += 1
      run.last = day
      current = run
      if run.length > longest?.length ?? 0 { longest = run }
    }
    let next = rule.isOver ? self.today + 1 : self.today
    if let run = current, let first = rule.ending(between: run.last, and: next) {
      ended = first
      current = nil
    }
    isInGrace =
      current.map { $0.last < self.today } ?? false && !rule.excluded.contains(self.today.weekday)
  }
}

extension Streaks.Rule {
  /// The first day after `day` and before `next` that ends a streak if it has no contributions.
  fileprivate func ending(between day: Day, and next: Day) -> Day? {
    // Seven days contain every weekday, so the search can stop after a week.
    let first = day.number + 1
    let end = Swift.min(next.number, first + 7)
    return (first..<Swift.max(first, end)).lazy.map(Day.init(number:))
      .first { !excluded.contains($0.weekday) }
  }
}

extension Contribution {
  /// Whether the day has contributions, even if their number is unknown.
  public var isActive: Bool { count.map { $0 > 0 } ?? (level > 0) }
}
