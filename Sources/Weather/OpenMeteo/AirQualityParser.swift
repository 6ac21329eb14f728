import Diary
import JSON

/// Parses the air quality of one day.
struct AirQualityParser {
  /// `nil` for today.
  var day: Day?

  /// - Parameter url: `nil` for days without data.
  func reading(from url: String?, _ requester: WeatherRequester) async -> Result<
    WeatherReading, WeatherError
  > {
    guard let url else { return noData }
    return await requester.result(of: url, OpenMeteoErrorParser(day: day))
      .flatMap(reading)
  }

  /// Grades apply to the mean of a day, so the hourly values are averaged, including future hours
  /// of today. Without hourly values, the current ones are used.
  func reading(in json: JSONValue) -> Result<WeatherReading, WeatherError> {
    let current = day == nil ? json["current"] : nil
    let hourly = TimeTable(json["hourly"])
    guard current?.object != nil || hourly != nil else {
      return .failure(.unexpected(detail: "hourly"))
    }
    let time = current?["time"]?.string.flatMap(WallTime.init)
    var reading = WeatherReading()
    reading.timeZone = json["timezone"]?.nonEmptyString
    reading.observedAt = time?.instant(offset: json["utc_offset_seconds"]?.lenientInteger)
    if let day = day ?? time?.day ?? hourly?.firstDay {
      reading.particulates.pm10 = hourly?.values("pm10", on: day).compactMap(\.concentration).mean
      reading.particulates.pm25 = hourly?.values("pm2_5", on: day).compactMap(\.concentration).mean
    }
    reading.particulates.pm10 = reading.particulates.pm10 ?? current?["pm10"]?.concentration
    reading.particulates.pm25 = reading.particulates.pm25 ?? current?["pm2_5"]?.concentration
    guard reading.isEmpty else { return .success(reading) }
    return noData
  }

  private var noData: Result<WeatherReading, WeatherError> {
    .failure(day.map { .noDataForDay($0) } ?? .unexpected(detail: "pm10"))
  }
}
