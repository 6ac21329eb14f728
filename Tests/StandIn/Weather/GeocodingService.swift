import JSON

/// Open-Meteo's geocoding: one letter finds nothing, two letters must match the whole name, and
/// three or more match a prefix. Without matches there is no member `results`.
struct GeocodingService {
  private let world: WeatherWorld

  init(_ world: WeatherWorld) { self.world = world }

  func answer(_ request: IncomingRequest) -> Answer {
    let name = (request.query("name") ?? "").lowercased()
    let count = request.query("count").flatMap { Int($0) } ?? 10
    guard (1...100).contains(count) else {
      return .json(
        ["error": true, "reason": "Parameter 'count' must be between 1 and 100."], status: 400)
    }
    let language = request.query("language") ?? "en"
    let country = request.query("countryCode")
    let found = world.places.filter { place in
      (country == nil || country == place.countryCode)
        && place.names.values.contains { fits($0.lowercased(), name) }
    }
    guard !found.isEmpty else { return .json(["generationtime_ms": .number(0.25)]) }
    let results = found.prefix(count).map { result($0, in: language) }
    return .json(["results": .array(results), "generationtime_ms": .number(0.5)])
  }

  private func fits(_ name: String, _ asked: String) -> Bool {
    switch asked.unicodeScalars.count {
    case ...1: false
    case 2: name == asked
    default: name.hasPrefix(asked)
    }
  }

  private func result(_ place: WeatherWorld.Place, in language: String) -> JSONValue {
    func text(_ texts: [String: String]) -> JSONValue { JSONValue(texts[language] ?? texts["en"]) }
    var members: [JSONValue.Member] = [
      .init("id", .integer(place.id)), .init("name", text(place.names)),
      .init("latitude", .number(place.latitude)), .init("longitude", .number(place.longitude)),
      .init("elevation", 38), .init("feature_code", "PPLA"),
      .init("country_code", .string(place.countryCode)),
      .init("timezone", .string(place.timeZone)), .init("country", text(place.countries)),
      .init("admin1", text(place.regions)),
    ]
    // Left out if the population is unknown.
    if let population = place.population {
      members.append(.init("population", .integer(population)))
    }
    return .object(members)
  }
}
