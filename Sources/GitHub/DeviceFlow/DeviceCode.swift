import HTTP
import JSON
import Platform

/// The code that the user types into a web page.
public struct DeviceCode: Hashable, Sendable {
  /// For example `WDJB-MJHT`.
  public var userCode: String
  /// The page on which the code is entered.
  public var verificationURL: String
  public var lifetime: Duration
  /// The minimum time between two polls.
  public var interval: Duration
  /// Identifies this login to the server. It can be exchanged for the token, so it is not printed.
  let secret: Token
  /// When the code was requested and when it arrived, on the clock of the login. The server created
  /// it in between.
  let begin: Duration
  let arrival: Duration

  init?(_ answer: DeviceFlowResponse, host: GitHubHost, begin: Duration, arrival: Duration) {
    guard let secret = answer.text("device_code").map(Token.init), secret.isUsable,
      let userCode = answer.text("user_code"), userCode.utf8.count <= 40,
      userCode.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.userCode = userCode
    self.secret = secret
    self.begin = begin
    self.arrival = arrival
    let ownPage = "\(host.webURL)/login/device"
    // The user grants access on this page, so it must be on the host that the user chose.
    let page = answer.text("verification_uri").flatMap { WebAddress($0) }
    let isOwn = page?.origin == WebAddress(host.webURL)?.origin
    verificationURL = isOwn ? page?.text ?? ownPage : ownPage
    lifetime = answer.seconds("expires_in") ?? .seconds(900)
    interval = answer.seconds("interval") ?? .seconds(5)
  }
}

/// A response of the device flow, which is JSON or a form: servers do not always send the requested
/// format.
struct DeviceFlowResponse {
  let status: Int
  let headers: HTTPHeaders
  private let fields: JSONValue

  /// `nil` if the body is neither JSON nor a form.
  init?(_ response: HTTPResponse) {
    status = response.status
    headers = response.headers
    let type = (response.headers["content-type"] ?? "").lowercased()
    guard response.body.count <= 1 << 20 else { return nil }
    if type.contains("x-www-form-urlencoded") {
      fields = DeviceFlowResponse.form(response.body)
    } else if let json = try? JSONParser.parse(response.body), json.object != nil {
      fields = json
    } else if !type.contains("json"), !type.contains("html"),
      response.body.contains(UInt8(ascii: "="))
    {
      fields = DeviceFlowResponse.form(response.body)
    } else {
      return nil
    }
  }

  private static func form(_ bytes: [UInt8]) -> JSONValue {
    .object(Percent.fields(bytes).map { JSONValue.Member($0.name, .string($0.value)) })
  }

  /// The error code, whatever the status is.
  var error: String? { fields["error"]?.nonEmptyString.map { ServerText.bounded($0, to: 60) } }
  var detail: String { fields.serverMessage ?? "" }

  func text(_ name: String) -> String? { fields[name]?.nonEmptyString }

  /// A duration that the server gives in seconds; `nil` if there is none. It is clamped to between
  /// one second, so that the program never polls without a pause, and one hour.
  func seconds(_ name: String) -> Duration? {
    guard let number = fields[name]?.lenientNumber, number > 0 else { return nil }
    return .milliseconds(Int(min(max(number, 1), 3600) * 1000))
  }
}

/// Determines when a login polls for the token.
///
/// The first poll comes after a full interval, each poll a little later than the server requires,
/// to allow for clocks that differ, and the last one just before the code expires. An interval
/// starts with the response to the last poll, so that it is long enough even if a poll reaches the
/// server late.
struct PollSchedule: Hashable {
  private(set) var interval: Duration
  private var isSlowedDown = false
  /// The time of the last response, since the code was created.
  private(set) var last = Duration.zero
  private let end: Duration
  private let lastPoll: Duration

  init(interval: Duration, lifetime: Duration) {
    self.interval = interval
    end = lifetime
    lastPoll = lifetime - min(.seconds(2), lifetime / 10)
  }

  /// The time of the next poll, since the code was created; `nil` if it expires before that.
  func next(now: Duration) -> Duration? {
    guard last < lastPoll, now < end else { return nil }
    let regular = max(last + interval * (isSlowedDown ? 1.4 : 1.2), now)
    // If a regular poll leaves no time for another one, it is moved to the end and is the last.
    return regular + interval > lastPoll ? max(lastPoll, now) : regular
  }

  mutating func answered(at time: Duration) {
    last = max(time, last)
  }

  /// Applies the interval that the server requires, or adds five seconds.
  mutating func slowDown(to wanted: Duration?) {
    interval = max(wanted ?? interval + .seconds(5), interval)
    isSlowedDown = true
  }
}
