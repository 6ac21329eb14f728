public import Diary

/// Who knows the weather, and the dust in it.
///
/// Each asks once and waits no longer than its deadline. Weather and dust are asked at the same
/// time, and where one of the two does not come, the other is the answer.
public protocol WeatherProvider: Sendable {
  func now(at place: WeatherPlace) async throws(WeatherError) -> DayWeather

  /// - Parameters:
  ///   - day: On the wall of the place. As long as it goes on there, it is what it is now.
  ///   - today: On the wall of whoever asks.
  func day(_ day: Day, at place: WeatherPlace, today: Day) async throws(WeatherError) -> DayWeather
}

extension WeatherProvider {
  /// For those that answer for today alone.
  public func day(_ day: Day, at place: WeatherPlace, today: Day) async throws(WeatherError)
    -> DayWeather
  {
    guard day == today else { throw .unsupportedDay(day) }
    return try await now(at: place)
  }
}
