public import Diary

/// A source of weather and air quality.
///
/// A provider sends each request once, with a deadline. It requests weather and air quality
/// concurrently, and returns one of them if the other fails.
public protocol WeatherProvider: Sendable {
  func now(at place: WeatherPlace) async throws(WeatherError) -> DayWeather

  /// - Parameters:
  ///   - day: The day at the place. While it lasts, the result contains current values.
  ///   - today: The current day in the user's time zone.
  func day(_ day: Day, at place: WeatherPlace, today: Day) async throws(WeatherError) -> DayWeather
}

extension WeatherProvider {
  /// For services that only provide the current weather.
  public func day(_ day: Day, at place: WeatherPlace, today: Day) async throws(WeatherError)
    -> DayWeather
  {
    guard day == today else { throw .unsupportedDay(day) }
    return try await now(at: place)
  }
}
