import Diary
import HTTP
import Synchronization
import Weather

/// Chooses the response by a part of the URL. A URL without a response is unreachable.
final class ScriptedTransport: HTTPTransport {
  typealias Step = Result<HTTPResponse, HTTPError>

  private let steps: [(part: String, step: Step)]
  private let log = Mutex<[HTTPRequest]>([])

  init(_ steps: [(part: String, step: Step)]) { self.steps = steps }

  /// The same response to every request.
  convenience init(_ step: Step) { self.init([("", step)]) }

  var requests: [HTTPRequest] { log.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    log.withLock { $0.append(request) }
    let step = steps.first { request.url.contains($0.part) }?.step
    return try (step ?? .failure(.unreachable(host: "nobody", detail: ""))).get()
  }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
  static func json(_ body: String, status: Int = 200) -> Self { .bytes(Array(body.utf8), status) }

  static func bytes(_ body: [UInt8], _ status: Int = 200) -> Self {
    .success(HTTPResponse(status: status, body: body, url: ""))
  }

  static var down: Self { .failure(.unreachable(host: "down", detail: "refused")) }
}

enum Sample {
  static let seoul = WeatherPlace(
    name: "서울", coordinates: Sample.point(37.566, 126.9784), countryCode: "KR",
    timeZone: "Asia/Seoul")

  static let amsterdam = WeatherPlace(
    name: "Amsterdam", coordinates: Sample.point(52.374, 4.8897), countryCode: "NL")

  /// 2026-11-21, a Saturday.
  static let today = Day(number: 20_778)
  /// 17:00 in Seoul.
  static let noon = Instant(secondsSince1970: 1_795_248_000)

  static func point(_ latitude: Double, _ longitude: Double) -> Coordinates {
    guard let point = Coordinates(latitude: latitude, longitude: longitude) else {
      preconditionFailure("it is on the map")
    }
    return point
  }

  static func service(_ transport: any HTTPTransport) throws -> OpenMeteo {
    OpenMeteo(try WeatherAddresses(), transport: transport)
  }
}
