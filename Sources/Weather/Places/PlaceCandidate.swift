public import Diary

/// A place that matches a name.
public struct PlaceCandidate: Hashable, Sendable {
  public var place: WeatherPlace
  /// The state or province.
  public var region: String?
  /// In the requested language.
  public var country: String?
  public var population: Int?

  public init(
    _ place: WeatherPlace, region: String? = nil, country: String? = nil, population: Int? = nil
  ) {
    self.place = place
    self.region = region
    self.country = country
    self.population = population
  }
}
