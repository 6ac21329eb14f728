import HTTP
import JSON
import Platform

/// A response that may be an error.
struct Reply {
  var status: Int
  /// `nil` if the body is not JSON.
  var json: JSONValue?
  private var key: WeatherKey?

  init(status: Int, json: JSONValue?, _ request: WeatherRequest) {
    self.status = status
    self.json = json
    key = request.key?.value
  }

  /// The message of a service, shortened, and without the key if it repeats it.
  func message(_ text: String?) -> String {
    var text = text ?? ""
    if let secret = key?.secret, !secret.isEmpty {
      for form in [secret, Percent.encode(secret)] { text = text.replacing(form, with: "…") }
    }
    return ServerText.bounded(text)
  }
}

/// Recognizes the error responses of a service.
protocol WeatherErrorParser: Sendable {
  /// `nil` if the response is not an error.
  func error(in reply: Reply) -> WeatherError?
}

extension WeatherError {
  /// Errors that are the same for all services.
  ///
  /// - Parameter reason: The message of the service.
  init?(status: Int, reason: String) {
    switch status {
    case 200...299: return nil
    case 429: self = .rateLimited
    case 500...599: self = .serverError(status: status)
    default: self = .rejected(status: status, reason: reason)
    }
  }
}
