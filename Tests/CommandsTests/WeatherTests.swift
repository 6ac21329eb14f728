import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// The weather by itself, and with an entry.
@Suite(.inProcess) struct WeatherTests {
  private let sandbox: Sandbox
  private let services: WeatherStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    services = try WeatherStandIn()
    sandbox.environment = sandbox.environment.adding(services.environment)
  }

  @Test func `requires a place and does not guess it`() throws {
    try sandbox.run("weather").expectRefusal(2)
    #expect(services.server.requests.isEmpty)
    try sandbox.run("weather", "--place", "Nowhereland").expectRefusal(3)
  }

  @Test func `grades current weather by the place and credits the source`() throws {
    let json = try sandbox.json("weather", "--place", "Seoul")
    #expect(Shape.weather.faults(in: json) == [])
    #expect(json["scale"] == "korea")
    try sandbox.run("weather", "--place", "Seoul", environment: Locales.language("ko_KR.UTF-8"))
      .expect(output: "미세먼지", "초미세먼지", "Open-Meteo.com, CC BY 4.0")
  }

  @Test func `distinguishes an outage and shows older data with its age`() throws {
    _ = try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    let known = try sandbox.run("weather", "--json").output
    services.stop()
    let later = try sandbox.run("weather", "--json").expect(0, error: "Showing data saved")
    #expect(later.output == known)
    try sandbox.run("weather", "--place", "35.18,129.08").expectRefusal(5)
  }

  @Test func `saves weather with an entry without delaying it`() throws {
    _ = try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    let saved = try sandbox.json("diary", "write", "--body", "Clear")
    #expect(saved["weather"] == JSONValue.null && services.requests.isEmpty)
    #expect(try sandbox.run("today").status == 0)
    let entry = try sandbox.json("diary", "show")
    #expect(Shape.weather.faults(in: entry["weather"] ?? .null) == [])
    #expect(try sandbox.run("diary", "show").output.contains("Open-Meteo.com, CC BY 4.0"))
    services.stop()
    let alone = try sandbox.json("diary", "write", "yesterday", "--body", "Offline")
    #expect(alone["weather"] == JSONValue.null)
  }

  @Test func `adds weather later to an entry written offline`() throws {
    _ = try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    #expect(try sandbox.run("diary", "write", "--body", "a", "--offline").status == 0)
    #expect(try sandbox.json("diary", "show")["weather"] == JSONValue.null)
    #expect(try sandbox.run("weather").status == 0)
    let entry = try sandbox.json("diary", "show")
    #expect(Shape.weather.faults(in: entry["weather"] ?? .null) == [])
  }

  @Test func `looks up a place when it is set`() throws {
    try sandbox.run("config", "set", "weather.place", "Nowhereland").expectRefusal(3)
    try sandbox.run("config", "set", "weather.place", "Springfield").expectRefusal(2)
    try sandbox.run("config", "set", "weather.place", "91,200").expectRefusal(2)
    #expect(!File.exists(sandbox.config))
    #expect(try sandbox.run("config", "set", "weather.place", "Seoul").status == 0)
    let asked = services.requests(to: .geocoding).count
    #expect(try sandbox.json("weather")["place"] == "Seoul")
    #expect(services.requests(to: .geocoding).count == asked)
    services.stop()
    try sandbox.run("config", "set", "weather.place", "Busan").expect(0, error: "looked up")
  }

  @Test func `an entry after midnight gets its own day's weather`() throws {
    // Half past two in the morning in Seoul.
    services.change { $0.now = 1_795_282_200 }
    let night = ["COMMITDIARY_NOW": "2026-11-21T17:30:00Z"]
    try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    try sandbox.run("config", "set", "day.endsAt", "4")
    let saved = try sandbox.json("diary", "write", "--body", "Late", environment: night)
    #expect(saved["day"] == "2026-11-21")
    let day = try sandbox.json("weather", "--day", "2026-11-21", environment: night)
    let other = try sandbox.json("weather", environment: night)
    let entry = try sandbox.json("diary", "show", environment: night)
    #expect(entry["weather"]?["high"] == day["high"] && day["high"] != other["high"], "\(entry)")
  }

  @Test func `today fills in missing weather with the chosen scale`() throws {
    let now = ["COMMITDIARY_NOW": "2026-11-21T08:00:00Z"]
    try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    for day in ["2026-11-18", "2026-12-24"] {
      try sandbox.run("diary", "write", day, "--body", "a", "--offline", environment: now)
    }
    #expect(try sandbox.json("today", environment: now)["weather"]?["scale"] == "korea")
    let entry = try sandbox.json("diary", "show", "2026-11-18")
    #expect(Shape.weather.faults(in: entry["weather"] ?? .null) == [])
    try sandbox.run("config", "set", "weather.grades", "us")
    #expect(try sandbox.json("today", environment: now)["weather"]?["scale"] == "us")
  }

  @Test func `looks up a named place when first needed`() throws {
    try sandbox.write("{\"weather.place\": \"Seoul\"}", to: sandbox.config)
    try sandbox.run("diary", "write", "--body", "Clear")
    #expect(try sandbox.run("today").status == 0)
    #expect(try sandbox.json("diary", "show")["weather"]?["place"] == "Seoul")
    #expect(services.requests(to: .geocoding).count == 1)
    _ = try sandbox.run("weather")
    #expect(services.requests(to: .geocoding).count == 1)
  }

  @Test func `a service that failed is not asked for ten minutes, except by its command`() throws {
    func at(_ time: String) -> [String: String] {
      ["COMMITDIARY_NOW": "2026-11-21T\(time)Z", "TZ": "UTC"]
    }
    try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    services.next(where: { _ in true }, times: 20, do: { _, _ in .status(500) })
    #expect(try sandbox.run("today", environment: at("10:00:00")).output.contains("No weather"))
    let count = services.requests.count
    try sandbox.run("today", environment: at("10:09:59")).expect(
      output: "failed at 10:00 AM; the next attempt is at 10:10 AM")
    try sandbox.run("diary", "write", "--body", "a", environment: at("10:09:59"))
    try sandbox.run("diary", "show", environment: at("10:09:59"))
    #expect(services.requests.count == count)
    services.forgetInterventions()
    #expect(try sandbox.run("weather", environment: at("10:09:59")).status == 0)
    let asked = services.requests.count
    #expect(asked > count)
    // The failure is forgotten.
    try sandbox.run("today", environment: at("10:50:00")).expect(without: "No weather")
    #expect(services.requests.count > asked)
  }
}
