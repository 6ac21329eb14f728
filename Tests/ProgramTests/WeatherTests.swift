import JSON
import Platform
import StandIn
import TestSupport
import Testing

/// The weather by itself, and with an entry.
@Suite struct WeatherTests {
  private let sandbox: Sandbox
  private let services: WeatherStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    services = try WeatherStandIn()
    sandbox.environment = sandbox.environment.adding(services.environment)
  }

  @Test func `it needs a place, which is never guessed`() throws {
    try sandbox.run("weather").expectRefusal(2)
    #expect(services.server.requests.isEmpty)
    try sandbox.run("weather", "--place", "Nowhereland").expectRefusal(3)
  }

  @Test func `what it is now is graded by the bands of the place, and credited`() throws {
    let json = try sandbox.run("weather", "--place", "Seoul", "--json").json()
    #expect(Shape.weather.faults(in: json) == [])
    #expect(json["scale"] == "korea")
    let text = try sandbox.run(
      "weather", "--place", "Seoul", environment: Locales.language("ko_KR.UTF-8"))
    #expect(text.output.contains("미세먼지") && text.output.contains("초미세먼지"))
    #expect(text.output.contains("Open-Meteo.com, CC BY 4.0"))
  }

  @Test func `a dead service is told from a wrong place, and what was known is shown with its age`()
    throws
  {
    _ = try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    let known = try sandbox.run("weather", "--json").output
    services.stop()
    let later = try sandbox.run("weather", "--json")
    #expect(later.status == 0 && later.output == known)
    #expect(later.error.contains("what was known"), "\(later.testDescription)")
    try sandbox.run("weather", "--place", "35.18,129.08").expectRefusal(5)
  }

  @Test func `an entry keeps the weather of its day, and a save does not fail by it`() throws {
    _ = try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    let entry = try sandbox.run("diary", "write", "--body", "Clear", "--json").json()
    #expect(Shape.weather.faults(in: entry["weather"] ?? .null) == [])
    #expect(try sandbox.run("diary", "show").output.contains("Open-Meteo.com, CC BY 4.0"))
    services.stop()
    let alone = try sandbox.run("diary", "write", "yesterday", "--body", "Offline", "--json")
    #expect(alone.status == 0, "\(alone.testDescription)")
    #expect(try alone.json()["weather"] == JSONValue.null)
  }

  @Test func `what was written offline gets its weather later`() throws {
    _ = try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    #expect(try sandbox.run("diary", "write", "--body", "a", "--offline").status == 0)
    #expect(try sandbox.run("diary", "show", "--json").json()["weather"] == JSONValue.null)
    #expect(try sandbox.run("weather").status == 0)
    let entry = try sandbox.run("diary", "show", "--json").json()
    #expect(Shape.weather.faults(in: entry["weather"] ?? .null) == [])
  }

  @Test func `a key does not belong on the line, nor in the file`() throws {
    let outcome = try sandbox.run("config", "set", "weather.key", "s3cret")
    outcome.expectRefusal(2)
    #expect(!File.exists(sandbox.config))
  }

  @Test func `a key is kept in the keyring, and goes to its service only`() throws {
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

    #expect(try sandbox.run("config", "unset", "weather.key").status == 0)
    #expect(try service.numberOfItems() == 0)
    try sandbox.run("weather").expectFailure(4, "weather.key")
  }

  @Test func `a place that was set by its name is looked up by whoever needs it first`() throws {
    _ = try sandbox.run("config", "set", "weather.place", "Seoul")
    let entry = try sandbox.run("diary", "write", "--body", "Clear", "--json").json()
    #expect(entry["weather"]?["place"] == "Seoul", "\(entry)")
    #expect(services.requests(to: .geocoding).count == 1)
    _ = try sandbox.run("weather")
    #expect(services.requests(to: .geocoding).count == 1)
  }
}
