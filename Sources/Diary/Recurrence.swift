/// When a to-do recurs. All occurrences are counted from the first one, so that a monthly to-do of the
/// 31st returns to the 31st after a shorter month. All dates are civil days.
public struct Recurrence: Hashable, Sendable {
  public enum Rule: Hashable, Sendable {
    /// Every so many days, weeks or months after the first occurrence.
    case days(Int)
    case weeks(Int)
    case months(Int)
    /// On these days of every week.
    case weekdays(Set<Weekday>)
    /// On the first (1) to fourth or on the last (-1) of these days of every month.
    case weekdayOfMonth(Int, Weekday)
  }

  public var rule: Rule
  /// The day of the first occurrence.
  public var first: Day
  /// The due date of the first occurrence.
  public var firstDue: Day?

  public init(every rule: Rule, from first: Day, due firstDue: Day? = nil) {
    self.rule = rule
    self.first = first
    self.firstDue = firstDue
  }
}

extension Recurrence.Rule {
  public static let day = Self.days(1)
  public static let week = Self.weeks(1)
  public static let month = Self.months(1)
  public static let year = Self.months(12)
  /// Monday to Friday.
  public static let weekday = Self.weekdays([.monday, .tuesday, .wednesday, .thursday, .friday])

  /// The first day of the rule from `day` on. A rule that counts from its first occurrence begins on
  /// any day.
  public func first(from day: Day) -> Day {
    switch self {
    case .days, .weeks, .months: return day
    case .weekdays(let weekdays):
      return (0..<7).lazy.map { day + $0 }.first { weekdays.contains($0.weekday) } ?? day
    case .weekdayOfMonth(let place, let weekday):
      let inMonths = (0...1).lazy.map {
        Self.day(place, weekday, inMonthOf: day.adding(months: $0))
      }
      return inMonths.first { $0 >= day } ?? day
    }
  }

  /// The last Friday of a month, for example.
  private static func day(_ place: Int, _ weekday: Weekday, inMonthOf day: Day) -> Day {
    place > 0
      ? day.firstOfMonth.earliest(weekday) + 7 * (place - 1) : day.lastOfMonth.latest(weekday)
  }
}

extension Recurrence {
  /// A date of the rule.
  public struct Occurrence: Hashable, Sendable {
    public var day: Day
    public var due: Day?
  }

  /// The first occurrence after `day`; `nil` if it is beyond the year 9999.
  public func next(after day: Day) -> Occurrence? {
    guard day.number < Day.calendar.upperBound.number else { return nil }
    let earliest = Swift.max(day + 1, first)
    let next: Occurrence
    switch rule {
    case .days(let count): next = shifted(to: first + Self.rounded(earliest - first, count))
    case .weeks(let count): next = shifted(to: first + Self.rounded(earliest - first, 7 * count))
    case .weekdays, .weekdayOfMonth: next = shifted(to: rule.first(from: earliest))
    case .months(let count):
      let (from, to) = (first.date, earliest.date)
      var months = (to.year - from.year) * 12 + to.month - from.month
      if first.adding(months: months) < earliest { months += 1 }
      months = Self.rounded(months, count)
      next = Occurrence(
        day: first.adding(months: months), due: firstDue?.adding(months: months))
    }
    // At the end of the calendar, adding months stops at the last one.
    guard next.day > day, next.day <= Day.calendar.upperBound,
      next.due ?? next.day <= Day.calendar.upperBound
    else { return nil }
    return next
  }

  /// The next multiple of `unit`.
  private static func rounded(_ count: Int, _ unit: Int) -> Int { (count + unit - 1) / unit * unit }

  private func shifted(to day: Day) -> Occurrence {
    Occurrence(day: day, due: firstDue.map { $0 + (day - first) })
  }
}

extension Set<Weekday> {
  /// The days in order from Monday, so that a weekend is Saturday and Sunday.
  public var fromMonday: [Weekday] {
    sorted { ($0.rawValue + 6) % 7 < ($1.rawValue + 6) % 7 }
  }
}

// MARK: Text

extension Recurrence.Rule: LosslessStringConvertible {
  private static let weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
  private static let places = ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1]
  private static let largestCount = 1000

  /// `week`, `2 weeks`, `weekday`, `mon,thu`, or `last fri`.
  public var description: String {
    switch self {
    case .weekday: "weekday"
    case .days, .weeks, .months: counted ?? ""
    case .weekdays(let weekdays):
      weekdays.fromMonday.map(Self.name).joined(separator: ",")
    case .weekdayOfMonth(let place, let weekday):
      "\(Self.places.first { $0.value == place }?.key ?? "last") \(Self.name(of: weekday))"
    }
  }

  /// How many days, weeks, months or years there are between occurrences; `nil` for rules of weekdays.
  public var interval: (count: Int, unit: String)? {
    switch self {
    case .days(let count): (count, "day")
    case .weeks(let count): (count, "week")
    case .months(let count) where count % 12 == 0: (count / 12, "year")
    case .months(let count): (count, "month")
    case .weekdays, .weekdayOfMonth: nil
    }
  }

  /// `week`, or `2 weeks`; `nil` for rules of weekdays.
  public var counted: String? {
    interval.map { $0.count == 1 ? $0.unit : "\($0.count) \($0.unit)s" }
  }

  private static func name(of weekday: Weekday) -> String { weekdayNames[weekday.rawValue] }

  private static func weekday(_ name: Substring) -> Weekday? {
    weekdayNames.firstIndex(of: String(name)).flatMap { Weekday(rawValue: $0) }
  }

  /// Parses the same notation.
  public init?(_ text: String) {
    let words = text.split(separator: " ")
    let listed = text.split(separator: ",").map(Self.weekday)
    if text == "weekday" {
      self = .weekday
    } else if !listed.isEmpty, !listed.contains(nil) {
      self = .weekdays(Set(listed.compactMap(\.self)))
    } else if words.count == 2, let place = Self.places[String(words[0])],
      let weekday = Self.weekday(words[1])
    {
      self = .weekdayOfMonth(place, weekday)
    } else if words.count == 1 {
      self.init(1, of: text)
    } else if words.count == 2, let count = Int(digits: Array(words[0].utf8)), words[1].last == "s"
    {
      self.init(count, of: words[1].dropLast())
    } else {
      return nil
    }
  }

  /// Every so many days, weeks, months or years; `nil` for any other unit.
  public init?(_ count: Int, of unit: some StringProtocol) {
    guard (1...Self.largestCount).contains(count) else { return nil }
    switch unit {
    case "day": self = .days(count)
    case "week": self = .weeks(count)
    case "month": self = .months(count)
    case "year": self = .months(12 * count)
    default: return nil
    }
  }
}

extension Recurrence {
  /// The rule as text, such as `week`, or `month/2026-08-31/2026-09-05` with the dates of the first
  /// occurrence.
  ///
  /// - Parameters:
  ///   - day: the day of the occurrence. The dates are left out if it is the first one.
  ///   - due: the due date of that occurrence.
  public func text(of day: Day?, due: Day?) -> String {
    if first == day && firstDue == due { return "\(rule)" }
    return (["\(rule)", "\(first)"] + (firstDue.map { ["\($0)"] } ?? []))
      .joined(separator: "/")
  }

  /// Parses `text`. Without dates, the rule starts at `day`; `nil` if there is no day either.
  public init?(_ text: some StringProtocol, of day: Day?, due: Day?) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let rule = parts.first.flatMap({ Rule(String($0)) }), parts.count <= 3
    else { return nil }
    let dates = parts.dropFirst().map { Day(iso: $0) }
    guard !dates.contains(nil) else { return nil }
    if let first = dates.first.flatMap(\.self) {
      self.init(every: rule, from: first, due: dates.count > 1 ? dates[1] : nil)
    } else if let day {
      self.init(every: rule, from: day, due: due)
    } else {
      return nil
    }
  }
}
