public import Diary

/// A span of days as the user typed it, which may depend on what day today is.
public indirect enum SpanExpression: Hashable, Sendable {
  case day(DayExpression)
  /// This one (0), the last one (-1) or the next one (1).
  case week(Int)
  case weekend(Int)
  case relativeMonth(Int)
  case relativeYear(Int)
  case year(Int)
  case month(year: Int, month: Int)
  /// A month without a year. It means the nearest one in the given direction.
  case namedMonth(Int)
  /// A month of this year (0), of last year (-1) or of next year (1).
  case monthOfYear(_ shift: Int, month: Int)
  /// So many days or months until today.
  case past(days: Int, months: Int)
  /// So many days or months from today on.
  case coming(days: Int, months: Int)
  case between(SpanExpression, SpanExpression)
  /// From the first day of the span until today.
  case since(SpanExpression)
}

extension SpanExpression {
  /// The first and the last day that the expression means on the day `today`. They may be in the wrong
  /// order, as they were typed.
  public func span(
    from today: Day, firstWeekday: Weekday = .monday,
    towards direction: DayExpression.Direction = .past
  ) -> (first: Day, last: Day) {
    func whole(_ first: Day) -> (first: Day, last: Day) { (first, first.lastOfMonth) }
    switch self {
    case .day(let day):
      let day = day.day(from: today, firstWeekday: firstWeekday, towards: direction)
      return (day, day)
    case .week(let weeks):
      let first = today.latest(firstWeekday) + 7 * weeks
      return (first, first + 6)
    case .weekend(let weeks):
      let saturday = today.latest(.monday) + (7 * weeks + 5)
      return (saturday, saturday + 1)
    case .relativeMonth(let months): return whole(today.firstOfMonth.adding(months: months))
    case .relativeYear(let years): return Self.year(today.date.year + years, orThatOf: today)
    case .year(let year): return Self.year(year, orThatOf: today)
    case .month(let year, let month):
      return whole(Day(year: year, month: month, day: 1) ?? today.firstOfMonth)
    case .namedMonth(let month):
      let first = Self.first(of: month, in: today.date.year, orThatOf: today)
      if direction == .past, first > today { return whole(first.adding(months: -12)) }
      if direction == .future, first.lastOfMonth < today { return whole(first.adding(months: 12)) }
      return whole(first)
    case .monthOfYear(let years, let month):
      return whole(Self.first(of: month, in: today.date.year + years, orThatOf: today))
    case .past(let days, let months):
      return (today.adding(months: -months) - (days - 1), today)
    case .coming(let days, let months):
      return (today, today.adding(months: months) + (days - 1))
    case .since(let start):
      // What is until today does not begin ahead, so the days ahead of a week ago are enough.
      let first = start.first(from: today, firstWeekday, .past)
      return (
        first > today && start.isRelativeToStart
          ? start.first(from: today - 7, firstWeekday, .past) : first, today
      )
    case .between(let start, let end):
      let first = start.first(from: today, firstWeekday, direction)
      // What has no year or month of its own comes after the start.
      let anchor = end.isRelativeToStart ? first : today
      let last = end.span(
        from: anchor, firstWeekday: firstWeekday,
        towards: end.isRelativeToStart ? .future : direction
      ).last
      return (first, last)
    }
  }

  private func first(
    from today: Day, _ firstWeekday: Weekday, _ direction: DayExpression.Direction
  ) -> Day {
    span(from: today, firstWeekday: firstWeekday, towards: direction).first
  }

  private var isRelativeToStart: Bool {
    switch self {
    case .day(.weekday), .day(.date), .day(.dayOfMonth), .day(.endOfNamedMonth),
      .day(.weekdayOfMonth(_, _, of: .namedMonth)), .namedMonth:
      true
    default: false
    }
  }

  private static func first(of month: Int, in year: Int, orThatOf today: Day) -> Day {
    Day(year: year, month: month, day: 1) ?? today.firstOfMonth
  }

  private static func year(_ year: Int, orThatOf today: Day) -> (first: Day, last: Day) {
    let year = Day(year: year, month: 1, day: 1) == nil ? today.date.year : year
    let first = Self.first(of: 1, in: year, orThatOf: today)
    return (first, first.adding(months: 11).lastOfMonth)
  }
}

// MARK: Parsing

extension SpanExpression {
  /// Parses a day, `2025`, `2026-11`, phrases in any language such as `last week`, and two of these
  /// with a sign or words for a span between them.
  public init?(_ text: String, reader: Reader) {
    let span =
      SpanExpression(numeric: TypedText.folded(text)) ?? reader.meaning(of: text) { $0.span($1) }
    guard let span else { return nil }
    self = span
  }

  /// Parses what needs no words.
  init?(numeric text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    if parts[0].utf8.count == 4, parts.count <= 2, let year = Int(digits: parts[0].utf8), year > 0 {
      guard parts.count == 2 else {
        self = .year(year)
        return
      }
      guard (1...2).contains(parts[1].utf8.count), let month = Int(digits: parts[1].utf8),
        (1...12).contains(month)
      else { return nil }
      self = .month(year: year, month: month)
    } else if let day = DayExpression(numeric: text) {
      self = .day(day)
    } else {
      return nil
    }
  }
}

extension Recurrence.Rule {
  /// Parses how often a to-do recurs, in the reader's languages: `2 weeks`, `monday`, `mon, thu`,
  /// `last friday`, `매주`, or the notation of `description`.
  public init?(_ typed: String, reader: Reader) {
    let rule =
      Self(TypedText.folded(typed).lowercased())
      ?? reader.meaning(of: typed) { words, _ in words.recurrence(typed) }
    guard let rule else { return nil }
    self = rule
  }
}

extension DayWords {
  /// How often a to-do recurs, in a phrase that the catalog lists.
  fileprivate func recurrence(_ typed: String) -> Recurrence.Rule? {
    let counts: [(MessageKey, (Int) -> Recurrence.Rule)] = [
      (.dayWordsEveryDays, { .days($0) }), (.dayWordsEveryWeeks, { .weeks($0) }),
      (.dayWordsEveryMonths, { .months($0) }), (.dayWordsEveryYears, { .months(12 * $0) }),
      (.dayWordsEveryWorkday, { _ in .weekday }),
    ]
    for (key, rule) in counts {
      guard let parts = match(key, typed) else { continue }
      let count = parts.count ?? 1
      return (1...1000).contains(count) ? rule(count) : nil
    }
    if let parts = match(.dayWordsEveryWeekdayOfMonth, typed), let place = parts.count {
      return parts.weekday.flatMap { Weekday(rawValue: $0) }.map { .weekdayOfMonth(place, $0) }
    }
    return [",、·・/+&", ",、·・/+& "].lazy.compactMap { weekdays(typed, separators: $0) }.first
  }

  /// Weekdays in a list, such as `every mon, thu`.
  private func weekdays(_ typed: String, separators: String) -> Recurrence.Rule? {
    // “and” as the language writes it between two items.
    let list = typed.replacing(catalog.names().listSeparators[0], with: ",")
    let weekdays = list.split(whereSeparator: separators.contains).map { word in
      match(.dayWordsEveryWeekday, String(word))?.weekday.flatMap { Weekday(rawValue: $0) }
    }
    guard !weekdays.isEmpty, !weekdays.contains(nil) else { return nil }
    return .weekdays(Set(weekdays.compactMap(\.self)))
  }

  private func match(_ key: MessageKey, _ typed: String) -> WordPattern.Parts? {
    first(patterns(key), in: TypedText(typed).text[...])
  }
}
