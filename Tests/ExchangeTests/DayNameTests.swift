import Diary
import Testing

@testable import Exchange

/// Days as people write them in names of files and in headings.
@Suite struct DayNameTests {
  @Test(arguments: [
    "2024-05-03", "2024_05_03", "2024.05.03", "20240503", "2024-5-3", "2024-05-03 Friday",
    "2024-05-03-Fri", "2024-05-03 (2)", "2024-05-03 (금)", "2024年5月3日", "2024年5月3日（金）",
    "2024年05月03日金曜日", "2024년 5월 3일 금요일", "2024-05-03 星期五", "May 3, 2024", "May 3rd, 2024",
    "3 May 2024", "Friday, 3 May 2024", "3. Mai 2024", "Freitag, 3. Mai 2024",
    "vendredi 3 mai 2024",
    "3 de mayo de 2024", "3 maggio 2024", "sexta-feira, 3 de maio de 2024", "03.05.2024",
    "<2024-05-03 Fri>", "[2024-05-03]", "2024 05 May 03",
  ])
  func `a whole day`(text: String) {
    #expect(DayName.day(of: text) == Day(iso: "2024-05-03"), "\(text)")
  }

  @Test(arguments: [
    "3 mar 2024", "mar. 3 2024", "2024-03-03 mar", "domenica 3 marzo 2024", "Nov 27th, 2020",
    "14 juil. 2021", "1er août 2022", "31.12.2023", "31/12/2023", "12/31/2023",
  ])
  func `a day with a short or an ambiguous word`(text: String) {
    let days = [
      "3 mar 2024": "2024-03-03", "mar. 3 2024": "2024-03-03", "2024-03-03 mar": "2024-03-03",
      "domenica 3 marzo 2024": "2024-03-03", "Nov 27th, 2020": "2020-11-27",
      "14 juil. 2021": "2021-07-14", "1er août 2022": "2022-08-01", "31.12.2023": "2023-12-31",
      "31/12/2023": "2023-12-31", "12/31/2023": "2023-12-31",
    ]
    #expect(DayName.day(of: text).map { "\($0)" } == days[text], "\(text)")
  }

  @Test(arguments: [
    "", "2024", "2024-05", "2024-W18", "2024-05-03 standup", "v2024.5.3", "1.2.2024 beta",
    "03-05-2024",
    "3/5/2024", "2024-13-01", "2024-02-30", "0001-01-01", "20241399", "9/11", "May",
    "2024-05-03 10:30",
    "jui 3 2024", "5 3 2024", "2024-05-03T10:00", "Notes of 3 May 2024", "12345678901234567890",
  ])
  func `no day, or not a certain one`(text: String) {
    #expect(DayName.day(of: text) == nil, "\(text)")
  }

  @Test(arguments: [
    "a/b/2024-05-03", "2024/05/03", "notes/2024/05/03", "2024/05-03", "2024/May/03",
    "2024/05-May/03",
    "2024/05/2024-05-03 Friday", "daily.journal.2024.05.03", "x/daily.journal.2024.05.03",
    "2024/5월/3일",
  ])
  func `the day of a path`(path: String) {
    #expect(DayName.day(ofPath: path) == Day(iso: "2024-05-03"), "\(path)")
  }

  @Test(arguments: ["05/03", "2024/05", "release/1.2.3", "a/03", "2024/notes/03", "v1.2024.05.03"])
  func `a path without a day`(path: String) {
    #expect(DayName.day(ofPath: path) == nil, "\(path)")
  }
}

/// Headings that say a day and something else.
@Suite struct DayHeadingNameTests {
  @Test(arguments: [
    ("2020-01-04: Rain", "2020-01-04", "Rain"), ("2020-01-04 - Rain", "2020-01-04", "Rain"),
    ("Day 1: January 4, 2020", "2020-01-04", "Day 1"), ("January 4, 2020: x", "2020-01-04", "x"),
    ("January 4, 2020 - second", "2020-01-04", "second"),
    ("Day 1: 2020-01-04", "2020-01-04", "Day 1"),
    ("6 January 2020 Walk", "2020-01-06", "Walk"), ("[2020-01-04] x", "2020-01-04", "x"),
    ("2020.01.04 x", "2020-01-04", "x"), ("Sunday, 5 January 2020", "2020-01-05", ""),
  ])
  func `finds the day and the title`(heading: String, day: String, title: String) {
    let found = DayName.dayAndTitle(of: heading[...])
    #expect(found?.day == Day(iso: day))
    #expect(found?.title == title)
  }

  @Test(arguments: [
    "Version 1.2.3", "Chapter 4: 20 apples", "In May 2020 we", "12-02-2019", "2020", "",
  ])
  func `other headings are no days`(heading: String) {
    #expect(DayName.dayAndTitle(of: heading[...]) == nil)
  }

  @Test func `one heading tells the order of all`() {
    func order(_ titles: String...) -> DayName.Order? { DayName.order(in: titles.map { $0[...] }) }
    #expect(order("12-02-2019", "13-02-2019") == .dayFirst)
    #expect(order("02/03/2019", "02/23/2019 x") == .monthFirst)
    #expect(order("12-02-2019", "01-03-2019") == nil)
    #expect(order("13-02-2019", "02-13-2019") == nil)
    #expect(DayName.day(of: "12-02-2019", .dayFirst) == Day(iso: "2019-02-12"))
    #expect(DayName.day(of: "12-02-2019", .monthFirst) == Day(iso: "2019-12-02"))
  }
}
