extension Reader {
  /// Common phrases for days in the reader's language, for completion: `yesterday`, `last friday`.
  public var dayPhrases: [String] { dayWords.dayPhrases }

  /// Common phrases for spans in the reader's language, for completion: `this week`, `last month`.
  public var spanPhrases: [String] { dayWords.spanPhrases }
}

extension DayWords {
  /// The first spelling of each phrase without a number.
  fileprivate var dayPhrases: [String] {
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

  /// The first spelling of the last, the current and the next week, month and year.
  fileprivate var spanPhrases: [String] {
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
