import Diary
public import HTTP
import Platform

/// The OAuth device flow: the user types a code on a web page, while the program polls for the
/// token.
public struct DeviceFlow: Sendable {
  private let host: GitHubHost
  private let clientID: String
  private let transport: any HTTPTransport
  private let clock: any MonotonicClock

  public init(
    host: GitHubHost, clientID: String, transport: any HTTPTransport,
    clock: any MonotonicClock = SystemMonotonicClock()
  ) {
    self.host = host
    self.clientID = clientID
    self.transport = transport
    self.clock = clock
  }

  /// Requests a code.
  public func start(scopes: [String]) async throws(DeviceFlowError) -> DeviceCode {
    let begin = clock.elapsed
    let response = try await send(
      "/login/device/code", [("client_id", clientID), ("scope", scopes.joined(separator: " "))])
    let answer = DeviceFlowResponse(response)
    if let answer, let error = answer.error { throw DeviceFlowError(error, answer) }
    switch response.status {
    case 200...299: break
    case 429, 500...599: throw .serverError(status: response.status)
    case 400...499: throw .unavailable(detail: answer?.detail ?? "HTTP \(response.status)")
    default: throw .unexpected
    }
    let arrival = clock.elapsed
    guard let answer,
      let code = DeviceCode(answer, host: host, begin: begin, arrival: arrival)
    else {
      throw .unexpected
    }
    return code
  }

  /// Polls until the user has responded or the code has expired. Polling continues after lost
  /// connections and server errors.
  public func grant(
    for code: DeviceCode, progress: @Sendable (DeviceFlowProgress) -> Void = { _ in }
  ) async throws(DeviceFlowError) -> DeviceGrant {
    var schedule = PollSchedule(interval: code.interval, lifetime: code.lifetime)
    schedule.answered(at: code.arrival - code.begin)
    while let next = schedule.next(now: age(of: code)) {
      let now = age(of: code)
      progress(.waiting(nextPollIn: next - now, expiresIn: code.lifetime - now))
      do {
        try await clock.sleep(for: next - now)
      } catch {
        throw .cancelled
      }
      let answer = try await poll(code)
      schedule.answered(at: age(of: code))
      switch answer {
      case .granted(let grant): return grant
      case .pending: break
      case .slowDown(let wanted):
        schedule.slowDown(to: wanted)
        progress(.slowedDown(interval: schedule.interval))
      case .temporaryFailure: progress(.temporaryFailure)
      }
    }
    throw .expired
  }

  private func age(of code: DeviceCode) -> Duration { clock.elapsed - code.begin }

  private enum Poll {
    case granted(DeviceGrant)
    case pending
    case slowDown(to: Duration?)
    case temporaryFailure
  }

  private func poll(_ code: DeviceCode) async throws(DeviceFlowError) -> Poll {
    let response: HTTPResponse
    do {
      response = try await send(
        "/login/oauth/access_token",
        [
          ("client_id", clientID), ("device_code", code.secret.secret),
          ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
        ])
    } catch {
      guard case .connection(let reason) = error, reason.isTransient else { throw error }
      return .temporaryFailure
    }
    if response.status == 429 {
      let seconds = response.headers["retry-after"].flatMap { Int(digits: $0.utf8) }
      return .slowDown(to: seconds.map { .seconds(min($0, 3600)) })
    }
    if response.status >= 500 { return .temporaryFailure }
    // A redirect may come from a network with a login page.
    guard !(300...399).contains(response.status), let answer = DeviceFlowResponse(response) else {
      return .temporaryFailure
    }
    switch answer.error {
    case "authorization_pending": return .pending
    case "slow_down": return .slowDown(to: answer.seconds("interval"))
    case let error?: throw DeviceFlowError(error, answer)
    case nil: return try granted(answer)
    }
  }

  private func granted(_ answer: DeviceFlowResponse) throws(DeviceFlowError) -> Poll {
    guard (200...299).contains(answer.status) else {
      throw .unavailable(detail: answer.detail.isEmpty ? "HTTP \(answer.status)" : answer.detail)
    }
    guard let token = answer.text("access_token").map(Token.init) else {
      return .temporaryFailure
    }
    guard token.isUsable else { throw .unexpected }
    return .granted(DeviceGrant(token: token, scopes: Scopes(granted: answer.text("scope") ?? "")))
  }

  private func send(
    _ path: String, _ fields: [(name: String, value: String)]
  ) async throws(DeviceFlowError) -> HTTPResponse {
    var request = HTTPRequest(.post, host.webURL + path)
    request.headers = [
      "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded",
    ]
    request.body = Array(Percent.encode(fields).utf8)
    request.bodyLimit = 1 << 20
    request.wholeDeadline = .seconds(30)
    // The request contains a secret that can be exchanged for the token, so it must not reach
    // another server.
    request.followsRedirects = false
    // The server answers an additional poll with `slow_down`.
    request.isSentOnce = true
    do {
      return try await transport.send(request)
    } catch {
      throw DeviceFlowError(error)
    }
  }
}

extension DeviceFlowError {
  /// Maps an error code of the server.
  fileprivate init(_ name: String, _ answer: DeviceFlowResponse) {
    self =
      switch name {
      case "access_denied": .denied
      case "expired_token", "token_expired": .expired
      case "unverified_user_email": .unverifiedEmail
      case "device_flow_disabled", "unauthorized_client": .unavailable(detail: answer.detail)
      case "incorrect_device_code", "unsupported_grant_type", "incorrect_client_credentials":
        .refused(code: name, detail: answer.detail)
      case _ where (400...499).contains(answer.status): .unavailable(detail: answer.detail)
      default: .refused(code: name, detail: answer.detail)
      }
  }
}

extension HTTPError {
  /// Whether a retry may succeed: after network errors, but not with an invalid certificate.
  fileprivate var isTransient: Bool {
    switch self {
    case .unreachable, .timedOut, .droppedMidway, .malformed, .tooLarge: true
    default: false
    }
  }
}

/// The reason why a login in the browser failed.
public enum DeviceFlowError: Error, Hashable, Sendable {
  /// The app or the server does not support the device flow. The user can create a token manually
  /// instead.
  case unavailable(detail: String)
  /// The user denied access.
  case denied
  /// The code was not entered in time.
  case expired
  /// The user must verify the account's email address first.
  case unverifiedEmail
  /// The server rejected the request, with this error code and text.
  case refused(code: String, detail: String)
  case serverError(status: Int)
  /// The response does not follow the protocol.
  case unexpected
  case connection(HTTPError)
  case cancelled
}

extension DeviceFlowError {
  init(_ error: HTTPError) {
    self = if case .cancelled = error { .cancelled } else { .connection(error) }
  }
}

/// The state of a login while the user is in the browser.
public enum DeviceFlowProgress: Hashable, Sendable {
  /// Waiting for the next poll; the code is valid for `expiresIn`.
  case waiting(nextPollIn: Duration, expiresIn: Duration)
  /// The server asked for fewer polls.
  case slowedDown(interval: Duration)
  /// A poll failed and will be repeated.
  case temporaryFailure
}

/// The result of a login.
public struct DeviceGrant: Hashable, Sendable {
  public var token: Token
  /// The granted permissions, which may be fewer than requested.
  public var scopes: Scopes
}
