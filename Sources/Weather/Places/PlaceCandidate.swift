public import Diary

/// A place that a name may mean.
public struct PlaceCandidate: Hashable, Sendable {
  public var place: WeatherPlace
  /// The state or province that it lies in.
  public var region: String?
  /// In the language that was asked for.
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
