import Diary
import Testing

@testable import Localization

/// The words for days in languages other than English.
@Suite struct DayWordsTests {
  private func day(_ text: String, _ locale: String, _ direction: DayExpression.Direction)
    -> String?
  {
    let reader = Reader("LANG=\(locale).UTF-8")
    return DayExpression(text, reader: reader)?
      .day(from: DayExpressionTests.today, firstWeekday: reader.firstWeekday, towards: direction)
      .description
  }

  @Test(arguments: [
    ("오늘", "2026-11-21"), ("어제", "2026-11-20"), ("그저께", "2026-11-19"), ("내일", "2026-11-22"),
    ("모레", "2026-11-23"), ("3일 전", "2026-11-18"), ("3일전", "2026-11-18"),
    ("지난주 금요일", "2026-11-13"), ("지난 금요일", "2026-11-20"), ("다음 주 월요일", "2026-11-23"),
    ("다음주 월요일", "2026-11-23"), ("이번 주 수요일", "2026-11-18"),
    ("11월 21일", "2026-11-21"), ("2026년 11월 21일", "2026-11-21"), ("2026년 1월 2일", "2026-01-02"),
    ("2026-11-21", "2026-11-21"), ("yesterday", "2026-11-20"),
    ("-3d", "2026-11-18"),
  ])
  func `reads days in Korean`(_ text: String, _ date: String) {
    #expect(day(text, "ko_KR", .past) == date)
    #expect(day(text, "ko_KR", .future) == date)
  }

  @Test func `reads Korean days in decomposed form`() {
    let parts = "어제".unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
      let index = scalar.value - 0xAC00
      let jamo = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
      return jamo.filter { $0 != 0x11A7 }.compactMap(Unicode.Scalar.init)
    }
    #expect(parts.count == 4)
    #expect(day(String(String.UnicodeScalarView(parts)), "ko_KR", .past) == "2026-11-20")
  }

  @Test(arguments: [
    ("今日", "2026-11-21"), ("昨日", "2026-11-20"), ("一昨日", "2026-11-19"), ("明日", "2026-11-22"),
    ("明後日", "2026-11-23"), ("3日前", "2026-11-18"), ("３日前", "2026-11-18"),
    ("先週の金曜日", "2026-11-13"), ("来週の月曜日", "2026-11-23"), ("今週の水曜日", "2026-11-18"),
    ("11月21日", "2026-11-21"), ("１１月２１日", "2026-11-21"),
    ("2026年11月21日", "2026-11-21"), ("2026-11-21", "2026-11-21"), ("yesterday", "2026-11-20"),
  ])
  func `reads days in Japanese`(_ text: String, _ date: String) {
    #expect(day(text, "ja_JP", .past) == date)
    #expect(day(text, "ja_JP", .future) == date)
  }

  @Test(arguments: [("ko_KR", "월요일"), ("ja_JP", "月曜日")])
  func `a weekday is the last one or the next one`(_ locale: String, _ text: String) {
    #expect(day(text, locale, .past) == "2026-11-16")
    #expect(day(text, locale, .future) == "2026-11-23")
  }

  @Test(arguments: [
    ("ko_KR", "13월 1일"), ("ko_KR", "2026년 2월 30일"), ("ko_KR", "2월 30일"), ("ko_KR", "전"),
    ("ko_KR", "요일"), ("ja_JP", "13月1日"), ("ja_JP", "2026年2月30日"),
    ("ja_JP", "二十日前"), ("ja_JP", "曜日"), ("ja_JP", "어제"), ("ko_KR", "昨日"),
  ])
  func `refuses what is not a day in every language`(_ locale: String, _ text: String) {
    #expect(day(text, locale, .past) == nil)
  }

  @Test(arguments: ["ko_KR", "ja_JP"])
  func `reads weekdays as the calendar prints them`(_ locale: String) {
    for (weekday, name) in zip(Weekday.allCases, Reader("LANG=\(locale).UTF-8").names.weekdays) {
      #expect(
        DayExpression(name, reader: Reader("LANG=\(locale).UTF-8")) == .weekday(weekday), "\(name)")
    }
  }

  @Test(arguments: ["ko_KR", "ja_JP"])
  func `reads dates as the program prints them`(_ locale: String) {
    let reader = Reader("LANG=\(locale).UTF-8")
    let day = DayExpressionTests.today
    #expect(DayExpression(reader.date(day), reader: reader) == .day(day))
    #expect(DayExpression(reader.monthAndDay(day), reader: reader) == .date(month: 11, day: 21))
  }

  @Test(arguments: [
    "2026年11月21日(土)", "2026年11月21日 （土）", "11月21日(土)", "２０２６／１１／２１", "１１／２１",
    "２０２６－１１－２１", "2026-11-21", "2026.11.21",
  ])
  func `a Japanese date may have a weekday and full-width signs`(_ text: String) {
    #expect(day(text, "ja_JP", .past) == "2026-11-21")
  }

  @Test func `a date needs no leading zeros in Japanese`() {
    #expect(day("2026-11-3", "ja_JP", .past) == "2026-11-03")
    #expect(day("2026年2月3日", "ja_JP", .past) == "2026-02-03")
  }
}
