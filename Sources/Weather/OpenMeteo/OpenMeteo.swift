public import Diary
public import HTTP
import JSON

/// Open-Meteo: no key, weather from 1940 to two weeks ahead, air quality from 2013 on.
///
/// Each request is sent once, with a deadline. Weather and air quality are requested concurrently,
/// and one of them is returned if the other fails.
public struct OpenMeteo: Sendable {
  /// The name that is saved with its data.
  public static let name = "open-meteo"
  /// A short attribution, to be shown with the data.
  public static let credit = "Open-Meteo.com, CC BY 4.0"

  private let addresses: WeatherAddresses
  /// `nil` for the usual scale at each place.
  private let scale: GradeScale?
  private let requester: WeatherRequester

  /// - Parameters:
  ///   - scale: The scale for grades; `nil` for the usual scale at each place.
  ///   - deadline: For each request.
  public init(
    _ addresses: WeatherAddresses, transport: any HTTPTransport, scale: GradeScale? = nil,
    deadline: Duration = .seconds(2)
  ) {
    self.addresses = addresses
    self.scale = scale
    requester = WeatherRequester(transport: transport, deadline: deadline)
  }

  public func now(at place: WeatherPlace) async throws(WeatherError) -> DayWeather {
    let forecast = addresses[.forecast].url(
      "/v1/forecast",
      OpenMeteo.point(place) + [
        ("current", "temperature_2m,weather_code"), ("daily", OpenMeteo.daily),
        ("forecast_days", "1"),
      ])
    let air = addresses[.air].url(
      "/v1/air-quality",
      OpenMeteo.point(place) + [
        ("current", "pm10,pm2_5"), ("hourly", "pm10,pm2_5"), ("forecast_days", "1"),
      ])
    return try await weather(at: place, on: nil, forecast, air)
  }

  /// - Parameters:
  ///   - day: The day at the place. While it lasts, the result contains current values.
  ///   - today: The current day in the user's time zone.
  public func day(
    _ day: Day, at place: WeatherPlace, today: Day
  ) async throws(WeatherError) -> DayWeather {
    guard day >= OpenMeteo.firstDay, day <= today + OpenMeteo.daysAhead else {
      throw .noDataForDay(day)
    }
    let span = [("start_date", "\(day)"), ("end_date", "\(day)")]
    var query =
      OpenMeteo.point(place) + [("hourly", "temperature_2m"), ("daily", OpenMeteo.daily)] + span
    // The user's today may be over at the place; the response contains the day of the current
    // values.
    if day == today { query.append(("current", "temperature_2m,weather_code")) }
    // The archive lags behind by some days; the forecast also has the past three months.
    let forecast =
      today - day <= OpenMeteo.daysBack
      ? addresses[.forecast].url("/v1/forecast", query)
      : addresses[.archive].url("/v1/archive", query)
    var air: String?
    if day >= OpenMeteo.firstDayOfAirQuality, day <= today + OpenMeteo.daysAheadOfAirQuality {
      air = addresses[.air].url(
        "/v1/air-quality", OpenMeteo.point(place) + [("hourly", "pm10,pm2_5")] + span)
    }
    return try await weather(at: place, on: day, forecast, air)
  }

  /// Requests weather and air quality concurrently.
  private func weather(
    at place: WeatherPlace, on day: Day?, _ forecast: String, _ air: String?
  ) async throws(WeatherError) -> DayWeather {
    async let weather = requester.result(of: forecast, on: day)
      .flatMap { WeatherReading.forecast(in: $0, on: day) }
    async let dust = airQuality(from: air, on: day)
    return try WeatherReading.both(weather: await weather, air: await dust)
      .weather(at: place, scale: scale)
  }

  /// - Parameter url: `nil` for days without data.
  private func airQuality(
    from url: String?, on day: Day?
  ) async -> Result<WeatherReading, WeatherError> {
    guard let url else { return WeatherReading.noAirQuality(on: day) }
    return await requester.result(of: url, on: day)
      .flatMap { WeatherReading.airQuality(in: $0, on: day) }
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

extension WeatherError {
  /// Reads `{"error":true,"reason":"…"}`, usually with status 400. `nil` if the response is not an error.
  ///
  /// - Parameters:
  ///   - json: `nil` if the body is not JSON.
  ///   - day: The requested day.
  init?(status: Int, json: JSONValue?, on day: Day?) {
    let reason = ServerText.bounded(json?["reason"]?.string ?? "")
    let isError = json?["error"]?.bool == true
    guard isError || !(200...299).contains(status) else { return nil }
    let words = reason.lowercased()
    // Checked before the day: "Latitude must be in range of -90 to 90°".
    let isAboutPlace = ["latitude", "longitude", "location"].contains(where: words.contains)
    if words.contains("limit exceeded") {
      self = .rateLimited
    } else if isError, isAboutPlace {
      self = .unknownPlace
    } else if let day, words.contains("out of allowed range") {
      self = .noDataForDay(day)
    } else {
      self =
        switch status {
        case 429: .rateLimited
        case 500...599: .serverError(status: status)
        default: .rejected(status: status, reason: reason)
        }
    }
  }
}
