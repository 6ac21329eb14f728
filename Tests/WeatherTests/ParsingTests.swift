import Diary
import JSON
import Testing

@testable import Weather

@Suite struct ParsingTests {
  private let day = Sample.today

  private func forecast(_ text: String, _ day: Day? = nil) throws -> WeatherReading {
    try WeatherReading.forecast(in: JSONParser.parse(Array(text.utf8)), on: day).get()
  }

  private func air(_ text: String, _ day: Day? = nil) throws -> WeatherReading {
    try WeatherReading.airQuality(in: JSONParser.parse(Array(text.utf8)), on: day).get()
  }

  @Test func `skips nulls and keeps values`() throws {
    let text = """
      {"daily":{"time":["2026-11-20","2026-11-21"],"weather_code":[61,null],
       "temperature_2m_min":[1,null],"temperature_2m_max":[2,"9.5"]},
       "hourly":{"time":["2026-11-21T00:00","2026-11-21T01:00","2026-11-21T02:00","2026-11-22T00:00"],
       "temperature_2m":[null,4,5,99],"weather_code":[3,null,45,99]}}
      """
    let reading = try forecast(text, day)
    #expect(reading.low == nil)
    #expect(reading.high == 9.5)
    #expect(reading.temperature == 4.5)
    #expect(reading.code == 45)
  }

  @Test func `reads the oldest response format`() throws {
    let text = """
      {"utc_offset_seconds":32400,"current_weather":{"time":"2026-11-21T17:00","temperature":7.4,
       "windspeed":3,"weathercode":3}}
      """
    let reading = try forecast(text)
    #expect(reading.temperature == 7.4)
    #expect(reading.code == 3)
    #expect(reading.observedAt == Sample.noon)
  }

  @Test func `tolerates columns of unequal length and other types`() throws {
    let text = """
      {"daily":{"time":["2026-11-21"],"weather_code":[],"temperature_2m_min":{"a":1},
       "temperature_2m_max":[3,4,5]},"hourly":{"time":[null,7,"x","2026-11-21T00:00"],
       "temperature_2m":[1,2,3]}}
      """
    let reading = try forecast(text, day)
    #expect(reading.high == 3)
    #expect(reading.temperature == nil)
  }

  @Test func `ignores impossible values`() throws {
    let text = """
      {"utc_offset_seconds":-9223372036854775808,
       "current":{"time":"2026-11-21T17:00","temperature_2m":1e300,"weather_code":4},
       "daily":{"time":["2026-11-21"],"temperature_2m_min":[-273.2],"temperature_2m_max":[11]}}
      """
    let reading = try forecast(text)
    #expect(
      reading
        == {
          var reading = WeatherReading()
          reading.high = 11
          return reading
        }())
  }

  @Test(arguments: ["{}", "[]", "null", "7", #"{"daily":7,"hourly":[]}"#, #"{"current":[]}"#])
  func `reports an unexpected structure`(_ text: String) {
    #expect(throws: WeatherError.self) { try forecast(text) }
    #expect(throws: WeatherError.self) { try air(text) }
  }

  @Test func `averages particulates over the available hours`() throws {
    let text = """
      {"hourly":{"time":["2026-11-20T23:00","2026-11-21T00:00","2026-11-21T01:00","2026-11-21T02:00"],
       "pm10":[900,30,null,31],"pm2_5":[null,null,null,null]}}
      """
    let reading = try air(text, day)
    #expect(reading.pm10 == 30.5 && reading.pm25 == nil)
    #expect(reading.weather(at: Sample.seoul, scale: nil).grade == .moderate)
    #expect(throws: WeatherError.noDataForDay(day + 5)) { try air(text, day + 5) }
  }

  @Test func `uses the current value when there are no hours`() throws {
    let text = #"{"current":{"time":"2026-11-21T17:00","pm10":41,"pm2_5":-0.2}}"#
    let reading = try air(text)
    #expect(reading.pm10 == 41 && reading.pm25 == 0)
    #expect(throws: WeatherError.self) { try air(text, day) }
  }

  @Test(arguments: [
    "2026-11-21T17:00", "2026-11-21 17:00", "2026-11-21T17:00:00",
  ])
  func `reads local times`(_ text: String) {
    #expect(WallTime(text)?.instant(offset: 32_400) == Sample.noon)
    #expect(WallTime(text)?.instant(offset: nil) == nil)
    #expect(WallTime(text)?.instant(offset: .max) == nil)
    #expect(WallTime(text)?.instant(offset: .min) == nil)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-02-30T17:00", "2026-11-21T24:00", "2026-11-21T17:60",
    "2026-11-21T17:00:61", "2026-11-21T17:00Z", "2026-11-2117:00:0", "２０２６-11-21T17",
  ])
  func `refuses invalid times`(_ text: String) {
    #expect(WallTime(text) == nil)
  }

  @Test func `skips places without a name or coordinates`() throws {
    let text = """
      {"results":[{"name":"A","latitude":"37.5","longitude":127},{"name":"","latitude":1,"longitude":1},
       {"name":"B","latitude":91,"longitude":1},{"latitude":1,"longitude":1},7,null,
       {"name":"C","latitude":1,"longitude":null}]}
      """
    let found = try Geocoding.candidates(in: JSONParser.parse(Array(text.utf8)))
    #expect(found.map(\.place.name) == ["A"])
    #expect(throws: WeatherError.unexpected) {
      try Geocoding.candidates(in: ["results": 7])
    }
    #expect(try Geocoding.candidates(in: ["results": nil]).isEmpty)
  }
}
