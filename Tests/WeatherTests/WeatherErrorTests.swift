import Diary
import HTTP
import Platform
import Testing

@testable import Weather

@Suite struct WeatherErrorTests {
  private func error(
    _ service: WeatherService, _ step: ScriptedTransport.Step
  ) async throws -> WeatherError? {
    let provider = try Sample.provider(service, ScriptedTransport(step))
    return await WeatherTests.error { () throws(WeatherError) in
      try await provider.now(at: Sample.seoul)
    }
  }

  @Test(arguments: WeatherService.allCases)
  func `distinguishes an outage from an unknown place`(_ service: WeatherService) async throws {
    let html = "<html><body><h1>404 Not Found</h1></body></html>"
    let outages: [(ScriptedTransport.Step, WeatherError)] = [
      (.json("{}", status: 503), .serverError(status: 503)),
      (.json(html, status: 500), .serverError(status: 500)),
      (.json("", status: 200), .notJSON), (.json(html, status: 200), .notJSON),
      (.json("{\"a\":", status: 200), .notJSON), (.json("{}", status: 429), .rateLimited),
      (.down, .connection(.unreachable(host: "down", detail: "refused"))),
      (.failure(.tooLarge(host: "", limit: 9)), .tooLarge(limit: 9)),
    ]
    for (step, expected) in outages {
      let error = try await error(service, step)
      #expect(error == expected)
      #expect(error?.isOutage == true, "\(expected)")
    }
    #expect(try await error(service, .failure(.cancelled)) == .cancelled)
    // A page that somebody else put in the way says nothing about a place.
    #expect(
      try await error(service, .json(html, status: 404)) == .rejected(status: 404, reason: ""))
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
    #expect(try await self.error(.openMeteo, .json(body, status: status)) == error)
  }

  @Test func `reports a day out of range`() async throws {
    let body =
      #"{"error":true,"reason":"Parameter 'start_date' is out of allowed range from 1940-01-01 to 2026-11-20"}"#
    let provider = try Sample.provider(.openMeteo, ScriptedTransport(.json(body, status: 400)))
    let day = Sample.today - 1
    await #expect(throws: WeatherError.noDataForDay(day)) {
      try await provider.day(day, at: Sample.seoul, today: Sample.today)
    }
  }

  @Test(arguments: [
    (401, #"{"cod":401,"message":"Invalid API key."}"#, WeatherError.refusedKey),
    (200, #"{"cod":"401","message":"Invalid API key."}"#, .refusedKey),
    (404, #"{"cod":"404","message":"city not found"}"#, .unknownPlace),
    (400, #"{"cod":"400","message":"wrong latitude"}"#, .unknownPlace),
    (400, #"{"cod":"400","message":"Nothing to geocode"}"#, .unknownPlace),
    (429, #"{"cod":429,"message":"Your account is temporary blocked"}"#, .rateLimited),
    (400, #"{"cod":"400","message":"bad units"}"#, .rejected(status: 400, reason: "bad units")),
    (200, #"{"cod":"500","message":"Internal"}"#, .serverError(status: 500)),
  ])
  func `reads OpenWeatherMap's errors`(_ status: Int, _ body: String, _ error: WeatherError)
    async throws
  {
    #expect(try await self.error(.openWeatherMap, .json(body, status: status)) == error)
  }

  @Test(arguments: [
    (#"{"status":"error","data":"Invalid key"}"#, WeatherError.refusedKey),
    (#"{"status":"error","data":"Over quota"}"#, .rateLimited),
    (#"{"status":"error","data":"Unknown station"}"#, .unknownPlace),
    (#"{"status":"ok","data":{"status":"error","msg":"Unknown ID"}}"#, .unknownPlace),
    (
      #"{"status":"nope","data":"can not connect"}"#,
      .rejected(status: 200, reason: "can not connect")
    ),
    (#"{"status":"error"}"#, .rejected(status: 200, reason: "")),
    (#"{"status":"ok","data":{"aqi":"-","iaqi":{}}}"#, .unexpected(detail: "iaqi")),
    (#"{"status":"ok"}"#, .unexpected(detail: "data")),
  ])
  func `reads WAQI's errors`(_ body: String, _ error: WeatherError) async throws {
    #expect(try await self.error(.waqi, .json(body)) == error)
  }

  @Test func `removes the key from error messages`() async throws {
    for key in ["sesame+opens", "sesame%2Bopens"] {
      let body = #"{"status":"error","data":"No \#(key) here, \u001b[31m"}"#
      #expect(
        try await error(.waqi, .json(body))
          == .rejected(status: 200, reason: "No … here,  [31m"))
    }
  }

  @Test func `truncates long error messages`() async throws {
    let body = #"{"cod":"400","message":"\#(String(repeating: "x", count: 9000))"}"#
    guard
      case .rejected(400, let reason) = try await error(
        .openWeatherMap, .json(body, status: 400))
    else { return #expect(Bool(false), "it is refused") }
    #expect(reason.count == 201)
  }
}

@Suite struct WeatherServiceTests {
  @Test func `does not send an invalid key`() throws {
    for service in [WeatherService.openWeatherMap, .waqi] {
      for (key, error) in [
        (nil, WeatherError.missingKey), (WeatherKey(""), .unusableKey),
        (WeatherKey("two words"), .unusableKey), (WeatherKey("line\n"), .unusableKey),
      ] {
        #expect(throws: error) {
          try service.provider(
            key: key, addresses: WeatherAddresses(), transport: ScriptedTransport(.down),
            clock: { Sample.noon })
        }
      }
    }
  }

  @Test func `printing a key does not reveal it`() throws {
    let question = WeatherRequest(url: "https://example.com/", key: ("appid", Sample.key))
    var dumped = ""
    dump(question, to: &dumped)
    dump(try Sample.provider(.openWeatherMap, ScriptedTransport(.down)), to: &dumped)
    for text in ["\(Sample.key)", String(reflecting: Sample.key), "\(question)", dumped] {
      #expect(!text.contains("sesame"), "\(text)")
    }
  }

  @Test func `services have stable names and credits`() {
    #expect(WeatherService.allCases.map(\.rawValue) == ["open-meteo", "openweathermap", "waqi"])
    #expect(WeatherService.openMeteo.credit == "Open-Meteo.com, CC BY 4.0")
    #expect(WeatherService.allCases.map(\.mayBeKept) == [true, true, false])
    #expect(WeatherService.allCases.map(\.needsKey) == [false, true, true])
    #expect(WeatherService.allCases.map(\.knowsOtherDays) == [true, false, false])
    #expect(WeatherService.allCases.allSatisfy { WeatherService(rawValue: $0.rawValue) == $0 })
    #expect(WeatherService(rawValue: "other") == nil)
  }
}

@Suite struct WeatherAddressesTests {
  @Test func `default addresses use HTTPS`() throws {
    let addresses = try WeatherAddresses()
    #expect(addresses[.forecast].text == "https://api.open-meteo.com")
    #expect(addresses[.archive].text == "https://archive-api.open-meteo.com")
    #expect(addresses[.air].text == "https://air-quality-api.open-meteo.com")
    #expect(addresses[.geocoding].text == "https://geocoding-api.open-meteo.com")
    #expect(addresses[.openWeatherMap].text == "https://api.openweathermap.org")
    #expect(addresses[.waqi].text == "https://api.waqi.info")
  }

  @Test(arguments: [
    "FORECAST", "ARCHIVE", "AIR", "GEOCODING", "OPENWEATHERMAP", "WAQI",
  ])
  func `the environment may set other addresses, if they are safe`(_ name: String) throws {
    let variable = "COMMITDIARY_\(name)_URL"
    _ = try WeatherAddresses(Environment([variable: "http://127.0.0.1:9/x/"]))
    #expect(throws: WeatherAddressError.insecure(variable: variable, value: "http://example.com")) {
      try WeatherAddresses(Environment([variable: "http://example.com"]))
    }
    for value in ["example", "https://u@example.com", "https://example.com/?a", "ftp://a"] {
      #expect(throws: WeatherAddressError.invalidAddress(variable: variable, value: value)) {
        try WeatherAddresses(Environment([variable: value]))
      }
    }
    _ = try WeatherAddresses(Environment([variable: ""]))
  }
}
