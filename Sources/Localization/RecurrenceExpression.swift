public import Diary

extension Recurrence.Rule {
  /// Parses how often a to-do recurs, in the reader's languages: `2 weeks`, `monday`, `mon, thu`,
  /// `last friday`, `매주`, or the notation of `description`.
  public init?(_ typed: String, reader: Reader) {
    let rule =
      Self(TypedText.folded(typed).lowercased())
      ?? reader.meaning(of: typed) { words, _ in RecurrenceWords(words.catalog).rule(typed) }
    guard let rule else { return nil }
    self = rule
  }
}

/// The phrases for recurrences in one language, as its catalog lists them.
private struct RecurrenceWords {
  private let catalog: Catalog
  private let names: TypedNames

  init(_ catalog: Catalog) {
    self.catalog = catalog
    names = TypedNames(catalog)
  }

  func rule(_ typed: String) -> Recurrence.Rule? {
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
    let weekdays = typed.split(whereSeparator: separators.contains).map { word in
      match(.dayWordsEveryWeekday, String(word))?.weekday.flatMap { Weekday(rawValue: $0) }
    }
    guard !weekdays.isEmpty, !weekdays.contains(nil) else { return nil }
    return .weekdays(Set(weekdays.compactMap(\.self)))
  }

  private func match(_ key: MessageKey, _ typed: String) -> WordPattern.Parts? {
    let text = TypedText(typed).text
    return WordPattern.alternatives(catalog.text(key, 0) ?? "").lazy
      .compactMap { $0.match(text, names: names) }.first
  }
}
