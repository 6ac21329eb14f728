import Diary
import HTTP

/// What became of a request that was sent.
enum Outcome: Hashable, Sendable {
  case answer(Reply)
  case failure(HTTPError)
}

/// What is to be done with it.
enum RetryDecision: Hashable, Sendable {
  case accept
  case wait(Wait)
  case giveUp(GitHubError)
}

/// What happened to one request before.
struct RequestHistory: Hashable, Sendable {
  /// Sent again after an answer of 5xx, or none.
  var retries = 0
  /// Waited for a limit, of either kind.
  var primaryWaits = 0
  var secondaryWaits = 0
  /// Whether the host ever answered anything: what never answered is not about to.
  var hasAnswered = false
  /// What is left of the policy's total time; `nil` where it has no end.
  var remaining: Duration?

  init() {}
}

/// When a request is sent again, and when not: values in, a value out.
struct RetryRules: Hashable, Sendable {
  var policy: RetryPolicy

  init(_ policy: RetryPolicy) {
    self.policy = policy
  }

  /// `jitter` is between 0 and 1, so that what failed together does not return together.
  func decision(
    on outcome: Outcome, after history: RequestHistory, jitter: Double = 0
  ) -> RetryDecision {
    switch outcome {
    case .answer(let reply): decision(on: reply, history, jitter)
    case .failure(let error): decision(on: error, history, jitter)
    }
  }

  /// Whether a wait is one to sit through, whoever began it.
  func allows(_ wait: Wait, remaining: Duration?) -> Bool {
    if case .limit = wait.reason, policy.limitWaits == 0 { return false }
    return wait.length <= policy.longestWait && wait.length <= remaining ?? wait.length
  }

  private func decision(
    on reply: Reply, _ history: RequestHistory, _ jitter: Double
  ) -> RetryDecision {
    if let kind = reply.limit {
      let wait = wait(for: kind, reply, history)
      let waits = history.primaryWaits + history.secondaryWaits
      return allows(wait, remaining: history.remaining) && waits < policy.limitWaits
        ? .wait(wait) : .giveUp(.rateLimited(kind, wait: wait.length, until: wait.until))
    }
    guard (500...599).contains(reply.status) else { return .accept }
    let pause = backoff(history, jitter)
    let length = max(reply.retryAfter ?? pause, pause)
    let wait = Wait(
      .serverError(status: reply.status), length: length, until: reply.date?.adding(length))
    return allows(wait, remaining: history.remaining) && history.retries < policy.retries
      ? .wait(wait) : .giveUp(.serverError(status: reply.status))
  }

  private func decision(
    on error: HTTPError, _ history: RequestHistory, _ jitter: Double
  ) -> RetryDecision {
    let mayPass =
      switch error {
      case .droppedMidway: true
      case .timedOut, .unreachable: history.hasAnswered
      default: false
      }
    let wait = Wait(.noResponse(error), length: backoff(history, jitter))
    return mayPass && allows(wait, remaining: history.remaining) && history.retries < policy.retries
      ? .wait(wait) : .giveUp(GitHubError(error))
  }

  /// 1, 4 and 9 seconds, and up to half as much again.
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
      // The first time the host is taken by its word. One that says "in a second" again and again
      // means something else.
      let least = waits == 0 ? .seconds(1) : minutes
      length = max(reply.retryAfter ?? afterReset ?? minutes, least)
    case .secondary:
      let isUsedUp = reply.headers["x-ratelimit-remaining"] == "0"
      let unasked = max(isUsedUp ? afterReset ?? minutes : minutes, minutes)
      length = reply.retryAfter.map { max($0, .seconds(1)) } ?? unasked
    }
    let known = kind == .primary ? Instant(epoch: reply.headers["x-ratelimit-reset"]) : nil
    return Wait(.limit(kind), length: length, until: reply.date?.adding(length) ?? known)
  }
}

extension Instant {
  /// No later than the calendar goes.
  func adding(_ duration: Duration) -> Instant {
    let (sum, overflow) = secondsSince1970.addingReportingOverflow(duration.components.seconds)
    return Instant(secondsSince1970: overflow ? 253_402_300_799 : min(sum, 253_402_300_799))
  }
}
