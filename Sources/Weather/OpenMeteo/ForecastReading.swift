import Diary
import JSON

/// Reads what the forecast and the archive say of one day.
struct ForecastReading {
  /// `nil` for now.
  var day: Day?

  func findings(of url: String, _ desk: Desk) async -> Result<Findings, WeatherError> {
    await desk.answer(to: Question(url: url), OpenMeteoManners(day: day)).flatMap(findings)
  }

  func findings(in json: JSONValue) -> Result<Findings, WeatherError> {
    var current = json["current"] ?? json["current_weather"]
    let time = current?["time"]?.string.flatMap(WallTime.init)
    // What it is now where another day has begun is not what this one was.
    if let day, time?.day != day { current = nil }
    let daily = TimeTable(json["daily"])
    let hourly = TimeTable(json["hourly"])
    guard current?.object != nil || daily != nil || hourly != nil else {
      return .failure(.unexpected(detail: "daily"))
    }
    var findings = Findings()
    findings.timeZone = json["timezone"]?.nonEmptyString
    findings.observedAt =
      current == nil ? nil : time?.instant(offset: json["utc_offset_seconds"]?.lenientInteger)
    findings.temperature = current?.either("temperature_2m", "temperature")?.temperature
    findings.code = current?.either("weather_code", "weathercode")?.skyCode
    if let day = day ?? time?.day ?? daily?.firstDay ?? hourly?.firstDay {
      findings.add(daily, hourly, on: day)
    }
    guard findings.isEmpty else { return .success(findings) }
    return .failure(day.map { .noDataForDay($0) } ?? .unexpected(detail: "current"))
  }
}

extension Findings {
  fileprivate mutating func add(_ daily: TimeTable?, _ hourly: TimeTable?, on day: Day) {
    low = daily?.values("temperature_2m_min", on: day).first?.temperature
    high = daily?.values("temperature_2m_max", on: day).first?.temperature
    temperature =
      temperature ?? hourly?.values("temperature_2m", on: day).compactMap(\.temperature).mean
    // The code of a day is that of its worst hour, and the worse the sky, the higher the number.
    code =
      code ?? daily?.values("weather_code", "weathercode", on: day).first?.skyCode
      ?? hourly?.values("weather_code", "weathercode", on: day).compactMap(\.skyCode).max()
  }
}

extension JSONValue {
  /// The first of these members that it has; names have changed over the years.
  fileprivate func either(_ name: String, _ oldName: String) -> JSONValue? {
    self[name] ?? self[oldName]
  }
}
