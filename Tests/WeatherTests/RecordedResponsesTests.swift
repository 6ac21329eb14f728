import Diary
import HTTP
import Testing
import Weather

/// Answers that services really gave, or what their documentation says they give.
@Suite(.enabled(if: Recorded.areThere, "no recorded answers at \(Recorded.folder)"))
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
    .bytes(try Recorded.bytes(name), status)
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

  @Test func `reads a response with only weather codes`() async throws {
    let weather = try await now(
      .openMeteo, [("forecast", step("openmeteo-forecast-weathercode-berlin.json"))])
    #expect(
      weather
        == DayWeather(
          place: "Amsterdam", code: 3, observedAt: Instant(rfc3339: "2023-11-13T10:45:00Z")))
  }

  @Test func `reads one hour of the archive`() async throws {
    let weather = try await day(
      "2024-06-01", [("archive", step("openmeteo-archive-amsterdam.json"))])
    #expect(weather == DayWeather(place: "Amsterdam", temperature: 14.4))
  }

  @Test func `reads a stormy night of the archive`() async throws {
    let weather = try await day(
      "1953-01-31", [("archive", step("openmeteo-archive-1953-daily.json"))])
    #expect(weather == DayWeather(place: "Amsterdam", temperature: 5.47))
    let other = try #require(Day(iso: "1953-02-01"))
    await #expect(throws: WeatherError.noDataForDay(other)) {
      try await day("1953-02-01", [("archive", step("openmeteo-archive-1953-daily.json"))])
    }
  }

  @Test(arguments: [200, 400])
  func `an error body is an error with any status`(_ status: Int) async throws {
    let reason =
      "Cannot initialize WeatherVariable from invalid String value tempeture_2m for key hourly"
    await #expect(throws: WeatherError.rejected(status: status, reason: reason)) {
      try await now(.openMeteo, [("", step("openmeteo-error.json", status: status))])
    }
  }

  @Test func `finds ten places named Hollywood and none for nonsense`() async throws {
    func search(_ name: String) async throws -> [PlaceCandidate] {
      let transport = ScriptedTransport([("", try step(name))])
      return try await Geocoding(WeatherAddresses(), transport: transport)
        .search("Hollywood", language: "en")
    }
    let found = try await search("openmeteo-geocoding-hollywood.json")
    #expect(found.count == 10)
    let first = try #require(found.first)
    #expect(first.place.name == "Hollywood")
    #expect(first.place.coordinates == Sample.point(26.0112, -80.14949))
    #expect(first.place.countryCode == "US")
    #expect(first.place.timeZone == "America/New_York")
    #expect(first.region == "Florida")
    #expect(first.country == "United States")
    #expect(first.population == 149_728)
    #expect(found.last?.place.countryCode == "IE")
    #expect(found.last?.population == nil)
    #expect(try await search("openmeteo-geocoding-empty.json").isEmpty)
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

  @Test func `the country in a response decides the scale when unknown`() async throws {
    let somewhere = try #require(WeatherPlace(coordinates: "38.7,-9.1"))
    let weather = try await now(
      .openWeatherMap,
      [
        ("air_pollution", step("owm-airpollution-poor-beijing.json")),
        ("weather", step("owm-current-lisbon.json")),
      ], at: somewhere)
    #expect(weather.pm10 == 57.21)
    #expect(weather.pm25 == 52.28)
    #expect(weather.scale == .eu)
    #expect(weather.grade == .poor)
  }

  @Test(arguments: [200, 404])
  func `reports an unknown place with any status`(_ status: Int) async throws {
    await #expect(throws: WeatherError.unknownPlace) {
      try await now(.openWeatherMap, [("", step("owm-error.json", status: status))])
    }
  }

  @Test(arguments: ["owm-forecast-munich.json", "owm-geocoding-direct.json"])
  func `refuses a response to another request`(_ name: String) async throws {
    let error = await error { () throws(WeatherError) in
      do {
        _ = try await now(.openWeatherMap, [("", step(name))])
      } catch let error as WeatherError {
        throw error
      } catch {
        throw .cancelled
      }
    }
    guard case .unexpected = error else {
      return #expect(Bool(false), "\(String(describing: error))")
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

  @Test func `reads a nearby WAQI station`() async throws {
    let weather = try await now(.waqi, [("", step("waqi-feed-here.json"))])
    #expect(weather.pm10 == 10)
    #expect(weather.pm25 == 2.7)
    #expect(weather.grade == .good)
  }

  @Test func `reads a WAQI station without data`() async throws {
    let weather = try await now(.waqi, [("", step("waqi-feed-station-10002.json"))])
    #expect(weather == DayWeather(place: "Amsterdam", temperature: 5))
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
