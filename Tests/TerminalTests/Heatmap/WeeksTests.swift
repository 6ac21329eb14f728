import Diary
import Testing

@testable import Terminal

@Suite struct WeeksTests {
  @Test(arguments: [
    ("2026-01-01", "2026-12-31", Weekday.sunday, 53),
    ("2026-01-01", "2026-12-31", Weekday.monday, 53),
    // A leap year that begins on the last day of a week.
    ("2000-01-01", "2000-12-31", Weekday.sunday, 54),
    ("2026-11-19", "2026-11-19", Weekday.friday, 1),
  ])
  func `cover the span`(
    first: String, last: String, firstWeekday: Weekday, count: Int
  ) {
    let weeks = Weeks(of: .on(first)...Day.on(last), from: firstWeekday)
    #expect(weeks.count == count)
    #expect(weeks.start.weekday == firstWeekday)
    #expect(weeks.index(of: .on(first)) == 0)
    #expect(weeks.index(of: .on(last)) == count - 1)
    #expect(weeks.index(of: weeks.start - 1) == -1)
  }

  static func labels(
    _ first: String, _ last: String, pitch: Int, width: Int, end: Int = .max
  ) -> [[Int]] {
    let span = Day.on(first)...Day.on(last)
    return Weeks(of: span, from: .sunday)
      .monthLabels(in: span, pitch: pitch, gap: 1, end: end, words: words { _ in width }) {
        $0.count
      }
      .map { [$0.month, $0.week] }
  }

  static func words(width: (_ month: Int) -> Int) -> HeatmapWords {
    HeatmapWords(
      monthNames: (1...12).map { String(repeating: "x", count: width($0)) }, weekdayNames: [],
      less: "", more: "", unknown: nil)
  }

  @Test func `are bare numbers where a name would run into the next`() {
    let year = Day.on("2025-01-01")...Day.on("2025-12-31")
    var words = Self.words { _ in 0 }
    words.monthNames = (1...12).map { "\($0)월" }
    func labels(pitch: Int) -> [String] {
      Weeks(of: year, from: .sunday)
        .monthLabels(in: year, pitch: pitch, gap: 1, end: .max, words: words) {
          $0.displayWidth()
        }
        .map(\.text)
    }
    #expect(labels(pitch: 1) == (1...12).map(String.init))
    #expect(labels(pitch: 2) == (1...12).map { "\($0)월" })
  }

  @Test func `label a month above its first week`() {
    #expect(
      Self.labels("2026-08-20", "2026-11-19", pitch: 2, width: 3)
        == [[8, 0], [9, 2], [10, 6], [11, 11]])
  }

  @Test func `omit the first label when it would touch the second`() {
    #expect(
      Self.labels("2026-08-27", "2026-11-19", pitch: 2, width: 3)
        == [[9, 1], [10, 5], [11, 10]])
  }

  @Test func `omit a label that would be cut off`() {
    #expect(
      Self.labels("2026-10-20", "2026-11-03", pitch: 2, width: 3, end: 6) == [[10, 0]])
    #expect(
      Self.labels("2026-10-20", "2026-11-03", pitch: 2, width: 3, end: 7) == [[10, 0], [11, 2]])
  }

  @Test(arguments: 1...3, 1...8)
  func `keep labels apart`(pitch: Int, width: Int) {
    for start in 0..<400 {
      let first = Day.on("2024-01-01") + start
      let span = first...(first + 380)
      let words = Self.words { $0 % 2 == 0 ? width : 3 }
      let labels = Weeks(of: span, from: .monday)
        .monthLabels(in: span, pitch: pitch, gap: 1, end: 120, words: words) { $0.count }
      for (left, right) in zip(labels, labels.dropFirst()) {
        let end = left.week * pitch + left.text.count
        #expect(end < right.week * pitch)
      }
    }
  }
}
