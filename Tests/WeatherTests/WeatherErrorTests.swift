import Diary
import HTTP
import Platform
import Testing

@testable import Weather

@Suite struct WeatherErrorTests {
  private func error(_ step: ScriptedTransport.Step) async throws -> WeatherError? {
    let service = try Sample.service(ScriptedTransport(step))
    return await #expect(throws: WeatherError.self) { try await service.now(at: Sample.seoul) }
  }

  @Test func `distinguishes an outage from an unknown place`() async throws {
    let html = "<html><body><h1>404 Not Found</h1></body></html>"
    let outages: [(ScriptedTransport.Step, WeatherError)] = [
      (.json("{}", status: 503), .serverError(status: 503)),
      (.json(html, status: 500), .serverError(status: 500)),
      (.json("", status: 200), .notJSON), (.json(html, status: 200), .notJSON),
      (.json("{\"a\":", status: 200), .notJSON), (.json("{}", status: 429), .rateLimited),
      (.down, .connection(.unreachable(host: "down", detail: "refused"))),
      (.failure(.tooLarge(host: "", limit: 9)), .unexpected),
    ]
    for (step, expected) in outages {
      let error = try await error(step)
      #expect(error == expected)
      #expect(error?.isOutage == true, "\(expected)")
    }
    #expect(try await error(.failure(.cancelled)) == .cancelled)
    // An HTML page from a proxy or a similar system says nothing about a place.
    #expect(try await error(.json(html, status: 404)) == .rejected(status: 404, reason: ""))
  }

  @Test(arguments: [
    (400, "Latitude must be in range of -90 to 90°. Given: 95.0.", WeatherError.unknownPlace),
    (400, "No data is available for this location", .unknownPlace),
    (400, "Minutely API request limit exceeded. Please try again in one minute.", .rateLimited),
    (429, "Daily API request limit exceeded.", .rateLimited),
    (200, "Something", .rejected(status: 200, reason: "Something")),
    (400, "Something", .rejected(status: 400, reason: "Something")),
  ])
  func `reads Open-Meteo's errors`(_ status: Int, _ reason: String, _ error: WeatherError)
    async throws
  {
    let body = #"{"error":true,"reason":"\#(reason)"}"#
    #expect(try await self.error(.json(body, status: status)) == error)
  }

  @Test func `reports a day out of range`() async throws {
    let body =
      #"{"error":true,"reason":"Parameter 'start_date' is out of allowed range from 1940-01-01 to 2026-11-20"}"#
    let service = try Sample.service(ScriptedTransport(.json(body, status: 400)))
    let day = Sample.today - 1
    await #expect(throws: WeatherError.noDataForDay(day)) {
      try await service.day(day, at: Sample.seoul, today: Sample.today)
    }
  }

  @Test func `removes control characters from error messages`() async throws {
    let body = #"{"error":true,"reason":"Not here, \u001b[31m"}"#
    #expect(try await error(.json(body)) == .rejected(status: 200, reason: "Not here,  [31m"))
  }

  @Test func `truncates long error messages`() async throws {
    let body = #"{"error":true,"reason":"\#(String(repeating: "x", count: 9000))"}"#
    guard case .rejected(400, let reason) = try await error(.json(body, status: 400))
    else { return #expect(Bool(false), "it is refused") }
    #expect(reason.count == 201)
  }
}

@Suite struct OpenMeteoTests {
  @Test func `the name and the credit are stable`() {
    #expect(OpenMeteo.name == "open-meteo")
    #expect(OpenMeteo.credit == "Open-Meteo.com, CC BY 4.0")
  }
}

@Suite struct WeatherAddressesTests {
  @Test func `default addresses use HTTPS`() throws {
    let addresses = try WeatherAddresses()
    #expect(addresses[.forecast].text == "https://api.open-meteo.com")
    #expect(addresses[.archive].text == "https://archive-api.open-meteo.com")
    #expect(addresses[.air].text == "https://air-quality-api.open-meteo.com")
    #expect(addresses[.geocoding].text == "https://geocoding-api.open-meteo.com")
  }

  @Test(arguments: ["FORECAST", "ARCHIVE", "AIR", "GEOCODING"])
  func `the environment may set other addresses, if they are safe`(_ name: String) throws {
    let variable = "COMMITDIARY_\(name)_URL"
    _ = try WeatherAddresses(Environment([variable: "http://127.0.0.1:9/x/"]))
    #expect(throws: HostError.insecure(variable: variable, value: "http://example.com")) {
      try WeatherAddresses(Environment([variable: "http://example.com"]))
    }
    for (value, shown) in [
      ("example", "example"), ("https://u@example.com", "https://***@example.com"),
      ("https://example.com/?a", "https://example.com/?***"), ("ftp://a", "ftp://a"),
    ] {
      #expect(throws: HostError.invalidAddress(variable: variable, value: shown)) {
        try WeatherAddresses(Environment([variable: value]))
      }
    }
    _ = try WeatherAddresses(Environment([variable: ""]))
  }
}
