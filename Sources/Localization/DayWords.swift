public import Diary
import Synchronization

/// The phrases for days in one language: those that its catalog lists, and the dates in the formats
/// that the program prints.
///
/// A message lists alternatives, separated by bars. `{n}` is a number, `{weekday}` and `{month}`
/// are names, and `{y}`, `{m}` and `{d}` are the parts of a date. Capitalization, spaces and commas
/// are ignored.
struct DayWords: Sendable {
  let catalog: Catalog
  private let forms: RegionalForms
  private let names: TypedNames
  private let days: [(patterns: [WordPattern], meaning: Meaning)]
  private let dates: [WordPattern]
  private let times: [WordPattern]

  init(_ catalog: Catalog, forms: RegionalForms) {
    self.catalog = catalog
    self.forms = forms
    names = TypedNames(catalog)
    days = Self.meanings.map { (Self.patterns($0, in: catalog), $1) }
    dates = Self.patterns(.dayWordsDate, in: catalog) + Self.dates(forms)
    times =
      Self.datePatterns(forms.time)
      + WordPattern.alternatives("{H}:{mm}|{h}:{mm}{a}|{h}{a}|{a}{h}:{mm}|{a}{h}")
      + Self.patterns(.dayWordsTime, in: catalog)
  }

  private static func patterns(_ key: MessageKey, in catalog: Catalog) -> [WordPattern] {
    // A message that is also printed, such as `ageDays`, has plural forms. All of them are
    // accepted.
    let texts = Set((0...100).map(catalog.pluralForm)).sorted().compactMap { catalog.text(key, $0) }
    return texts.flatMap(WordPattern.alternatives)
  }

  private static func datePatterns(_ patterns: String...) -> [WordPattern] {
    patterns.map { WordPattern(DatePattern($0)) }
  }

  private func first(_ patterns: [WordPattern], in text: Substring) -> WordPattern.Parts? {
    patterns.lazy.compactMap { $0.match(text, names: names) }.first
  }
}

/// The phrases of all languages in which a reader may type days. They are created when the first
/// day is parsed.
final class TypedLanguages: Sendable {
  private let words = Mutex<[DayWords]?>(nil)

  func words(creatingWith create: () -> [DayWords]) -> [DayWords] {
    words.withLock { words in
      if let words { return words }
      let created = create()
      words = created
      return created
    }
  }

  /// Every reading of a text is tried, so the length is limited; no real date is as long.
  static func isEmptyOrTooLong(_ text: String) -> Bool { text.isEmpty || text.utf8.count > 200 }
}

// MARK: Days

extension DayWords {
  func read(_ typed: TypedText) -> DayExpression? {
    for (patterns, meaning) in days {
      for pattern in patterns {
        guard let parts = pattern.match(typed.text, names: names) else { continue }
        let count = parts.count ?? 1
        guard abs(count) <= Self.maxCount else { return nil }
        return meaning(count, parts.weekday.flatMap { Weekday(rawValue: $0) } ?? .sunday)
      }
    }
    return date(typed.text[...])
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
    (.ageDays, { count, _ in .days(-count) }),
    (.dayWordsWeeksAgo, { count, _ in .days(-7 * count) }),
    (.dayWordsMonthsAgo, { count, _ in .months(-count) }),
    (.dayWordsYearsAgo, { count, _ in .months(-12 * count) }),
    (.dayWordsInDays, { count, _ in .days(count) }),
    (.dayWordsInWeeks, { count, _ in .days(7 * count) }),
    (.dayWordsInMonths, { count, _ in .months(count) }),
    (.dayWordsInYears, { count, _ in .months(12 * count) }),
    (.dayWordsLastWeek, { _, _ in .days(-7) }),
    (.dayWordsLastMonth, { _, _ in .months(-1) }),
    (.dayWordsNextWeek, { _, _ in .days(7) }),
    (.dayWordsWeekday, { .weekday($1) }),
    (.dayWordsLastWeekday, { .last($1) }),
    (.dayWordsNextWeekday, { .next($1) }),
    (.dayWordsWeekdayOfLastWeek, { .weekdayOfWeek($1, shift: -$0) }),
    (.dayWordsWeekdayOfThisWeek, { .weekdayOfWeek($1, shift: 0) }),
    (.dayWordsWeekdayOfNextWeek, { .weekdayOfWeek($1, shift: $0) }),
  ]

  /// The largest accepted number. It is more than a hundred years in days, and four thousand in
  /// months.
  private static let maxCount = 50_000

  // MARK: Dates

  /// Parses a date, alone, with its weekday, or with a phrase for its year.
  private func date(_ text: Substring) -> DayExpression? {
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

  /// The date formats that the program prints, and the numeric ones that are accepted in every
  /// language.
  private static func dates(_ forms: RegionalForms) -> [WordPattern] {
    let fields = DatePattern(forms.monthAndDay).parts.compactMap { part -> Character? in
      if case .field(let letter, _) = part { letter } else { nil }
    }
    let dayAndMonth = fields.first == "d" ? "{d}/{m}" : "{m}/{d}"
    return datePatterns(
      forms.date, forms.dateWithWeekday, forms.monthAndDay, forms.monthAndDayWithWeekday,
      forms.dateAndTime)
      + WordPattern.alternatives(
        "{y}-{m}-{d}|{y}/{m}/{d}|{y}.{m}.{d}|{y}.{m}.{d}.|\(dayAndMonth)|\(dayAndMonth)/{y}")
  }

  private static func date(_ parts: WordPattern.Parts) -> DayExpression? {
    if parts.hour != nil, time(parts) == nil { return nil }
    let weekday = parts.weekday.flatMap { Weekday(rawValue: $0) }
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

  /// Every way to remove one of these names from the beginning or the end of the text, with or
  /// without parentheses: the rest of the text, and the value of the name.
  private static func readings(
    of text: Substring, without names: [(name: String, value: Int)]
  ) -> [(rest: Substring, value: Int)] {
    names.flatMap { name, value -> [(Substring, Int)] in
      ["(\(name))", name].flatMap { word in
        [
          text.hasPrefix(word) ? text.dropFirst(word.count) : nil,
          text.hasSuffix(word) ? text.dropLast(word.count) : nil,
        ].compactMap(\.self).map { ($0, value) }
      }
    }
  }
}

// MARK: Months

extension DayWords {
  /// Parses a month.
  func readMonth(_ typed: TypedText) -> MonthExpression? {
    for (key, months) in Self.monthMeanings
    where first(Self.patterns(key, in: catalog), in: typed.text[...]) != nil {
      return .months(months)
    }
    let patterns =
      Self.patterns(.monthWordsNamed, in: catalog) + Self.datePatterns(forms.yearAndMonth)
      + WordPattern.alternatives("{y}-{m}|{y}/{m}|{m}/{y}")
    if let month = first(patterns, in: typed.text[...]).flatMap(Self.month) { return month }
    for (rest, years) in Self.readings(of: typed.text[...], without: names.years) {
      guard case .month(let month)? = first(patterns, in: rest).flatMap(Self.month) else {
        continue
      }
      return .monthOfYear(years, month: month)
    }
    return nil
  }

  private static let monthMeanings: [(MessageKey, Int)] = [
    (.monthWordsThis, 0), (.monthWordsLast, -1), (.monthWordsNext, 1),
  ]

  private static func month(_ parts: WordPattern.Parts) -> MonthExpression? {
    guard let year = parts.year else {
      return (1...12).contains(parts.month) ? .month(parts.month) : nil
    }
    return Day(year: year, month: parts.month, day: 1).map { .day($0) }
  }
}

// MARK: Times

extension DayWords {
  func readTime(_ typed: TypedText) -> TimeOfDay? {
    times.lazy.compactMap { $0.match(typed.text, names: names) }.compactMap(Self.time).first
  }

  /// The time in a date with a time, as the program prints it.
  func readTimeInDate(_ typed: TypedText) -> TimeOfDay? {
    first(Self.datePatterns(forms.dateAndTime), in: typed.text[...]).flatMap(Self.time)
  }

  /// `nil` if no hour of the day is written like this, or more than one.
  ///
  /// The number after the `=` of a phrase is the minute, or the hour if the phrase has none.
  private static func time(_ parts: WordPattern.Parts) -> TimeOfDay? {
    guard let (letter, number) = parts.hour else {
      return parts.count.flatMap { (0..<24).contains($0) ? TimeOfDay(hour: $0, minute: 0) : nil }
    }
    let minute = parts.count ?? parts.minute
    guard (0..<60).contains(minute) else { return nil }
    let hours = (0..<24).filter { hour in
      isWritten(hour, as: number, letter) && parts.period?.contains(hour) ?? true
    }
    return hours.count == 1 ? TimeOfDay(hour: hours[0], minute: minute) : nil
  }

  /// Whether people write `number` for an hour of the day. In half a day, they write 0 for 12
  /// (`午後0時`), and hours up to 23 (`오후 14시`).
  private static func isWritten(_ hour: Int, as number: Int, _ letter: Character) -> Bool {
    DatePattern.hour(letter, of: hour) == number
      || letter == "h" && (number == 0 ? hour % 12 == 0 : number > 12 && hour == number)
  }
}

extension TimeOfDay {
  /// Whether a text contains a time in digits, such as `17:04`.
  public static func isIn(_ text: String) -> Bool { TypedText(text).text.contains(":") }

  /// The time in a date with a time, as the program prints it: `Nov 21, 2026 at 5:04 PM`.
  public init?(inDate text: String, reader: Reader) {
    let typed = TypedText(text)
    guard !TypedLanguages.isEmptyOrTooLong(typed.text),
      let time = reader.dayWords.lazy.compactMap({ $0.readTimeInDate(typed) }).first
    else { return nil }
    self = time
  }

  /// Parses a time as users type it or as the program prints it, in the reader's language or in
  /// English: `17:04`, `5:04 PM`, `5 p.m.`, `오후 5:04`, `오후 5시 4분`.
  public init?(_ text: String, reader: Reader) {
    let typed = TypedText(text)
    guard !TypedLanguages.isEmptyOrTooLong(typed.text),
      let time = reader.dayWords.lazy.compactMap({ $0.readTime(typed) }).first
    else { return nil }
    self = time
  }
}
