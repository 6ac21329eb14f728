import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Views

/// `commitdiary calendar`: shows months, or the page of a day.
struct CalendarCommand: Command, NarrowsToClone {
  var when: SpanArgument?
  var months: Int?
  var isHere = false

  static let declaration = Declaration<Self>(
    .calendarSummary, details: .calendarDetails,
    examples: [
      Example("calendar"),
      Example("calendar --months 3"),
      Example("calendar next month"),
      Example("calendar yesterday"),
    ],
    [
      .here,
      .positional("span", .phrase, help: .argumentMonthOrDay) { $0.when = $1 },
      .option("months", short: "n", in: 1...maxMonths, help: .optionMonths) { $0.months = $1 },
    ])

  func run(in app: App) async throws {
    let named = try when.map { try app.calendar.monthsOrDay($0.text) }
    if let day = named?.lowerBound, day == named?.upperBound, months == nil {
      return try await TodayCommand.show(day, of: CloneScope(isHere: isHere), in: app)
    }
    let journal = try await app.journal(for: .reading)
    let months = try firstDays(named, today: app.clock.today)
    let span = months[0]...months[months.count - 1].lastOfMonth
    let commits = try await app.days.commitCounts(
      on: span, of: CloneScope(isHere: isHere), in: journal)
    let days = try await journal.days(
      from: span.lowerBound, to: span.upperBound, commits: commits)
    if app.options.wantsJSON {
      return try app.output.show(days.json(of: months.map { $0...$0.lastOfMonth }))
    }
    try app.output.show(app.context.calendar(of: months, marking: days))
  }

  /// The first days of the months: those of the span, with `--months` that many from its first one
  /// on, else up to the current one.
  private func firstDays(_ span: ClosedRange<Day>?, today: Day) throws -> [Day] {
    let first = span?.lowerBound ?? today.adding(months: 1 - (months ?? 1))
    let start = first.firstOfMonth
    let last = months.map { start.adding(months: $0 - 1) } ?? span?.upperBound ?? today
    var days = [start]
    // The calendar does not go beyond its last date.
    while let day = days.last, case let next = day.adding(months: 1), next <= last, next > day {
      guard days.count < Self.maxMonths else {
        throw Explanation(
          .calendarTooLong(from: start, to: last, limit: Self.maxMonths), status: .usage)
      }
      days.append(next)
    }
    return days
  }

  private static let maxMonths = 120
}

extension DayReader {
  /// A day, or the span of a month or several. What means the same date of another month elsewhere,
  /// such as `two months ago`, is that whole month here, and a month without a year is one of this
  /// year.
  fileprivate func monthsOrDay(_ typed: String) throws -> ClosedRange<Day> {
    let span: SpanExpression
    switch try expression(typed) {
    case .day(.months(let months)): span = .relativeMonth(months)
    case .namedMonth(let month): span = .monthOfYear(0, month: month)
    case let other: span = other
    }
    return try self.span(span)
  }
}
