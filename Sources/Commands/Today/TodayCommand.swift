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
    guard session.screen.isTerminal, !session.globals.wantsJSON else {
      // Nobody looks on: it may take the moment that the weather takes.
      if page.isWeatherOld(at: session.clock.now.instant) { await page.bringWeather(in: session) }
      if session.globals.wantsJSON { return try session.show(json(page, in: session)) }
      return try session.show(DayPageView(page: page, session: session).lines())
    }
    let view = DayPageView(page: page, session: session)
    let lines = view.lines()
    try session.show(lines)
    let isThere = !session.screen.isDumb && lines.count < session.screen.height ?? 0
    guard isThere, page.isWeatherOld(at: session.clock.now.instant),
      await page.bringWeather(in: session)
    else { return }
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

  /// Asks for the weather, for two seconds at most; says whether it came.
  @discardableResult
  mutating func bringWeather(in session: Session) async -> Bool {
    guard !session.globals.isOffline, let place = await session.resolvedUsualPlace(),
      let weather = try? await session.currentWeather(at: place)
    else { return false }
    self.weather = weather
    weatherSeenAt = session.clock.now.instant
    if record.entry != nil, record.weather == nil { await session.fillInWeather(of: [record.day]) }
    return true
  }
}
