public import Diary

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
    if let day = DayExpression(numeric: TypedText.folded(text)) {
      self = .day(day, nil)
    } else if let moment = reader.meaning(of: text, { $0.moment($1) }) {
      self = moment
    } else if let moment = Self.inWords(text, reader) {
      self = moment
    } else {
      return nil
    }
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
