import Diary
import HTTP

/// Limits how long a command waits for a host.
public struct RetryPolicy: Hashable, Sendable {
  /// The total time, starting with the first request; `nil` for no limit.
  public var total: Duration?
  /// A request that would have to wait longer than this fails instead.
  public var longestWait: Duration
  /// How often a request is retried after a 5xx status or without a response.
  public var retries: Int
  /// How often a request waits for a rate limit.
  public var limitWaits: Int

  public init(total: Duration?, longestWait: Duration, retries: Int, limitWaits: Int) {
    self.total = total
    self.longestWait = longestWait
    self.retries = retries
    self.limitWaits = limitWaits
  }

  /// For commands that may take long. A primary limit resets within an hour; five minutes are added
  /// for clocks that differ.
  public static let long = RetryPolicy(
    total: nil, longestWait: .seconds(65 * 60), retries: 3, limitWaits: 6)

  /// Like `long`, but fails at a rate limit.
  public static let withoutLimits = RetryPolicy(
    total: nil, longestWait: long.longestWait, retries: 3, limitWaits: 0)

  /// For commands that the user waits for: 5 seconds in total, without retries.
  public static let short = RetryPolicy(
    total: .seconds(5), longestWait: .zero, retries: 0, limitWaits: 0)
}

/// What to do after an outcome.
enum RetryDecision: Hashable, Sendable {
  case accept
  case wait(Wait)
  case giveUp(GitHubError)
}

/// The earlier attempts of a request.
struct RequestHistory: Hashable, Sendable {
  /// The number of retries after a 5xx status or without a response.
  var retries = 0
  /// The number of waits for each limit.
  var primaryWaits = 0
  var secondaryWaits = 0
  /// Whether the host has answered any request. If not, a retry is unlikely to help.
  var hasAnswered = false
  /// The remaining part of the policy's total time; `nil` for no limit.
  var remaining: Duration?
}

/// Decides when a request is sent again.
extension RetryPolicy {
  /// - Parameter jitter: Between 0 and 1. It spreads out the retries of requests that failed
  ///   together.
  func decision(
    on outcome: Result<Reply, HTTPError>, after history: RequestHistory, jitter: Double = 0
  ) -> RetryDecision {
    switch outcome {
    case .success(let reply): decision(on: reply, history, jitter)
    case .failure(let error): decision(on: error, history, jitter)
    }
  }

  /// Whether the policy allows to wait this long.
  func allows(_ wait: Wait, remaining: Duration?) -> Bool {
    if case .limit = wait.reason, limitWaits == 0 { return false }
    return wait.length <= longestWait && wait.length <= remaining ?? wait.length
  }

  private func decision(
    on reply: Reply, _ history: RequestHistory, _ jitter: Double
  ) -> RetryDecision {
    if let kind = reply.limit {
      let wait = wait(for: kind, reply, history)
      let waits = history.primaryWaits + history.secondaryWaits
      return allows(wait, remaining: history.remaining) && waits < limitWaits
        ? .wait(wait) : .giveUp(.rateLimited(kind, wait: wait.length, until: wait.until))
    }
    guard (500...599).contains(reply.status) else { return .accept }
    let pause = backoff(history, jitter)
    let length = max(reply.retryAfter ?? pause, pause)
    let wait = Wait(
      reason: .serverError(status: reply.status), length: length, until: reply.date?.adding(length))
    return allows(wait, remaining: history.remaining) && history.retries < retries
      ? .wait(wait) : .giveUp(.serverError(status: reply.status))
  }

  private func decision(
    on error: HTTPError, _ history: RequestHistory, _ jitter: Double
  ) -> RetryDecision {
    let isTransient =
      switch error {
      case .droppedMidway: true
      case .timedOut, .unreachable: history.hasAnswered
      default: false
      }
    let wait = Wait(reason: .noResponse(error), length: backoff(history, jitter))
    return isTransient && allows(wait, remaining: history.remaining)
      && history.retries < retries
      ? .wait(wait) : .giveUp(GitHubError(error))
  }

  /// 1, 4 and 9 seconds, plus up to half of that.
  private func backoff(_ history: RequestHistory, _ jitter: Double) -> Duration {
    let step = min(history.retries, 60) + 1
    return .seconds(step * step) * (1 + min(max(jitter, 0), 1) / 2)
  }

  private func wait(
    for kind: RateLimitKind, _ reply: Reply, _ history: RequestHistory
  ) -> Wait {
    let waits = kind == .primary ? history.primaryWaits : history.secondaryWaits
    let minutes = Duration.seconds(60 << min(max(waits, 0), 20))
    let afterReset = reply.untilReset.map { $0 + .seconds(1) }
    let length: Duration
    switch kind {
    case .primary:
      // The first time, the host's value is used. If the limit is reached again after such a wait,
      // the value was too small.
      let least = waits == 0 ? .seconds(1) : minutes
      length = max(reply.retryAfter ?? afterReset ?? minutes, least)
    case .secondary:
      let isUsedUp = reply.headers["x-ratelimit-remaining"] == "0"
      let defaultLength = max(isUsedUp ? afterReset ?? minutes : minutes, minutes)
      length = reply.retryAfter.map { max($0, .seconds(1)) } ?? defaultLength
    }
    let known = kind == .primary ? Instant(epoch: reply.headers["x-ratelimit-reset"]) : nil
    return Wait(reason: .limit(kind), length: length, until: reply.date?.adding(length) ?? known)
  }
}

extension Instant {
  /// Limited to the end of the year 9999.
  func adding(_ duration: Duration) -> Instant {
    let (sum, overflow) = secondsSince1970.addingReportingOverflow(duration.components.seconds)
    let last = Instant.calendar.upperBound
    return Instant(secondsSince1970: overflow ? last : min(sum, last))
  }
}
