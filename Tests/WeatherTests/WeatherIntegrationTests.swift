import Diary
import HTTP
import Platform
import StandIn
import Synchronization
import Testing

@testable import Weather

/// Open-Meteo with the stand-in, over real sockets.
@Suite(.timeLimit(.minutes(5)))
struct WeatherIntegrationTests {
  let standIn: WeatherStandIn
  let addresses: WeatherAddresses
  let transport = CurlTransport(environment: Environment([:]), userAgent: "commitdiary/test")

  init() throws {
    standIn = try WeatherStandIn(
      WeatherWorld(now: Int(Sample.noon.secondsSince1970), seed: 7))
    addresses = try WeatherAddresses(Environment(standIn.environment))
  }

  private func service(
    scale: GradeScale? = nil, deadline: Duration = .seconds(60)
  ) -> OpenMeteo {
    OpenMeteo(addresses, transport: transport, scale: scale, deadline: deadline)
  }

  private func known(_ day: Day, at place: WeatherPlace = Sample.seoul) -> WeatherWorld.Day {
    let coordinates = place.coordinates
    return standIn.world.day(
      day.number, latitude: coordinates.latitude, longitude: coordinates.longitude)
  }

  private func mean(_ values: some Collection<Double>) -> Double {
    (values.reduce(0, +) / Double(values.count) * 100).rounded() / 100
  }

  // MARK: Weather

  @Test func `current weather combines the services`() async throws {
    let weather = try await service().now(at: Sample.seoul)
    let known = known(Sample.today)
    #expect(
      weather
        == DayWeather(
          place: "서울", temperature: known.temperatures[17], low: known.low, high: known.high,
          code: known.code, pm10: mean(known.pm10), pm25: mean(known.pm25), scale: .korea,
          observedAt: Sample.noon))
    #expect(weather.grade == GradeScale.korea.grade(pm10: weather.pm10, pm25: weather.pm25))
    #expect(standIn.requests.count == 2)
  }

  @Test(arguments: [1, 92, 93, 400, 5_000])
  func `an earlier day comes from the forecast or the archive API`(_ back: Int) async throws {
    let day = Sample.today - back
    let weather = try await service().day(day, at: Sample.seoul, today: Sample.today)
    let known = known(day)
    let hasDust = day >= Day(number: 15_706)
    #expect(
      weather
        == DayWeather(
          place: "서울", temperature: mean(known.temperatures), low: known.low, high: known.high,
          code: known.code, pm10: hasDust ? mean(known.pm10) : nil,
          pm25: hasDust ? mean(known.pm25) : nil, scale: .korea))
    #expect(standIn.requests(to: .forecast).count == (back <= 92 ? 1 : 0))
    #expect(standIn.requests(to: .archive).count == (back > 92 ? 1 : 0))
    #expect(standIn.requests(to: .air).count == 1)
  }

  @Test func `does not request a day out of range`() async throws {
    for day in [Day(number: -10_959), Sample.today + 16] {
      await #expect(throws: WeatherError.noDataForDay(day)) {
        try await service().day(day, at: Sample.seoul, today: Sample.today)
      }
    }
    #expect(standIn.requests.isEmpty)
  }

  @Test func `reports a day without data`() async throws {
    let day = Sample.today - 3
    standIn.change { world in
      world.daysWithoutWeather = [day.number]
      world.daysWithoutDust = [day.number]
    }
    await #expect(throws: WeatherError.noDataForDay(day)) {
      try await service().day(day, at: Sample.seoul, today: Sample.today)
    }
  }

  @Test func `returns weather or particulates when the other fails`() async throws {
    let service = service()
    standIn.next(.air, do: .status(503))
    let clear = try await service.now(at: Sample.seoul)
    #expect(clear.high == known(Sample.today).high)
    #expect(clear.pm10 == nil)
    #expect(clear.scale == nil)
    // libcurl retries if a reused connection turns out to be closed.
    standIn.next(.forecast, times: 9, do: .dropped)
    let dusty = try await service.now(at: Sample.seoul)
    #expect(dusty.temperature == nil)
    #expect(dusty.pm10 == mean(known(Sample.today).pm10))
    #expect(dusty.observedAt == Sample.noon)
    standIn.forgetInterventions()
    standIn.next(.forecast, do: .status(503))
    standIn.next(.air, do: .status(429))
    await #expect(throws: WeatherError.serverError(status: 503)) {
      try await service.now(at: Sample.seoul)
    }
  }

  @Test func `sends both requests at the same time`() async throws {
    // Each response waits for the other request, so the requests must be sent at the same time.
    let seen = Mutex<Set<String>>([])
    for host in [WeatherStandIn.Service.forecast, .air] {
      standIn.next(host) { [standIn] _, answer in
        seen.withLock { _ = $0.insert(host.rawValue) }
        return standIn.server.blockUntil(requests: 2) ? answer : .dropped
      }
    }
    let weather = try await service().now(at: Sample.seoul)
    #expect(weather.temperature != nil)
    #expect(weather.pm10 != nil)
  }

  @Test func `grades coordinates by their time zone`() async throws {
    let service = service()
    let seoul = try #require(WeatherPlace(coordinates: "37.57,126.98"))
    let amsterdam = try #require(WeatherPlace(coordinates: "52.37,4.89"))
    let tokyo = try #require(WeatherPlace(coordinates: "35.69,139.69"))
    #expect(try await service.now(at: seoul).scale == .korea)
    #expect(try await service.now(at: amsterdam).scale == .eu)
    #expect(try await service.now(at: tokyo).scale == .us)
    #expect(try await self.service(scale: .korea).now(at: tokyo).scale == .korea)
  }

  // MARK: Errors

  @Test func `makes one attempt within the deadline`() async throws {
    standIn.next(.forecast, times: 9, do: .never)
    standIn.next(.air, times: 9, do: .never)
    let service = service(deadline: .milliseconds(200))
    let error = await #expect(throws: WeatherError.self) {
      try await service.now(at: Sample.seoul)
    }
    #expect(error == .connection(.timedOut(host: "127.0.0.1", after: .milliseconds(200))))
    #expect(error?.isOutage == true)
    #expect(standIn.requests.count <= 2)
  }

  @Test func `refuses a truncated response and HTML`() async throws {
    let service = service()
    for host in [WeatherStandIn.Service.forecast, .air] {
      standIn.next(host) { _, answer in
        Answer(headers: answer.headers, body: Array(answer.body.prefix(answer.body.count / 2)))
      }
    }
    await #expect(throws: WeatherError.notJSON) {
      try await service.now(at: Sample.seoul)
    }
    for host in [WeatherStandIn.Service.forecast, .air] {
      standIn.next(host, do: .html("<html><body>Bad gateway</body></html>"))
    }
    await #expect(throws: WeatherError.notJSON) {
      try await service.now(at: Sample.seoul)
    }
  }

  // MARK: Places

  private var geocoding: Geocoding {
    Geocoding(addresses, transport: transport, deadline: .seconds(60))
  }

  @Test func `finds a place by name in the given language`() async throws {
    let found = try await geocoding.search("서울", language: "ko")
    #expect(found.count == 1)
    #expect(
      found.first
        == PlaceCandidate(
          place: WeatherPlace(
            name: "서울", coordinates: Sample.point(37.566, 126.9784), countryCode: "KR",
            timeZone: "Asia/Seoul"), region: "서울특별시", country: "대한민국", population: 10_349_312))
  }

  @Test(arguments: ["", " ", "a", " 서 ", "x" + String(repeating: "y", count: 500)])
  func `does not send a name that cannot match`(_ name: String) async throws {
    #expect(try await geocoding.search(name, language: "en").isEmpty)
    #expect(standIn.requests.isEmpty)
  }

  @Test func `coordinates need no request`() async throws {
    let found = try await geocoding.search("37.5, 127", language: "en")
    #expect(found.map(\.place.name) == ["37.5,127"])
    #expect(standIn.requests.isEmpty)
  }

  @Test func `an outage is not an unknown place`() async throws {
    standIn.next(.geocoding, do: .html("<h1>502</h1>", status: 502))
    let geocoding = geocoding
    await #expect(throws: WeatherError.serverError(status: 502)) {
      try await geocoding.search("Seoul", language: "en")
    }
  }
}
