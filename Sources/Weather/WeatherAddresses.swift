import HTTP
public import Platform

/// A server of a weather service.
public struct WeatherServer: Hashable, Sendable {
  /// The environment variable that overrides the default address.
  public let variable: String
  let defaultAddress: String
}

extension WeatherServer {
  /// The servers of all services and of the place search.
  public static var all: [WeatherServer] {
    WeatherService.allCases.flatMap(\.servers) + [.geocoding]
  }
}

/// The addresses of the servers, which environment variables can override.
public struct WeatherAddresses: Hashable, Sendable {
  private var addresses: [WeatherServer: BaseAddress] = [:]

  public init(_ environment: Environment = Environment([:])) throws(WeatherAddressError) {
    for server in WeatherServer.all {
      let variable = server.variable
      let value = environment.nonEmpty(variable) ?? server.defaultAddress
      do {
        addresses[server] = try BaseAddress(value)
      } catch {
        if case .insecure = error { throw .insecure(variable: variable, value: value) }
        throw .invalidAddress(variable: variable, value: value)
      }
    }
  }

  subscript(server: WeatherServer) -> BaseAddress {
    guard let address = addresses[server] else {
      preconditionFailure("\(server.variable) is not among the servers of a service")
    }
    return address
  }
}

/// The reason why an address cannot be used.
public enum WeatherAddressError: Error, Hashable, Sendable {
  /// The value of an environment variable is not a valid address, or has a user, a query or a
  /// fragment.
  case invalidAddress(variable: String, value: String)
  /// The value of an environment variable is a plain `http` address of another machine.
  case insecure(variable: String, value: String)
}
