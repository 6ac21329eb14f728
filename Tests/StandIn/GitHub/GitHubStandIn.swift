import Synchronization

/// A small GitHub on loopback: the web site and the API on one port.
///
/// What there is on it is a `World`, which may change while it runs. It is polite by nature; `next`
/// makes single answers late, wrong or none.
public final class GitHubStandIn: Sendable {
  public let server: LoopbackServer
  private let router: RequestRouter

  public init(_ world: World = World()) throws {
    let router = RequestRouter(world)
    self.router = router
    server = try LoopbackServer { router.answer($0) }
  }

  /// What `COMMITDIARY_WEB_URL` is to say.
  public var webURL: String { server.url }

  /// What `COMMITDIARY_API_URL` is to say.
  public var apiURL: String { server.url + RequestRouter.apiPrefix }

  /// Both, for a child.
  public var environment: [String: String] {
    ["COMMITDIARY_WEB_URL": webURL, "COMMITDIARY_API_URL": apiURL]
  }

  public func stop() { server.stop() }
}

extension GitHubStandIn {
  public var world: World { router.world.withLock { $0.value } }

  /// Changes the world; what was seen of it before is not served again.
  public func change<Result>(
    _ change: @Sendable (inout World) throws -> sending Result
  ) rethrows -> sending Result {
    try router.world.withLock {
      $0.revision += 1
      return try change(&$0.value)
    }
  }

  /// In the order of arrival, to the web site and to the API.
  public var requests: [IncomingRequest] { server.requests }

  /// Those to the API whose path, without its prefix, begins so.
  public func requests(to path: String) -> [IncomingRequest] {
    requests.filter { $0.path.hasPrefix(RequestRouter.apiPrefix + path) }
  }

  /// The polls for a token.
  public var polls: [DeviceFlow.Poll] { router.device.withLock { $0.polls } }

  /// The most requests that were being answered at one time.
  public var mostAtOnce: Int { router.traffic.withLock { $0.mostAtOnce } }

  /// Answers by status, since the beginning.
  public var answers: [Int: Int] { router.traffic.withLock { $0.answers } }

  /// Added to every answer.
  public var latency: Duration {
    get { router.traffic.withLock { $0.latency } }
    set { router.traffic.withLock { $0.latency = newValue } }
  }
}

extension GitHubStandIn {
  /// Gives the next requests whose path begins so another answer than they would get.
  ///
  /// - Parameters:
  ///   - path: with or without the prefix of the API.
  ///   - skipped: so many that match are answered as usual before.
  public func next(
    matching path: String, after skipped: Int = 0, times: Int = 1, do answer: Answer
  ) {
    next(matching: path, after: skipped, times: times) { _, _ in answer }
  }

  /// Passes the answers to the next requests whose path begins so through `change`.
  public func next(
    matching path: String, after skipped: Int = 0, times: Int = 1,
    do change: @escaping @Sendable (IncomingRequest, Answer) -> Answer
  ) {
    next(
      where: { $0.path.hasPrefix(path) || $0.path.hasPrefix(RequestRouter.apiPrefix + path) },
      after: skipped, times: times, do: change)
  }

  public func next(
    where isMeant: @escaping @Sendable (IncomingRequest) -> Bool, after skipped: Int = 0,
    times: Int = 1, do change: @escaping @Sendable (IncomingRequest, Answer) -> Answer
  ) {
    let intervention = Intervention(
      isMeant: isMeant, skipped: skipped, times: times, change: change)
    router.interventions.withLock { $0.append(intervention) }
  }

  /// Interventions that still wait for a request.
  public var pendingInterventions: Int { router.interventions.withLock { $0.count } }

  /// Answers as usual from now on.
  public func forgetInterventions() { router.interventions.withLock { $0 = [] } }

  /// Answers everything whose path begins so: for services that are no GitHub.
  public func route(
    _ prefix: String, _ answering: @escaping @Sendable (IncomingRequest) -> Answer
  ) {
    router.routes.withLock { $0.append(Route(prefix: prefix, answering: answering)) }
  }

  /// Leaves an account, or who is not logged in, so many requests until the limit is reset.
  ///
  /// - Parameter status: of the answers once nothing is left: 403 or 429.
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

  /// Tells everybody for so long to slow down.
  public func limitSecondarily(for duration: Duration, _ wait: RateLimit.Wait, status: Int = 403) {
    router.limits.withLock {
      $0.secondary = (.now + duration, .secondaryLimit(wait, status: status))
    }
  }
}
