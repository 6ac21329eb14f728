import HTTP
import Synchronization
import Testing

@testable import GitHub

@Suite struct DeviceFlowTests {
  let clock = VirtualClock()

  static let started = ScriptedTransport.Step.json(
    #"{"device_code":"3584d83530557fdd","user_code":"WDJB-MJHT","verification_uri":"https://github.com/login/device","expires_in":900,"interval":5}"#
  )
  static let granted = ScriptedTransport.Step.json(
    #"{"access_token":"gho_0123456789","token_type":"bearer","scope":"repo,read:user"}"#)
  static let pending = error("authorization_pending")

  static func error(_ name: String, _ more: String = "", status: Int = 200)
    -> ScriptedTransport.Step
  {
    .json(#"{"error":"\#(name)","error_description":"In words."\#(more)}"#, status: status)
  }

  private func flow(_ transport: ScriptedTransport) -> DeviceFlow {
    DeviceFlow(host: Sample.host, clientID: "Iv1.x", transport: transport, clock: clock)
  }

  /// Runs a whole login with scripted replies to the polls.
  private func grant(
    _ polls: [ScriptedTransport.Step], start: ScriptedTransport.Step = started,
    progress: @escaping @Sendable (DeviceFlowProgress) -> Void = { _ in }
  ) async throws(DeviceFlowError) -> DeviceGrant {
    let flow = flow(ScriptedTransport([start] + polls))
    return try await flow.grant(for: flow.start(scopes: ["repo"]), progress: progress)
  }

  // MARK: The start

  @Test func `sends forms`() async throws {
    let transport = ScriptedTransport([Self.started, Self.granted])
    let flow = flow(transport)
    let code = try await flow.start(scopes: ["repo", "read:user"])
    _ = try await flow.grant(for: code)
    let requests = transport.requests
    #expect(
      requests.map(\.url) == [
        "https://github.com/login/device/code", "https://github.com/login/oauth/access_token",
      ])
    #expect(
      requests.map { String(decoding: $0.body, as: UTF8.self) } == [
        "client_id=Iv1.x&scope=repo%20read%3Auser",
        "client_id=Iv1.x&device_code=3584d83530557fdd&grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code",
      ])
    for request in requests {
      #expect(request.method == .post)
      #expect(request.headers["Accept"] == "application/json")
      #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
      #expect(request.authorization == nil)
      #expect(!request.followsRedirects)
    }
  }

  @Test(arguments: [
    started,
    .answer(
      200,
      "device_code=3584d83530557fdd&user_code=WDJB-MJHT&verification_uri=https%3A%2F%2Fgithub.com%2Flogin%2Fdevice&expires_in=900&interval=5",
      ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"]),
  ])
  func `reads the code from JSON and forms`(_ step: ScriptedTransport.Step) async throws {
    let code = try await flow(ScriptedTransport([step])).start(scopes: [])
    #expect(code.userCode == "WDJB-MJHT")
    #expect(code.verificationURL == "https://github.com/login/device")
    #expect(code.lifetime == .seconds(900))
    #expect(code.interval == .seconds(5))
    #expect(!"\(code)".contains("3584d83530557fdd"))
  }

  @Test func `uses defaults for missing or invalid values`() async throws {
    let step = ScriptedTransport.Step.json(
      #"{"device_code":"a","user_code":"B","verification_uri":"https://evil.example/","expires_in":-5,"interval":"x"}"#
    )
    let code = try await flow(ScriptedTransport([step])).start(scopes: [])
    #expect(code.verificationURL == "https://github.com/login/device")
    #expect(code.lifetime == .seconds(900))
    #expect(code.interval == .seconds(5))
    let huge = ScriptedTransport.Step.json(
      #"{"device_code":"a","user_code":"B","expires_in":1e300,"interval":"0.25"}"#)
    let other = try await flow(ScriptedTransport([huge])).start(scopes: [])
    #expect(other.lifetime == .seconds(3600))
    #expect(other.interval == .seconds(1))
  }

  @Test(arguments: [
    (error("device_flow_disabled", status: 400), DeviceFlowError.unavailable(detail: "In words.")),
    (error("device_flow_disabled"), .unavailable(detail: "In words.")),
    (error("unauthorized_client"), .unavailable(detail: "In words.")),
    (.json(#"{"error":"Not Found"}"#, status: 404), .unavailable(detail: "Not Found")),
    (.json(#"{"message":"Nope"}"#, status: 401), .unavailable(detail: "Nope")),
    (.answer(403, "<html>", ["Content-Type": "text/html"]), .unavailable(detail: "HTTP 403")),
    (.answer(422), .unavailable(detail: "HTTP 422")),
    (
      error("incorrect_client_credentials"),
      .refused(code: "incorrect_client_credentials", detail: "In words.")
    ),
    (error("unverified_user_email"), .unverifiedEmail),
    (.answer(503, "<html>", ["Content-Type": "text/html"]), .serverError(status: 503)),
    (.answer(302), .unexpected),
    (.answer(200, "<html a=b>", ["Content-Type": "text/html"]), .unexpected),
    (.json(#"{"device_code":"a"}"#), .unexpected),
    (.json(#"{"device_code":"a\n","user_code":"B"}"#), .unexpected),
    (.json(#"{"device_code":"a","user_code":"\u001b[31m"}"#), .unexpected),
    (
      .failure(.unreachable(host: "github.com", detail: "x")),
      .connection(.unreachable(host: "github.com", detail: "x"))
    ),
    (.failure(.cancelled), .cancelled),
  ])
  func `reports why a login cannot start`(step: ScriptedTransport.Step, error: DeviceFlowError)
    async
  {
    await #expect(throws: error) { try await flow(ScriptedTransport([step])).start(scopes: []) }
  }

  @Test(arguments: ["1e-9", "0.001", #""0.5""#, "1e-308"])
  func `always pauses between polls`(interval: String) async throws {
    let start = ScriptedTransport.Step.json(
      #"{"device_code":"a","user_code":"B","expires_in":900,"interval":\#(interval)}"#)
    _ = try await grant([Self.pending, Self.pending, Self.granted], start: start)
    #expect(clock.sleeps.count == 3 && clock.sleeps.allSatisfy { $0 >= .seconds(1) })
  }

  @Test func `limits the lifetime of a code to an hour`() async {
    let start = ScriptedTransport.Step.json(
      #"{"device_code":"a","user_code":"B","expires_in":9e18,"interval":60}"#)
    let polls = [ScriptedTransport.Step](repeating: Self.pending, count: 100)
    await #expect(throws: DeviceFlowError.expired) { try await grant(polls, start: start) }
    #expect(clock.sleeps.reduce(.zero, +) <= .seconds(3600))
  }

  // MARK: The polls

  @Test func `waits slightly longer than the interval`() async throws {
    let grant = try await grant([Self.pending, Self.pending, Self.granted])
    #expect(
      grant
        == DeviceGrant(
          token: Token("gho_0123456789"), scopes: Scopes(names: ["repo", "read:user"])))
    #expect(clock.sleeps == [.seconds(6), .seconds(6), .seconds(6)])
  }

  @Test func `slow_down increases the interval permanently`() async throws {
    let log = Progress()
    _ = try await grant(
      [
        Self.error("slow_down", #","interval":10"#), Self.pending, Self.error("slow_down"),
        Self.pending, Self.error("slow_down", #","interval":1"#), Self.granted,
      ], progress: log.add)
    #expect(
      clock.sleeps == [
        .seconds(6), .seconds(14), .seconds(14), .seconds(21), .seconds(21), .seconds(21),
      ])
    #expect(log.slowedDown == [.seconds(10), .seconds(15), .seconds(15)])
  }

  @Test func `retries dropped connections and server errors`() async throws {
    let log = Progress()
    let unreachable = HTTPError.unreachable(host: "github.com", detail: "no route")
    let grant = try await grant(
      [
        .dropped, .answer(502, "<html>"), .failure(unreachable),
        .failure(.timedOut(host: "github.com", after: .seconds(30))),
        .answer(200, "<html>", ["Content-Type": "text/html"]),
        .answer(200), .json("{}"), .json("[1]"), .answer(302), .answer(429), Self.granted,
      ], progress: log.add)
    #expect(grant.token == Token("gho_0123456789"))
    // Every answer except 429, which slows the polls down.
    #expect(log.troubles == 9)
  }

  @Test(arguments: [
    (error("access_denied"), DeviceFlowError.denied), (error("expired_token"), .expired),
    (error("token_expired"), .expired), (error("unverified_user_email"), .unverifiedEmail),
    (error("incorrect_device_code"), .refused(code: "incorrect_device_code", detail: "In words.")),
    (
      error("unsupported_grant_type"), .refused(code: "unsupported_grant_type", detail: "In words.")
    ),
    (
      error("incorrect_client_credentials", status: 401),
      .refused(code: "incorrect_client_credentials", detail: "In words.")
    ),
    (error("device_flow_disabled", status: 400), .unavailable(detail: "In words.")),
    (error("something_new"), .refused(code: "something_new", detail: "In words.")),
    (.json(#"{"access_token":"two words"}"#), .unexpected),
    (
      .failure(.certificate(host: "a", detail: "b")),
      .connection(.certificate(host: "a", detail: "b"))
    ),
    (.failure(.cancelled), .cancelled),
  ])
  func `a final error ends it at once`(step: ScriptedTransport.Step, error: DeviceFlowError) async {
    await #expect(throws: error) { try await grant([Self.pending, step, Self.granted]) }
    #expect(clock.sleeps.count == 2)
  }

  @Test func `reads a grant from a form, without scopes`() async throws {
    let form = ScriptedTransport.Step.answer(
      200, "access_token=gho_a&scope=&token_type=bearer",
      ["Content-Type": "application/x-www-form-urlencoded"])
    #expect(
      try await grant([form]) == DeviceGrant(token: Token("gho_a"), scopes: Scopes(names: [])))
  }

  @Test func `ends with the code after a last poll`() async {
    let transport = ScriptedTransport([Self.started, Self.pending])
    let flow = flow(transport)
    await #expect(throws: DeviceFlowError.expired) {
      try await flow.grant(for: flow.start(scopes: []))
    }
    #expect(clock.elapsed == .seconds(898))
    // 148 polls 6 seconds apart, and the last one after 898 seconds.
    #expect(transport.requests.count == 150)
    #expect(clock.sleeps.allSatisfy { $0 >= .seconds(5) })
  }

  @Test func `survives a quarter of an hour without a network until the code ends`() async {
    await #expect(throws: DeviceFlowError.expired) { try await grant([.dropped]) }
  }

  @Test func `the last poll of a slowed code is before its end`()
    async
  {
    await #expect(throws: DeviceFlowError.expired) {
      try await grant([Self.error("slow_down", #","interval":86400"#)])
    }
    #expect(clock.sleeps == [.seconds(6), .seconds(892)])
  }

  @Test func `canceling ends a wait at once`() async throws {
    let transport = ScriptedTransport([Self.started])
    let flow = DeviceFlow(
      host: Sample.host, clientID: "x", transport: transport, clock: FrozenClock())
    let code = try await flow.start(scopes: [])
    let log = Progress()
    let task = Task { try await flow.grant(for: code, progress: log.add) }
    while log.all.isEmpty { await Task.yield() }
    task.cancel()
    await #expect(throws: DeviceFlowError.cancelled) { try await task.value }
  }

  @Test func `reports the time to the next poll and to expiry`() async throws {
    let log = Progress()
    _ = try await grant([Self.pending, Self.granted], progress: log.add)
    #expect(
      log.all == [
        .waiting(nextPollIn: .seconds(6), expiresIn: .seconds(900)),
        .waiting(nextPollIn: .seconds(6), expiresIn: .seconds(894)),
      ])
  }

  final class Progress: Sendable {
    private let state = Mutex([DeviceFlowProgress]())

    var all: [DeviceFlowProgress] { state.withLock(\.self) }
    var slowedDown: [Duration] {
      all.compactMap { if case .slowedDown(let interval) = $0 { interval } else { nil } }
    }
    var troubles: Int { all.count { $0 == .temporaryFailure } }

    @Sendable func add(_ progress: DeviceFlowProgress) {
      state.withLock { $0.append(progress) }
    }
  }
}

@Suite struct PollScheduleTests {
  @Test func `polls are at least the interval apart`() {
    for interval in 1...20 {
      for lifetime in stride(from: 1, through: 200, by: 3) {
        var schedule = PollSchedule(interval: .seconds(interval), lifetime: .seconds(lifetime))
        var now = Duration.zero
        var polls: [Duration] = []
        while let next = schedule.next(now: now) {
          #expect(next >= now)
          now = next
          polls.append(next)
          schedule.answered(at: now)
        }
        #expect(polls.last.map { $0 < .seconds(lifetime) } == true)
        if lifetime > 3 * interval + 3 {
          for (one, next) in zip([.zero] + polls, polls) {
            #expect(next - one >= .seconds(interval), "\(interval) \(lifetime)")
          }
        }
      }
    }
  }

  @Test func `a slow poll does not shorten the next wait`() {
    var schedule = PollSchedule(interval: .seconds(5), lifetime: .seconds(900))
    schedule.answered(at: .seconds(30))
    #expect(schedule.next(now: .seconds(60)) == .seconds(60))
    schedule.answered(at: .seconds(60))
    #expect(schedule.next(now: .seconds(60)) == .seconds(66))
    #expect(schedule.next(now: .seconds(900)) == nil)
  }
}
