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
    let day = try day.map { try session.day($0) }
    let patience = WeatherPatience()
    let place = try await session.weatherPlace(place, patience)
    // A person may have taken their time to choose it.
    let rest = session.isInteractive ? WeatherPatience() : patience
    let weather: DayWeather
    do {
      if let day {
        weather = try await session.weather(of: day, at: place, rest)
      } else {
        weather = try await session.currentWeather(at: place, rest)
      }
    } catch {
      // A service that is out is no reason to hide what was known.
      guard day ?? session.today == session.today, error.isOutageOfWeather,
        let last = session.lastWeather(of: place)
      else { throw error }
      let now = session.clock.now.instant.secondsSince1970
      let age = Age(seconds: now - last.seenAt.secondsSince1970)
      if let error = error as? any Explained {
        session.say(.graphFailed(reason: session.reader.say(error.explanation.message)), .faint)
      }
      session.say(.graphAge(age: session.reader.say(age.message)), .faint)
      return try show(last.weather, in: session)
    }
    try show(weather, in: session)
    await session.fillInMissingWeather(rest)
  }

  private func show(_ weather: DayWeather, in session: Session) throws {
    if session.globals.wantsJSON { return try session.show(WeatherJSON.object(weather)) }
    try session.show(WeatherView(weather: weather, session: session).lines())
  }
}

extension Error {
  /// Whether nobody could be asked, rather than that there is nothing to know.
  var isOutageOfWeather: Bool {
    if let error = self as? WeatherError { return error.isOutage }
    if case .offline? = self as? AccountError { return true }
    return false
  }
}
