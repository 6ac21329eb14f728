import Diary
import JSON

extension WeatherReading {
  /// Reads the forecast or the archive for one day.
  ///
  /// - Parameter day: `nil` for the current weather.
  static func forecast(
    in json: JSONValue, on day: Day?
  ) -> Result<WeatherReading, WeatherError> {
    var current = json["current"] ?? json["current_weather"]
    let time = current?["time"]?.string.flatMap(WallTime.init)
    // If it is another day at the place, the current values do not apply to `day`.
    if let day, time?.day != day { current = nil }
    let daily = TimeTable(json["daily"])
    let hourly = TimeTable(json["hourly"])
    guard current?.object != nil || daily != nil || hourly != nil else {
      return .failure(.unexpected)
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
    return .failure(day.map { .noDataForDay($0) } ?? .unexpected)
  }

  private mutating func add(_ daily: TimeTable?, _ hourly: TimeTable?, on day: Day) {
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

extension WeatherReading {
  /// Reads the air quality of one day. Grades apply to the mean of a day, so the hourly values are
  /// averaged, including future hours of today. Without hourly values, the current ones are used.
  ///
  /// - Parameter day: `nil` for today.
  static func airQuality(
    in json: JSONValue, on day: Day?
  ) -> Result<WeatherReading, WeatherError> {
    let current = day == nil ? json["current"] : nil
    let hourly = TimeTable(json["hourly"])
    guard current?.object != nil || hourly != nil else {
      return .failure(.unexpected)
    }
    let time = current?["time"]?.string.flatMap(WallTime.init)
    var reading = WeatherReading()
    reading.timeZone = json["timezone"]?.nonEmptyString
    reading.observedAt = time?.instant(offset: json["utc_offset_seconds"]?.lenientInteger)
    if let day = day ?? time?.day ?? hourly?.firstDay {
      reading.pm10 = hourly?.values("pm10", on: day).compactMap(\.concentration).mean
      reading.pm25 = hourly?.values("pm2_5", on: day).compactMap(\.concentration).mean
    }
    reading.pm10 = reading.pm10 ?? current?["pm10"]?.concentration
    reading.pm25 = reading.pm25 ?? current?["pm2_5"]?.concentration
    return reading.isEmpty ? noAirQuality(on: day) : .success(reading)
  }

  static func noAirQuality(on day: Day?) -> Result<WeatherReading, WeatherError> {
    .failure(day.map { .noDataForDay($0) } ?? .unexpected)
  }
}

/// A JSON object of parallel arrays, including one called `time`.
struct TimeTable {
  private let times: [JSONValue]
  private let block: JSONValue

  init?(_ block: JSONValue?) {
    guard let block, let times = block["time"]?.array else { return nil }
    self.times = times
    self.block = block
  }

  /// The values for `day` in order, from the first of these columns that exists.
  func values(_ names: String..., on day: Day) -> [JSONValue] {
    guard let column = names.lazy.compactMap({ block[$0]?.array }).first else { return [] }
    let date = "\(day)".utf8
    return zip(times, column)
      .filter { time, _ in time.string?.utf8.starts(with: date) == true }
      .map { $1 }
  }

  var firstDay: Day? {
    times.first?.string.flatMap { Day(iso: $0.prefix(10)) }
  }
}
