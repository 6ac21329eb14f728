/// A place for weather requests.
public struct WeatherPlace: Hashable, Sendable {
  /// The local name, or the coordinates if the name is unknown.
  public var name: String
  public var coordinates: Coordinates
  /// A two-letter code of ISO 3166, such as `KR`.
  public var countryCode: String?
  /// `Asia/Seoul`
  public var timeZone: String?

  public init(
    name: String, coordinates: Coordinates, countryCode: String? = nil, timeZone: String? = nil
  ) {
    self.name = name
    self.coordinates = coordinates
    self.countryCode = countryCode
    self.timeZone = timeZone
  }
}

extension WeatherPlace {
  public var latitude: Double { coordinates.latitude }
  public var longitude: Double { coordinates.longitude }

  /// Parses `37.57,126.98`, in degrees north and east, and uses it as the name; `nil` for anything
  /// else.
  public init?(coordinates text: some StringProtocol) {
    guard let coordinates = Coordinates(text) else { return nil }
    self.init(name: coordinates.description, coordinates: coordinates)
  }
}
