import Synchronization

/// Answers every request by the part of the server that it is for.
final class RequestRouter: Sendable {
  static let apiPrefix = "/api"

  let world: Mutex<Versioned>
  let device = Mutex(DeviceFlowState())
  let limits = Mutex(RateLimits())
  let interventions = Mutex<[Intervention]>([])
  let routes = Mutex<[Route]>([])
  let traffic = Mutex(Traffic())
  let cache = Mutex(PageCache())

  /// A world, and how often it was changed.
  struct Versioned: Sendable {
    var value: World
    var revision = 0
  }

  init(_ world: World) { self.world = Mutex(Versioned(value: world)) }

  func answer(_ request: IncomingRequest) -> Answer {
    traffic.withLock { $0.begin() }
    var answer = meddled(request)
    if answer.header("Date") == nil {
      answer.headers.insert(("Date", CivilTime.http(CivilTime.now)), at: 0)
    }
    let latency = traffic.withLock { traffic in
      traffic.answers[answer.status, default: 0] += 1
      return traffic.latency
    }
    // Waited out here and not by the connection, so that it counts as being answered.
    if latency > .zero { Pause.sleep(latency) }
    traffic.withLock { $0.end() }
    return answer
  }

  /// The usual answer, or what a test wants instead.
  private func meddled(_ request: IncomingRequest) -> Answer {
    let intervention = interventions.withLock { $0.take(request) }
    let usual = usual(request)
    return intervention?.change(request, usual) ?? usual
  }

  private func usual(_ request: IncomingRequest) -> Answer {
    let route = routes.withLock { $0.first { request.path.hasPrefix($0.prefix) } }
    if let route { return route.answering(request) }
    if request.path == Self.apiPrefix || request.path.hasPrefix(Self.apiPrefix + "/") {
      return API(router: self, request: request).answer()
    }
    return WebSite(router: self, request: request).answer()
  }
}

struct Intervention: Sendable {
  var isMeant: @Sendable (IncomingRequest) -> Bool
  var skipped: Int
  var times: Int
  var change: @Sendable (IncomingRequest, Answer) -> Answer
}

extension [Intervention] {
  /// The one that a request meets, counted down.
  mutating func take(_ request: IncomingRequest) -> Intervention? {
    for index in indices where self[index].isMeant(request) {
      if self[index].skipped > 0 {
        self[index].skipped -= 1
        continue
      }
      let taken = self[index]
      self[index].times -= 1
      if self[index].times <= 0 { remove(at: index) }
      return taken
    }
    return nil
  }
}

struct Route: Sendable {
  var prefix: String
  var answering: @Sendable (IncomingRequest) -> Answer
}

struct Traffic: Sendable {
  var latency: Duration = .zero
  var mostAtOnce = 0
  var answers: [Int: Int] = [:]
  private var now = 0

  mutating func begin() {
    now += 1
    mostAtOnce = max(mostAtOnce, now)
  }

  mutating func end() { now -= 1 }
}

/// What was written once, until the world changes.
struct PageCache: Sendable {
  private var revision = 0
  private var pages: [String: Answer] = [:]

  subscript(key: String, revision: Int) -> Answer? {
    mutating get {
      forget(unless: revision)
      return pages[key]
    }
    set {
      // A page of a world that has passed meanwhile is not kept.
      guard revision >= self.revision else { return }
      forget(unless: revision)
      pages[key] = newValue
    }
  }

  private mutating func forget(unless revision: Int) {
    guard revision > self.revision else { return }
    self.revision = revision
    pages = [:]
  }
}
