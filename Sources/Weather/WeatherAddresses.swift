import HTTP
public import Platform

/// A server of a service.
public struct WeatherServer: Hashable, Sendable {
  /// The variable of the environment that puts another address in place of the usual one.
  public let variable: String
  let defaultAddress: String
}

extension WeatherServer {
  /// All that any service or the search for places asks.
  public static var all: [WeatherServer] {
    WeatherService.allCases.flatMap(\.servers) + [.geocoding]
  }
}

/// Where the servers are. The environment can put other addresses in place of the usual ones.
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

/// Why there is no asking a service.
public enum WeatherAddressError: Error, Hashable, Sendable {
  /// What a variable of the environment has is no address, or one with a user, a query or a
  /// fragment.
  case invalidAddress(variable: String, value: String)
  /// What a variable of the environment has is plain `http` to somewhere else than this machine.
  case insecure(variable: String, value: String)
}
