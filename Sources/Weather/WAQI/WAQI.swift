import Diary
import HTTP
import JSON

extension WeatherService {
  public static let waqi = WeatherService(
    rawValue: "waqi", credit: "World Air Quality Index Project, waqi.info", mayBeKept: false,
    knowsOtherDays: false, servers: [.waqi], access: .byKey { WAQI(tools: $0, key: $1) })
}

extension WeatherServer {
  static let waqi = WeatherServer(
    variable: "COMMITDIARY_WAQI_URL", defaultAddress: "https://api.waqi.info")
}

/// The World Air Quality Index Project, with a token: the current values of the nearest station.
/// Its terms allow showing them, but not storing them.
struct WAQI: WeatherProvider {
  var tools: WeatherTools
  var key: WeatherKey

  func now(at place: WeatherPlace) async throws(WeatherError) -> DayWeather {
    let point = "\(place.coordinates.latitudeText);\(place.coordinates.longitudeText)"
    let url = tools.addresses[.waqi].url("/feed/geo:\(point)/")
    let request = WeatherRequest(url: url, key: ("token", key))
    let json = try await tools.requester.send(request, WAQIErrorParser())
    return try WAQI.reading(in: json).weather(at: place, scale: tools.scale)
  }

  static func reading(in json: JSONValue) throws(WeatherError) -> WeatherReading {
    guard let data = json["data"], data.object != nil else { throw .unexpected(detail: "data") }
    // `iaqi` contains current measurements; `data` also has daily forecasts. A station without data
    // reports `"-"`.
    let measured = data["iaqi"]
    func value(_ name: String) -> JSONValue? { measured?[name]?["v"] }
    var reading = WeatherReading()
    reading.temperature = value("t")?.temperature
    reading.particulates.pm10 = value("pm10")?.subIndex.map(SubIndex.pm10.concentration)
    reading.particulates.pm25 = value("pm25")?.subIndex.map(SubIndex.pm25.concentration)
    // `v` is not an instant: it treats the local time as UTC.
    reading.observedAt = data["time"]?["iso"]?.string.flatMap { Instant(rfc3339: $0) }
    guard !reading.isEmpty else { throw .unexpected(detail: "iaqi") }
    return reading
  }
}

/// Parses `{"status":"error","data":"…"}`, or an `ok` that contains `{"status":"error","msg":"…"}`.
/// The status of the response is 200.
struct WAQIErrorParser: WeatherErrorParser {
  func error(in reply: Reply) -> WeatherError? {
    let json = reply.json
    let isFine = (200...299).contains(reply.status)
    let answers = [json, json?["data"]]
    let isError = answers.contains { ($0?["status"]?.string).map { $0 != "ok" } == true }
    guard isError || !isFine else { return nil }
    let texts = [
      json?["data"], json?["data"]?["msg"], json?["data"]?["data"], json?["msg"], json?["message"],
    ]
    let reason = reply.message(texts.lazy.compactMap { $0?.nonEmptyString }.first)
    let words = reason.lowercased()
    if words.contains("quota") || words.contains("rate limit") { return .rateLimited }
    if words.contains("key") || words.contains("token") { return .refusedKey }
    if words.contains("unknown") { return .unknownPlace }
    if reply.status == 401 || reply.status == 403 { return .refusedKey }
    return WeatherError(status: reply.status, reason: reason)
      ?? .rejected(status: reply.status, reason: reason)
  }
}

extension JSONValue {
  fileprivate var subIndex: Double? { number(in: 0...2000) }
}
