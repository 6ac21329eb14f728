import JSON
import Platform
import StandIn
import Testing

/// The weather by itself, on the page of the day, and with an entry.
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
}

/// The page of the day, and some days in words.
@Suite struct TodayTests {
  private let sandbox: Sandbox
  private let now = ["COMMITDIARY_NOW": "2026-11-21T00:30:00Z"]

  init() throws { sandbox = try Sandbox() }

  @Test func `with nothing set up it says how to begin`() throws {
    let outcome = try sandbox.run([], environment: now)
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.testDescription)")
    for words in ["Good morning.", "diary write", "notes add", "login"] {
      #expect(outcome.output.contains(words), "\(outcome.testDescription)")
    }
  }

  @Test(arguments: [40, 80, 160, 200])
  func `it has what the day has, at any width`(width: Int) throws {
    _ = try sandbox.run(["todo", "add", "Write the tests"], environment: now)
    _ = try sandbox.run(["diary", "write", "--body", "A long day"], environment: now)
    let outcome = try sandbox.run([], environment: now.merging(["COLUMNS": "\(width)"]) { $1 })
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(outcome.output.contains("Write the tests") && outcome.output.contains("A long day"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= width })
  }

  @Test func `a digest says the days since the last working day, for people and for pages`() throws
  {
    _ = try sandbox.run(["todo", "add", "Ship *it*"], environment: now)
    _ = try sandbox.run(["diary", "write", "yesterday", "--body", "Friday"], environment: now)
    let text = try sandbox.run(["digest"], environment: now)
    #expect(text.output.contains("Friday") && text.output.contains("Ship *it*"))
    let page = try sandbox.run(["digest", "--format", "markdown"], environment: now)
    #expect(page.output.contains("- [ ] Ship \\*it\\*"), "\(page.testDescription)")
    let json = try sandbox.run(["digest", "--json"], environment: now).json()
    #expect(json["from"] == "2026-11-20" && json["to"] == "2026-11-21")
    #expect(json["days"]?.array?.count == 2)
  }
}
