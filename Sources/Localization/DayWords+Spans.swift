import Diary

/// The phrases for spans in one language.
struct SpanPatterns: Sendable {
  var spans: [(patterns: [WordPattern], meaning: @Sendable (Int) -> SpanExpression)]
  var months: [WordPattern]
  var monthsAgo: [WordPattern]
  /// The first to the last such weekday of a month.
  var places: [WordPattern]
  var ends: [EndsPattern]
}

/// A pattern for two ends of a span: the words around and between them. Without words between them
/// it has one end.
struct EndsPattern: Sendable {
  var before: String
  var between: String?
  var after: String

  init?(_ message: some StringProtocol) {
    let parts = MessageTemplate(String(message)).parts
    let ends = parts.split(separator: .placeholder("from"), omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    let last = ends[1].split(separator: .placeholder("to"), omittingEmptySubsequences: false)
    before = Self.literal(ends[0])
    between = last.count == 2 ? Self.literal(last[0]) : nil
    after = Self.literal(last[last.count - 1])
    if between?.isEmpty == true { return nil }
  }

  private static func literal(_ parts: ArraySlice<MessageTemplate.Part>) -> String {
    guard case .literal(let text)? = parts.first else { return "" }
    return TypedText(text).text
  }
}

extension DayWords {
  private var patterns: SpanPatterns {
    spans.get {
      SpanPatterns(
        spans: Self.meanings.map { (patterns($0), $1) },
        months: patterns(.monthWordsNamed) + Self.datePatterns(forms.yearAndMonth)
          + WordPattern.alternatives("{y}-{m}|{y}/{m}|{m}/{y}"),
        monthsAgo: patterns(.dayWordsMonthsAgo),
        places: patterns(.dayWordsEveryWeekdayOfMonth),
        ends: (catalog.text(.dayWordsSpan, 0) ?? "").split(separator: "|")
          .compactMap { EndsPattern($0) })
    }
  }

  func span(_ typed: TypedText) -> SpanExpression? {
    for text in [typed.text] + withoutSurroundings(typed.text) {
      if let span = wholeSpan(text) ?? monthAgo(text) { return span }
    }
    if let day = day(typed) { return .day(day) }
    return between(typed.text)
  }

  /// A week, a weekend, a month, a year, or a number of days.
  private func wholeSpan(_ text: String) -> SpanExpression? {
    let units: [([(name: String, value: Int)], (Int) -> SpanExpression)] = [
      (names.weeks, SpanExpression.week), (names.weekends, SpanExpression.weekend),
      (names.relativeMonths, SpanExpression.relativeMonth),
      (names.years, SpanExpression.relativeYear),
    ]
    for (names, meaning) in units {
      if let shift = names.first(where: { $0.name == text })?.value { return meaning(shift) }
    }
    let patterns = patterns
    for (patterns, meaning) in patterns.spans {
      guard let parts = first(patterns, in: text[...]) else { continue }
      if let year = parts.year { return year > 0 ? .year(year) : nil }
      let count = parts.count ?? 1
      return (1...Self.maxCount).contains(count) ? meaning(count) : nil
    }
    return month(text[...], patterns.months)
  }

  /// The month that `two months ago` means alone. As an end of a span it means the day.
  private func monthAgo(_ text: String) -> SpanExpression? {
    guard !endsInToday(text), let parts = first(patterns.monthsAgo, in: text[...]) else {
      return nil
    }
    let count = parts.count ?? 1
    return count <= Self.maxCount ? .relativeMonth(-count) : nil
  }

  private static let meanings: [(MessageKey, @Sendable (Int) -> SpanExpression)] = [
    (.dayWordsYear, SpanExpression.year),
    (.dayWordsPastDays, { .past(days: $0, months: 0) }),
    (.dayWordsPastWeeks, { .past(days: 7 * $0, months: 0) }),
    (.dayWordsPastMonths, { .past(days: 0, months: $0) }),
    (.dayWordsComingDays, { .coming(days: $0, months: 0) }),
    (.dayWordsComingWeeks, { .coming(days: 7 * $0, months: 0) }),
    (.dayWordsComingMonths, { .coming(days: 0, months: $0) }),
  ]

  private func month(_ text: Substring, _ patterns: [WordPattern]) -> SpanExpression? {
    if let month = first(patterns, in: text).flatMap(Self.month) { return month }
    for (rest, years) in Self.readings(of: text, without: names.years) {
      if case .namedMonth(let month)? = first(patterns, in: rest).flatMap(Self.month) {
        return .monthOfYear(years, month: month)
      }
    }
    return nil
  }

  private static func month(_ parts: WordPattern.Parts) -> SpanExpression? {
    guard (1...12).contains(parts.month) else { return nil }
    guard let year = parts.year else { return .namedMonth(parts.month) }
    return year > 0 ? .month(year: year, month: parts.month) : nil
  }

  /// `first monday of october`, `10월 첫째 월요일`
  func weekdayOfMonth(_ text: String) -> DayExpression? {
    guard names.weekdays.contains(where: { text.contains($0.name) }) else { return nil }
    for place in text.indices.dropFirst() {
      let halves = [text[..<place], text[place...]]
      for (weekday, month) in [(halves[0], halves[1]), (halves[1], halves[0])] {
        guard let parts = first(patterns.places, in: weekday), let place = parts.count,
          let weekday = parts.weekday.flatMap({ Weekday(rawValue: $0) }),
          let span = wholeSpan(String(month))
        else { continue }
        switch span {
        case .relativeMonth, .namedMonth, .month, .monthOfYear:
          return .weekdayOfMonth(place, weekday, of: span)
        default: continue
        }
      }
    }
    return nil
  }

  // MARK: Two ends

  /// Two days or spans with a sign or words between them, or the start of a span until today.
  private func between(_ text: String) -> SpanExpression? {
    for pattern in patterns.ends {
      guard text.hasPrefix(pattern.before), text.hasSuffix(pattern.after),
        text.count > pattern.before.count + pattern.after.count
      else { continue }
      let rest = text.dropFirst(pattern.before.count).dropLast(pattern.after.count)
      guard let separator = pattern.between else {
        if let start = end(rest) { return .since(start) }
        continue
      }
      for (first, last) in Self.halves(of: rest, around: separator) {
        // A number alone is a day only after a date.
        guard let start = end(first) else { continue }
        if case .dayOfMonth(let day)? = DayExpression(numeric: String(last)) {
          if start.isDateOrDayOfMonth { return .between(start, .day(.dayOfMonth(day))) }
        } else if let end = end(last) {
          return .between(start, end)
        }
      }
    }
    return nil
  }

  private func end(_ text: Substring) -> SpanExpression? {
    let text = String(text)
    if let span = SpanExpression(numeric: text) {
      if case .day(.dayOfMonth) = span { return nil }
      return span
    }
    return wholeSpan(text) ?? day(TypedText(text)).map { .day($0) }
  }

  /// Every way to divide a text at a sign or word.
  private static func halves(
    of text: Substring, around separator: String
  ) -> [(Substring, Substring)] {
    text.indices.compactMap { place in
      guard text[place...].hasPrefix(separator), place > text.startIndex else { return nil }
      return (text[..<place], text[place...].dropFirst(separator.count))
    }
  }
}

extension SpanExpression {
  fileprivate var isDateOrDayOfMonth: Bool {
    switch self {
    case .day(.day), .day(.date), .day(.dateOfYear), .day(.dayOfMonth), .day(.dayOfRelativeMonth):
      true
    default: false
    }
  }
}

extension Reader {
  /// Common phrases for days in the reader's language, for completion: `yesterday`, `last friday`.
  /// Each phrase without a number has its first spelling.
  public var dayPhrases: [String] {
    let keys: [MessageKey] = [
      .dayWordsYesterday, .dayWordsTomorrow, .dayWordsTwoDaysAgo, .dayWordsInTwoDays,
    ]
    let weekdays = spellings(.dayWordsWeekdayNames, separator: ";")
      .map { $0.split(separator: "|").first.map(String.init) ?? "" }
    let ofWeekdays = [MessageKey.dayWordsLastWeekday, .dayWordsNextWeekday]
      .compactMap { spellings($0, separator: "|").first }
      .flatMap { pattern in
        weekdays.map { pattern.replacing("{weekday}", with: $0) }
      }
    return keys.compactMap { spellings($0, separator: "|").first } + ofWeekdays
  }

  /// Common phrases for spans in the reader's language, for completion: the first spelling of the last,
  /// the current and the next week, month and year.
  public var spanPhrases: [String] {
    [MessageKey.dayWordsWeeks, .dayWordsMonths, .dayWordsYears].flatMap { key in
      let phrases = spellings(key, separator: "|")
      return ["=0", "=-1", "=1"].compactMap { shift in
        phrases.first { $0.hasSuffix(shift) }.map { String($0.dropLast(shift.count)) }
      }
    }
  }

  private func spellings(_ key: MessageKey, separator: Character) -> [String] {
    (catalog.text(key, 0) ?? "").split(separator: separator).map(String.init)
  }
}
