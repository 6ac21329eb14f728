import Diary
public import HTTP
import JSON

extension WeatherServer {
  static let geocoding = WeatherServer(
    variable: "COMMITDIARY_GEOCODING_URL", defaultAddress: "https://geocoding-api.open-meteo.com")
}

/// Finds places by their names; what is no name but coordinates is a place without asking anybody.
public struct Geocoding: Sendable {
  private let addresses: WeatherAddresses
  private let requester: WeatherRequester

  public init(
    _ addresses: WeatherAddresses, transport: any HTTPTransport, deadline: Duration = .seconds(2)
  ) {
    self.addresses = addresses
    requester = WeatherRequester(transport: transport, deadline: deadline)
  }

  /// Longer than any place is called.
  private static let longestName = 200

  /// The likeliest first; none where nothing is called so.
  ///
  /// - Parameter language: That the names are to be in, as in `ko`.
  public func search(
    _ name: String, language: String, limit: Int = 10
  ) async throws(WeatherError) -> [PlaceCandidate] {
    if let place = WeatherPlace(coordinates: name) { return [PlaceCandidate(place)] }
    let name = String(name.trimmed)
    // One letter finds nothing there.
    guard name.unicodeScalars.count > 1, name.utf8.count <= Geocoding.longestName else { return [] }
    let url = addresses[.geocoding].url(
      "/v1/search",
      [
        ("name", name), ("count", "\(min(max(limit, 1), 100))"), ("language", language),
        ("format", "json"),
      ])
    return try Geocoding.candidates(
      in: await requester.send(WeatherRequest(url: url), OpenMeteoErrorParser()))
  }

  /// Where nothing was found, there is no `results`.
  static func candidates(in json: JSONValue) throws(WeatherError) -> [PlaceCandidate] {
    guard json.object != nil else { throw .unexpected(detail: "results") }
    guard let results = json["results"], results != .null else { return [] }
    guard let results = results.array else { throw .unexpected(detail: "results") }
    return results.compactMap(PlaceCandidate.init(json:))
  }
}

extension PlaceCandidate {
  /// `nil` for what has no name, or is nowhere on earth.
  init?(json: JSONValue) {
    guard let name = json["name"]?.nonEmptyString,
      let latitude = json["latitude"]?.lenientNumber,
      let longitude = json["longitude"]?.lenientNumber,
      let coordinates = Coordinates(latitude: latitude, longitude: longitude)
    else { return nil }
    func text(_ name: String) -> String? {
      json[name]?.nonEmptyString.map { ServerText.bounded($0) }
    }
    self.init(
      WeatherPlace(
        name: ServerText.bounded(name), coordinates: coordinates,
        countryCode: text("country_code"), timeZone: text("timezone")),
      region: text("admin1"), country: text("country"),
      population: json["population"]?.lenientInteger.map { min(max($0, 0), 99_999_999_999) })
  }
}
