import App
import Arguments
import Diary
import JSON
import Localization
import Platform
import Terminal
import Views

/// `commitdiary today`, and `commitdiary` alone: the page to open in the morning.
struct TodayCommand: Command {
  static let declaration = Declaration<Self>(
    .todaySummary, details: .todayDetails,
    examples: [
      Example("today", .todayExample), Example("today --json", .todayExampleJSON),
    ])

  func run(in app: App) async throws {
    var page = try await app.days.page()
    let app = app.colored(by: app.theme)
    let isOld = page.isWeatherOld(at: app.clock.now.instant)
    let deadline = WeatherDeadline()
    if app.output.screen.isTerminal, !app.options.wantsJSON {
      try await show(page, refreshing: isOld, deadline, in: app)
    } else {
      // Nobody looks on: it may take the moment that the weather takes.
      if isOld { await page.fetchWeather(deadline, in: app) }
      if app.options.wantsJSON {
        try app.output.show(json(page, in: app))
      } else {
        try app.output.show(DayPageView(page: page, context: app.context).lines(), paged: false)
      }
    }
    await app.weather.fillInMissingWeather(deadline)
  }

  /// All that is known, at once; then the same page with the weather of now.
  private func show(
    _ page: DayPage, refreshing: Bool, _ deadline: WeatherDeadline, in app: App
  ) async throws {
    var page = page
    let known = DayPageView(page: page, context: app.context, awaitsWeather: true).lines()
    let size = app.process.streams.size(.output)
    guard refreshing, let size, Self.canRewrite(known, on: app.output.screen, of: size) else {
      // A page that cannot be written over is shown once.
      if refreshing { await page.fetchWeather(deadline, in: app) }
      return try app.output.show(
        DayPageView(page: page, context: app.context).lines(), paged: false)
    }
    // A line that is typed meanwhile would move what is about to be written over.
    TerminalEcho.stop()
    defer { TerminalEcho.resume() }
    try app.output.show(known, paged: false)
    await page.fetchWeather(deadline, in: app)
    let new = DayPageView(page: page, context: app.context).lines()
    // On a terminal of another size the lines have moved by now.
    guard new != known, app.process.streams.size(.output).map({ $0 == size }) == true else {
      return
    }
    // Line by line: tmux keeps a screen that is cleared from its first line on as history.
    let text = new.map { "\u{1B}[2K" + $0.render(on: app.output.screen) + "\n" }.joined()
    try app.output.write("\u{1B}[\(known.count)A\r" + text + "\u{1B}[J")
  }

  /// Whether each of the lines is on a row of its own, and all of them are still there.
  private static func canRewrite(
    _ lines: [StyledText], on screen: Screen, of size: (columns: Int, rows: Int)
  ) -> Bool {
    !screen.isDumb && lines.count < size.rows && screen.width(orElse: .max) <= size.columns
  }

  private func json(_ page: DayPage, in app: App) -> JSONValue {
    let streaks = page.activity?.streaks(
      today: page.record.day, excluding: app.settings.excluded)
    return DayJSON.record(page.record, streak: streaks, weather: page.weather)
  }
}

extension DayPage {
  /// Whether somebody should be asked again: there is a place, and what is known is not of now.
  func isWeatherOld(at now: Instant) -> Bool {
    guard hasPlace else { return false }
    guard let seenAt = weatherSeenAt else { return true }
    return now.secondsSince1970 - seenAt.secondsSince1970 > 30 * 60
  }

  /// Asks for the weather, for as long as `deadline` lasts.
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
