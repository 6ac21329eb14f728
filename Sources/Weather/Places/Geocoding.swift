public import Diary
public import HTTP
import JSON

/// Searches for places by name. Coordinates are converted to a place without a request.
public struct Geocoding: Sendable {
  private let addresses: WeatherAddresses
  private let requester: WeatherRequester

  public init(
    _ addresses: WeatherAddresses, transport: any HTTPTransport, deadline: Duration = .seconds(2)
  ) {
    self.addresses = addresses
    requester = WeatherRequester(transport: transport, deadline: deadline)
  }

  /// Longer than the name of any place.
  private static let longestName = 200

  /// The matching places, the most likely first.
  ///
  /// - Parameter language: The language of the names in the result, such as `ko`.
  public func search(
    _ name: String, language: String
  ) async throws(WeatherError) -> [PlaceCandidate] {
    if let place = WeatherPlace(coordinates: name) { return [PlaceCandidate(place: place)] }
    let name = String(name.trimmed)
    // The service finds nothing for a single character.
    guard name.unicodeScalars.count > 1, name.utf8.count <= Geocoding.longestName else { return [] }
    let url = addresses[.geocoding].url(
      "/v1/search",
      [
        ("name", name), ("count", "10"), ("language", language), ("format", "json"),
      ])
    return try Geocoding.candidates(in: await requester.send(url))
  }

  /// Without matches, the response has no `results`.
  static func candidates(in json: JSONValue) throws(WeatherError) -> [PlaceCandidate] {
    guard json.object != nil else { throw .unexpected }
    guard let results = json["results"], results != .null else { return [] }
    guard let results = results.array else { throw .unexpected }
    return results.compactMap(PlaceCandidate.init(json:))
  }
}

extension PlaceCandidate {
  /// `nil` without a name or without valid coordinates.
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
      place: WeatherPlace(
        name: ServerText.bounded(name), coordinates: coordinates,
        countryCode: text("country_code"), timeZone: text("timezone")),
      region: text("admin1"), country: text("country"),
      population: json["population"]?.lenientInteger.map { min(max($0, 0), 99_999_999_999) })
  }
}

/// A place that matches a name.
public struct PlaceCandidate: Hashable, Sendable {
  public var place: WeatherPlace
  /// The state or province.
  public var region: String?
  /// In the requested language.
  public var country: String?
  public var population: Int?
}
