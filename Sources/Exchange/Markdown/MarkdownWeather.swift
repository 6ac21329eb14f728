import Diary
import JSON

/// The weather of a day as a property.
enum MarkdownWeather {
  static func value(_ weather: DayWeather) -> JSONValue {
    .object(
      (WeatherJSON.kept(weather).object ?? []).filter { $0.value != .null && $0.name != "grade" })
  }

  /// `nil` if the value has no place, or more than this program writes.
  static func weather(_ json: JSONValue) -> DayWeather? {
    guard let weather = WeatherJSON.weather(json), value(weather) == json else { return nil }
    return weather
  }
}
