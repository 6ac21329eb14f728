import App
import Arguments
import Diary
import Localization
import Platform
import Terminal
import Views

/// `commitdiary today`, which also runs without a command: the page of the day.
struct TodayCommand: Command, NarrowsToClone {
  var isHere = false

  static let declaration = Declaration<Self>(
    .todaySummary, details: .todayDetails,
    examples: [
      Example("today", .todayExample), Example("today --json", .todayExampleJSON),
    ], [.here])

  func run(in app: App) async throws {
    await app.journal.holdCaches()
    var page = try await app.days.page(of: CloneScope(isHere: isHere))
    app.report(finished: page.finished)
    let app = app.colored(by: app.theme)
    let isOld = page.isWeatherOld(at: app.clock.now.instant)
    let deadline = WeatherDeadline()
    if app.output.screen.isTerminal, !app.options.wantsJSON {
      try await show(page, refreshing: isOld, deadline, in: app)
    } else {
      // Output to a file or a pipe can wait for the weather.
      if isOld { await page.fetchWeather(deadline, in: app) }
      if app.options.wantsJSON {
        try app.output.show(page.json(excluding: app.settings.excluded))
      } else {
        try app.output.show(DayPageView(page: page, context: app.context).lines(), paged: false)
      }
    }
    await app.journal.saveCaches()
    await app.weather.fillInMissingWeather(deadline)
  }

  /// Shows the page with saved data right away, then again with the current weather.
  private func show(
    _ page: DayPage, refreshing: Bool, _ deadline: WeatherDeadline, in app: App
  ) async throws {
    var page = page
    let known = DayPageView(page: page, context: app.context, awaitsWeather: true).lines()
    let size = app.process.streams.size(.output)
    guard refreshing, let size, Self.canRewrite(known, on: app.output.screen, of: size) else {
      // If the page cannot be overwritten, it is shown only once.
      if refreshing { await page.fetchWeather(deadline, in: app) }
      return try app.output.show(
        DayPageView(page: page, context: app.context).lines(), paged: false)
    }
    // Echoed input would move the lines that are about to be overwritten.
    TerminalEcho.stop()
    defer { TerminalEcho.resume() }
    try app.output.show(known, paged: false)
    await page.fetchWeather(deadline, in: app)
    let new = DayPageView(page: page, context: app.context).lines()
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
