import Diary

/// What is in the air, in µg/m³.
struct ParticulateMatter: Hashable {
  var pm10: Double?
  var pm25: Double?

  var isEmpty: Bool { pm10 == nil && pm25 == nil }
}

/// What one of two requests returned about a day.
struct WeatherReading: Hashable {
  var temperature: Double?
  var low: Double?
  var high: Double?
  var code: Int?
  var particulates = ParticulateMatter()
  var observedAt: Instant?
  /// As the service knows them; for a place of which only the coordinates are known.
  var countryCode: String?
  var timeZone: String?

  /// Whether there is anything to tell.
  var isEmpty: Bool {
    temperature == nil && low == nil && high == nil && code == nil && particulates.isEmpty
  }

  /// - Parameter scale: `nil` for what is usual at the place.
  func weather(at place: WeatherPlace, scale: GradeScale?) -> DayWeather {
    let isKnown = place.countryCode != nil || place.timeZone != nil
    let standard = GradeScale.standard(
      inCountry: isKnown ? place.countryCode : countryCode,
      timeZone: isKnown ? place.timeZone : timeZone)
    return DayWeather(
      place: place.name, temperature: temperature, low: low, high: high, code: code,
      pm10: particulates.pm10, pm25: particulates.pm25, scale: scale ?? standard,
      observedAt: observedAt)
  }
}

extension WeatherReading {
  /// What two requests that were sent at the same time returned together. One that
  /// failed is not missed where the other did not; where both did, the weather's error is told.
  static func both(
    weather: Result<WeatherReading, WeatherError>, air: Result<WeatherReading, WeatherError>
  ) throws(WeatherError) -> WeatherReading {
    guard case .success(var reading) = weather else {
      // It may be that one of two servers is down; the other one's answer is still one.
      guard case .success(let air) = air else { return try weather.get() }
      return air
    }
    if case .success(let air) = air {
      reading.particulates = air.particulates
      reading.timeZone = reading.timeZone ?? air.timeZone
    }
    return reading
  }
}
