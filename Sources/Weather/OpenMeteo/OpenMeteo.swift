import Diary
import HTTP

extension WeatherService {
  public static let openMeteo = WeatherService(
    rawValue: "open-meteo", credit: "Open-Meteo.com, CC BY 4.0", mayBeKept: true,
    knowsOtherDays: true, servers: [.forecast, .archive, .air],
    access: .free { OpenMeteo(tools: $0) })
}

extension WeatherServer {
  static let forecast = WeatherServer(
    variable: "COMMITDIARY_FORECAST_URL", defaultAddress: "https://api.open-meteo.com")
  static let archive = WeatherServer(
    variable: "COMMITDIARY_ARCHIVE_URL", defaultAddress: "https://archive-api.open-meteo.com")
  static let air = WeatherServer(
    variable: "COMMITDIARY_AIR_URL", defaultAddress: "https://air-quality-api.open-meteo.com")
}

/// Open-Meteo: no key, days from 1940 to two weeks ahead, dust from 2013 on.
struct OpenMeteo: WeatherProvider {
  var tools: WeatherTools

  func now(at place: WeatherPlace) async throws(WeatherError) -> DayWeather {
    let forecast = tools.addresses[.forecast].url(
      "/v1/forecast",
      OpenMeteo.point(place) + [
        ("current", "temperature_2m,weather_code"), ("daily", OpenMeteo.daily),
        ("forecast_days", "1"),
      ])
    let air = tools.addresses[.air].url(
      "/v1/air-quality",
      OpenMeteo.point(place) + [
        ("current", "pm10,pm2_5"), ("hourly", "pm10,pm2_5"), ("forecast_days", "1"),
      ])
    return try await weather(at: place, on: nil, forecast, air)
  }

  func day(
    _ day: Day, at place: WeatherPlace, today: Day
  ) async throws(WeatherError) -> DayWeather {
    guard day >= OpenMeteo.firstDay, day <= today + OpenMeteo.daysAhead else {
      throw .noDataForDay(day)
    }
    let span = [("start_date", "\(day)"), ("end_date", "\(day)")]
    var query =
      OpenMeteo.point(place) + [("hourly", "temperature_2m"), ("daily", OpenMeteo.daily)] + span
    // Whoever asks may still be in a day that is over at the place; the answer says which one it is.
    if day == today { query.append(("current", "temperature_2m,weather_code")) }
    // The archive lags by some days; the forecast remembers what it was, for some months.
    let forecast =
      today - day <= OpenMeteo.daysBack
      ? tools.addresses[.forecast].url("/v1/forecast", query)
      : tools.addresses[.archive].url("/v1/archive", query)
    var air: String?
    if day >= OpenMeteo.firstDayOfAirQuality, day <= today + OpenMeteo.daysAheadOfAirQuality {
      air = tools.addresses[.air].url(
        "/v1/air-quality", OpenMeteo.point(place) + [("hourly", "pm10,pm2_5")] + span)
    }
    return try await weather(at: place, on: day, forecast, air)
  }

  /// Of both at the same time.
  private func weather(
    at place: WeatherPlace, on day: Day?, _ forecast: String, _ air: String?
  ) async throws(WeatherError) -> DayWeather {
    async let weather = ForecastParser(day: day).reading(from: forecast, tools.requester)
    async let air = AirQualityParser(day: day).reading(from: air, tools.requester)
    return try WeatherReading.both(weather: await weather, air: await air)
      .weather(at: place, scale: tools.scale)
  }
}

extension OpenMeteo {
  static let firstDay = Day(number: -10_958)  // 1940-01-01
  static let firstDayOfAirQuality = Day(number: 15_706)  // 2013-01-01
  static let daysBack = 92
  static let daysAhead = 15
  static let daysAheadOfAirQuality = 4

  private static let daily = "weather_code,temperature_2m_max,temperature_2m_min"

  private static func point(_ place: WeatherPlace) -> [(name: String, value: String)] {
    [
      ("latitude", place.coordinates.latitudeText),
      ("longitude", place.coordinates.longitudeText), ("timezone", "auto"),
    ]
  }
}
