public import Diary
public import Localization

/// Somebody's days, as far as they are known, and where that is known from.
public struct Activity: Sendable {
  public enum Source: String, Sendable {
    case gitHub = "github"
    case local
    case both = "github+local"
  }

  public var source: Source
  public var login: String?
  /// What the picture is of, for people.
  public var name: String
  /// Ascending, each day once; days without anything may be missing.
  public var days: [Contribution]
  /// Whether they are a server's days, on which tomorrow may have begun.
  var isByServer: Bool { source != .local }
  /// Whether they are what everybody sees, without a login.
  public var isSeenAsVisitor = false
  /// Whether levels are to be made from the counts: those of a page are its own.
  var needsLevels: Bool { source != .gitHub }
  /// What is to be said beside the picture: how old it is, what was left out.
  public var remarks: [Message] = []

  public init(
    source: Source, login: String? = nil, name: String, days: [Contribution],
    isSeenAsVisitor: Bool = false, remarks: [Message] = []
  ) {
    self.source = source
    self.login = login
    self.name = name
    self.days = days
    self.isSeenAsVisitor = isSeenAsVisitor
    self.remarks = remarks
  }
}

extension Activity {
  /// Every day of a span, ascending.
  public func days(of span: ClosedRange<Day>) -> [Contribution] {
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
        // A day of which only the level is known keeps it.
        guard let source = known[day.day], source.count == nil else { return day }
        return Contribution(day: day.day, count: nil, level: Swift.max(source.level, day.level))
      }
  }

  /// The streaks as they are today, or as they were when `last` was over.
  public func streaks(
    until last: Day? = nil, today: Day, excluding excluded: Set<Weekday>
  ) -> Streaks {
    let last = Swift.min(last ?? today, today)
    var rule = Streaks.Rule(excluding: excluded, keepsTomorrow: isByServer && last == today)
    rule.isOver = last < today
    return Streaks(of: days, today: last, rule: rule)
  }
}

/// How long ago something was, in the largest unit that says enough.
public struct Age: Hashable, Sendable {
  public var seconds: Int64

  public init(seconds: Int64) {
    self.seconds = seconds
  }

  public var message: Message {
    let minutes = Int(Swift.max(0, seconds) / 60)
    if minutes < 1 { return .ageNow }
    if minutes < 120 { return .ageMinutes(count: minutes) }
    if minutes < 48 * 60 { return .ageHours(count: minutes / 60) }
    return .ageDays(count: minutes / (24 * 60))
  }
}
