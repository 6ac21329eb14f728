import Diary
import Testing

@testable import Localization

@Suite struct MonthExpressionTests {
  private static let today = DayExpressionTests.today

  private func month(_ text: String, _ variables: String = "LANG=en_GB.UTF-8") -> String? {
    MonthExpression(text, reader: Reader(variables))?.firstDay(from: Self.today).description
  }

  @Test(arguments: [
    ("2026-02", "2026-02-01"), ("0001-12", "0001-12-01"), ("this month", "2026-11-01"),
    ("Last Month", "2026-10-01"), ("next month", "2026-12-01"), ("-1m", "2026-10-01"),
    ("+2m", "2027-01-01"), ("november", "2026-11-01"), ("Dec", "2026-12-01"),
    ("feb 2024", "2024-02-01"), ("2024 february", "2024-02-01"),
  ])
  func `reads months by number, name and distance`(typed: String, first: String) {
    #expect(month(typed) == first)
  }

  @Test(arguments: [
    ("ko_KR", "이번 달", "2026-11-01"), ("ko_KR", "지난달", "2026-10-01"),
    ("ko_KR", "다음달", "2026-12-01"), ("ko_KR", "1월", "2026-01-01"),
    ("ko_KR", "11월", "2026-11-01"), ("ko_KR", "2025년 3월", "2025-03-01"),
    ("ko_KR", "last month", "2026-10-01"),
    ("ja_JP", "今月", "2026-11-01"), ("ja_JP", "先月", "2026-10-01"),
    ("ja_JP", "12月", "2026-12-01"), ("ja_JP", "１０月", "2026-10-01"),
    ("ja_JP", "去年の10月", "2025-10-01"), ("ko_KR", "작년 10월", "2025-10-01"),
    ("en_US", "november last year", "2025-11-01"), ("en_US", "2026/3", "2026-03-01"),
    ("ja_JP", "2025年3月", "2025-03-01"),
    ("ja_JP", "february", "2026-02-01"),
  ])
  func `reads months in the reader's language and in English`(
    language: String, typed: String, first: String
  ) {
    #expect(month(typed, "LANG=\(language).UTF-8") == first)
  }

  @Test(arguments: [
    "", "2026", "2026-13", "2026-00", "2026-11-21", "today", "monday", "-3d", "13월", "novem",
    "february 0", "+99999999999999999999m",
  ])
  func `refuses what is not a month`(typed: String) {
    #expect(month(typed) == nil)
  }
}
