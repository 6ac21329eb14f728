import Diary
public import HTTP

/// A login for programs without a browser: a person types a code on a web page, and the program
/// asks until they have.
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

  /// Asks for a code.
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
    default: throw .unexpected(detail: "HTTP \(response.status)")
    }
    let arrival = clock.elapsed
    guard let answer,
      let code = DeviceCode(answer, host: host, begin: begin, arrival: arrival)
    else {
      throw .unexpected(detail: answer?.detail ?? "")
    }
    return code
  }

  /// Asks until the person has answered, or the code is worth nothing any more. Connections that
  /// drop and servers that stumble are waited out.
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
      case .temporaryFailure(let trouble): progress(.temporaryFailure(trouble))
      }
    }
    throw .expired
  }

  private func age(of code: DeviceCode) -> Duration { clock.elapsed - code.begin }

  private enum Poll {
    case granted(DeviceGrant)
    case pending
    case slowDown(to: Duration?)
    case temporaryFailure(DeviceFlowProgress.Failure)
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
      return .temporaryFailure(.connection(reason))
    }
    if response.status == 429 {
      let seconds = response.headers["retry-after"].flatMap { Int(digits: $0.utf8) }
      return .slowDown(to: seconds.map { .seconds(min($0, 3600)) })
    }
    if response.status >= 500 { return .temporaryFailure(.serverError(status: response.status)) }
    // A redirect is some network's page for people who have to log in there first.
    guard !(300...399).contains(response.status), let answer = DeviceFlowResponse(response) else {
      return .temporaryFailure(.unreadable)
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
      return .temporaryFailure(.unreadable)
    }
    guard token.isUsable else { throw .unexpected(detail: "access_token") }
    return .granted(DeviceGrant(token: token, scopes: Scopes(granted: answer.text("scope") ?? "")))
  }

  private func send(
    _ path: String, _ fields: [(name: String, value: String)]
  ) async throws(DeviceFlowError) -> HTTPResponse {
    var request = HTTPRequest(.post, host.webURL + path)
    request.headers = [
      "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded",
    ]
    request.body = Array(URLEncodedForm(fields).encoded.utf8)
    request.bodyLimit = 1 << 20
    request.wholeDeadline = .seconds(30)
    // What is sent lets whoever gets it have the token; it goes where it was meant to, or nowhere.
    request.followsRedirects = false
    // A question too many is answered by slow_down.
    request.isSentOnce = true
    do {
      return try await transport.send(request)
    } catch {
      throw DeviceFlowError(error)
    }
  }
}

extension DeviceFlowError {
  /// An error by the name that the server has for it.
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
  /// Whether it may be gone the next time: a network that comes and goes, but no wrong certificate.
  fileprivate var isTransient: Bool {
    switch self {
    case .unreachable, .timedOut, .droppedMidway, .malformed, .tooLarge: true
    default: false
    }
  }
}
