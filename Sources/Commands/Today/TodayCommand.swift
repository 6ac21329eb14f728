import App
import Arguments
import Context
import Diary
import Localization
import Terminal
import Views

/// `commitdiary today`, which also runs without a command: the page of a day.
struct TodayCommand: Command, NarrowsToClone {
  var day: DayArgument?
  var isHere = false

  static let declaration = Declaration<Self>(
    .todaySummary, details: .todayDetails,
    examples: [
      Example("today"), Example("today yesterday"),
      Example("today --json"),
    ],
    [.positional("day", .phrase, help: .argumentEntryDay) { $0.day = $1 }, .here])

  func run(in app: App) async throws {
    try await Self.show(day.map { try app.day($0) }, of: CloneScope(isHere: isHere), in: app)
  }

  /// Shows the page of a day, by default today's.
  static func show(_ day: Day?, of scope: CloneScope, in app: App) async throws {
    await app.journal.holdCaches()
    await app.repositories.look()
    var page = try await app.days.page(of: day, commitsOf: scope)
    app.report(finished: page.finished)
    let app = app.colored()
    let isOld = page.isWeatherOld(at: app.clock.now.instant)
    let deadline = WeatherDeadline()
    if page.isToday, app.output.screen.isTerminal, !app.options.wantsJSON {
      try await show(page, refreshing: isOld, deadline, in: app)
    } else {
      // Output to a file or a pipe can wait for the weather.
      if isOld { await page.fetchWeather(deadline, in: app) }
      if app.options.wantsJSON {
        try app.output.show(page.json(excluding: app.settings.excluded, on: app.clock.today))
      } else {
        try app.output.show(page.lines(in: app.context), paged: !page.isToday)
      }
    }
    await app.journal.saveCaches()
    if page.isToday { await app.weather.fillInMissingWeather(deadline) }
  }

  /// Shows the page with saved data right away, then again with the current weather.
  private static func show(
    _ page: DayPage, refreshing: Bool, _ deadline: WeatherDeadline, in app: App
  ) async throws {
    var page = page
    let known = page.lines(awaitingWeather: true, in: app.context)
    let size = app.process.streams.size(.output)
    guard refreshing, let size, canRewrite(known, on: app.output.screen, of: size) else {
      // If the page cannot be overwritten, it is shown only once.
      if refreshing { await page.fetchWeather(deadline, in: app) }
      return try app.output.show(page.lines(in: app.context), paged: false)
    }
    // Echoed input would move the lines that are about to be overwritten.
    TerminalEcho.stop()
    defer { TerminalEcho.resume() }
    try app.output.show(known, paged: false)
    await page.fetchWeather(deadline, in: app)
    let new = page.lines(in: app.context)
    // If the size of the terminal has changed, the lines have moved.
    guard new != known, app.process.streams.size(.output).map({ $0 == size }) == true else {
      return
    }
    try app.output.write(app.output.screen.replacing(known.count, with: new))
  }

  /// Whether each line takes one row, and all rows are still on the screen.
  private static func canRewrite(
    _ lines: [StyledText], on screen: Screen, of size: (columns: Int, rows: Int)
  ) -> Bool {
    !screen.isDumb && lines.count < size.rows && screen.width(orElse: .max) <= size.columns
  }
}

extension DayPage {
  /// Whether the weather should be fetched: a place is set, and the saved weather is older than
  /// half an hour.
  func isWeatherOld(at now: Instant) -> Bool {
    guard hasPlace else { return false }
    guard let seenAt = weatherSeenAt else { return true }
    return now.secondsSince1970 - seenAt.secondsSince1970 > 30 * 60
  }

  /// Fetches the current weather within the deadline.
  mutating func fetchWeather(_ deadline: WeatherDeadline, in app: App) async {
    do {
      guard let place = try await app.weather.resolvedDefaultPlace(deadline) else { return }
      weather = try await app.weather.currentWeather(at: place, deadline)
      weatherSeenAt = app.clock.now.instant
    } catch {
      weatherFailure = (error as? any Explained)?.explanation.message
    }
  }
}
