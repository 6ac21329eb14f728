import HTTP
import JSON

/// Sends each request to a service once, with a deadline.
struct WeatherRequester: Sendable {
  var transport: any HTTPTransport
  var deadline: Duration

  /// A month of everything that any of them tells is a tenth of it.
  static let bodyLimit = 1 << 20

  /// - Parameter errorParser: How the service says that something is wrong.
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

  /// The same as a value, for two that are asked at the same time.
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

/// What a service is asked.
struct WeatherRequest: Sendable {
  var url: String
  /// With the name that the service has for it.
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
