public import Diary

extension DayWords {
  /// A time as it was typed.
  struct Time {
    var time: TimeOfDay
    /// Whether it is one of the day after, such as `25時`.
    var isLate: Bool
    /// Whether it is in the second half of a night, of which nobody can tell the day:
    /// `yesterday at 1 at night`.
    var isAfterMidnight: Bool
  }

  func time(_ text: String) -> Time? {
    for pattern in times {
      guard let parts = pattern.match(text, names: names), let time = Self.time(parts) else {
        continue
      }
      let isOfNight = parts.period.map { $0.contains(23) && $0.contains(0) } == true
      return Time(
        time: time, isLate: parts.isLate, isAfterMidnight: isOfNight && time.hour < 12)
    }
    return nil
  }

  /// The time in a date with a time, as the program prints it.
  private func timeInDate(_ text: String) -> TimeOfDay? {
    first(Self.datePatterns(forms.dateAndTime), in: text[...]).flatMap(Self.time)
  }

  /// `nil` if no hour of the day is written like this, or more than one.
  ///
  /// The number after the `=` of a phrase is the minute, or the hour if the phrase has none. A negative
  /// one is a number of minutes before the hour: `quarter to five`.
  static func time(_ parts: WordPattern.Parts) -> TimeOfDay? {
    guard let (letter, number) = parts.hour else {
      return parts.count.flatMap { (0..<24).contains($0) ? TimeOfDay(hour: $0, minute: 0) : nil }
    }
    let minute = parts.count ?? parts.minute
    guard abs(minute) < 60 else { return nil }
    if parts.isLate {
      return (0..<6).contains(number) && minute >= 0
        ? TimeOfDay(hour: number, minute: minute) : nil
    }
    let times = (0..<24).filter { isWritten($0, as: number, letter) }.compactMap { hour in
      time(hour, minute, in: parts.period)
    }
    return times.count == 1 ? times[0] : nil
  }

  /// A time so many minutes after an hour, or before it, in a period of the day. Only with a period is
  /// a time before 0:00 one of the same day: the 23:30 of `halb 12 abends`.
  private static func time(_ hour: Int, _ minute: Int, in period: Set<Int>?) -> TimeOfDay? {
    let minutes = hour * 60 + minute
    guard minutes >= 0 || period != nil else { return nil }
    let inDay = (minutes + 1440) % 1440
    let time = TimeOfDay(hour: inDay / 60, minute: inDay % 60)
    return period?.contains(time.hour) ?? true ? time : nil
  }

  /// Whether people write `number` for an hour of the day. In half a day, they write 0 for 12
  /// (`午後0時`), and hours up to 23 (`오후 14시`).
  private static func isWritten(_ hour: Int, as number: Int, _ letter: Character) -> Bool {
    DatePattern.hour(letter, of: hour) == number
      || letter == "h" && (number == 0 ? hour % 12 == 0 : number > 12 && hour == number)
  }

  // MARK: Days with times

  func moment(_ typed: TypedText) -> MomentExpression? {
    let text = withoutContraction(typed.text)
    if let time = time(text) { return MomentExpression(nil, time) }
    if let minutes = minutesAgo(text) { return .minutesAgo(minutes) }
    // A date with a time as the program prints it has words between the two.
    if let time = timeInDate(text), let day = plainDay(text) {
      return .day(day, time)
    }
    // The second half of `3.11.25` could be a time.
    if let day = date(text[...]) { return .day(day, nil) }
    let halves = Self.halves(of: text)
    for (day, time) in halves {
      guard let time = self.time(time), let day = dayBesideTime(day) else { continue }
      return time.isAfterMidnight ? nil : MomentExpression(day, time)
    }
    for (day, time) in halves {
      guard let time = self.time(time), !time.isLate, let (day, hours) = dayWithPart(day) else {
        continue
      }
      let isOfNight = hours.contains(23) && hours.contains(0)
      guard hours.contains(time.time.hour), !isOfNight || time.time.hour >= 12 else { return nil }
      return .day(day, time.time)
    }
    // A time that was not understood must not be ignored.
    guard !text.contains(":"), let day = day(typed) else { return nil }
    return .day(day, nil)
  }

  private func dayBesideTime(_ text: String) -> DayExpression? {
    ([text] + withoutSurroundings(text)).lazy
      .compactMap { Self.numericDay($0) ?? plainDay($0) }.first
  }

  private func dayWithPart(_ text: String) -> (day: DayExpression, hours: Set<Int>)? {
    for (name, hours) in names.parts() where text.hasSuffix(name) {
      if let day = plainDay(String(text.dropLast(name.count))) { return (day, hours) }
    }
    return nil
  }

  private func minutesAgo(_ text: String) -> Int? {
    let units = timesAgo.get {
      [
        (patterns(.dayWordsMinutesAgo) + printedPatterns(.ageMinutes), 1),
        (patterns(.dayWordsHoursAgo) + printedPatterns(.ageHours), 60),
        (printedPatterns(.ageNow), 0),
      ]
    }
    for (patterns, minutes) in units {
      guard let parts = first(patterns, in: text[...]) else { continue }
      let count = parts.count ?? 1
      return (0...Self.maxCount).contains(count) ? count * minutes : nil
    }
    return nil
  }

  /// Every way to divide a text into a day and a time after it, then every way with the time in
  /// front; the shortest time first. A number is not divided.
  private static func halves(of text: String) -> [(day: String, time: String)] {
    let places = text.indices.dropFirst().filter {
      !(text[$0].isNumber && text[text.index(before: $0)].isNumber)
    }
    return places.reversed().map { (String(text[..<$0]), String(text[$0...])) }
      + places.map { (String(text[$0...]), String(text[..<$0])) }
  }
}

/// A day, a time or both, as the user typed them.
public enum MomentExpression: Hashable, Sendable {
  /// A time of today.
  case time(TimeOfDay)
  case day(DayExpression, TimeOfDay?)
  /// A time on the day after this one, or after today: the 1:00 of `昨日25時`.
  case lateTime(TimeOfDay, after: DayExpression)
  case minutesAgo(Int)

  init(_ day: DayExpression?, _ time: DayWords.Time) {
    if time.isLate {
      self = .lateTime(time.time, after: day ?? .days(0))
    } else {
      self = day.map { .day($0, time.time) } ?? .time(time.time)
    }
  }

  /// Parses `17:04`, `yesterday 11 pm`, `어제 밤 9시`, `an hour ago`, a day without a time, and every
  /// date with a time that the program prints.
  public init?(_ text: String, reader: Reader) {
    let moment =
      DayExpression(numeric: TypedText.folded(text)).map { .day($0, nil) }
      ?? reader.meaning(of: text) { $0.moment($1) } ?? Self.inWords(text, reader)
    guard let moment else { return nil }
    self = moment
  }

  /// A day and a time of which only a space divides the numbers: `2026-11-21 3 pm`, `nov 2 3:10`.
  private static func inWords(_ text: String, _ reader: Reader) -> MomentExpression? {
    let words = text.split(whereSeparator: \.isWhitespace)
    // No day with a time has more words.
    guard words.count <= 12 else { return nil }
    for place in words.indices.dropFirst().reversed()
    where words[place - 1].last?.isNumber == true && words[place].first?.isNumber == true {
      let parts = [words[..<place], words[place...]].map { $0.joined(separator: " ") }
      for (day, time) in [(parts[0], parts[1]), (parts[1], parts[0])] {
        if let time = TimeOfDay(time, reader: reader), let day = DayExpression(day, reader: reader)
        {
          return .day(day, time)
        }
      }
    }
    return nil
  }
}

extension TimeOfDay {
  /// Parses a time as users type it or as the program prints it: `17:04`, `5:04 PM`, `5 p.m.`,
  /// `오후 5:04`, `오후 5시 4분`.
  public init?(_ text: String, reader: Reader) {
    guard
      case .time(let time)? = reader.meaning(
        of: text,
        { words, typed in
          words.time(typed.text).map { MomentExpression(nil, $0) }
        })
    else { return nil }
    self = time
  }
}
