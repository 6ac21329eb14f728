import Diary
import JSON

/// Parses the forecast or the archive for one day.
struct ForecastParser {
  /// `nil` for the current weather.
  var day: Day?

  func reading(from url: String, _ requester: WeatherRequester) async -> Result<
    WeatherReading, WeatherError
  > {
    await requester.result(of: url, OpenMeteoErrorParser(day: day)).flatMap(
      reading)
  }

  func reading(in json: JSONValue) -> Result<WeatherReading, WeatherError> {
    var current = json["current"] ?? json["current_weather"]
    let time = current?["time"]?.string.flatMap(WallTime.init)
    // If it is another day at the place, the current values do not apply to `day`.
    if let day, time?.day != day { current = nil }
    let daily = TimeTable(json["daily"])
    let hourly = TimeTable(json["hourly"])
    guard current?.object != nil || daily != nil || hourly != nil else {
      return .failure(.unexpected(detail: "daily"))
    }
    var reading = WeatherReading()
    reading.timeZone = json["timezone"]?.nonEmptyString
    reading.observedAt =
      current == nil ? nil : time?.instant(offset: json["utc_offset_seconds"]?.lenientInteger)
    reading.temperature = current?.either("temperature_2m", "temperature")?.temperature
    reading.code = current?.either("weather_code", "weathercode")?.skyCode
    if let day = day ?? time?.day ?? daily?.firstDay ?? hourly?.firstDay {
      reading.add(daily, hourly, on: day)
    }
    guard reading.isEmpty else { return .success(reading) }
    return .failure(day.map { .noDataForDay($0) } ?? .unexpected(detail: "current"))
  }
}

extension WeatherReading {
  fileprivate mutating func add(_ daily: TimeTable?, _ hourly: TimeTable?, on day: Day) {
    low = daily?.values("temperature_2m_min", on: day).first?.temperature
    high = daily?.values("temperature_2m_max", on: day).first?.temperature
    temperature =
      temperature ?? hourly?.values("temperature_2m", on: day).compactMap(\.temperature).mean
    // The code of a day is that of its worst hour, and worse weather has higher codes.
    code =
      code ?? daily?.values("weather_code", "weathercode", on: day).first?.skyCode
      ?? hourly?.values("weather_code", "weathercode", on: day).compactMap(\.skyCode).max()
  }
}

extension JSONValue {
  /// The member with this name or, in older responses, with the old one.
  fileprivate func either(_ name: String, _ oldName: String) -> JSONValue? {
    self[name] ?? self[oldName]
  }
}
