import HTTP
import JSON

/// Sends each request to a service once, with a deadline.
struct WeatherRequester: Sendable {
  var transport: any HTTPTransport
  var deadline: Duration

  /// About ten times as much as a month of all data from any service.
  static let bodyLimit = 1 << 20

  /// - Parameter errorParser: Recognizes the service's error responses.
  func send(_ request: WeatherRequest, _ errorParser: any WeatherErrorParser)
    async throws(WeatherError) -> JSONValue
  {
    let response: HTTPResponse
    do {
      response = try await transport.send(request.httpRequest(within: deadline))
    } catch {
      throw WeatherError(error)
    }
    let json = try? JSONParser.parse(response.body)
    if let error = errorParser.error(in: Reply(status: response.status, json: json, request)) {
      throw error
    }
    guard let json else { throw .notJSON }
    return json
  }

  /// The same as a `Result`, for concurrent requests.
  func result(
    of request: WeatherRequest, _ errorParser: any WeatherErrorParser
  ) async -> Result<JSONValue, WeatherError> {
    do {
      return .success(try await send(request, errorParser))
    } catch {
      return .failure(error)
    }
  }
}

/// A request to a service.
struct WeatherRequest: Sendable {
  var url: String
  /// The key, with the name of its query parameter.
  var key: (name: String, value: WeatherKey)?

  func httpRequest(within deadline: Duration) -> HTTPRequest {
    var request = HTTPRequest(.get, url, headers: ["Accept": "application/json"])
    request.secretQuery = key.map { SecretQuery($0.name, $0.value.secret) }
    request.bodyLimit = WeatherRequester.bodyLimit
    request.connectDeadline = deadline
    request.silenceDeadline = deadline
    request.wholeDeadline = deadline
    return request
  }
}
