import Diary
import HTTP
import TestSupport
import Testing

@testable import Weather

/// Random input, which must result in weather with plausible values or in an error.
@Suite struct WeatherFuzzTests {
  static let bodies = [
    #"{"latitude":37.5,"utc_offset_seconds":32400,"timezone":"Asia/Seoul","current":{"time":"2026-11-21T17:00","interval":900,"temperature_2m":7.4,"weather_code":3,"pm10":41.0,"pm2_5":22.5},"daily":{"time":["2026-11-20","2026-11-21"],"weather_code":[61,3],"temperature_2m_max":[8.1,9.8],"temperature_2m_min":[1.0,null]},"hourly":{"time":["2026-11-21T00:00","2026-11-21T01:00"],"temperature_2m":[3.5,null],"weathercode":[45,99],"pm10":[40,42],"pm2_5":[null,20.5]}}"#,
    #"{"current_weather":{"time":"2026-11-21T17:00","temperature":7.4,"weathercode":3}}"#,
    #"{"error":true,"reason":"Parameter 'start_date' is out of allowed range"}"#,
    #"{"results":[{"id":1,"name":"Seoul","latitude":37.566,"longitude":126.9784,"country_code":"KR","timezone":"Asia/Seoul","population":10349312,"country":"South Korea","admin1":"Seoul"}],"generationtime_ms":0.5}"#,
  ]

  private static func mutated(_ text: String, _ seed: inout Seeded) -> [UInt8] {
    let pieces = [
      "null", "-1", "1e999", "1e300", "\"\"", "[", "{}", "9223372036854775807",
      "-9223372036854775808", "\\ud800", ",", "\"7\"", "0", "true", "\"\u{0}\"", "9999-12-31",
    ]
    var bytes = seed.damaged(text.utf8, with: pieces)
    for _ in 0..<Int.random(in: 0...3, using: &seed) where !bytes.isEmpty {
      // Replaces a complete value, so that the text often remains valid JSON.
      let place = Int.random(in: 0..<bytes.count, using: &seed)
      let start = bytes[place...].firstIndex { $0 == UInt8(ascii: ":") } ?? place
      let end = bytes[start...].dropFirst().firstIndex { ",}]".utf8.contains($0) } ?? start
      bytes.replaceSubrange(min(start + 1, end)..<end, with: Array(seed.one(of: pieces).utf8))
    }
    return bytes
  }

  private static func step(_ seed: inout Seeded) -> ScriptedTransport.Step {
    let statuses = [200, 200, 200, 200, 200, 0, 204, 302, 400, 401, 404, 429, 500, 999]
    return .bytes(mutated(seed.one(of: bodies), &seed), seed.one(of: statuses))
  }

  @Test func `any responses give plausible weather or an error`() async throws {
    try await Fuzz.rounds(51, atLeast: 2_000) { seed in
      let transport = ScriptedTransport([
        ("air", Self.step(&seed)), ("", Self.step(&seed)),
      ])
      let service = try Sample.service(transport)
      let day = Sample.today - Int.random(in: -20...40_000, using: &seed)
      do {
        let weather =
          Bool.random(using: &seed)
          ? try await service.now(at: Sample.seoul)
          : try await service.day(day, at: Sample.seoul, today: Sample.today)
        for degrees in [weather.temperature, weather.low, weather.high].compactMap(\.self) {
          #expect(abs(degrees) <= 100)
        }
        for dust in [weather.pm10, weather.pm25].compactMap(\.self) { #expect(dust >= 0) }
        #expect((weather.grade == nil) == (weather.pm10 == nil && weather.pm25 == nil))
        #expect((weather.sky == nil) == (weather.code == nil))
      } catch {}
    }
  }

  @Test func `any places found have valid coordinates`() async throws {
    try await Fuzz.rounds(52, atLeast: 2_000) { seed in
      let geocoding = Geocoding(
        try WeatherAddresses(), transport: ScriptedTransport(Self.step(&seed)))
      let name = String(decoding: Self.mutated("Seoul 37.5,127", &seed), as: UTF8.self)
      for candidate in (try? await geocoding.search(name, language: "ko")) ?? [] {
        #expect(abs(candidate.place.coordinates.latitude) <= 90)
        #expect(candidate.place.name.unicodeScalars.count <= 201)
      }
    }
  }

  @Test func `any text gives valid coordinates or none`() {
    Fuzz.rounds(53, atLeast: 5_000) { seed in
      let text = String(decoding: Self.mutated("37.5665, -126.978", &seed), as: UTF8.self)
      guard let place = WeatherPlace(coordinates: text) else { return }
      let coordinates = place.coordinates
      #expect(abs(coordinates.latitude) <= 90 && abs(coordinates.longitude) <= 180)
      #expect(WeatherPlace(coordinates: place.name)?.name == place.name)
    }
  }

  @Test func `any numbers get a grade`() {
    Fuzz.rounds(54, atLeast: 5_000) { seed in
      let number = Double(bitPattern: seed.next())
      for scale in GradeScale.allCases {
        #expect((scale.grade(pm10: number, pm25: nil) == nil) == !number.isFinite)
        #expect((scale.grade(pm10: nil, pm25: number) == nil) == !number.isFinite)
      }
      _ = WallTime(String(decoding: Self.mutated("2026-11-21T17:00", &seed), as: UTF8.self))
    }
  }
}
