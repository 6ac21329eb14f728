import Diary
import HTTP
import JSON

extension WeatherService {
  public static let openWeatherMap = WeatherService(
    rawValue: "openweathermap", credit: "OpenWeather, ODbL", mayBeKept: true,
    knowsOtherDays: false, servers: [.openWeatherMap],
    access: .byKey { OpenWeatherMap(tools: $0, key: $1) })
}

extension WeatherServer {
  static let openWeatherMap = WeatherServer(
    variable: "COMMITDIARY_OPENWEATHERMAP_URL", defaultAddress: "https://api.openweathermap.org")
}

/// OpenWeatherMap, with a key: what it is now, and the dust of the last 24 hours.
struct OpenWeatherMap: WeatherProvider {
  var tools: WeatherTools
  var key: WeatherKey

  func now(at place: WeatherPlace) async throws(WeatherError) -> DayWeather {
    let point = [
      ("lat", place.coordinates.latitudeText), ("lon", place.coordinates.longitudeText),
    ]
    let now = tools.clock().secondsSince1970
    // Bands are for the mean of a day.
    let span = [("start", "\(now - 86_400)"), ("end", "\(now)")]
    let weatherRequest = request("/data/2.5/weather", point + [("units", "metric")])
    let airRequest = request("/data/2.5/air_pollution/history", point + span)
    async let weather = tools.requester.result(of: weatherRequest, OpenWeatherMapErrorParser())
    async let air = tools.requester.result(of: airRequest, OpenWeatherMapErrorParser())
    return try WeatherReading.both(
      weather: await weather.flatMap(OpenWeatherMap.weather),
      air: await air.flatMap(OpenWeatherMap.airQuality)
    ).weather(at: place, scale: tools.scale)
  }

  private func request(
    _ path: String, _ query: [(name: String, value: String)]
  ) -> WeatherRequest {
    WeatherRequest(url: tools.addresses[.openWeatherMap].url(path, query), key: ("appid", key))
  }
}

/// `{"cod":"404","message":"…"}`, where `cod` is a number or a text, and may be in an answer that
/// says 200.
struct OpenWeatherMapErrorParser: WeatherErrorParser {
  func error(in reply: Reply) -> WeatherError? {
    let code = reply.json?["cod"]?.lenientInteger
    // Only an error has words.
    let isError = code.map { !(200...299).contains($0) } == true
    let status = isError && (200...299).contains(reply.status) ? code ?? 0 : reply.status
    guard !(200...299).contains(status) else { return nil }
    let reason = reply.message(reply.json?["message"]?.string)
    let words = reason.lowercased()
    switch status {
    case 401, 403: return .refusedKey
    // A gateway's own page says nothing about a place.
    case 404 where isError: return .unknownPlace
    case 400 where ["latitude", "longitude", "geocode"].contains(where: words.contains):
      return .unknownPlace
    default: return WeatherError(status: status, reason: reason)
    }
  }
}
