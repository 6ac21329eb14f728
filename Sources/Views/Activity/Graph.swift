public import Diary
public import JSON

/// The contributions or another measure in a span of days, and the streaks over all known days.
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

  /// The average of the known days; `nil` if the measure is counted, or if no day is known.
  var average: Double? {
    let values = measured.map(\.value)
    return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// The measured values of the span, in the order of the days.
  private var measured: [(day: Day, value: Double)] {
    days.compactMap { day in activity.values[day.day].map { (day.day, $0) } }
  }

  /// The day with the highest value, the earliest if there are several.
  var highest: (day: Day, value: Double)? {
    measured.max { ($0.value, $1.day) < ($1.value, $0.day) }
  }

  var lowest: (day: Day, value: Double)? {
    measured.min { ($0.value, $0.day) < ($1.value, $1.day) }
  }

  /// The number of commits in clones with an agent's mark.
  var marked: Int {
    activity.marked.filter { span.contains($0.key) }.values.reduce(0, +)
  }

  var activeDays: Int { days.count { $0.isActive } }

  /// The day with the highest count, the earliest if there are several.
  var best: Contribution? {
    days.filter { ($0.count ?? 0) > 0 }.max {
      ($0.count ?? 0, $1.day) < ($1.count ?? 0, $0.day)
    }
  }
}

extension Graph {
  public var json: JSONValue {
    let isAveraged = activity.measure.isAveraged
    let days = days.map { day -> JSONValue in
      [
        "date": .string(day.day.description), "count": count(on: day), "level": .integer(day.level),
      ]
    }
    return [
      "source": .string(activity.source.rawValue), "login": JSONValue(activity.login),
      "measure": .string(activity.measure.name), "unit": .string(activity.measure.unit),
      "from": .string(span.lowerBound.description), "to": .string(span.upperBound.description),
      "total": isAveraged ? .null : .integer(total), "marked": .integer(marked),
      "average": Self.tenths(average),
      "days": .array(days), "streak": isAveraged ? .null : .object(streaks.members),
    ]
  }

  private func count(on day: Contribution) -> JSONValue {
    activity.measure.isAveraged
      ? Self.tenths(activity.values[day.day]) : day.count.map(JSONValue.integer) ?? .null
  }

  /// Rounded to tenths, as the JSON of the weather.
  private static func tenths(_ value: Double?) -> JSONValue {
    value.map { .number(($0 * 10).rounded() / 10) } ?? .null
  }
}

extension Activity {
  /// The JSON of `streak`.
  ///
  /// - Parameter other: the streaks with marked commits, if those are without, or the other way round.
  public func json(with streaks: Streaks, other: Streaks?) -> JSONValue {
    .object(
      [
        JSONValue.Member("source", .string(source.rawValue)),
        JSONValue.Member("login", JSONValue(login)),
        JSONValue.Member("measure", .string(measure.name)),
        JSONValue.Member("unit", .string(measure.unit)),
      ] + streaks.members + [
        JSONValue.Member(
          "withoutMarked",
          (isStreakUnmarked ? streaks : other).map { .object($0.members) } ?? .null)
      ])
  }
}

extension Streaks {
  /// The members that the JSON of `graph` and `streak` share.
  var members: [JSONValue.Member] {
    [
      JSONValue.Member("today", count.map(JSONValue.integer) ?? .null),
      JSONValue.Member("current", current?.json ?? .null),
      JSONValue.Member("longest", longest?.json ?? .null),
    ]
  }
}

extension Streak {
  var json: JSONValue {
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
    today.latest(firstWeekday) - 7 * (count - 1)...today
  }
}
