import Context
import Diary
import Exchange
import JSON
import Platform
import Views

/// The coordinates of a named place, saved so that they are looked up only once.
struct PlaceCache {
  let path: String

  /// The place that was chosen for this name.
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

  /// Write errors are ignored; the place is then looked up again.
  func keep(_ place: WeatherPlace, for typed: String) {
    let json: JSONValue = [
      "typed": .string(typed), "name": .string(place.name),
      "latitude": .number(place.coordinates.latitude),
      "longitude": .number(place.coordinates.longitude),
      "countryCode": JSONValue(place.countryCode), "timeZone": JSONValue(place.timeZone),
    ]
    try? File.makeDirectory(File.directory(of: path), permissions: 0o700)
    try? File.writeAtomically(Array((json.text() + "\n").utf8), to: path, permissions: 0o600)
  }
}

/// The last weather that was fetched, for use without a network.
struct WeatherCache {
  let path: String

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
