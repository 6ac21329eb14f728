import Diary
import Synchronization

/// The phrases for days in one language: those that its catalog lists, and the dates in the formats
/// that the program prints.
///
/// A message lists alternatives, separated by bars. `{n}` is a number, `{weekday}` and `{month}`
/// are names, and `{y}`, `{m}` and `{d}` are the parts of a date. Capitalization, spaces and commas
/// are ignored.
struct DayWords: Sendable {
  let catalog: Catalog
  let forms: RegionalForms
  let names: TypedNames
  private let days: [(patterns: [WordPattern], meaning: Meaning)]
  private let today: [WordPattern]
  private let daysOfMonth: [WordPattern]
  private let dates: [WordPattern]
  private let startsOfMonths: [WordPattern]
  private let endsOfMonths: [WordPattern]
  let times: [WordPattern]
  /// The patterns for spans and for times before now, which are parsed when they are needed.
  let spans = LazyValue<SpanPatterns>()
  let timesAgo = LazyValue<[(patterns: [WordPattern], minutes: Int)]>()

  /// - Parameter order: the order of figures in a date; see `dateOrders`.
  init(_ catalog: Catalog, forms: RegionalForms, order: String = "dmy") {
    self.catalog = catalog
    self.forms = forms
    names = TypedNames(catalog)
    days = Self.meanings.map { (Self.patterns($0, in: catalog), $1) }
    today = Self.patterns(.dayWordsToday, in: catalog)
    daysOfMonth = Self.patterns(.dayWordsDayOfMonth, in: catalog)
    dates = Self.patterns(.dayWordsDate, in: catalog) + Self.dates(forms, order)
    startsOfMonths = Self.patterns(.dayWordsStartOfNamedMonth, in: catalog)
    endsOfMonths = Self.patterns(.dayWordsEndOfNamedMonth, in: catalog)
    times =
      Self.datePatterns(forms.time)
      + WordPattern.alternatives("{H}:{mm}|{h}:{mm}{a}|{h}{a}|{a}{h}:{mm}|{a}{h}")
      + Self.patterns(.dayWordsTime, in: catalog)
  }

  func patterns(_ key: MessageKey) -> [WordPattern] { Self.patterns(key, in: catalog) }

  private static func patterns(_ key: MessageKey, in catalog: Catalog) -> [WordPattern] {
    WordPattern.alternatives(catalog.text(key, 0) ?? "")
  }

  /// The patterns of a message that is also printed, in all plural forms.
  func printedPatterns(_ key: MessageKey) -> [WordPattern] {
    let texts = Set((0...100).map(catalog.pluralForm)).sorted().compactMap { catalog.text(key, $0) }
    return texts.flatMap(WordPattern.alternatives)
  }

  static func datePatterns(_ patterns: String...) -> [WordPattern] {
    patterns.map { WordPattern(DatePattern($0)) }
  }

  func first(_ patterns: [WordPattern], in text: Substring) -> WordPattern.Parts? {
    for pattern in patterns {
      if let parts = pattern.match(text, names: names) { return parts }
    }
    return nil
  }
}

/// A value that is created when it is first needed.
final class LazyValue<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func get(creatingWith create: () -> Value) -> Value {
    value.withLock { value in
      let known = value ?? create()
      value = known
      return known
    }
  }
}

extension DayWords {
  /// The phrases of the languages in which days have been typed. Those of a language are created when
  /// the first text is compared with them.
  private static let known = Mutex<[String: DayWords]>([:])

  static func of(_ catalog: Catalog, in territory: String, order: String) -> DayWords {
    known.withLock { known in
      let name = "\(catalog.name) \(territory) \(order)"
      let words = known[name] ?? DayWords(catalog, forms: catalog.forms(territory), order: order)
      known[name] = words
      return words
    }
  }
}

// MARK: Days

extension DayWords {
  /// The largest accepted number. It is more than a hundred years in days, and four thousand in
  /// months.
  static let maxCount = 50_000

  func day(_ typed: TypedText) -> DayExpression? {
    let text = withoutContraction(typed.text)
    if let day = plainDay(text) { return day }
    for rest in withoutSurroundings(text) {
      if let day = Self.numericDay(rest) ?? plainDay(rest) { return day }
    }
    // A day with a part of it, such as “tomorrow morning”.
    for (rest, _) in Self.readings(of: text[...], without: names.parts().map { ($0.name, 0) }) {
      if let day = plainDay(String(rest)) { return day }
    }
    return nil
  }

  /// Every way to remove words such as “by” from around the text.
  func withoutSurroundings(_ text: String) -> [String] {
    names.surroundings.compactMap { before, after in
      guard text.hasPrefix(before), text.hasSuffix(after), text.count > before.count + after.count
      else { return nil }
      return String(text.dropFirst(before.count).dropLast(after.count))
    }
  }

  /// A day in digits. A number alone would be a part of too many texts.
  static func numericDay(_ text: String) -> DayExpression? {
    DayExpression(numeric: text).flatMap { if case .dayOfMonth = $0 { nil } else { $0 } }
  }

  /// A day without a part of the day.
  func plainDay(_ text: String) -> DayExpression? {
    guard !text.isEmpty else { return nil }
    for (patterns, meaning) in days {
      guard let parts = first(patterns, in: text[...]) else { continue }
      let count = parts.count ?? 1
      guard abs(count) <= Self.maxCount else { return nil }
      return meaning(count, parts.weekday.flatMap { Weekday(rawValue: $0) } ?? .sunday)
    }
    return relativeDay(text) ?? date(text[...]) ?? dayOfNamedMonth(text[...])
      ?? weekdayOfMonth(text)
  }

  /// `yesterday night` for `last night`; anything else unchanged. What is left stands behind it.
  func withoutContraction(_ text: String) -> String {
    for (name, meaning) in names.contractions {
      if text.hasPrefix(name) { return meaning + text.dropFirst(name.count) }
      if text.hasSuffix(name) { return meaning + text.dropLast(name.count) }
    }
    return text
  }

  /// The meaning of a phrase with this number and this weekday.
  private typealias Meaning = @Sendable (_ count: Int, _ weekday: Weekday) -> DayExpression

  private static let meanings: [(MessageKey, Meaning)] = [
    (.dayWordsToday, { _, _ in .days(0) }),
    (.dayWordsYesterday, { _, _ in .days(-1) }),
    (.dayWordsTwoDaysAgo, { _, _ in .days(-2) }),
    (.dayWordsTomorrow, { _, _ in .days(1) }),
    (.dayWordsInTwoDays, { _, _ in .days(2) }),
    (.dayWordsDaysAgo, { count, _ in .days(-count) }),
    (.dayWordsWeeksAgo, { count, _ in .days(-7 * count) }),
    (.dayWordsMonthsAgo, { count, _ in .months(-count) }),
    (.dayWordsYearsAgo, { count, _ in .months(-12 * count) }),
    (.dayWordsInDays, { count, _ in .days(count) }),
    (.dayWordsInWeeks, { count, _ in .days(7 * count) }),
    (.dayWordsInMonths, { count, _ in .months(count) }),
    (.dayWordsInYears, { count, _ in .months(12 * count) }),
    (.dayWordsWeekday, { .weekday($1) }),
    // The second one before today is two weeks before the first one from today on.
    (.dayWordsLastWeekday, { $0 == 1 ? .last($1) : .weeksFrom($1, -$0) }),
    (.dayWordsNextWeekday, { .next($1) }),
    (.dayWordsWeekdayOfLastWeek, { .weekdayOfWeek($1, shift: -$0) }),
    (.dayWordsWeekdayOfThisWeek, { .weekdayOfWeek($1, shift: 0) }),
    (.dayWordsWeekdayOfNextWeek, { .weekdayOfWeek($1, shift: $0) }),
    (.dayWordsWeeksFromWeekday, { .weeksFrom($1, $0) }),
    (.dayWordsEndOfWeek, { count, _ in .endOfWeek(count) }),
    (.dayWordsEndOfMonth, { count, _ in .endOfMonth(count) }),
    (.dayWordsEndOfYear, { count, _ in .endOfYear(count) }),
  ]

  func endsInToday(_ text: String) -> Bool {
    text.indices.contains { first(today, in: text[$0...]) != nil }
  }

  // MARK: Relative to a week, a month or a year

  /// `last month`, which as a day is the same date a month ago, `the 3rd of next month` and `today
  /// last year`. This week, month and year are no days.
  private func relativeDay(_ text: String) -> DayExpression? {
    let units: [([(name: String, value: Int)], (Int) -> DayExpression)] = [
      (names.weeks, { .days(7 * $0) }), (names.relativeMonths, { .months($0) }),
      (names.years, { .months(12 * $0) }),
    ]
    for (names, meaning) in units {
      for (rest, shift) in Self.readings(of: text[...], without: names) {
        if rest.isEmpty, shift != 0 { return meaning(shift) }
        if !rest.isEmpty, first(today, in: rest) != nil { return meaning(shift) }
      }
    }
    if let day = dayOfMonth(text[...]) { return .dayOfMonth(day) }
    for (rest, shift) in Self.readings(of: text[...], without: names.relativeMonths) {
      let digits = Int(digits: rest.utf8)
      if let day = digits ?? dayOfMonth(rest), (1...31).contains(day) {
        return .dayOfRelativeMonth(shift, day)
      }
    }
    return nil
  }

  /// The number of a day, in digits that are not alone: `3rd`, `3日`. In words it must be listed,
  /// because a word for a number begins many other words: 네일 is a misspelling of 내일 (tomorrow).
  private func dayOfMonth(_ text: Substring) -> Int? {
    guard let parts = first(daysOfMonth, in: text) else { return nil }
    let digits = text.count(where: \.isDecimalDigit)
    let day = parts.count ?? (digits > 0 && digits < text.count ? parts.day : 0)
    return (1...31).contains(day) ? day : nil
  }

  // MARK: Dates

  /// Parses a date, alone, with its weekday, or with a phrase for its year.
  func date(_ text: Substring) -> DayExpression? {
    if let date = first(dates, in: text).flatMap(Self.date) { return date }
    for (rest, weekday) in Self.readings(of: text, without: names.weekdays) {
      guard var parts = first(dates, in: rest), parts.weekday == nil else { continue }
      parts.weekday = weekday
      if let date = Self.date(parts) { return date }
    }
    for (rest, years) in Self.readings(of: text, without: names.years) {
      guard case .date(let month, let day)? = first(dates, in: rest).flatMap(Self.date) else {
        continue
      }
      return .dateOfYear(years, month: month, day: day)
    }
    return nil
  }

  /// The date formats that the program prints, and the numeric ones of the territory.
  private static func dates(_ forms: RegionalForms, _ order: String) -> [WordPattern] {
    let dayAndMonth = order.contains("md") ? "{m}/{d}" : "{d}/{m}"
    // A year of two digits is read only where all dates have it in the same place.
    let more =
      switch order {
      case "dmy": "{d}/{m}/{yy}|{d}.{m}.|{d}.{m}.{y}|{d}.{m}.{yy}|{d}-{m}-{y}"
      case "mdy": "{m}/{d}/{yy}|{m}-{d}-{y}"
      case "ymd.": "{yy}/{m}/{d}|{yy}-{m}-{d}|{yy}.{m}.{d}|{yy}.{m}.{d}.|{m}.{d}|{m}.{d}."
      default: "{yy}/{m}/{d}|{yy}-{m}-{d}|{yy}.{m}.{d}"
      }
    return datePatterns(
      forms.date, forms.dateWithWeekday, forms.monthAndDay, forms.monthAndDayWithWeekday,
      forms.dateAndTime)
      + WordPattern.alternatives(
        "{y}-{m}-{d}|{y}/{m}/{d}|{y}.{m}.{d}|{y}.{m}.{d}.|\(dayAndMonth)|\(dayAndMonth)/{y}|\(more)"
      )
  }

  /// The number after the `=` of a phrase is the month and the day of a feast: `christmas=1225`. If the
  /// phrase has a month, it is a year: the 2018 before the first year of an era.
  private static func date(_ parts: WordPattern.Parts) -> DayExpression? {
    if parts.hour != nil, time(parts) == nil { return nil }
    let weekday = parts.weekday.flatMap { Weekday(rawValue: $0) }
    var parts = parts
    if let count = parts.count {
      if parts.month == 0 {
        (parts.month, parts.day) = (count / 100, count % 100)
      } else {
        parts.year = count
      }
    }
    if let year = parts.year {
      let day = Day(year: year, month: parts.month, day: parts.day)
      // If the weekday does not fit the date, one of the two is a mistake, and which one is
      // unknown.
      return day.flatMap { weekday == nil || $0.weekday == weekday ? .day($0) : nil }
    }
    guard Day(year: 2000, month: parts.month, day: parts.day) != nil else { return nil }
    return weekday.map { .dateOnWeekday(month: parts.month, day: parts.day, $0) }
      ?? .date(month: parts.month, day: parts.day)
  }

  /// `end of march`, `3월 초`, and the beginning of this month or of others.
  ///
  /// The number after the `=` of a phrase is the day, or the distance in months if it names no month.
  private func dayOfNamedMonth(_ text: Substring) -> DayExpression? {
    let texts =
      [(text, nil)] + Self.readings(of: text, without: names.years).map { ($0, $1 as Int?) }
    for (text, years) in texts {
      let end = first(endsOfMonths, in: text)
      guard let parts = end ?? first(startsOfMonths, in: text) else { continue }
      if parts.month == 0, end == nil { return .dayOfRelativeMonth(parts.count ?? 0, 1) }
      let day = end == nil ? parts.count ?? 1 : 31
      guard (1...12).contains(parts.month), (1...31).contains(day) else { return nil }
      if let year = parts.year {
        return Day(year: year, month: parts.month, day: 1)
          .map { .day(min($0 + (day - 1), $0.lastOfMonth)) }
      }
      if let years { return .dateOfYear(years, month: parts.month, day: day) }
      return end == nil
        ? .date(month: parts.month, day: day) : .endOfNamedMonth(parts.month)
    }
    return nil
  }

  /// Every way to remove one of these names from the beginning or the end of the text, with or
  /// without parentheses: the rest of the text, and the value of the name.
  static func readings(
    of text: Substring, without names: [(name: String, value: Int)]
  ) -> [(rest: Substring, value: Int)] {
    var readings: [(rest: Substring, value: Int)] = []
    for (name, value) in names {
      for word in [name, "(\(name))"] {
        if text.hasPrefix(word) { readings.append((text.dropFirst(word.count), value)) }
        if text.hasSuffix(word) { readings.append((text.dropLast(word.count), value)) }
      }
    }
    return readings
  }
}
