import Diary
import JSON

/// Reads what the air service says of one day.
struct AirQualityParser {
  /// `nil` for today.
  var day: Day?

  /// - Parameter url: `nil` for days that nobody measured or foresees.
  func reading(from url: String?, _ requester: WeatherRequester) async -> Result<
    WeatherReading, WeatherError
  > {
    guard let url else { return nothing }
    return await requester.result(of: WeatherRequest(url: url), OpenMeteoErrorParser(day: day))
      .flatMap(reading)
  }

  /// Bands are for the mean of a day, so that is taken where hours are there, those of today that
  /// are still to come included; what it is now, where they are not.
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
      reading.particulates.pm10 = hourly?.values("pm10", on: day).compactMap(\.density).mean
      reading.particulates.pm25 = hourly?.values("pm2_5", on: day).compactMap(\.density).mean
    }
    reading.particulates.pm10 = reading.particulates.pm10 ?? current?["pm10"]?.density
    reading.particulates.pm25 = reading.particulates.pm25 ?? current?["pm2_5"]?.density
    guard reading.isEmpty else { return .success(reading) }
    return nothing
  }

  private var nothing: Result<WeatherReading, WeatherError> {
    .failure(day.map { .noDataForDay($0) } ?? .unexpected(detail: "pm10"))
  }
}
