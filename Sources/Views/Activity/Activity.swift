public import Diary
public import Localization

/// The contributions of an account or of clones, or another measure of days, and where they come
/// from.
public struct Activity: Sendable {
  public enum Source: String, Sendable {
    case gitHub = "github"
    case local
    case both = "github+local"
  }

  public var source: Source
  public var measure: Measure
  public var login: String?
  /// The title of the graph.
  public var name: String
  /// In ascending order, without duplicates. Days without contributions may be missing.
  public var days: [Contribution]
  /// The values of a measure that is averaged, in the unit of JSON. Such a measure has no `days`.
  public var values: [Day: Double] = [:]
  /// The grades of particles.
  public var gradeScale = GradeScale.us
  /// Whether the days are those of a server, whose time zone may already have reached tomorrow.
  var isByServer: Bool { source != .local }
  /// Whether only public contributions are counted.
  public var isPublicOnly = false
  /// Whether the levels are computed from the counts. The API and the public page supply their own.
  var needsLevels: Bool { source != .gitHub }
  /// How many of the commits of clones have an agent's mark, on each day that has any.
  public var marked: [Day: Int] = [:]
  /// The days with the commits of clones that have none; empty if no commit has one.
  public var unmarkedDays: [Contribution] = []
  /// Whether only these count for the streaks.
  public var isStreakUnmarked = false
  /// Remarks to show with the graph: how old the data is, what was left out.
  public var remarks: [Message] = []

  /// - Parameter measure: by default commits in clones, and contributions elsewhere.
  public init(
    source: Source, measure: Measure? = nil, login: String? = nil, name: String,
    days: [Contribution], remarks: [Message] = []
  ) {
    self.source = source
    self.measure = measure ?? (source == .local ? .commits : .contributions)
    self.login = login
    self.name = name
    self.days = days
    self.remarks = remarks
  }
}

extension Activity {
  /// Every day of a span, in ascending order.
  public func days(of span: ClosedRange<Day>) -> [Contribution] {
    if measure.isAveraged { return measuredDays(of: span) }
    var known: [Day: Contribution] = [:]
    for day in days { known[day.day] = day }
    guard needsLevels else {
      return (span.lowerBound.number...span.upperBound.number).map { number in
        let day = Day(number: number)
        return known[day] ?? Contribution(day: day, count: 0, level: 0)
      }
    }
    let counts = known.compactMapValues(\.count)
    return Contribution.days(counting: counts, from: span.lowerBound, through: span.upperBound)
      .map { day in
        // There is at most one entry on a day, so that there is nothing to compare.
        if measure == .entries, day.isActive {
          return Contribution(day: day.day, count: day.count, level: 4)
        }
        // A day with a known level but no count keeps its level.
        guard let source = known[day.day], source.count == nil else { return day }
        return Contribution(day: day.day, count: nil, level: Swift.max(source.level, day.level))
      }
  }

  /// The streaks as of today, or as of the end of `last`.
  public func streaks(
    until last: Day? = nil, today: Day, excluding excluded: Set<Weekday>
  ) -> Streaks {
    streaks(
      of: isStreakUnmarked ? unmarkedDays : days, until: last, today: today, excluding: excluded)
  }

  /// The streaks with marked commits, if those above are without, or the other way round; `nil` if no
  /// commit is marked.
  public func otherStreaks(today: Day, excluding excluded: Set<Weekday>) -> Streaks? {
    guard !unmarkedDays.isEmpty || !marked.isEmpty else { return nil }
    return streaks(
      of: isStreakUnmarked ? days : unmarkedDays, until: nil, today: today, excluding: excluded)
  }

  private func streaks(
    of days: [Contribution], until last: Day?, today: Day, excluding excluded: Set<Weekday>
  ) -> Streaks {
    let last = Swift.min(last ?? today, today)
    var rule = Streaks.Rule(excluding: excluded, keepsTomorrow: isByServer && last == today)
    rule.isOver = last < today
    return Streaks(of: days, today: last, rule: rule)
  }
}
