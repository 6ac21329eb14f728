import Testing

@testable import Diary

@Suite struct RecurrenceTests {
  private func day(_ text: String) throws -> Day { try #require(Day(iso: text)) }

  struct Example: CustomTestStringConvertible {
    var rule: String
    var after: String
    /// The day, and the due date after a slash.
    var next: String
    var testDescription: String { "\(rule) after \(after)" }

    init(_ rule: String, after: String, _ next: String) {
      (self.rule, self.after, self.next) = (rule, after, next)
    }
  }

  @Test(arguments: [
    Example("day/2026-11-21", after: "2026-11-21", "2026-11-22"),
    Example("day/2026-11-21", after: "2026-12-31", "2027-01-01"),
    Example("day/2026-11-21/2026-11-23", after: "2026-11-21", "2026-11-22/2026-11-24"),
    Example("day/2028-02-28", after: "2028-02-28", "2028-02-29"),
    // November 21, 2026 is a Saturday.
    Example("weekday/2026-11-21", after: "2026-11-21", "2026-11-23"),
    Example("weekday/2026-11-20", after: "2026-11-20", "2026-11-23"),
    Example("weekday/2026-11-20", after: "2026-11-24", "2026-11-25"),
    Example("week/2026-11-21", after: "2026-11-21", "2026-11-28"),
    Example("week/2026-11-21", after: "2026-11-27", "2026-11-28"),
    Example("week/2026-11-21", after: "2026-11-28", "2026-12-05"),
    Example("week/2026-11-21", after: "2027-03-01", "2027-03-06"),
    Example("week/2026-11-21", after: "2026-11-01", "2026-11-21"),
    // The 31st comes back after shorter months.
    Example("month/2026-08-31", after: "2026-08-31", "2026-09-30"),
    Example("month/2026-08-31", after: "2026-09-30", "2026-10-31"),
    Example("month/2026-08-31", after: "2027-01-31", "2027-02-28"),
    Example("month/2026-08-31", after: "2027-02-28", "2027-03-31"),
    Example("month/2026-08-31", after: "2028-01-31", "2028-02-29"),
    Example("month/2026-11-21", after: "2026-12-20", "2026-12-21"),
    Example("month/2026-11-21", after: "2026-12-21", "2027-01-21"),
    Example("month/2026-11-22/2026-11-30", after: "2026-11-22", "2026-12-22/2026-12-30"),
    Example("month/2026-11-22/2026-11-30", after: "2027-02-01", "2027-02-22/2027-02-28"),
    Example("month/2026-11-22/2026-11-30", after: "2027-02-22", "2027-03-22/2027-03-30"),
    Example("month/2024-02-29", after: "2024-02-29", "2024-03-29"),
    Example("2 weeks/2026-11-21/2026-11-23", after: "2026-11-21", "2026-12-05/2026-12-07"),
    Example("2 weeks/2026-11-21", after: "2026-12-06", "2026-12-19"),
    Example("year/2024-02-29", after: "2026-11-21", "2027-02-28"),
    Example("year/2024-02-29", after: "2027-02-28", "2028-02-29"),
    Example("mon,thu/2026-11-21/2026-11-22", after: "2026-11-21", "2026-11-23/2026-11-24"),
    Example("mon,thu/2026-11-23", after: "2026-11-23", "2026-11-26"),
    Example("sat,sun/2026-11-21", after: "2026-11-22", "2026-11-28"),
    Example("last fri/2026-11-21", after: "2026-11-21", "2026-11-27"),
    Example("last fri/2026-11-27", after: "2026-11-27", "2026-12-25"),
    Example("first mon/2026-11-02", after: "2026-11-02", "2026-12-07"),
  ])
  func `the next date follows the first one`(_ example: Example) throws {
    let rule = try #require(Recurrence(example.rule, of: nil, due: nil))
    let next = try #require(rule.next(after: day(example.after)))
    #expect(
      "\(next.day)\(next.due.map { "/\($0)" } ?? "")" == example.next)
    #expect(rule.text(of: nil, due: nil) == example.rule)
  }

  private static let rules: [Recurrence.Rule] = [
    .day, .week, .month, .year, .weekday, .days(3), .weeks(2), .months(5),
    .weekdays([.monday, .thursday]), .weekdayOfMonth(1, .tuesday), .weekdayOfMonth(-1, .friday),
  ]

  @Test(arguments: rules)
  func `every occurrence follows the one before, without gaps`(rule: Recurrence.Rule) throws {
    let first = try day("2023-12-31")
    let recurrence = Recurrence(every: rule, from: first)
    #expect(Recurrence.Rule(rule.description) == rule)
    var last = first
    for _ in 0..<2000 {
      let next = try #require(recurrence.next(after: last)).day
      #expect(next > last && next - last <= 366)
      // No day in between has another next occurrence.
      #expect(recurrence.next(after: next - 1)?.day == next)
      last = next
    }
  }

  @Test(arguments: rules)
  func `nothing recurs after the year 9999`(rule: Recurrence.Rule) throws {
    let last = try day("9999-12-31")
    #expect(Recurrence(every: rule, from: last).next(after: last) == nil)
    #expect(Recurrence(every: rule, from: last).next(after: last + 1_000_000) == nil)
    #expect(Recurrence(every: rule, from: last - 40, due: last).next(after: last - 3) == nil)
  }

  @Test func `a rule without dates begins at the day of the to-do`() throws {
    let (first, due) = (try day("2026-11-21"), try day("2026-11-25"))
    let rule = try #require(Recurrence("month", of: first, due: due))
    #expect(rule == Recurrence(every: .month, from: first, due: due))
    #expect(rule.text(of: first, due: due) == "month")
    #expect(rule.text(of: first, due: nil) == "month/2026-11-21/2026-11-25")
    for text in ["", "yearly", "week/", "week/2026-02-30", "week/2026-11-21/", "week/a/b/c", "/"] {
      #expect(Recurrence(text, of: first, due: nil) == nil)
    }
    #expect(Recurrence("week", of: nil, due: due) == nil)
  }
}
