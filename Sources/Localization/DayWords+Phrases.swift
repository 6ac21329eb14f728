extension Reader {
  /// Common phrases for days in the reader's language, for completion: `yesterday`, `last friday`.
  public var dayPhrases: [String] { dayWords.first?.phrases ?? [] }
}

extension DayWords {
  /// The first spelling of each phrase without a number.
  fileprivate var phrases: [String] {
    let keys: [MessageKey] = [
      .dayWordsYesterday, .dayWordsTomorrow, .dayWordsTwoDaysAgo, .dayWordsInTwoDays,
      .dayWordsLastWeek, .dayWordsNextWeek, .dayWordsLastMonth,
    ]
    let weekdays = Self.spellings(.dayWordsWeekdayNames, separator: ";", in: catalog)
      .map { $0.split(separator: "|").first.map(String.init) ?? "" }
    let ofWeekdays = [MessageKey.dayWordsLastWeekday, .dayWordsNextWeekday]
      .compactMap { Self.spellings($0, separator: "|", in: catalog).first }
      .flatMap { pattern in
        weekdays.map { pattern.replacing("{weekday}", with: $0) }
      }
    return keys.compactMap { Self.spellings($0, separator: "|", in: catalog).first } + ofWeekdays
  }

  private static func spellings(
    _ key: MessageKey, separator: Character, in catalog: Catalog
  ) -> [String] {
    (catalog.text(key, 0) ?? "").split(separator: separator).map(String.init)
  }
}
