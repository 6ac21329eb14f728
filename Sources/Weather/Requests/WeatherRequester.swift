import HTTP
import JSON

/// Sends each request once, with a deadline.
struct WeatherRequester: Sendable {
  var transport: any HTTPTransport
  var deadline: Duration

  /// About ten times as much as a month of all data.
  static let bodyLimit = 1 << 20

  func send(
    _ url: String, _ errorParser: OpenMeteoErrorParser
  ) async throws(WeatherError) -> JSONValue {
    let response: HTTPResponse
    do {
      response = try await transport.send(request(url))
    } catch {
      throw WeatherError(error)
    }
    let json = try? JSONParser.parse(response.body)
    if let error = errorParser.error(status: response.status, json: json) {
      throw error
    }
    guard let json else { throw .notJSON }
    return json
  }

  /// The same as a `Result`, for concurrent requests.
  func result(
    of url: String, _ errorParser: OpenMeteoErrorParser
  ) async -> Result<JSONValue, WeatherError> {
    do {
      return .success(try await send(url, errorParser))
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
