public import Diary
public import JSON

/// The contributions in a span of days, and the streaks over all known days.
public struct Graph: Sendable {
  public var activity: Activity
  public var span: ClosedRange<Day>
  public var today: Day
  public var firstWeekday: Weekday
  public var streaks: Streaks
  /// Every day of the span.
  public var days: [Contribution]

  public init(
    activity: Activity, span: ClosedRange<Day>, today: Day, firstWeekday: Weekday, streaks: Streaks
  ) {
    self.activity = activity
    // A contribution on tomorrow's date shows that tomorrow has begun on the server.
    let last = span.upperBound == today ? Swift.max(today, streaks.today) : span.upperBound
    self.span = span.lowerBound...last
    self.today = today
    self.firstWeekday = firstWeekday
    self.streaks = streaks
    days = activity.days(of: self.span)
  }

  /// Whether the span ends before today, so that no streak is current.
  var isOver: Bool { span.upperBound < today }

  public var total: Int { days.reduce(0) { $0 + ($1.count ?? 0) } }

  var activeDays: Int { days.count { $0.isActive } }

  /// The day with the highest count, the earliest if there are several.
  public var best: Contribution? {
    days.filter { ($0.count ?? 0) > 0 }.max {
      ($0.count ?? 0, $1.day) < ($1.count ?? 0, $0.day)
    }
  }
}

extension Graph {
  public var json: JSONValue {
    [
      "source": .string(activity.source.rawValue), "login": JSONValue(activity.login),
      "from": .string(span.lowerBound.description), "to": .string(span.upperBound.description),
      "total": .integer(total),
      "days": .array(
        days.map { day in
          [
            "date": .string(day.day.description),
            "count": day.count.map(JSONValue.integer) ?? .null, "level": .integer(day.level),
          ]
        }),
      "streak": .object(streaks.members),
    ]
  }
}

extension Activity {
  /// The JSON of `streak`.
  public func json(with streaks: Streaks) -> JSONValue {
    .object(
      [
        JSONValue.Member("source", .string(source.rawValue)),
        JSONValue.Member("login", JSONValue(login)),
      ] + streaks.members)
  }
}

extension Streaks {
  /// The members that the JSON of `graph` and `streak` share.
  public var members: [JSONValue.Member] {
    [
      JSONValue.Member("today", count.map(JSONValue.integer) ?? .null),
      JSONValue.Member("current", current?.json ?? .null),
      JSONValue.Member("longest", longest?.json ?? .null),
    ]
  }
}

extension Streak {
  public var json: JSONValue {
    [
      "length": .integer(length), "from": .string(first.description),
      "to": .string(last.description),
    ]
  }
}

extension ClosedRange<Day> {
  /// A number of weeks that start on `firstWeekday`. The last one ends today.
  public static func weeks(_ count: Int, until today: Day, firstWeekday: Weekday) -> ClosedRange<
    Day
  > {
    let back = (today.weekday.rawValue - firstWeekday.rawValue + 7) % 7
    return today - back - 7 * (count - 1)...today
  }
}
