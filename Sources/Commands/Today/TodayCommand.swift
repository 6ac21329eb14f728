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
    if session.screen.isTerminal, !session.globals.wantsJSON {
      try await show(page, refreshing: isOld, in: session)
    } else {
      // Nobody looks on: it may take the moment that the weather takes.
      if isOld { await page.bringWeather(in: session) }
      if session.globals.wantsJSON {
        try session.show(json(page, in: session))
      } else {
        try session.show(DayPageView(page: page, session: session).lines())
      }
    }
    await session.fillInMissingWeather()
  }

  /// All that is known, at once; then the weather of now in its place.
  private func show(_ page: DayPage, refreshing: Bool, in session: Session) async throws {
    var page = page
    let view = DayPageView(page: page, session: session)
    let lines = view.lines()
    let mayRewrite = !session.screen.isDumb && lines.count < session.screen.height ?? 0
    guard refreshing, mayRewrite else { return try session.show(lines) }
    // A line that is typed meanwhile would move what is about to be written over.
    TerminalEcho.stop()
    defer { TerminalEcho.resume() }
    try session.show(lines)
    guard await page.bringWeather(in: session) else { return }
    let new = DayPageView(page: page, session: session).weatherLines
    // Only as many lines as there were can be written over, and then nothing else moves.
    guard new.count == view.weatherLines.count else { return }
    try session.answer(Self.rewriting(new, above: lines.count, on: session.screen))
  }

  /// Goes up to the weather, writes it anew, and comes back.
  private static func rewriting(
    _ weather: [StyledText], above count: Int, on screen: Screen
  ) -> String {
    let up = count - DayPageView.weatherPlace
    var text = "\u{1B}7\u{1B}[\(up)A\r"
    for line in weather { text += "\u{1B}[2K" + line.render(on: screen) + "\r\n" }
    return text + "\u{1B}8"
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

  /// Asks for the weather, for two seconds at most; says whether there is something new to show.
  @discardableResult
  mutating func bringWeather(in session: Session) async -> Bool {
    let patience = WeatherPatience()
    do {
      guard let place = try await session.resolvedUsualPlace(patience) else { return false }
      weather = try await session.currentWeather(at: place, patience)
      weatherSeenAt = session.clock.now.instant
      return true
    } catch {
      weatherFailure = (error as? any Explained)?.explanation.message
      return weather == nil && weatherFailure != nil
    }
  }
}
