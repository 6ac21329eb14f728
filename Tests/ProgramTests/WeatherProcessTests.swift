import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// The weather by itself, and with an entry.
@Suite struct WeatherProcessTests {
  private let sandbox: Sandbox
  private let services: WeatherStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    services = try WeatherStandIn()
    sandbox.environment = sandbox.environment.adding(services.environment)
  }

  @Test func `the key is stored in the keyring and sent only to its service`() throws {
    let service = try SecretService()
    sandbox.use(service)
    _ = try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    _ = try sandbox.run("config", "set", "weather.provider", "openweathermap")
    try sandbox.run("weather").expectFailure(4, "weather.key")

    let key = services.world.openWeatherMapKey
    let kept = try sandbox.run("config", "set", "weather.key", input: Array((key + "\n").utf8))
    #expect(kept.status == 0 && !kept.error.contains(key), "\(kept.testDescription)")
    #expect(try service.items(with: ["host": "weather/openweathermap"]).count == 1)
    let weather = try sandbox.run("weather", "--json")
    #expect(Shape.weather.faults(in: try weather.json()) == [], "\(weather.testDescription)")
    let told = try sandbox.run("weather", "--verbose")
    #expect(told.status == 0 && !told.error.contains(key), "\(told.testDescription)")
    #expect(try FolderContents(sandbox.path).files(holding: key) == [])

    let asked = try sandbox.run("config", "get", "weather.key")
    #expect(asked.error.contains("in the keyring") && !asked.error.contains(key))
    #expect(try sandbox.run("config", "unset", "weather.key").status == 0)
    #expect(try service.numberOfItems() == 0)
    try sandbox.run("weather").expectFailure(4, "weather.key")
  }
}
