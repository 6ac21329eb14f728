import Arguments
import Diary
import JSON
import Localization
import Platform
import Terminal

/// `commitdiary today`, and `commitdiary` alone: the page to open in the morning.
struct TodayCommand: Command {
  static let declaration = Declaration<Self>(
    .todaySummary, details: .todayDetails,
    examples: [
      Example("today", .todayExample), Example("today --json", .todayExampleJSON),
    ])

  func run(in session: Session) async throws {
    var page = try await session.dayPage()
    let session = session.colored(by: session.theme)
    let isOld = page.isWeatherOld(at: session.clock.now.instant)
    let patience = WeatherPatience()
    if session.screen.isTerminal, !session.globals.wantsJSON {
      try await show(page, refreshing: isOld, patience, in: session)
    } else {
      // Nobody looks on: it may take the moment that the weather takes.
      if isOld { await page.fetchWeather(patience, in: session) }
      if session.globals.wantsJSON {
        try session.show(json(page, in: session))
      } else {
        try session.show(DayPageView(page: page, session: session).lines(), paged: false)
      }
    }
    await session.fillInMissingWeather(patience)
  }

  /// All that is known, at once; then the same page with the weather of now.
  private func show(
    _ page: DayPage, refreshing: Bool, _ patience: WeatherPatience, in session: Session
  ) async throws {
    var page = page
    let known = DayPageView(page: page, session: session, awaitsWeather: true).lines()
    let size = Screen.terminalSize(of: 1)
    guard refreshing, let size, Self.canRewrite(known, on: session.screen, of: size) else {
      // A page that cannot be written over is shown once.
      if refreshing { await page.fetchWeather(patience, in: session) }
      return try session.show(DayPageView(page: page, session: session).lines(), paged: false)
    }
    // A line that is typed meanwhile would move what is about to be written over.
    TerminalEcho.stop()
    defer { TerminalEcho.resume() }
    try session.show(known, paged: false)
    await page.fetchWeather(patience, in: session)
    let new = DayPageView(page: page, session: session).lines()
    // On a terminal of another size the lines have moved by now.
    guard new != known, Screen.terminalSize(of: 1).map({ $0 == size }) == true else { return }
    // Line by line: tmux keeps a screen that is cleared from its first line on as history.
    let text = new.map { "\u{1B}[2K" + $0.render(on: session.screen) + "\n" }.joined()
    try session.answer("\u{1B}[\(known.count)A\r" + text + "\u{1B}[J")
  }

  /// Whether each of the lines is on a row of its own, and all of them are still there.
  private static func canRewrite(
    _ lines: [StyledText], on screen: Screen, of size: (columns: Int, rows: Int)
  ) -> Bool {
    !screen.isDumb && lines.count < size.rows && screen.width(orElse: .max) <= size.columns
  }

  private func json(_ page: DayPage, in session: Session) -> JSONValue {
    let streaks = page.activity?.streaks(
      today: page.record.day, excluding: session.settings.excluded)
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

  /// Asks for the weather, for as long as `patience` lasts.
  mutating func fetchWeather(_ patience: WeatherPatience, in session: Session) async {
    do {
      guard let place = try await session.resolvedUsualPlace(patience) else { return }
      weather = try await session.currentWeather(at: place, patience)
      weatherSeenAt = session.clock.now.instant
    } catch {
      weatherFailure = (error as? any Explained)?.explanation.message
    }
  }
}
