import Diary
import JSON

extension OpenWeatherMap {
  /// `temp_min` and `temp_max` are not used: they are the current extremes within a large city, not
  /// those of the day.
  static func weather(in json: JSONValue) -> Result<WeatherReading, WeatherError> {
    guard let main = json["main"], main.object != nil else {
      return .failure(.unexpected(detail: "main"))
    }
    var reading = WeatherReading()
    reading.temperature = main["temp"]?.temperature
    reading.code = json["weather"]?.array?.first?["id"]?.lenientInteger.flatMap { id in
      Sky(openWeatherMap: id)?.rawValue
    }
    reading.observedAt = Instant(epoch: json["dt"]?.lenientInteger)
    reading.countryCode = json["sys"]?["country"]?.nonEmptyString
    return reading.isEmpty ? .failure(.unexpected(detail: "temp")) : .success(reading)
  }

  static func airQuality(in json: JSONValue) -> Result<WeatherReading, WeatherError> {
    guard let hours = json["list"]?.array else { return .failure(.unexpected(detail: "list")) }
    let components = hours.compactMap { $0["components"] }
    var reading = WeatherReading()
    reading.particulates.pm10 = components.compactMap { $0["pm10"]?.concentration }.mean
    reading.particulates.pm25 = components.compactMap { $0["pm2_5"]?.concentration }.mean
    reading.observedAt = hours.last.flatMap { Instant(epoch: $0["dt"]?.lenientInteger) }
    return reading.isEmpty ? .failure(.unexpected(detail: "components")) : .success(reading)
  }
}

extension Sky {
  /// Converts a weather code of OpenWeatherMap.
  init?(openWeatherMap id: Int) {
    switch id {
    case 200...202, 210...212, 221, 230...232: self = .thunderstorm
    case 300, 310: self = .lightDrizzle
    case 301, 311, 313, 321: self = .drizzle
    case 302, 312, 314: self = .denseDrizzle
    case 500: self = .lightRain
    case 501: self = .rain
    case 502...504: self = .heavyRain
    case 511: self = .freezingRain
    case 520: self = .lightRainShowers
    case 521, 531: self = .rainShowers
    case 522: self = .violentRainShowers
    case 600: self = .lightSnow
    // There are no codes for sleet and for rain with snow, which count as snow.
    case 601, 611, 613, 616: self = .snow
    case 612, 615: self = .lightSnow
    case 602: self = .heavySnow
    case 620: self = .lightSnowShowers
    case 621, 622: self = .snowShowers
    // Mist, smoke, haze, dust, fog, sand and ash reduce visibility without precipitation.
    case 701...762: self = .fog
    case 771, 781: self = .thunderstorm
    case 800: self = .clear
    case 801: self = .mainlyClear
    case 802: self = .partlyCloudy
    case 803, 804: self = .overcast
    default: return nil
    }
  }
}
