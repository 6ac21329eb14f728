public import Diary
public import HTTP

/// A weather service, with its properties. Each service is declared in the file of its provider;
/// `allCases` lists them.
public struct WeatherService: Sendable {
  /// The name in settings.
  public let rawValue: String
  /// A short attribution, to be shown with the data.
  public let credit: String
  /// Whether its terms allow storing its data.
  public let mayBeKept: Bool
  /// Whether it has data for other days than today.
  public let knowsOtherDays: Bool
  /// The servers that the service uses.
  let servers: [WeatherServer]
  let access: Access

  /// Creates a provider, with or without a key.
  enum Access: Sendable {
    case free(@Sendable (WeatherTools) -> any WeatherProvider)
    case byKey(@Sendable (WeatherTools, WeatherKey) -> any WeatherProvider)
  }
}

extension WeatherService: CaseIterable {
  /// The first service is the default.
  public static let allCases: [WeatherService] = [.openMeteo, .openWeatherMap, .waqi]
}

extension WeatherService: RawRepresentable, Hashable {
  public init?(rawValue: String) {
    guard let service = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = service
  }

  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension WeatherService {
  public var needsKey: Bool {
    switch access {
    case .free: false
    case .byKey: true
    }
  }

  /// - Parameters:
  ///   - key: Sent only to a service that needs one.
  ///   - scale: The scale for grades; `nil` for the usual scale at each place.
  ///   - deadline: For each request. The requests for one result are sent concurrently.
  ///   - clock: Returns the current time.
  public func provider(
    key: WeatherKey? = nil, addresses: WeatherAddresses, transport: any HTTPTransport,
    scale: GradeScale? = nil, deadline: Duration = .seconds(2),
    clock: @escaping @Sendable () -> Instant
  ) throws(WeatherError) -> any WeatherProvider {
    let tools = WeatherTools(
      addresses: addresses, scale: scale, clock: clock,
      requester: WeatherRequester(transport: transport, deadline: deadline))
    switch access {
    case .free(let make): return make(tools)
    case .byKey(let make):
      guard let key else { throw .missingKey }
      guard key.isUsable else { throw .unusableKey }
      return make(tools, key)
    }
  }
}

/// The dependencies of a provider.
struct WeatherTools: Sendable {
  var addresses: WeatherAddresses
  /// `nil` for the usual scale at each place.
  var scale: GradeScale?
  var clock: @Sendable () -> Instant
  var requester: WeatherRequester
}
