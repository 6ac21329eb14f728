import Diary
import Testing

@testable import Terminal

@Suite struct MonthCalendarTests {
  static let english = CalendarWords(
    weekdays: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], entry: "entry", notes: "notes",
    openToDos: "open to-dos", commits: "commits", today: "today")

  static let korean = CalendarWords(
    weekdays: ["일", "월", "화", "수", "목", "금", "토"], entry: "일기", notes: "노트",
    openToDos: "남은 할 일", commits: "커밋", today: "오늘")

  static func calendar(
    _ months: String..., today: String = "2026-11-21", from firstWeekday: Weekday = .sunday,
    marks: [String: MonthCalendar.Marks] = [:], words: CalendarWords = english
  ) -> MonthCalendar {
    MonthCalendar(
      months: months.map { MonthCalendar.Month(of: .on($0 + "-15"), title: $0) },
      marks: Dictionary(uniqueKeysWithValues: marks.map { (Day.on($0.key), $0.value) }),
      today: .on(today), firstWeekday: firstWeekday, words: words)
  }

  private func picture(_ calendar: MonthCalendar, _ width: Int) -> [String] {
    calendar.lines(on: .plain(width: width)).map(\.plain)
  }

  static let marks: [String: MonthCalendar.Marks] = [
    "2026-11-01": [.entry], "2026-11-07": [.commits],
    "2026-11-21": [.entry, .notes, .openToDos, .commits],
  ]

  @Test func `marks each kind of record below a day`() {
    #expect(
      picture(Self.calendar("2026-11", marks: Self.marks), 60) == [
        "             2026-11",
        " Sun  Mon  Tue  Wed  Thu  Fri  Sat",
        "  1    2    3    4    5    6    7",
        "=                                +",
        "  8    9   10   11   12   13   14",
        "",
        " 15   16   17   18   19   20  [21]",
        "                              =*o+",
        " 22   23   24   25   26   27   28",
        "",
        " 29   30",
        "",
        "= entry   * notes   o open to-dos   + commits   [ ] today",
      ])
  }

  @Test func `fits in twenty columns`() {
    #expect(
      picture(Self.calendar("2026-11", from: .monday, marks: Self.marks, words: Self.korean), 20)
        == [
          "      2026-11",
          "월 화 수 목 금 토 일",
          "                   1",
          "                  =",
          " 2  3  4  5  6  7  8",
          "                +",
          " 9 10 11 12 13 14 15",
          "16 17 18 19 20[21]22",
          "               =*",
          "               o+",
          "23 24 25 26 27 28 29",
          "30",
          "",
          "= 일기   * 노트",
          "o 남은 할 일",
          "+ 커밋   [ ] 오늘",
        ])
  }

  @Test(arguments: [("2026-11-22", "[22"), ("2026-11-28", "[28"), ("2026-11-25", "[25]")])
  func `marks today without color in narrow months`(
    today: String, mark: String
  ) {
    let lines = picture(Self.calendar("2026-11", today: today), 20)
    // In front of the first column is no room for a bracket, and behind the last one none.
    let isMarked = lines.contains { line in
      line.contains(mark) || today.hasSuffix("22") && line.hasPrefix("22]")
    }
    #expect(isMarked, "\(lines)")
  }

  @Test(arguments: [(33, 1), (34, 1), (70, 1), (71, 2), (107, 2), (108, 3), (200, 3)])
  func `shows as many months side by side as fit`(width: Int, count: Int) {
    let lines = picture(Self.calendar("2026-09", "2026-10", "2026-11"), width)
    let titles = lines.first?.split(separator: " ") ?? []
    #expect(titles == ["2026-09", "2026-10", "2026-11"].prefix(count).map { Substring($0) })
  }

  @Test(arguments: 20...200)
  func `fits the screen without trailing spaces`(width: Int) {
    for words in [Self.english, Self.korean] {
      let months = Self.calendar(
        "2026-09", "2026-10", "2026-11", marks: Self.marks, words: words)
      for line in months.lines(on: .plain(width: width)) {
        #expect(line.width(on: .plain()) <= width && line.plain.last != " ", "\(line.plain)")
      }
    }
  }

  @Test(arguments: [
    ("2024-02", "29"), ("2025-02", "28"), ("2026-12", "31"), ("9999-12", "31"), ("0001-01", "31"),
  ])
  func `a month ends with its last day`(month: String, last: String) {
    let lines = picture(Self.calendar(month), 34)
    let days = lines.dropLast(2).joined(separator: " ").split(separator: " ").filter {
      $0.allSatisfy(\.isNumber)
    }
    #expect(days.first == "1")
    #expect(days.last == Substring(last))
  }

  @Test(arguments: Weekday.allCases)
  func `weeks start on the first weekday`(weekday: Weekday) {
    let lines = picture(Self.calendar("2026-11", from: weekday), 34)
    #expect(lines[1].hasPrefix(" " + Self.english.weekdays[weekday.rawValue]))
  }
}
