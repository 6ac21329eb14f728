public import Diary
public import HTTP

/// A service that this program can ask for weather: all that is known of it without asking. Each is
/// declared in the file of its provider; `allCases` lists them.
public struct WeatherService: Sendable {
  /// What people write in settings.
  public let rawValue: String
  /// Whose data it is, short, to be shown with it.
  public let credit: String
  /// Whether its terms allow to store its answers.
  public let mayBeKept: Bool
  /// Whether it answers for other days than today.
  public let knowsOtherDays: Bool
  /// The servers that are asked.
  let servers: [WeatherServer]
  let access: Access

  /// How a provider is made.
  enum Access: Sendable {
    case free(@Sendable (WeatherTools) -> any WeatherProvider)
    case byKey(@Sendable (WeatherTools, WeatherKey) -> any WeatherProvider)
  }
}

extension WeatherService: CaseIterable {
  /// The first is the one that is asked where the settings name none.
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
  ///   - key: Sent to the service that needs one, and to no other.
  ///   - scale: What to grade by; `nil` for what is usual at each place.
  ///   - deadline: For each request. Those of one answer are asked at the same time.
  ///   - clock: What time it is.
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

/// What providers are made with.
struct WeatherTools: Sendable {
  var addresses: WeatherAddresses
  /// `nil` for what is usual at each place.
  var scale: GradeScale?
  var clock: @Sendable () -> Instant
  var requester: WeatherRequester
}
