import HTTP
import Platform
import StandIn
import Testing

/// What the stand-ins refuse as the services do. Otherwise mistakes of the clients would go
/// unnoticed.
@Suite struct StandInTests {
  private let standIn: WeatherStandIn
  private let transport = CurlTransport(environment: Environment([:]), userAgent: "test")

  init() throws { standIn = try WeatherStandIn() }

  private func status(_ target: String) async throws -> Int {
    try await transport.send(HTTPRequest(.get, standIn.server.url + target)).status
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
  func `refuses what Open-Meteo refuses`(_ target: String) async throws {
    #expect(try await status(target) == 400)
  }
}
