import Diary
import HTTP
import TestSupport
import Testing
import Weather

/// Recorded responses of Open-Meteo, and examples from its documentation.
@Suite(.enabled(if: Recordings.areThere("weather"), "\(Recordings.missing("weather"))"))
struct RecordedResponsesTests {
  private func now(
    _ steps: [(part: String, step: ScriptedTransport.Step)],
    at place: WeatherPlace = Sample.amsterdam
  ) async throws -> DayWeather {
    try await Sample.service(ScriptedTransport(steps)).now(at: place)
  }

  private func day(
    _ text: String, _ steps: [(part: String, step: ScriptedTransport.Step)]
  ) async throws -> DayWeather {
    let day = try #require(Day(iso: text))
    return try await Sample.service(ScriptedTransport(steps))
      .day(day, at: Sample.amsterdam, today: Sample.today)
  }

  private func step(_ name: String, status: Int = 200) throws -> ScriptedTransport.Step {
    .bytes(try Recordings.bytes("weather", name), status)
  }

  @Test func `reads Open-Meteo for New York`() async throws {
    let weather = try await now(
      [("forecast", step("openmeteo-forecast-newyork.json"))],
      at: WeatherPlace(name: "New York", coordinates: Sample.point(40.71, -74)))
    #expect(
      weather
        == DayWeather(
          place: "New York", temperature: -1.4, low: -9.2, high: -0.2, code: 3,
          observedAt: Instant(rfc3339: "2026-02-06T16:30:00-05:00")))
  }

  @Test func `reads an old Open-Meteo response`() async throws {
    let weather = try await day(
      "2026-07-11",
      [
        ("archive", step("openmeteo-forecast-amsterdam.json")),
        ("air", step("openmeteo-airquality-amsterdam.json")),
      ])
    #expect(
      weather
        == DayWeather(
          place: "Amsterdam", temperature: 21.2, high: 27.2, code: 0, pm25: 5.8, scale: .eu))
    #expect(weather.grade == .fair)
  }

  @Test(arguments: [200, 400])
  func `an error body is an error with any status`(_ status: Int) async throws {
    let reason =
      "Cannot initialize WeatherVariable from invalid String value tempeture_2m for key hourly"
    await #expect(throws: WeatherError.rejected(status: status, reason: reason)) {
      try await now([("", step("openmeteo-error.json", status: status))])
    }
  }
}
