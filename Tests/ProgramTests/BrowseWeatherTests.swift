import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// The weather and a refresh in the full-screen interface, with servers that stand in for the real
/// ones.
@Suite(.serialized) struct BrowseWeatherTests {
  private let sandbox: Sandbox
  private let now = ["COMMITDIARY_NOW": "2026-11-21T00:30:00Z"]

  init() throws { sandbox = try Sandbox(clone: nil) }

  private func window() throws -> TmuxWindow {
    try TmuxWindow(
      """
      "$commitdiary" browse
      echo "exit $?"
      exec cat
      """, in: sandbox, columns: 120, rows: 40, environment: now)
  }

  @Test func `shows the weather of today`() throws {
    let services = try WeatherStandIn()
    sandbox.environment = sandbox.environment.adding(services.environment)
    try sandbox.run("config", "set", "weather.place", "Seoul")
    let window = try window()
    try window.wait(for: "Open-Meteo.com")
    let requests = services.requests.count
    try window.type("k")
    try window.wait("another day") { !$0.contains("Open-Meteo.com") }
    try window.type("t")
    let screen = try window.wait(for: "Open-Meteo.com")
    #expect(screen.contains("Seoul"), "\(screen)")
    // Without an account, a refresh says what to do, and the weather stays.
    try window.type("r")
    let refused = try window.wait(for: "commitdiary login")
    #expect(refused.contains("Open-Meteo.com"), "\(refused)")
    #expect(services.requests.count == requests)
    try window.type("q")
    try window.wait(for: "exit 0")
  }

  @Test func `a weather service that does not answer delays no key`() throws {
    sandbox.environment["COMMITDIARY_FORECAST_URL"] = "http://127.0.0.1:9"
    try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    let window = try window()
    try window.wait(for: "[1 Days]")
    try window.type("atest the wind")
    try window.press("Enter")
    try window.wait(for: "Added: test the wind")
    try window.type("q")
    try window.wait(for: "exit 0")
  }
}
