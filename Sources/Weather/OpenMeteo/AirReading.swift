import Diary
import JSON

/// Reads what the air service says of one day.
struct AirReading {
  /// `nil` for today.
  var day: Day?

  /// - Parameter url: `nil` for days that nobody measured or foresees.
  func findings(of url: String?, _ desk: Desk) async -> Result<Findings, WeatherError> {
    guard let url else { return nothing }
    return await desk.answer(to: Question(url: url), OpenMeteoManners(day: day)).flatMap(findings)
  }

  /// Bands are for the mean of a day, so that is taken where hours are there, those of today that
  /// are still to come included; what it is now, where they are not.
  func findings(in json: JSONValue) -> Result<Findings, WeatherError> {
    let current = day == nil ? json["current"] : nil
    let hourly = TimeTable(json["hourly"])
    guard current?.object != nil || hourly != nil else {
      return .failure(.unexpected(detail: "hourly"))
    }
    let time = current?["time"]?.string.flatMap(WallTime.init)
    var findings = Findings()
    findings.timeZone = json["timezone"]?.nonEmptyString
    findings.observedAt = time?.instant(offset: json["utc_offset_seconds"]?.lenientInteger)
    if let day = day ?? time?.day ?? hourly?.firstDay {
      findings.dust.pm10 = hourly?.values("pm10", on: day).compactMap(\.density).mean
      findings.dust.pm25 = hourly?.values("pm2_5", on: day).compactMap(\.density).mean
    }
    findings.dust.pm10 = findings.dust.pm10 ?? current?["pm10"]?.density
    findings.dust.pm25 = findings.dust.pm25 ?? current?["pm2_5"]?.density
    guard findings.isEmpty else { return .success(findings) }
    return nothing
  }

  private var nothing: Result<Findings, WeatherError> {
    .failure(day.map { .noDataForDay($0) } ?? .unexpected(detail: "pm10"))
  }
}
