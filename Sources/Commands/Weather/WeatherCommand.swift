import Arguments
import Diary
import Localization
import Terminal
import Weather

/// `commitdiary weather`: temperature, sky and fine dust.
struct WeatherCommand: Command {
  var place: String?
  var day: DayWord?

  static let declaration = Declaration<Self>(
    .weatherSummary, details: .weatherDetails,
    examples: [
      Example("weather", .weatherExample),
      Example("weather --place Seoul --day yesterday", .weatherExamplePlace),
    ],
    [
      .option(
        "place", placeholder: .message(.placeholderPlace), help: .optionPlace, completion: .places
      ) { $0.place = $1 },
      .option("day", help: .optionWeatherDay) { $0.day = $1 },
    ])

  func run(in session: Session) async throws {
    let day = try day.map { try session.day($0) } ?? session.today
    let place = try await session.weatherPlace(place)
    let weather: DayWeather
    do {
      weather =
        day == session.today
        ? try await session.currentWeather(at: place)
        : try await session.weather(of: day, at: place)
    } catch {
      // A service that is out is no reason to hide what was known.
      guard day == session.today, error.isOutageOfWeather,
        let last = LastWeather(path: session.paths.weather).of(place)
      else { throw error }
      let now = session.clock.now.instant.secondsSince1970
      let age = Age(seconds: now - last.seenAt.secondsSince1970)
      if let error = error as? any Explained {
        session.say(.graphFailed(reason: session.reader.say(error.explanation.message)), .faint)
      }
      session.say(.graphAge(age: session.reader.say(age.message)), .faint)
      return try show(last.weather, in: session)
    }
    await session.fillInMissingWeather()
    try show(weather, in: session)
  }

  private func show(_ weather: DayWeather, in session: Session) throws {
    if session.globals.wantsJSON { return try session.show(WeatherJSON.object(weather)) }
    try session.show(WeatherView(weather: weather, session: session).lines())
  }
}

extension Error {
  /// Whether nobody could be asked, rather than that there is nothing to know.
  fileprivate var isOutageOfWeather: Bool {
    if let error = self as? WeatherError { return error.isOutage }
    if case .offline? = self as? AccountError { return true }
    return false
  }
}
