import App
import Arguments
import Context
import Diary
import Localization
import Terminal
import Views

/// `commitdiary graph`: draws the contributions of a year, or another measure of it.
struct GraphCommand: Command, HasActivityOptions {
  var activity = ActivityOptions()
  var days = SpanOptions()
  var year: Int?
  var weeks: Int?
  var style: HeatmapStyle?
  var theme: Theme?
  var svg: String?
  var weekStart: Weekday?

  static let declaration = Declaration<Self>(
    .graphSummary, details: .graphDetails,
    examples: [
      Example("graph"),
      Example("graph 2025"),
      Example("graph --user octocat", .graphExampleUser),
      Example("graph --local ~/src"),
      Example("graph --of words"),
      Example("graph --svg year.svg", .graphExampleSVG),
    ],
    exclusive: [
      ["year", "weeks", "since"], ["year", "weeks", "until"], ["user", "author"],
      ["here", "local"], ["here", "user"],
    ],
    SpanOptions.parameters(\.days, help: .argumentGraphSpan, since: .optionFirstDay) + [
      .measure, .here, .user, .local, .author, .agents,
      .option("year", help: .optionYear) { $0.year = ($1 as YearArgument).year },
      .option("weeks", in: 1...520, help: .optionWeeks) { $0.weeks = $1 },
      .option("style", help: .optionStyle) { $0.style = $1 },
      .option("theme", help: .optionTheme) { $0.theme = ($1 as ThemeArgument).theme },
      .svg(help: .optionSVG) { $0.svg = $1 },
      .option("week-start", help: .aboutWeekStart) {
        $0.weekStart = ($1 as WeekdayArgument).weekday
      },
    ])

  func run(in app: App) async throws {
    let today = app.clock.today
    let firstWeekday = weekStart ?? app.settings.firstWeekday
    // JSON does not depend on the language, so its weeks begin on Sunday by default.
    let isForPrograms = app.options.wantsJSON
    let weekday = firstWeekday ?? (isForPrograms ? .sunday : app.firstWeekday)
    let span = try span(in: app).days(until: today, firstWeekday: weekday)
    // The levels of counts are quartiles of a whole year.
    let compared = Quartiles.comparedDays(from: span.lowerBound, through: span.upperBound)
    let activity = try await app.activities.activity(
      self.activity, on: self.activity.measure == .words ? compared : span)
    let graph = Graph(
      activity: activity, span: span, today: today, firstWeekday: weekday,
      streaks: activity.streaks(
        until: span.upperBound, today: today, excluding: app.settings.excluded))
    for remark in activity.remarks { app.output.note(remark, .remark) }
    if let svg {
      try app.write(graph.svg(in: theme ?? app.theme, app.context), asPicture: svg)
    }
    if isForPrograms { return try app.output.show(graph.json) }
    if svg != nil { return }
    let app = app.colored(by: theme)
    try app.output.show(graph.lines(style: style, in: app.context))
  }

  private func span(in app: App) throws -> GraphSpan {
    try days.checkAlone(besides: year != nil ? "--year" : weeks != nil ? "--weeks" : nil)
    if let year { return .year(year) }
    if let weeks { return .weeks(weeks) }
    let (first, last) = try days.ends(in: app)
    return first == nil && last == nil ? .lastYear : .days(from: first, to: last)
  }
}

/// A year with four digits, because `26` may mean 2026.
struct YearArgument: ArgumentValue {
  let year: Int

  init(argument: String) throws(ArgumentProblem) {
    guard argument.utf8.count == 4, let year = Int(argument), GraphSpan.years.contains(year)
    else { throw .expected(.expectYear(first: String(GraphSpan.years.lowerBound))) }
    self.year = year
  }

  static var placeholder: DisplayText { .message(.placeholderYear) }
}

/// A weekday, by its English abbreviation.
struct WeekdayArgument: ArgumentValue {
  let weekday: Weekday

  init(argument: String) throws(ArgumentProblem) {
    guard let weekday = Weekday(abbreviation: argument) else { throw .choices(Self.choices) }
    self.weekday = weekday
  }

  static var placeholder: DisplayText { .message(.placeholderName) }
  static var choices: [String] { Weekday.abbreviations }
}
