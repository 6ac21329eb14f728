import Platform
import Synchronization

/// Routes every request to the web site or the API.
final class RequestRouter: Sendable {
  static let apiPrefix = "/api"

  let world: Mutex<Versioned>
  let device = Mutex(DeviceFlowState())
  let limits = Mutex(RateLimits())
  let interventions = Interventions()
  let traffic = Mutex(Traffic())
  let cache = Mutex(PageCache())

  /// A world, and the number of its changes.
  struct Versioned: Sendable {
    var value: World
    var revision = 0
  }

  init(_ world: World) { self.world = Mutex(Versioned(value: world)) }

  func answer(_ request: IncomingRequest) -> Answer {
    traffic.withLock { $0.begin() }
    var answer = interventions.answer(request, usually: usual(request))
    if answer.header("Date") == nil {
      answer.headers.insert(("Date", CivilTime.http(CivilTime.now)), at: 0)
    }
    let latency = traffic.withLock { traffic in
      traffic.answers[answer.status, default: 0] += 1
      return traffic.latency
    }
    // The delay is here and not in the connection, so that the request counts as concurrent.
    if latency > .zero { Pause.milliseconds(UInt32(latency / .milliseconds(1))) }
    traffic.withLock { $0.end() }
    return answer
  }

  private func usual(_ request: IncomingRequest) -> Answer {
    if request.path == Self.apiPrefix || request.path.hasPrefix(Self.apiPrefix + "/") {
      return API(router: self, request: request).answer()
    }
    return WebSite(router: self, request: request).answer()
  }
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

/// The rendered pages of the current revision of the world.
struct PageCache: Sendable {
  private var revision = 0
  private var pages: [String: Answer] = [:]

  subscript(key: String, revision: Int) -> Answer? {
    mutating get {
      forget(unless: revision)
      return pages[key]
    }
    set {
      // A page of an older revision is not cached.
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
