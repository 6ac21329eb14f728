import HTTP
import JSON
import Platform

/// An answer, before it is known whether it is the one that was asked for.
struct Reply {
  var status: Int
  /// `nil` where it is none.
  var json: JSONValue?
  private var key: WeatherKey?

  init(status: Int, json: JSONValue?, _ request: WeatherRequest) {
    self.status = status
    self.json = json
    key = request.key?.value
  }

  /// What a service said in words, short, and without the key where it repeats it.
  func message(_ text: String?) -> String {
    var text = text ?? ""
    if let secret = key?.secret, !secret.isEmpty {
      for form in [secret, Percent.encode(secret)] { text = text.replacing(form, with: "…") }
    }
    return ServerText.bounded(text)
  }
}

/// How a service says that something is wrong.
protocol WeatherErrorParser: Sendable {
  /// `nil` where nothing is.
  func error(in reply: Reply) -> WeatherError?
}

extension WeatherError {
  /// What is the same for all of them.
  ///
  /// - Parameter reason: In the words of the service.
  init?(status: Int, reason: String) {
    switch status {
    case 200...299: return nil
    case 429: self = .rateLimited
    case 500...599: self = .serverError(status: status)
    default: self = .rejected(status: status, reason: reason)
    }
  }
}
