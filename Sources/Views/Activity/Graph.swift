public import Diary
public import JSON

/// Somebody's days of a span, and their streaks over all days known.
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
    // Tomorrow has begun where the server is, if it has something.
    let last = span.upperBound == today ? Swift.max(today, streaks.today) : span.upperBound
    self.span = span.lowerBound...last
    self.today = today
    self.firstWeekday = firstWeekday
    self.streaks = streaks
    days = activity.days(of: self.span)
  }

  /// Whether the last day of it is over, and a streak that ended with it with it.
  var isOver: Bool { span.upperBound < today }

  public var total: Int { days.reduce(0) { $0 + ($1.count ?? 0) } }

  var activeDays: Int { days.count { $0.isActive } }

  /// The earliest day with the most.
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
  /// As `streak` writes it.
  public func json(with streaks: Streaks) -> JSONValue {
    .object(
      [
        JSONValue.Member("source", .string(source.rawValue)),
        JSONValue.Member("login", JSONValue(login)),
      ] + streaks.members)
  }
}

extension Streaks {
  /// As `graph` and `streak` write them.
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
  /// So many weeks that begin on `firstWeekday`, the last of them up to `today`.
  public static func weeks(_ count: Int, until today: Day, firstWeekday: Weekday) -> ClosedRange<
    Day
  > {
    let back = (today.weekday.rawValue - firstWeekday.rawValue + 7) % 7
    return today - back - 7 * (count - 1)...today
  }
}
