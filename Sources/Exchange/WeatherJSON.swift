public import Diary
public import JSON

/// The JSON of a day's weather, for output and for saving.
public enum WeatherJSON {
  public static func object(_ weather: DayWeather) -> JSONValue {
    [
      "place": .string(weather.place), "temperature": number(weather.temperature),
      "low": number(weather.low), "high": number(weather.high),
      "code": weather.code.map(JSONValue.integer) ?? .null, "pm10": number(weather.pm10),
      "pm25": number(weather.pm25), "grade": JSONValue(weather.grade?.rawValue),
      "scale": JSONValue(weather.scale?.rawValue),
      "observedAt": JSONValue(weather.observedAt?.description),
    ]
  }

  /// The JSON with the data source, so that it can be credited when the weather is shown again.
  public static func kept(_ weather: DayWeather) -> JSONValue {
    var members = object(weather).object ?? []
    members.append(JSONValue.Member("source", JSONValue(weather.source)))
    return .object(members)
  }

  /// Reads saved weather; `nil` if it has no place.
  public static func weather(_ json: JSONValue) -> DayWeather? {
    guard let place = json["place"]?.string else { return nil }
    var weather = DayWeather(
      place: place, temperature: json["temperature"]?.lenientNumber,
      low: json["low"]?.lenientNumber,
      high: json["high"]?.lenientNumber, code: json["code"]?.integer,
      pm10: json["pm10"]?.lenientNumber,
      pm25: json["pm25"]?.lenientNumber,
      scale: json["scale"]?.string.flatMap(GradeScale.init(rawValue:)),
      observedAt: json["observedAt"]?.string.flatMap(Instant.init(rfc3339:)))
    weather.source = json["source"]?.string
    return weather
  }

  public static func weather(text: String?) -> DayWeather? {
    text.flatMap { try? JSONParser.parse(Array($0.utf8)) }.flatMap(weather)
  }

  /// Rounded to tenths, because measurements are no more precise.
  private static func number(_ value: Double?) -> JSONValue {
    value.map { .number(($0 * 10).rounded() / 10) } ?? .null
  }
}
