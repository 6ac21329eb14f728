import Diary

/// The words for days in one language, as its catalog lists them.
///
/// A message holds alternatives between bars; `{n}` stands for a number, `{weekday}` for the name
/// of one, `{y}`, `{m}` and `{d}` for the parts of a date. Capitals and spaces do not matter.
struct DayWords {
  private let catalog: Catalog

  init(_ catalog: Catalog) { self.catalog = catalog }

  func read(_ text: String) -> DayExpression? { read(text, Self.meanings) }

  /// A month rather than a day.
  func readMonth(_ text: String) -> MonthExpression? { read(text, Self.monthMeanings) }

  private func read<Meaning>(_ text: String, _ meanings: [(MessageKey, Reading<Meaning>)])
    -> Meaning?
  {
    let typed = Self.squeezed(text)
    guard !typed.isEmpty, typed.utf8.count <= 200 else { return nil }
    for (key, meaning) in meanings {
      guard let alternatives = catalog.text(key, 0) else { continue }
      for pattern in alternatives.split(separator: "|") {
        guard let parts = match(Self.squeezed(String(pattern))[...], typed[...], Parts()) else {
          continue
        }
        if let meaning = meaning(parts) { return meaning }
      }
    }
    return nil
  }

  /// What stood in the places of a pattern.
  struct Parts {
    var n = 0
    var weekday = Weekday.sunday
    var year: Int?
    var month = 0
    var day = 0
  }

  /// What is meant by what stood there.
  private typealias Reading<Meaning> = @Sendable (Parts) -> Meaning?

  private static let monthMeanings: [(MessageKey, Reading<MonthExpression>)] = [
    (.monthWordsThis, { _ in .months(0) }),
    (.monthWordsLast, { _ in .months(-1) }),
    (.monthWordsNext, { _ in .months(1) }),
    (
      .monthWordsNamed,
      { parts in
        guard let year = parts.year else { return .month(parts.month) }
        return Day(year: year, month: parts.month, day: 1).map { .day($0) }
      }
    ),
  ]

  private static let meanings: [(MessageKey, Reading<DayExpression>)] = [
    (.dayWordsToday, { _ in .days(0) }),
    (.dayWordsYesterday, { _ in .days(-1) }),
    (.dayWordsTwoDaysAgo, { _ in .days(-2) }),
    (.dayWordsTomorrow, { _ in .days(1) }),
    (.dayWordsInTwoDays, { _ in .days(2) }),
    (.dayWordsDaysAgo, { .days(-$0.n) }),
    (.dayWordsWeeksAgo, { .days(-7 * $0.n) }),
    (.dayWordsMonthsAgo, { .months(-$0.n) }),
    (.dayWordsInDays, { .days($0.n) }),
    (.dayWordsInWeeks, { .days(7 * $0.n) }),
    (.dayWordsLastWeek, { _ in .days(-7) }),
    (.dayWordsLastMonth, { _ in .months(-1) }),
    (.dayWordsNextWeek, { _ in .days(7) }),
    (.dayWordsWeekday, { .weekday($0.weekday) }),
    (.dayWordsLastWeekday, { .last($0.weekday) }),
    (.dayWordsNextWeekday, { .next($0.weekday) }),
    (.dayWordsWeekdayOfLastWeek, { .weekdayOfWeek($0.weekday, shift: -1) }),
    (.dayWordsWeekdayOfThisWeek, { .weekdayOfWeek($0.weekday, shift: 0) }),
    (.dayWordsWeekdayOfNextWeek, { .weekdayOfWeek($0.weekday, shift: 1) }),
    (
      .dayWordsDate,
      { parts in
        guard let year = parts.year else {
          return Day(year: 2000, month: parts.month, day: parts.day)
            .map { _ in .date(month: parts.month, day: parts.day) }
        }
        return Day(year: year, month: parts.month, day: parts.day).map { .day($0) }
      }
    ),
  ]

  /// More than a hundred years in days, four thousand in months.
  private static let farthest = 50_000

  private static func squeezed(_ text: String) -> String {
    text.lowercased().filter { !$0.isWhitespace }
  }

  // MARK: Matching

  private func match(_ pattern: Substring, _ text: Substring, _ parts: Parts) -> Parts? {
    guard let letter = pattern.first else { return text.isEmpty ? parts : nil }
    guard letter == "{", let end = pattern.firstIndex(of: "}") else {
      guard text.first == letter else { return nil }
      return match(pattern.dropFirst(), text.dropFirst(), parts)
    }
    let place = pattern[pattern.index(after: pattern.startIndex)..<end]
    let rest = pattern[pattern.index(after: end)...]
    switch place {
    case "weekday":
      return matchName(.dayWordsWeekdayNames, rest, text, parts) { parts, index in
        parts.weekday = Weekday(rawValue: index) ?? .sunday
      }
    case "month":
      return matchName(.monthWordsNames, rest, text, parts) { $0.month = $1 + 1 }
    default:
      return matchNumber(place, rest, text, parts)
    }
  }

  private func matchNumber(
    _ place: Substring, _ pattern: Substring, _ text: Substring, _ parts: Parts
  ) -> Parts? {
    // Digits of any script, full-width ones among them; but not 十, which is no digit.
    let digits = text.prefix { $0.unicodeScalars.first?.properties.numericType == .decimal }
    guard (1...6).contains(digits.count) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + ($1.wholeNumberValue ?? 0) }
    var parts = parts
    switch place {
    case "y":
      // `Nov 21` is no year of the Romans.
      guard digits.count == 4 else { return nil }
      parts.year = number
    case "m": parts.month = number
    case "d": parts.day = number
    default:
      guard number <= Self.farthest else { return nil }
      parts.n = number
    }
    return match(pattern, text.dropFirst(digits.count), parts)
  }

  /// Every name that fits is tried, since a short one may begin a long one.
  private func matchName(
    _ key: MessageKey, _ pattern: Substring, _ text: Substring, _ parts: Parts,
    _ note: (inout Parts, _ index: Int) -> Void
  ) -> Parts? {
    let names = catalog.text(key, 0) ?? ""
    for (index, alternatives) in names.split(separator: ";").enumerated() {
      for name in alternatives.split(separator: "|") where text.hasPrefix(name) {
        var parts = parts
        note(&parts, index)
        if let found = match(pattern, text.dropFirst(name.count), parts) { return found }
      }
    }
    return nil
  }
}
