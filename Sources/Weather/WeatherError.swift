public import Diary
public import HTTP
public import Platform

/// The reason why there is no weather. The texts of the service are shortened.
public enum WeatherError: Error, Hashable, Sendable {
  /// The service does not know this place.
  case unknownPlace
  case rateLimited
  /// The service rejected the request as invalid.
  case rejected(status: Int, reason: String)
  case serverError(status: Int)
  /// The service could not be reached, or not in time.
  case connection(HTTPError)
  /// The body is not valid JSON, for example an HTML page.
  case notJSON
  /// The body is JSON of an unexpected form, or too large.
  case unexpected
  /// The service has no data for this day.
  case noDataForDay(Day)
  case cancelled
}

extension WeatherError {
  init(_ error: HTTPError) {
    self =
      switch error {
      case .tooLarge: .unexpected
      case .cancelled: .cancelled
      default: .connection(error)
      }
  }

  /// Whether the service failed, regardless of the place and the day. Saved weather can be
  /// shown then, and a later request may succeed.
  public var isOutage: Bool {
    switch self {
    case .rateLimited, .serverError, .connection, .notJSON, .unexpected: true
    case .unknownPlace, .rejected, .noDataForDay, .cancelled: false
    }
  }
}

/// A server of Open-Meteo.
public struct WeatherServer: Hashable, Sendable {
  /// The environment variable that overrides the default address.
  public let variable: String
  let defaultAddress: String
}

extension WeatherServer {
  static let forecast = WeatherServer(
    variable: "COMMITDIARY_FORECAST_URL", defaultAddress: "https://api.open-meteo.com")
  static let archive = WeatherServer(
    variable: "COMMITDIARY_ARCHIVE_URL", defaultAddress: "https://archive-api.open-meteo.com")
  static let air = WeatherServer(
    variable: "COMMITDIARY_AIR_URL", defaultAddress: "https://air-quality-api.open-meteo.com")
  /// The search for places by name.
  static let geocoding = WeatherServer(
    variable: "COMMITDIARY_GEOCODING_URL", defaultAddress: "https://geocoding-api.open-meteo.com")

  public static let all = [forecast, archive, air, geocoding]
}

/// The addresses of the servers, which environment variables can override.
public struct WeatherAddresses: Hashable, Sendable {
  private var addresses: [WeatherServer: BaseAddress] = [:]

  public init(_ environment: Environment = Environment([:])) throws(HostError) {
    for server in WeatherServer.all {
      addresses[server] = try BaseAddress(
        server.variable, in: environment, else: server.defaultAddress)
    }
  }

  subscript(server: WeatherServer) -> BaseAddress {
    guard let address = addresses[server] else {
      preconditionFailure("\(server.variable) is not among all servers")
    }
    return address
  }
}
