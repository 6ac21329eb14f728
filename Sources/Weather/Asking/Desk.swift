import HTTP
import JSON

/// Where questions to services are handed in: each is asked once, by a deadline.
struct Desk: Sendable {
  var transport: any HTTPTransport
  var deadline: Duration

  /// A month of everything that any of them tells is a tenth of it.
  static let bodyLimit = 1 << 20

  /// - Parameter manners: How the service says that something is wrong.
  func ask(_ question: Question, _ manners: any Manners) async throws(WeatherError) -> JSONValue {
    let response: HTTPResponse
    do {
      response = try await transport.send(question.request(within: deadline))
    } catch {
      throw WeatherError(error)
    }
    let json = try? JSONParser.parse(response.body)
    if let error = manners.error(in: Reply(status: response.status, json: json, question)) {
      throw error
    }
    guard let json else { throw .notJSON }
    return json
  }

  /// The same as a value, for two that are asked at the same time.
  func answer(
    to question: Question, _ manners: any Manners
  ) async -> Result<JSONValue, WeatherError> {
    do {
      return .success(try await ask(question, manners))
    } catch {
      return .failure(error)
    }
  }
}

/// What a service is asked.
struct Question: Sendable {
  var url: String
  /// With the name that the service has for it.
  var key: (name: String, value: WeatherKey)?

  func request(within deadline: Duration) -> HTTPRequest {
    var request = HTTPRequest(.get, url, headers: ["Accept": "application/json"])
    request.secretQuery = key.map { SecretQuery($0.name, $0.value.secret) }
    request.bodyLimit = Desk.bodyLimit
    request.connectDeadline = deadline
    request.silenceDeadline = deadline
    request.wholeDeadline = deadline
    return request
  }
}
