import App
import Arguments
import Context
import Diary
import Exchange
import Localization
import Terminal
import Views

/// `commitdiary weather`: shows temperature, sky and particulate matter.
struct WeatherCommand: Command {
  var place: String?
  var day: DayArgument?

  static let declaration = Declaration<Self>(
    .weatherSummary, details: .weatherDetails,
    examples: [
      Example("weather"),
      Example("weather --place Seoul --day yesterday"),
    ],
    [
      .option(
        "place", placeholder: .message(.placeholderPlace), help: .optionPlace, completion: .places
      ) { $0.place = $1 },
      .option("day", help: .optionWeatherDay) { $0.day = $1 },
    ])

  func run(in app: App) async throws {
    let day = try day.map { try app.day($0) }
    let deadline = WeatherDeadline()
    let place = try await app.weather.place(place, deadline)
    // The user may have needed time to choose a place, so the deadline starts again.
    let rest = app.prompts.isInteractive ? WeatherDeadline() : deadline
    let weather: DayWeather
    do {
      if let day {
        weather = try await app.weather.weather(of: day, at: place, rest)
      } else {
        weather = try await app.weather.currentWeather(at: place, rest)
      }
    } catch {
      // If the service cannot be reached, the last saved weather is shown.
      guard day ?? app.clock.today == app.clock.today, error.isOutageOfWeather,
        let last = app.weather.lastWeather(of: place)
      else { throw error }
      let age = last.seenAt.age(at: app.clock.now.instant)
      if let error = error as? any Explained {
        app.output.note(.graphFailed(reason: app.reader.say(error.explanation.message)), .remark)
      }
      app.output.note(.graphAge(age: app.reader.say(age)), .remark)
      return try show(last.weather, in: app)
    }
    try show(weather, in: app)
    await app.weather.fillInMissingWeather(rest)
  }

  private func show(_ weather: DayWeather, in app: App) throws {
    if app.options.wantsJSON { return try app.output.show(WeatherJSON.object(weather)) }
    try app.output.show(app.context.lines(of: weather))
  }
}
