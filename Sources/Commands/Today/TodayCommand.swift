import App
import Arguments
import Diary
import JSON
import Localization
import Platform
import Terminal
import Views

/// `commitdiary today`, which also runs without a command: the page of the day.
struct TodayCommand: Command {
  static let declaration = Declaration<Self>(
    .todaySummary, details: .todayDetails,
    examples: [
      Example("today", .todayExample), Example("today --json", .todayExampleJSON),
    ])

  func run(in app: App) async throws {
    await app.finishToDosInCommits()
    var page = try await app.days.page()
    let app = app.colored(by: app.theme)
    let isOld = page.isWeatherOld(at: app.clock.now.instant)
    let deadline = WeatherDeadline()
    if app.output.screen.isTerminal, !app.options.wantsJSON {
      try await show(page, refreshing: isOld, deadline, in: app)
    } else {
      // Output to a file or a pipe can wait for the weather.
      if isOld { await page.fetchWeather(deadline, in: app) }
      if app.options.wantsJSON {
        try app.output.show(json(page, in: app))
      } else {
        try app.output.show(DayPageView(page: page, context: app.context).lines(), paged: false)
      }
    }
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
    // The lines are cleared one by one, because tmux copies a screen into its history if it is
    // cleared from the first line.
    let text = new.map { "\u{1B}[2K" + $0.render(on: app.output.screen) + "\n" }.joined()
    try app.output.write("\u{1B}[\(known.count)A\r" + text + "\u{1B}[J")
  }

  /// Whether each line takes one row, and all rows are still on the screen.
  private static func canRewrite(
    _ lines: [StyledText], on screen: Screen, of size: (columns: Int, rows: Int)
  ) -> Bool {
    !screen.isDumb && lines.count < size.rows && screen.width(orElse: .max) <= size.columns
  }

  private func json(_ page: DayPage, in app: App) -> JSONValue {
    let streaks = page.activity?.streaks(
      today: page.record.day, excluding: app.settings.excluded)
    return DayJSON.record(page.record, streak: streaks, weather: page.weather, isToday: true)
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
