public import Diary
public import HTTP

/// The services that this program knows; the raw values are what people write in settings.
public enum WeatherService: String, CaseIterable, Sendable {
  case openMeteo = "open-meteo"
  case openWeatherMap = "openweathermap"
  case waqi
}

extension WeatherService {
  public var needsKey: Bool { self != .openMeteo }

  /// Whose data it is, short, to be shown with it.
  public var credit: String {
    switch self {
    case .openMeteo: "Open-Meteo.com, CC BY 4.0"
    case .openWeatherMap: "OpenWeather, ODbL"
    case .waqi: "World Air Quality Index Project, waqi.info"
    }
  }

  /// Whether its terms allow to store what it says.
  public var mayBeKept: Bool { self != .waqi }

  /// Whether it tells of other days than today.
  public var knowsOtherDays: Bool { self == .openMeteo }

  /// - Parameters:
  ///   - key: Sent to the service that needs one, and to no other.
  ///   - scale: What to grade by; `nil` for what is usual at each place.
  ///   - deadline: For each question. Those of one answer are asked at the same time.
  ///   - clock: What time it is.
  public func provider(
    key: WeatherKey? = nil, addresses: WeatherAddresses, transport: any HTTPTransport,
    scale: GradeScale? = nil, deadline: Duration = .seconds(2),
    clock: @escaping @Sendable () -> Instant
  ) throws(WeatherError) -> any WeatherProvider {
    let desk = Desk(transport: transport, deadline: deadline)
    switch self {
    case .openMeteo:
      return OpenMeteo(addresses: addresses, scale: scale, desk: desk)
    case .openWeatherMap:
      return OpenWeatherMap(
        address: addresses.openWeatherMap, key: try usable(key), scale: scale, clock: clock,
        desk: desk)
    case .waqi:
      return WAQI(address: addresses.waqi, key: try usable(key), scale: scale, desk: desk)
    }
  }

  private func usable(_ key: WeatherKey?) throws(WeatherError) -> WeatherKey {
    guard let key else { throw .missingKey }
    guard key.isUsable else { throw .unusableKey }
    return key
  }
}
