import Diary

/// Densities in µg/m³.
struct ParticulateMatter: Hashable {
  var pm10: Double?
  var pm25: Double?

  var isEmpty: Bool { pm10 == nil && pm25 == nil }
}

/// The values for a day from one of two responses.
struct WeatherReading: Hashable {
  var temperature: Double?
  var low: Double?
  var high: Double?
  var code: Int?
  var particulates = ParticulateMatter()
  var observedAt: Instant?
  /// As reported by the service; used if only the coordinates of the place are known.
  var timeZone: String?

  /// Whether there are no values to show.
  var isEmpty: Bool {
    temperature == nil && low == nil && high == nil && code == nil && particulates.isEmpty
  }

  /// - Parameter scale: `nil` for the usual scale at the place.
  func weather(at place: WeatherPlace, scale: GradeScale?) -> DayWeather {
    let isKnown = place.countryCode != nil || place.timeZone != nil
    let standard = GradeScale.standard(
      inCountry: place.countryCode, timeZone: isKnown ? place.timeZone : timeZone)
    return DayWeather(
      place: place.name, temperature: temperature, low: low, high: high, code: code,
      pm10: particulates.pm10, pm25: particulates.pm25, scale: scale ?? standard,
      observedAt: observedAt)
  }
}

extension WeatherReading {
  /// Combines the results of two concurrent requests. If one of them failed, the other one's values
  /// are used; if both did, the error of the weather request is thrown.
  static func both(
    weather: Result<WeatherReading, WeatherError>, air: Result<WeatherReading, WeatherError>
  ) throws(WeatherError) -> WeatherReading {
    guard case .success(var reading) = weather else {
      // If only the weather server is down, the air quality is still shown.
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
