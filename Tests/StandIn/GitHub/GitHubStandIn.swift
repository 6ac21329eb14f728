import Synchronization

/// A stand-in for GitHub on the loopback interface, with the web site and the API on one port.
///
/// Its contents are a `World`, which may change while it runs. By default it responds correctly;
/// `next` delays, changes or drops single responses.
public final class GitHubStandIn: Intervened, Sendable {
  public let server: LoopbackServer
  private let router: RequestRouter

  public init(_ world: World = World()) throws {
    let router = RequestRouter(world)
    self.router = router
    server = try LoopbackServer { router.answer($0) }
  }

  /// The value for `COMMITDIARY_WEB_URL`.
  public var webURL: String { server.url }

  /// The value for `COMMITDIARY_API_URL`.
  public var apiURL: String { server.url + RequestRouter.apiPrefix }

  /// Both variables, for a child process.
  public var environment: [String: String] {
    ["COMMITDIARY_WEB_URL": webURL, "COMMITDIARY_API_URL": apiURL]
  }

  public func stop() { server.stop() }

  public var interventions: Interventions { router.interventions }

  /// A path is meant with and without the prefix of the API.
  public func matches(_ request: IncomingRequest, _ path: String) -> Bool {
    request.path.hasPrefix(path) || request.path.hasPrefix(RequestRouter.apiPrefix + path)
  }
}

extension GitHubStandIn {
  public var world: World { router.world.withLock { $0.value } }

  /// Changes the world and invalidates cached pages.
  public func change<Result>(
    _ change: @Sendable (inout World) throws -> sending Result
  ) rethrows -> sending Result {
    try router.world.withLock {
      $0.revision += 1
      return try change(&$0.value)
    }
  }

  /// All requests to the web site and the API, in order of arrival.
  public var requests: [IncomingRequest] { server.requests }

  /// The requests to the API whose path starts with `path`, not counting the API prefix.
  public func requests(to path: String) -> [IncomingRequest] {
    requests.filter { $0.path.hasPrefix(RequestRouter.apiPrefix + path) }
  }

  /// The polls for a token.
  public var polls: [DeviceFlow.Poll] { router.device.withLock { $0.polls } }

  /// The highest number of concurrent requests.
  public var mostAtOnce: Int { router.traffic.withLock { $0.mostAtOnce } }

  /// The number of responses by status.
  public var answers: [Int: Int] { router.traffic.withLock { $0.answers } }

  /// A delay before every response.
  public var latency: Duration {
    get { router.traffic.withLock { $0.latency } }
    set { router.traffic.withLock { $0.latency = newValue } }
  }
}

extension GitHubStandIn {
  /// The number of interventions that have not been used yet.
  public var pendingInterventions: Int { interventions.count }

  /// Sets the remaining requests of an account, or of requests without a token, until the limit is
  /// reset.
  ///
  /// - Parameter status: the status after the limit is reached: 403 or 429.
  public func limit(
    _ resource: RateLimit.Resource = .core, login: String?, remaining: Int, resetAfter: Duration,
    status: Int = 403
  ) {
    router.limits.withLock {
      var bucket = $0.bucket(resource, account: login)
      bucket.used = bucket.limit - remaining
      let (seconds, attoseconds) = resetAfter.components
      bucket.reset = CivilTime.now + Int(seconds) + (attoseconds > 0 ? 1 : 0)
      bucket.status = status
      $0.set(bucket, resource, account: login)
    }
  }

  /// Responds with the secondary limit to every request for this time.
  public func limitSecondarily(for duration: Duration, _ wait: RateLimit.Wait, status: Int = 403) {
    router.limits.withLock {
      $0.secondary = (.now + duration, .secondaryLimit(wait, status: status))
    }
  }
}
