import Diary
import TestSupport
import Testing

@testable import Localization

@Suite struct DayExpressionTests {
  /// A Saturday.
  static let today = Day(iso: "2026-11-21") ?? Day(number: 0)
  private let english = Reader("LANG=en_GB.UTF-8")

  private func day(_ text: String, _ direction: DayExpression.Direction) -> String? {
    DayExpression(text, reader: english)?.day(from: Self.today, towards: direction).description
  }

  private static let days: [(text: String, day: String)] = [
    ("2026-11-21", "2026-11-21"), ("1999-01-31", "1999-01-31"), ("2026/11/21", "2026-11-21"),
    ("2026.1.2", "2026-01-02"), ("2026-11-3", "2026-11-03"), ("２０２６－１１－０３", "2026-11-03"),
    ("-３d", "2026-11-18"), ("Wed, Nov 18", "2026-11-18"), ("Nov 18 (Wed)", "2026-11-18"),
    ("Wednesday 18 November 2026", "2026-11-18"), ("2026-11-18 Wed", "2026-11-18"),
    ("Nov 3 last year", "2025-11-03"), ("last year nov 3", "2025-11-03"),
    ("a year ago", "2025-11-21"),
    ("last year", "2025-11-21"), ("two days ago", "2026-11-19"), ("Two Years Ago", "2024-11-21"),
    ("a week ago", "2026-11-14"), ("in two months", "2027-01-21"), ("next year", "2027-11-21"),
    ("friday two weeks ago", "2026-11-06"), ("monday the week after next", "2026-11-30"),
    ("Feb 29 last year", "2025-02-28"), ("21/11/2026", "2026-11-21"), ("Nov 21 2026", "2026-11-21"),
    ("11/21/2026 ", "nil"), ("Thu, Nov 18, 2026", "nil"), ("2026. 1. 2.", "2026-01-02"),
    ("today", "2026-11-21"), ("now", "2026-11-21"), ("yesterday", "2026-11-20"),
    ("day before yesterday", "2026-11-19"),
    ("the day before yesterday", "2026-11-19"), ("tomorrow", "2026-11-22"),
    ("the day after tomorrow", "2026-11-23"),
    ("3 days ago", "2026-11-18"), ("1 day ago", "2026-11-20"), ("3d ago", "2026-11-18"),
    ("２ days ago", "2026-11-19"), ("0 days ago", "2026-11-21"),
    ("2 weeks ago", "2026-11-07"), ("1 week ago", "2026-11-14"), ("2 months ago", "2026-09-21"),
    ("in 3 days", "2026-11-24"), ("3 days from now", "2026-11-24"),
    ("in 2 weeks", "2026-12-05"), ("last week", "2026-11-14"), ("last month", "2026-10-21"),
    ("a month ago", "2026-10-21"), ("next week", "2026-11-28"),
    ("in a week", "2026-11-28"), ("last friday", "2026-11-20"), ("last saturday", "2026-11-14"),
    ("next monday", "2026-11-23"), ("next saturday", "2026-11-28"),
    ("last friday", "2026-11-20"), ("friday last week", "2026-11-13"),
    ("last week friday", "2026-11-13"),
    ("sunday this week", "2026-11-22"), ("monday next week", "2026-11-23"),
    ("next week sunday", "2026-11-29"), ("-3d", "2026-11-18"), ("+3d", "2026-11-24"),
    ("-0d", "2026-11-21"), ("-2w", "2026-11-07"), ("+2w", "2026-12-05"), ("-1m", "2026-10-21"),
    ("+1m", "2026-12-21"), ("-1y", "2025-11-21"),
    ("  Last   FRIDAY ", "2026-11-20"), ("Today", "2026-11-21"), ("-400000d", "0931-09-23"),
  ]

  @Test(arguments: days)
  func `resolves a day in either direction`(_ text: String, _ date: String) {
    #expect(day(text, .past) ?? "nil" == date)
    #expect(day(text, .future) ?? "nil" == date)
  }

  @Test(arguments: [
    ("monday", "2026-11-16", "2026-11-23"), ("mon", "2026-11-16", "2026-11-23"),
    ("on tuesday", "2026-11-17", "2026-11-24"), ("Wed", "2026-11-18", "2026-11-25"),
    ("thurs", "2026-11-19", "2026-11-26"), ("fri", "2026-11-20", "2026-11-27"),
    ("saturday", "2026-11-21", "2026-11-21"), ("sun", "2026-11-15", "2026-11-22"),
  ])
  func `a weekday is the last or next one, including today`(
    _ text: String, _ past: String, _ future: String
  ) {
    #expect(day(text, .past) == past)
    #expect(day(text, .future) == future)
  }

  @Test(arguments: [
    (12, 25, "2025-12-25", "2026-12-25"), (11, 21, "2026-11-21", "2026-11-21"),
    (11, 20, "2026-11-20", "2027-11-20"), (2, 29, "2024-02-29", "2028-02-29"),
  ])
  func `a date without a year is the nearest in the direction`(
    _ month: Int, _ day: Int, _ past: String, _ future: String
  ) {
    let date = DayExpression.date(month: month, day: day)
    #expect(date.day(from: Self.today, towards: .past).description == past)
    #expect(date.day(from: Self.today, towards: .future).description == future)
  }

  /// Most of these languages have no catalog.
  @Test(arguments: [
    ("en_US", "11/3 11/3/2026 11/3/26"), ("en_GB", "3/11 3/11/2026 3/11/26"),
    ("es_ES", "3/11 3/11/26 3-11-2026"), ("it_IT", "3/11 03/11/26 3.11.2026"),
    ("tr_TR", "3/11 3.11. 3.11.2026"), ("vi_VN", "3/11 3/11/26"), ("fr_FR", "3/11 03/11/2026"),
    ("de_DE", "3.11. 3.11.2026 3.11.26 03.11.2026 3/11"), ("en_DE", "3.11. 3/11"),
    ("pt_BR", "3/11 3/11/26"), ("ko_KR", "11/3 11.3 11.3. 26.11.3 26.11.3. 2026.11.3"),
    ("ja_JP", "１１／３ 26.11.3 26/11/3"), ("zh_CN", "11/3 26/11/3 2026/11/3"),
    ("hu_HU", "11.3. 26.11.3 2026.11.3."), ("lt_LT", "11/3 26-11-03"),
    ("sv_SE", "3/11 3/11/2026 26-11-03 2026-11-03"), ("fr", "3/11"), ("ko", "11/3"), ("C", "11/3"),
    ("en_US LC_TIME=es_ES.UTF-8", "3/11"), ("ko_KR LC_ALL=en_GB.UTF-8", "3/11"),
  ])
  func `reads figures in the order of the territory`(_ locale: String, _ texts: String) {
    let reader = Reader("LANG=\(locale)")
    for text in texts.split(separator: " ").map(String.init) {
      let day = DayExpression(text, reader: reader)?.day(from: Self.today)
      #expect(day?.description == "2026-11-03", "\(text)")
    }
  }

  @Test(arguments: [
    ("en_US", "3.11."), ("en_US", "26.11.3"), ("ja_JP", "3/11/26"), ("sv_SE", "3/11/26"),
    ("es_ES", "11/25"), ("de_DE", "11.25."), ("ko_KR", "25.11."),
  ])
  func `refuses figures in another order`(_ locale: String, _ text: String) {
    #expect(DayExpression(text, reader: Reader("LANG=\(locale).UTF-8")) == nil)
  }

  /// A Latin catalog of another language, in which `so` is a Sunday, is not read.
  @Test(arguments: [
    ("LANG=en_US.UTF-8", "so", ["en"]), ("LANG=en_US.UTF-8", "février", ["en"]),
    ("LANG=ko_KR.UTF-8", "so", ["ko", "en"]), ("LANGUAGE=en:ko LANG=C.UTF-8", "so", ["en", "ko"]),
    ("LANGUAGE=ja:en:ko LANG=ja_JP.UTF-8", "so", ["ja", "en", "ko"]),
    ("LANG=en_US.UTF-8 LC_TIME=ko_KR.UTF-8", "so", ["en", "ko"]),
    ("LANG=en_US.UTF-8", "지난주 금요일", ["en", "ja", "ko"]),
    ("LANG=ko_KR.UTF-8", "先週の金曜日", ["ko", "en", "ja"]),
  ])
  func `reads the languages of the reader, English, and those in another script`(
    _ variables: String, _ text: String, _ languages: [String]
  ) {
    let reader = Reader(variables)
    #expect(reader.languages(of: TypedText(text)).map(\.name) == languages)
    #expect((DayExpression(text, reader: reader) != nil) == (languages.count == 3 && text != "so"))
  }

  @Test(arguments: [
    ("11/25", "2026-11-25", "2026-11-25"), ("11/18", "2026-11-18", "2026-11-18"),
    ("11/26", "2025-11-26", "2026-11-26"), ("25", "2026-11-25", "2026-11-25"),
    ("26", "2026-10-26", "2026-11-26"), ("11/17", "2026-11-17", "2027-11-17"),
  ])
  func `a date at most a week ahead is the nearer one`(
    _ text: String, _ past: String, _ future: String
  ) throws {
    let today = try #require(Day(iso: "2026-11-18"))
    let date = DayExpression(text, reader: Reader("LANG=en_US.UTF-8"))
    #expect(date?.day(from: today).description == past)
    #expect(date?.day(from: today, towards: .future).description == future)
    let newYear = try #require(Day(iso: "2026-12-28"))
    #expect(DayExpression.date(month: 1, day: 2).day(from: newYear).description == "2027-01-02")
    #expect(DayExpression.dayOfMonth(2).day(from: newYear).description == "2027-01-02")
  }

  @Test func `a weekday selects the year of a date without one`() {
    // December 12, 2026 is in the future; in 2025 it was a Friday.
    #expect(day("Sat, Dec 12", .past) == "2026-12-12")
    #expect(day("Fri, Dec 12", .past) == "2025-12-12")
    #expect(day("Sun, Feb 29", .past) == "2032-02-29")
  }

  @Test func `February 29 without a year skips other years`() throws {
    let date = DayExpression.date(month: 2, day: 29)
    let late = try #require(Day(iso: "2103-06-01"))
    let early = try #require(Day(iso: "2097-06-01"))
    #expect(date.day(from: late, towards: .past).description == "2096-02-29")
    #expect(date.day(from: early, towards: .future).description == "2104-02-29")
  }

  @Test(
    arguments: [
      (.monday, "2026-11-22", "2026-11-15"), (.sunday, "2026-11-15", "2026-11-08"),
      (.saturday, "2026-11-22", "2026-11-15"),
    ] as [(Weekday, String, String)])
  func `relative weeks depend on the first weekday`(
    _ first: Weekday, _ this: String, _ last: String
  ) {
    func sunday(_ shift: Int) -> String {
      DayExpression.weekdayOfWeek(.sunday, shift: shift).day(from: Self.today, firstWeekday: first)
        .description
    }
    #expect(sunday(0) == this)
    #expect(sunday(-1) == last)
  }

  @Test(arguments: Weekday.allCases)
  func `finds every weekday within a week`(_ weekday: Weekday) {
    for offset in 0..<7 {
      let today = Self.today + offset
      let past = DayExpression.weekday(weekday).day(from: today)
      let future = DayExpression.weekday(weekday).day(from: today, towards: .future)
      let last = DayExpression.last(weekday).day(from: today)
      let next = DayExpression.next(weekday).day(from: today)
      #expect([past, future, last, next].allSatisfy { $0.weekday == weekday })
      #expect((0...6).contains(today - past) && (0...6).contains(future - today))
      #expect((1...7).contains(today - last) && (1...7).contains(next - today))
    }
  }

  @Test(arguments: [
    "", " ", "someday", "monda", "mondays", "last", "next", "ago", "days ago", "last {weekday}",
    "{n} days ago", "-", "+", "-d", "3d", "--3d", "-3x", "-3",
    "-3.5d", "- 3d", "-3 d", "2026-02-30", "2026/02/30", "2026/13/01", "0/1/1", "20261321", "32",
    "0",
    "-1 days ago", "十 days ago", "二十 days ago", "1.5 days ago",
    "1000000 days ago", "999999 days ago", "-400001d", "+57143w", "-12001m", "-1001y",
    "-99999999999999999999d", "+9223372036854775807d", "yesterday tomorrow",
    "\0", "today\0", "|", "today|now", ";", String(repeating: "last ", count: 10_000),
    String(repeating: "9", count: 10_000) + " days ago",
  ])
  func `refuses what is not a day`(_ text: String) {
    #expect(DayExpression(text, reader: english) == nil)
  }

  @Test func `no text makes it trap on any day`() throws {
    var seed = Seeded(21)
    let parts = [
      "-", "+", "9", "12", "999999", "400000", "d", "w", "m", "y", " ", "last", "next", "this",
      "week", "mon", "sunday", "days", "months", "weeks", "ago", "in",
      "from now", "{n}", "|", "월요일", "지난주", "日", "前", "年", "月", "/", ".", "２", "万", "½", "e\u{301}",
      "💥",
    ]
    let readers = [english, Reader("LANG=ko_KR.UTF-8"), Reader("LANG=ja_JP.UTF-8")]
    let ends = [
      try #require(Day(iso: "0001-01-01")), Self.today, try #require(Day(iso: "9999-12-31")),
    ]
    for round in 0..<2_000 {
      let text = (0..<Int.random(in: 1...5, using: &seed)).map { _ in
        parts.randomElement(using: &seed) ?? ""
      }.joined()
      guard let expression = DayExpression(text, reader: readers[round % 3]) else { continue }
      for today in ends {
        for direction in [DayExpression.Direction.past, .future] {
          #expect(!expression.day(from: today, towards: direction).description.isEmpty)
        }
      }
    }
  }
}
