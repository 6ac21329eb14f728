import Diary

/// What is in the air, in µg/m³.
struct Dust: Hashable {
  var pm10: Double?
  var pm25: Double?

  var isEmpty: Bool { pm10 == nil && pm25 == nil }
}

/// What one of two questions found out about a day.
struct Findings: Hashable {
  var temperature: Double?
  var low: Double?
  var high: Double?
  var code: Int?
  var dust = Dust()
  var observedAt: Instant?
  /// As the service knows them; for a place of which only the coordinates are known.
  var countryCode: String?
  var timeZone: String?

  /// Whether there is anything to tell.
  var isEmpty: Bool {
    temperature == nil && low == nil && high == nil && code == nil && dust.isEmpty
  }

  /// - Parameter scale: `nil` for what is usual at the place.
  func weather(at place: WeatherPlace, scale: GradeScale?) -> DayWeather {
    let isKnown = place.countryCode != nil || place.timeZone != nil
    let usual = GradeScale.usual(
      inCountry: isKnown ? place.countryCode : countryCode,
      timeZone: isKnown ? place.timeZone : timeZone)
    return DayWeather(
      place: place.name, temperature: temperature, low: low, high: high, code: code,
      pm10: dust.pm10, pm25: dust.pm25, scale: scale ?? usual, observedAt: observedAt)
  }
}

extension Findings {
  /// What two questions that were asked at the same time have found out between them. One that
  /// failed is not missed where the other did not; where both did, the weather's error is told.
  static func both(
    weather: Result<Findings, WeatherError>, air: Result<Findings, WeatherError>
  ) throws(WeatherError) -> Findings {
    guard case .success(var findings) = weather else {
      // It may be that one of two servers is down; the other one's answer is still one.
      guard case .success(let air) = air else { return try weather.get() }
      return air
    }
    if case .success(let air) = air {
      findings.dust = air.dust
      findings.timeZone = findings.timeZone ?? air.timeZone
    }
    return findings
  }
}
