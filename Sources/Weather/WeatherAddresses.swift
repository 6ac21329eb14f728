import HTTP
public import Platform

/// Where the services are. The environment can put other addresses in place of the usual ones.
public struct WeatherAddresses: Hashable, Sendable {
  let forecast: BaseAddress
  let archive: BaseAddress
  let air: BaseAddress
  let geocoding: BaseAddress
  let openWeatherMap: BaseAddress
  let waqi: BaseAddress

  public init(_ environment: Environment = Environment([:])) throws(WeatherAddressError) {
    func address(_ variable: String, _ usual: String) throws(WeatherAddressError) -> BaseAddress {
      let value = environment.nonEmpty(variable) ?? usual
      do {
        return try BaseAddress(value)
      } catch {
        if case .insecure = error { throw .insecure(variable: variable, value: value) }
        throw .invalidAddress(variable: variable, value: value)
      }
    }
    forecast = try address("COMMITDIARY_FORECAST_URL", "https://api.open-meteo.com")
    archive = try address("COMMITDIARY_ARCHIVE_URL", "https://archive-api.open-meteo.com")
    air = try address("COMMITDIARY_AIR_URL", "https://air-quality-api.open-meteo.com")
    geocoding = try address("COMMITDIARY_GEOCODING_URL", "https://geocoding-api.open-meteo.com")
    openWeatherMap = try address(
      "COMMITDIARY_OPENWEATHERMAP_URL", "https://api.openweathermap.org")
    waqi = try address("COMMITDIARY_WAQI_URL", "https://api.waqi.info")
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
