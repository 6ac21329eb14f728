import Diary
import HTTP
import TestSupport
import Testing
import Weather

/// Recorded responses of the services, and examples from their documentation.
@Suite(.enabled(if: Recordings.areThere("weather"), "\(Recordings.missing("weather"))"))
struct RecordedResponsesTests {
  private func now(
    _ service: WeatherService, _ steps: [(part: String, step: ScriptedTransport.Step)],
    at place: WeatherPlace = Sample.amsterdam
  ) async throws -> DayWeather {
    try await Sample.provider(service, ScriptedTransport(steps)).now(at: place)
  }

  private func day(
    _ text: String, _ steps: [(part: String, step: ScriptedTransport.Step)]
  ) async throws -> DayWeather {
    let day = try #require(Day(iso: text))
    return try await Sample.provider(.openMeteo, ScriptedTransport(steps))
      .day(day, at: Sample.amsterdam, today: Sample.today)
  }

  private func step(_ name: String, status: Int = 200) throws -> ScriptedTransport.Step {
    .bytes(try Recordings.bytes("weather", name), status)
  }

  // MARK: Open-Meteo

  @Test func `reads Open-Meteo for New York`() async throws {
    let weather = try await now(
      .openMeteo, [("forecast", step("openmeteo-forecast-newyork.json"))],
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
      try await now(.openMeteo, [("", step("openmeteo-error.json", status: status))])
    }
  }

  // MARK: OpenWeatherMap

  @Test func `reads OpenWeatherMap for three cities`() async throws {
    let air = try step("owm-airpollution-current.json")
    func at(_ name: String) async throws -> DayWeather {
      try await now(.openWeatherMap, [("air_pollution", air), ("weather", step(name))])
    }
    let munich = try await at("owm-current-munich.json")
    #expect(
      munich
        == DayWeather(
          place: "Amsterdam", temperature: -0.27, code: 3, pm10: 13.5, pm25: 8.58, scale: .eu,
          observedAt: Instant(secondsSince1970: 1_744_200_000)))
    #expect(munich.grade == .fair)
    #expect(try await at("owm-current-lisbon.json").sky == .clear)
    #expect(try await at("owm-current-rain-manila.json").sky == .rain)
  }

  @Test(arguments: [200, 404])
  func `reports an unknown place with any status`(_ status: Int) async throws {
    await #expect(throws: WeatherError.unknownPlace) {
      try await now(.openWeatherMap, [("", step("owm-error.json", status: status))])
    }
  }

  // MARK: WAQI

  @Test func `reads WAQI for Utrecht`() async throws {
    let weather = try await now(.waqi, [("", step("waqi-feed-utrecht.json"))])
    #expect(
      weather
        == DayWeather(
          place: "Amsterdam", temperature: 17.5, pm10: 13, pm25: 0.2, scale: .eu,
          observedAt: Instant(rfc3339: "2023-08-07T17:00:00+02:00")))
  }

  @Test(arguments: [
    ("waqi-error-invalid-key.json", WeatherError.refusedKey),
    ("waqi-error-unknown-station.json", .unknownPlace),
    ("waqi-search-klundert.json", .unexpected(detail: "data")),
  ])
  func `reads WAQI errors`(_ name: String, _ error: WeatherError) async throws {
    await #expect(throws: error) { try await now(.waqi, [("", step(name))]) }
  }
}
