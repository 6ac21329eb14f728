import Testing

@testable import Diary

@Suite struct DayTests {
  /// The calendar as it is taught: one day after the other.
  struct SlowCalendar {
    var year: Int
    var month = 1
    var day = 1

    mutating func advance() {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      day += 1
      guard day > lengths[month - 1] else { return }
      day = 1
      month += 1
      guard month > 12 else { return }
      month = 1
      year += 1
    }
  }

  @Test func `every day from 1600 to 2400 follows the one before`() throws {
    var calendar = SlowCalendar(year: 1600)
    var day = try #require(Day(year: 1600, month: 1, day: 1))
    // 1600-01-01 was a Saturday.
    var weekday = Weekday.saturday
    while calendar.year <= 2400 {
      let date = CalendarDate(year: calendar.year, month: calendar.month, day: calendar.day)
      guard day.date == date, Day(year: date.year, month: date.month, day: date.day) == day,
        day.weekday == weekday
      else {
        Issue.record(
          "\(day.number) is \(day.date), a \(day.weekday), and not \(date), a \(weekday)")
        return
      }
      calendar.advance()
      day = day + 1
      weekday = try #require(Weekday(rawValue: (weekday.rawValue + 1) % 7))
    }
    #expect(day.description == "2401-01-01")
  }

  @Test(arguments: [
    ("1970-01-01", 0, Weekday.thursday), ("1969-12-31", -1, .wednesday),
    ("2000-02-29", 11_016, .tuesday), ("2026-11-21", 20_778, .saturday),
    ("0001-01-01", -719_162, .monday), ("9999-12-31", 2_932_896, .friday),
  ])
  func `counts days from 1970`(_ text: String, _ number: Int, _ weekday: Weekday) throws {
    let day = try #require(Day(iso: text))
    #expect(day.number == number)
    #expect(day.weekday == weekday)
    #expect(day.description == text)
  }

  @Test(arguments: [
    (1600, true), (1700, false), (1900, false), (2000, true), (2024, true), (2026, false),
    (2100, false),
  ])
  func `follows Gregorian leap years`(_ year: Int, _ isLeap: Bool) {
    #expect(Day.isLeap(year) == isLeap)
    #expect((Day(year: year, month: 2, day: 29) != nil) == isLeap)
  }

  @Test(arguments: [
    "", "2026", "2026-11", "2026-11-2", "2026-11-211", "2026-13-01", "2026-00-10", "2026-04-31",
    "2026-02-29", "2026-11-00", "0000-01-01", "-026-11-21", "+026-11-21", "2026/11/21",
    "2026-11-21 ", " 2026-11-21", "2026- 1-21", "2026-1١-21", "２０２６-11-21", "2026-11-2\u{301}",
    "20261121", "2026-11-21T00:00:00Z", "\0\0\0\0-\0\0-\0\0", "2026‑11‑21",
  ])
  func `refuses invalid ISO 8601 dates`(_ text: String) {
    #expect(Day(iso: text) == nil)
  }

  @Test(arguments: [
    ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"),
    ("2026-03-31", -1, "2026-02-28"),
    ("2026-12-15", 1, "2027-01-15"), ("2026-01-15", -1, "2025-12-15"),
    ("2024-02-29", 12, "2025-02-28"),
    ("2024-02-29", 48, "2028-02-29"), ("2026-11-21", 0, "2026-11-21"),
    ("2026-11-21", -24, "2024-11-21"),
    ("2026-11-21", -50_000, "0001-01-21"), ("0001-03-31", -13, "0001-01-31"),
    ("2026-11-21", 200_000, "9999-12-21"),
  ])
  func `adds calendar months up to the calendar's end`(
    _ text: String, _ months: Int, _ result: String
  ) throws {
    #expect(try #require(Day(iso: text)).adding(months: months).description == result)
  }

  @Test func `days are ordered`() throws {
    let day = try #require(Day(iso: "2026-11-21"))
    #expect(day - 1 < day)
    #expect((day + 40) - day == 40)
    #expect([day + 1, day, day - 1].sorted() == [day - 1, day, day + 1])
  }

  @Test(arguments: [
    (7, 2, "07"), (123, 2, "123"), (0, 4, "0000"), (-5, 3, "-005"),
    (Int.min, 1, "-9223372036854775808"),
  ])
  func `pads numbers with zeros`(_ number: Int, _ width: Int, _ text: String) {
    #expect(number.padded(to: width) == text)
  }

  @Test(arguments: ["", "-1", "+1", " 1", "1 ", "0x1", "１", "1234567890123456789"])
  func `reads only digits without overflow`(_ text: String) {
    #expect(Int(digits: Array(text.utf8)) == nil)
    #expect(Int(digits: Array("0042".utf8)) == 42)
  }
}
