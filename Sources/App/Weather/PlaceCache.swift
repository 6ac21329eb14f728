import Diary
import JSON
import Platform
import Views

/// What the name of a place turned out to mean, kept so that nobody is asked again.
struct PlaceCache {
  private let path: String

  init(path: String) {
    self.path = path
  }

  /// The place that was chosen for what was typed.
  subscript(typed: String) -> WeatherPlace? {
    guard let bytes = try? File.readRegular(path, limit: 1 << 16),
      let json = try? JSONParser.parse(bytes), json["typed"]?.string == typed,
      let name = json["name"]?.string, let latitude = json["latitude"]?.lenientNumber,
      let longitude = json["longitude"]?.lenientNumber,
      let coordinates = Coordinates(latitude: latitude, longitude: longitude)
    else { return nil }
    return WeatherPlace(
      name: name, coordinates: coordinates, countryCode: json["countryCode"]?.string,
      timeZone: json["timeZone"]?.string)
  }

  /// Where it cannot be kept, it is asked for again.
  func keep(_ place: WeatherPlace, for typed: String) {
    let json: JSONValue = [
      "typed": .string(typed), "name": .string(place.name), "latitude": .number(place.latitude),
      "longitude": .number(place.longitude), "countryCode": JSONValue(place.countryCode),
      "timeZone": JSONValue(place.timeZone),
    ]
    try? File.makeDirectory(File.directory(of: path), permissions: 0o700)
    try? File.writeAtomically(Array((json.text() + "\n").utf8), to: path, permissions: 0o600)
  }
}

/// The weather that was seen last, for when nobody can be asked.
struct WeatherCache {
  private let path: String

  init(path: String) {
    self.path = path
  }

  func entry(for place: WeatherPlace) -> (weather: DayWeather, seenAt: Instant)? {
    guard let bytes = try? File.readRegular(path, limit: 1 << 16),
      let json = try? JSONParser.parse(bytes),
      json["of"]?.string == place.coordinates.description,
      let weather = json["weather"].flatMap(WeatherJSON.weather),
      let seenAt = json["seenAt"]?.string.flatMap(Instant.init(rfc3339:))
    else { return nil }
    return (weather, seenAt)
  }

  func keep(_ weather: DayWeather, of place: WeatherPlace, seenAt: Instant) {
    let json: JSONValue = [
      "of": .string(place.coordinates.description), "seenAt": .string(seenAt.description),
      "weather": WeatherJSON.kept(weather),
    ]
    try? File.makeDirectory(File.directory(of: path), permissions: 0o700)
    try? File.writeAtomically(Array((json.text() + "\n").utf8), to: path, permissions: 0o600)
  }
}
