import Diary
import HTTP
import JSON

/// Sends each request once, with a deadline.
struct WeatherRequester: Sendable {
  var transport: any HTTPTransport
  var deadline: Duration

  /// About ten times as much as a month of all data.
  static let bodyLimit = 1 << 20

  func send(
    _ url: String, on day: Day? = nil
  ) async throws(WeatherError) -> JSONValue {
    let response: HTTPResponse
    do {
      response = try await transport.send(request(url))
    } catch {
      throw WeatherError(error)
    }
    let json = try? JSONParser.parse(response.body)
    if let error = WeatherError(status: response.status, json: json, on: day) { throw error }
    guard let json else { throw .notJSON }
    return json
  }

  /// The same as a `Result`, for concurrent requests.
  func result(
    of url: String, on day: Day?
  ) async -> Result<JSONValue, WeatherError> {
    do {
      return .success(try await send(url, on: day))
    } catch {
      return .failure(error)
    }
  }

  private func request(_ url: String) -> HTTPRequest {
    var request = HTTPRequest(.get, url, headers: ["Accept": "application/json"])
    request.bodyLimit = WeatherRequester.bodyLimit
    request.connectDeadline = deadline
    request.silenceDeadline = deadline
    request.wholeDeadline = deadline
    return request
  }
}

/// The values for a day from one of two responses.
struct WeatherReading: Hashable {
  var temperature: Double?
  var low: Double?
  var high: Double?
  var code: Int?
  /// Densities in µg/m³.
  var pm10: Double?
  var pm25: Double?
  var observedAt: Instant?
  /// As reported by the service; used if only the coordinates of the place are known.
  var timeZone: String?

  /// Whether there are no values to show.
  var isEmpty: Bool {
    temperature == nil && low == nil && high == nil && code == nil && pm10 == nil && pm25 == nil
  }

  /// - Parameter scale: `nil` for the usual scale at the place.
  func weather(at place: WeatherPlace, scale: GradeScale?) -> DayWeather {
    let isKnown = place.countryCode != nil || place.timeZone != nil
    let standard = GradeScale.standard(
      inCountry: place.countryCode, timeZone: isKnown ? place.timeZone : timeZone)
    return DayWeather(
      place: place.name, temperature: temperature, low: low, high: high, code: code,
      pm10: pm10, pm25: pm25, scale: scale ?? standard,
      observedAt: observedAt)
  }
}

extension WeatherReading {
  /// Combines the results of two concurrent requests. If one of them failed, the other one's values
  /// are used; if both did, the error of the weather request is thrown.
  static func both(
    weather: Result<WeatherReading, WeatherError>, air: Result<WeatherReading, WeatherError>
  ) throws(WeatherError) -> WeatherReading {
    guard case .success(var reading) = weather else {
      // If only the weather server is down, the air quality is still shown.
      guard case .success(let air) = air else { return try weather.get() }
      return air
    }
    if case .success(let air) = air {
      reading.pm10 = air.pm10
      reading.pm25 = air.pm25
      reading.timeZone = reading.timeZone ?? air.timeZone
    }
    return reading
  }
}

/// Conversions that return `nil` for values outside of their plausible range.
extension JSONValue {
  /// In degrees Celsius.
  var temperature: Double? { number(in: -100...100) }

  /// In µg/m³. Sensors in clean air may report slightly negative values.
  var concentration: Double? { number(in: -10...10_000).map { max($0, 0) } }

  /// A known weather code.
  var skyCode: Int? { lenientInteger.flatMap { Sky(rawValue: $0)?.rawValue } }

  func number(in range: ClosedRange<Double>) -> Double? {
    lenientNumber.flatMap { range.contains($0) ? $0 : nil }
  }
}

extension Sequence<Double> {
  /// The mean, rounded to hundredths.
  var mean: Double? {
    var sum = 0.0
    var count = 0.0
    for number in self {
      sum += number
      count += 1
    }
    return count == 0 ? nil : (sum / count * 100).rounded() / 100
  }
}

/// A local time without a time zone.
struct WallTime: Hashable {
  var day: Day
  /// Seconds since the start of the day.
  var second: Int

  /// Parses `2026-02-06T16:30`, with or without seconds, and with a `T` or a space.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16 || bytes.count == 19, let day = Day(iso: text.prefix(10)),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      let hour = Int(digits: bytes[11..<13]), hour < 24, bytes[13] == UInt8(ascii: ":"),
      let minute = Int(digits: bytes[14..<16]), minute < 60
    else { return nil }
    self.day = day
    second = hour * 3600 + minute * 60
    if bytes.count == 19 {
      guard bytes[16] == UInt8(ascii: ":"), let seconds = Int(digits: bytes[17...]), seconds <= 60
      else { return nil }
      second += seconds
    }
  }

  /// - Parameter offset: Seconds east of Greenwich; if `nil`, the result is `nil` too.
  func instant(offset: Int?) -> Instant? {
    guard let offset, (-86_400...86_400).contains(offset) else { return nil }
    return Instant(secondsSince1970: Int64(day.number) * 86_400 + Int64(second - offset))
  }
}
