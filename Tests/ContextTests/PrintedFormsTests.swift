import Diary
import Localization
import Testing

@testable import Context

/// Every form in which the program prints a date, a time or a span, typed back.
@Suite struct PrintedFormsTests {
  static let today = Day(number: 20_778)  // 2026-11-21
  static let now = Moment(Instant(secondsSince1970: 20_778 * 86_400), offset: 0)
  static let locales = [
    "en_US.UTF-8", "en_GB.UTF-8", "ko_KR.UTF-8", "ja_JP.UTF-8", "de_DE.UTF-8", "C",
  ]
  static let days = [0, 1, 6, 19, 20, 47, 200, 325, 326, 700].map { today - $0 }

  private static func readers(_ locale: String) -> (Reader, DayReader) {
    let reader = Reader(LanguagePreference(chosen: nil) { $0 == "LANG" ? locale : nil })
    return (reader, DayReader(reader: reader, today: today, firstWeekday: reader.firstWeekday))
  }

  @Test(arguments: locales)
  func `a printed date is the same date when it is typed`(_ locale: String) throws {
    let (reader, typed) = Self.readers(locale)
    for day in Self.days {
      for text in ["\(day)", reader.date(day), reader.dateWithWeekday(day)] {
        #expect(try typed.day(text) == day, "\(text)")
      }
      // Dates are printed without their year only if it is this year or the last one.
      if day > Self.today - 365 {
        for text in [reader.monthAndDay(day), reader.monthAndDayWithWeekday(day)] {
          #expect(try typed.day(text) == day, "\(text)")
        }
      }
      let first = day - (day.date.day - 1)
      #expect(try typed.span(reader.yearAndMonth(day)).lowerBound == first)
    }
  }

  @Test(arguments: locales)
  func `a printed time is the same time when it is typed`(_ locale: String) throws {
    let (reader, typed) = Self.readers(locale)
    for (number, minute) in stride(from: 0, to: 24 * 60, by: 7).enumerated() {
      let time = TimeOfDay(hour: minute / 60, minute: minute % 60)
      for text in [reader.time(time), reader.timeInText(time)] {
        #expect(
          try typed.dayAndTime(text, now: Self.now, endOfDay: 0)
            == DayAndTime(day: Self.today, time: time), "\(text)")
      }
      let day = Self.days[number % Self.days.count]
      let instant = Instant(secondsSince1970: Int64(day.number * 86_400 + minute * 60))
      let text = reader.dateAndTime(Moment(instant, offset: 0))
      #expect(
        try typed.dayAndTime(text, now: Self.now, endOfDay: 0) == DayAndTime(day: day, time: time),
        "\(text)")
    }
  }

  @Test(arguments: locales)
  func `the ends of a printed span are the same span when they are typed`(
    _ locale: String
  ) throws {
    let (reader, typed) = Self.readers(locale)
    for (last, first) in zip(Self.days, Self.days.dropFirst()) {
      let ends = reader.pieces(of: .digestTitle(from: first, to: last)).compactMap { piece in
        if case .value(_, let text) = piece { text } else { nil }
      }
      let span = try typed.ends(ends.first, ends.last)
      #expect(span.since == first && span.until == last, "\(ends)")
      let whole = reader.say(.digestTitle(from: first, to: last))
      #expect(try typed.span(whole) == first...last, "\(whole)")
    }
  }
}
