public import Diary
import Synchronization

/// The words for days in one language: those that its catalog lists, and the dates as the program
/// writes them.
///
/// A message holds alternatives between bars; `{n}` is a number, `{weekday}` and `{month}` are
/// names, `{y}`, `{m}` and `{d}` the parts of a date. Capitals, spaces and commas do not matter.
struct DayWords: Sendable {
  let catalog: Catalog
  private let forms: RegionalForms
  private let names: TypedNames
  private let days: [(patterns: [WordPattern], meaning: Meaning)]
  private let dates: [WordPattern]

  init(_ catalog: Catalog, forms: RegionalForms) {
    self.catalog = catalog
    self.forms = forms
    names = TypedNames(catalog)
    days = Self.meanings.map { (Self.patterns($0, in: catalog), $1) }
    dates = Self.patterns(.dayWordsDate, in: catalog) + Self.dates(forms)
  }

  private static func patterns(_ key: MessageKey, in catalog: Catalog) -> [WordPattern] {
    // Those that are printed have plural forms, and numbers go through all of them.
    let texts = Set((0...100).map(catalog.pluralForm)).sorted().compactMap { catalog.text(key, $0) }
    return texts.flatMap(WordPattern.alternatives)
  }

  private static func written(_ patterns: String...) -> [WordPattern] {
    patterns.map { WordPattern(DatePattern($0)) }
  }

  private func first(_ patterns: [WordPattern], in text: Substring) -> WordPattern.Parts? {
    patterns.lazy.compactMap { $0.match(text, names: names) }.first
  }
}

/// The words of all languages that a reader may type days in, made when the first day is read.
final class TypedLanguages: Sendable {
  private let words = Mutex<[DayWords]?>(nil)

  func words(making make: () -> [DayWords]) -> [DayWords] {
    words.withLock { words in
      if let words { return words }
      let made = make()
      words = made
      return made
    }
  }

  /// Longer than anything that is meant, and short enough to try every reading.
  static func isTooLong(_ text: String) -> Bool { text.isEmpty || text.utf8.count > 200 }
}

// MARK: Days

extension DayWords {
  func read(_ typed: TypedText) -> DayExpression? {
    for (patterns, meaning) in days {
      for pattern in patterns {
        guard let parts = pattern.match(typed.text, names: names) else { continue }
        let count = parts.count ?? 1
        guard abs(count) <= Self.farthest else { return nil }
        return meaning(count, parts.weekday.flatMap { Weekday(rawValue: $0) } ?? .sunday)
      }
    }
    return date(typed.text[...])
  }

  /// What the words mean, with the number and the weekday among them.
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

  /// More than a hundred years in days, four thousand in months.
  private static let farthest = 50_000

  // MARK: Dates

  /// A date, alone or with its weekday or with a word for its year.
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

  /// Those that the program writes, and those in figures that are understood
  /// in every language.
  private static func dates(_ forms: RegionalForms) -> [WordPattern] {
    let fields = DatePattern(forms.monthAndDay).parts.compactMap { part -> Character? in
      if case .field(let letter, _) = part { letter } else { nil }
    }
    let figures = fields.first == "d" ? "{d}/{m}" : "{m}/{d}"
    return written(
      forms.date, forms.dateWithWeekday, forms.monthAndDay, forms.monthAndDayWithWeekday,
      forms.dateAndTime)
      + WordPattern.alternatives(
        "{y}-{m}-{d}|{y}/{m}/{d}|{y}.{m}.{d}|{y}.{m}.{d}.|\(figures)|\(figures)/{y}")
  }

  private static func date(_ parts: WordPattern.Parts) -> DayExpression? {
    if parts.hour != nil, time(parts) == nil { return nil }
    let weekday = parts.weekday.flatMap { Weekday(rawValue: $0) }
    if let year = parts.year {
      let day = Day(year: year, month: parts.month, day: parts.day)
      // A weekday that the day does not have is a slip, and which of the two is cannot be told.
      return day.flatMap { weekday == nil || $0.weekday == weekday ? .day($0) : nil }
    }
    guard Day(year: 2000, month: parts.month, day: parts.day) != nil else { return nil }
    return weekday.map { .dateOnWeekday(month: parts.month, day: parts.day, $0) }
      ?? .date(month: parts.month, day: parts.day)
  }

  /// What is left of the text without one of these names at its beginning or end, alone or in
  /// parentheses.
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
  /// A month rather than a day.
  func readMonth(_ typed: TypedText) -> MonthExpression? {
    for (key, months) in Self.monthMeanings
    where first(Self.patterns(key, in: catalog), in: typed.text[...]) != nil {
      return .months(months)
    }
    let patterns =
      Self.patterns(.monthWordsNamed, in: catalog) + Self.written(forms.yearAndMonth)
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
    let patterns =
      Self.written(forms.time)
      + WordPattern.alternatives(
        "{H}:{minute}|{h}:{minute}{a}|{h}{a}|{a}{h}:{minute}|{a}{h}")
    return first(patterns, in: typed.text[...]).flatMap(Self.time)
  }

  /// `nil` where no hour is written so, or more than one.
  private static func time(_ parts: WordPattern.Parts) -> TimeOfDay? {
    guard let (letter, number) = parts.hour, (0..<60).contains(parts.minute) else { return nil }
    let hours = (0..<24).filter { hour in
      DatePattern.hour(letter, of: hour) == number && parts.period?.contains(hour) ?? true
    }
    return hours.count == 1 ? TimeOfDay(hour: hours[0], minute: parts.minute) : nil
  }
}

extension TimeOfDay {
  /// Reads a time as people type it and as the program writes it, in the reader's language or in
  /// English: `17:04`, `5:04 PM`, `오후 5:04`.
  public init?(_ text: String, reader: Reader) {
    let typed = TypedText(text)
    guard !TypedLanguages.isTooLong(typed.text),
      let time = reader.dayWords.lazy.compactMap({ $0.readTime(typed) }).first
    else { return nil }
    self = time
  }
}
