/// Days in a row on which something was contributed.
public struct Streak: Hashable, Sendable {
  /// The days on which something was; those that the rule passes over are not among them.
  public var length: Int
  public var first: Day
  public var last: Day

  public init(length: Int, first: Day, last: Day) {
    self.length = length
    self.first = first
    self.last = last
  }
}

/// The streaks of somebody's days, as a rule sees them that can be explained: a day with something
/// lengthens a streak, a day with nothing ends it, and today ends nothing before it is over.
public struct Streaks: Hashable, Sendable {
  /// The last day there is: today, or a tomorrow that has something already, where the days are not
  /// the reader's own.
  public var today: Day
  /// What was contributed on it; `nil` where that is not known, only that there was something.
  public var count: Int?
  /// The streak that can still grow.
  public var current: Streak?
  /// The earliest of the longest.
  public var longest: Streak?
  /// The day that ended the last streak that is over: the first one after it on which nothing was,
  /// and which the rule does not pass over.
  public var ended: Day?

  /// Whether the current streak ends tonight if nothing more comes.
  public var isInGrace = false
}

extension Streaks {
  /// How days become streaks.
  public struct Rule: Hashable, Sendable {
    /// A day of these on which nothing was is passed over; one on which something was counts.
    public var excluded: Set<Weekday> = []
    /// Whether the days are a server's, where tomorrow may have begun.
    public var keepsTomorrow: Bool
    /// Whether the last day is over, so that it ends a streak if there was nothing on it.
    public var isOver = false

    public init(excluding excluded: Set<Weekday> = [], keepsTomorrow: Bool = false) {
      self.excluded = excluded
      self.keepsTomorrow = keepsTomorrow
    }
  }

  /// - Parameter days: in any order; of two of the same date the later one counts.
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
  /// The first day after `day` and before `next` on which an empty day ends a streak.
  fileprivate func ending(between day: Day, and next: Day) -> Day? {
    // A week has all weekdays, so there is no need to look further ahead.
    let first = day.number + 1
    let end = Swift.min(next.number, first + 7)
    return (first..<Swift.max(first, end)).lazy.map(Day.init(number:))
      .first { !excluded.contains($0.weekday) }
  }
}

extension Contribution {
  /// Whether there was something, be it known how much or not.
  public var isActive: Bool { count.map { $0 > 0 } ?? (level > 0) }
}
