/// Where somebody wants to know the weather.
public struct WeatherPlace: Hashable, Sendable {
  /// As its people call it, or its coordinates where nobody has said.
  public var name: String
  public var coordinates: Coordinates
  /// Two letters of ISO 3166: `KR`.
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

  /// Reads `37.57,126.98`, degrees north and east, and is called so; `nil` for anything else.
  public init?(coordinates text: some StringProtocol) {
    guard let coordinates = Coordinates(text) else { return nil }
    self.init(name: coordinates.description, coordinates: coordinates)
  }
}
