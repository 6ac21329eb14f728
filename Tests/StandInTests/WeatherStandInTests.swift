import JSON
import StandIn
import Testing

@Suite struct WeatherStandInTests {
  /// 2026-11-21, 17:00 in Seoul.
  let standIn: WeatherStandIn

  init() throws { standIn = try WeatherStandIn(WeatherWorld(now: 1_795_248_000)) }

  private func ask(_ target: String) throws -> RawClient.Reply {
    let client = try RawClient(standIn.server.port)
    return try #require(client.ask("GET", target, ["User-Agent": "test"]))
  }

  private let seoul = "latitude=37.5&longitude=127&timezone=auto"

  @Test func `forecast and archive agree on a day`() throws {
    let span = "daily=temperature_2m_max&start_date=2026-11-01&end_date=2026-11-02"
    let forecast = try ask("/forecast/v1/forecast?\(seoul)&\(span)").json
    let archive = try ask("/archive/v1/archive?\(seoul)&\(span)").json
    #expect(forecast?["daily"] == archive?["daily"])
    #expect(forecast?["daily"]?["time"] == ["2026-11-01", "2026-11-02"])
  }

  @Test func `current time is local to the place`() throws {
    let reply = try ask("/forecast/v1/forecast?\(seoul)&current=temperature_2m")
    #expect(reply.json?["current"]?["time"] == "2026-11-21T17:00")
    #expect(reply.json?["timezone"] == "Asia/Seoul")
    #expect(reply.json?["utc_offset_seconds"] == 32400)
  }

  @Test(arguments: [
    "/forecast/v1/forecast?latitude=37.5&longitude=127&daily=weather_code",
    "/forecast/v1/forecast?latitude=95&longitude=127&current=weather_code",
    "/forecast/v1/forecast?latitude=37.5&longitude=127&current=weathercode",
    "/forecast/v1/forecast?latitude=37.5&longitude=127&hourly=weather_code&start_date=2026-01-01&end_date=2026-01-02",
    "/archive/v1/archive?latitude=37.5&longitude=127&hourly=weather_code",
    "/air/v1/air-quality?latitude=37.5&longitude=127&daily=pm10&timezone=auto",
    "/geocoding/v1/search?name=Seoul&count=0",
  ])
  func `refuses what the real service refuses`(_ target: String) throws {
    let reply = try ask(target)
    #expect(reply.status == 400)
    #expect(reply.json?["error"] == true)
  }

  @Test func `finds names like the real service`() throws {
    func count(_ name: String) throws -> Int? {
      try ask("/geocoding/v1/search?name=\(name)").json?["results"]?.array?.count
    }
    #expect(try count("s") == nil)
    #expect(try count("se") == nil)
    #expect(try count("seo") == 1)
    #expect(try count("%EC%84%9C%EC%9A%B8") == 1)
    #expect(try count("springfield") == 3)
  }

  @Test func `requires keys`() throws {
    let weather = "/openweathermap/data/2.5/weather?lat=37.5&lon=127&units=metric"
    #expect(try ask(weather).status == 401)
    #expect(try ask("\(weather)&appid=\(standIn.world.openWeatherMapKey)").status == 200)
    let feed = "/waqi/feed/geo:37.5;127/"
    #expect(try ask(feed).json?["data"] == "Invalid key")
    #expect(try ask("\(feed)?token=\(standIn.world.waqiToken)").json?["status"] == "ok")
  }

  @Test func `can fail a single response`() throws {
    standIn.next(.geocoding, do: .status(503))
    #expect(try ask("/geocoding/v1/search?name=seoul").status == 503)
    #expect(try ask("/geocoding/v1/search?name=seoul").status == 200)
    #expect(standIn.requests(to: .geocoding).count == 2)
  }
}
