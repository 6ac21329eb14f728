import App
import Arguments
import Diary
import JSON
import Journal
import Localization
import Terminal
import Views

/// `commitdiary calendar`: shows months, or the page of a day.
struct CalendarCommand: Command, NarrowsToClone {
  var when: MonthArgument?
  var months: Int?
  var isHere = false

  static let declaration = Declaration<Self>(
    .calendarSummary, details: .calendarDetails,
    examples: [
      Example("calendar", .calendarExample),
      Example("calendar --months 3", .calendarExampleMonths),
      Example("calendar next month", .calendarExampleMonth),
      Example("calendar yesterday", .calendarExampleDay),
    ],
    [
      .here,
      .positional("month", .phrase, help: .argumentMonthOrDay) { $0.when = $1 },
      .option("months", short: "n", in: 1...120, help: .optionMonths) { $0.months = $1 },
    ])

  func run(in app: App) async throws {
    let meaning = try when?.meaning(in: app)
    if case .day(let day) = meaning, months == nil {
      return try await TodayCommand.show(day, of: CloneScope(isHere: isHere), in: app)
    }
    let journal = try await app.journal(for: .reading)
    let months = firstDays(meaning, today: app.clock.today)
    let span = months[0]...Self.lastDay(of: months[months.count - 1])
    let commits = try await app.days.commitCounts(
      on: span, of: CloneScope(isHere: isHere), in: journal)
    let days = try await journal.days(
      from: span.lowerBound, to: span.upperBound, commits: commits)
    if app.options.wantsJSON {
      return try app.output.show(
        CalendarJSON.months(months.map { $0...Self.lastDay(of: $0) }, days))
    }
    try app.output.show(
      CalendarView(months: months, days: days, context: app.context).lines())
  }

  /// The first days of the months: from the named month on, else up to the current one.
  private func firstDays(_ meaning: MonthArgument.Meaning?, today: Day) -> [Day] {
    let count = months ?? 1
    let first =
      switch meaning {
      case .month(let day), .day(let day): day
      case nil: today.adding(months: 1 - count)
      }
    let start = first - (first.date.day - 1)
    var days: [Day] = []
    for shift in 0..<count {
      let day = start.adding(months: shift)
      // The calendar does not go beyond its last date.
      if day != days.last { days.append(day) }
    }
    return days
  }

  private static func lastDay(of first: Day) -> Day {
    first + (Day.length(ofMonth: first.date.month, in: first.date.year) - 1)
  }
}
