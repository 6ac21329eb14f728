import Diary
import Testing

@testable import Localization

@Suite struct SpanExpressionTests {
  private func span(
    _ text: String, _ variables: String = "LANG=en_GB.UTF-8", on day: String = "2026-11-21",
    firstWeekday: Weekday = .monday, _ direction: DayExpression.Direction = .past
  ) -> String? {
    guard let today = Day(iso: day),
      let span = SpanExpression(text, reader: Reader(variables))?
        .span(from: today, firstWeekday: firstWeekday, towards: direction)
    else { return nil }
    return span.first == span.last ? "\(span.first)" : "\(span.first) \(span.last)"
  }

  /// The phrases of people are in `TypedPhraseTests`.
  @Test func `reads months and years as the program prints them`() {
    for locale in ["en_US", "en_GB", "en_DE", "ko_KR", "ja_JP", "de_DE", "C"] {
      let reader = Reader("LANG=\(locale).UTF-8")
      for month in 1...12 {
        guard let day = Day(year: 2024, month: month, day: 5) else { continue }
        let typed = SpanExpression(reader.yearAndMonth(day), reader: reader)
        #expect(typed == .month(year: 2024, month: month), "\(reader.yearAndMonth(day))")
      }
    }
  }

  @Test func `a month without a year is the nearest one in the direction`() {
    #expect(span("december", .past) == "2025-12-01 2025-12-31")
    #expect(span("december", .future) == "2026-12-01 2026-12-31")
    #expect(span("november", .past) == "2026-11-01 2026-11-30")
    #expect(span("november", .future) == "2026-11-01 2026-11-30")
    #expect(span("march", .future) == "2027-03-01 2027-03-31")
  }

  private func span(_ text: String, _ direction: DayExpression.Direction) -> String? {
    span(text, "LANG=en_GB.UTF-8", on: "2026-11-21", firstWeekday: .monday, direction)
  }

  @Test func `weeks begin on the first weekday, weekends on Saturday`() {
    #expect(span("this week", firstWeekday: .sunday) == "2026-11-15 2026-11-21")
    #expect(span("last week", firstWeekday: .saturday) == "2026-11-14 2026-11-20")
    for day in ["2026-11-16", "2026-11-21", "2026-11-22"] {
      #expect(span("this weekend", on: day, firstWeekday: .sunday) == "2026-11-21 2026-11-22")
    }
  }

  @Test func `the end of a span is after its start where it can be`() {
    #expect(span("dec 20 – jan 5") == "2025-12-20 2026-01-05")
    #expect(span("nov 3 – 5") == "2026-11-03 2026-11-05")
    #expect(span("friday – monday") == "2026-11-20 2026-11-23")
    #expect(span("2026-11-05..2026-11-03") == "2026-11-05 2026-11-03")
  }

  @Test(arguments: [
    ("en_US", "mon and thu"), ("en_US", "every monday, and thursday"), ("en_US", "mon, thu"),
    ("ko_KR", "월요일 및 목요일"), ("ko_KR", "월요일과 목요일"), ("ko_KR", "매주 월, 목"),
    ("ja_JP", "月曜、木曜"),
  ])
  func `weekdays of a recurrence may be joined with words`(_ locale: String, _ text: String) {
    let rule = Recurrence.Rule(text, reader: Reader("LANG=\(locale).UTF-8"))
    #expect(rule == .weekdays([.monday, .thursday]))
  }

  @Test func `no text makes it trap on any day`() throws {
    let ends = try [
      #require(Day(iso: "0001-01-01")), #require(Day(iso: "9999-12-31")),
    ]
    for text in [
      "last week", "next week", "last year", "next year", "the year before last", "next weekend",
      "past 50000 days", "past 50000 months", "next 50000 months", "2026", "9999", "december",
      "next month – last year", "since 0001-01-01", "november last year",
      "50000 months ago", "since 50000 months ago", "end of march", "since end of march",
      "first monday of october", "last friday of next month", "the 25th", "since the 25th", "3/11",
    ] {
      for today in ends {
        for direction in [DayExpression.Direction.past, .future] {
          let reader = Reader("LANG=en_US.UTF-8")
          let span = SpanExpression(text, reader: reader)?.span(from: today, towards: direction)
          #expect(span?.first.description.isEmpty == false, "\(text)")
        }
      }
    }
  }
}
