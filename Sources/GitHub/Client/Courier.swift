import HTTP
import JSON
import Platform
import Synchronization

/// Carries questions to one host and answers back, by the rules: through its gate, again where that
/// is worth it, and not beyond the patience of whoever asks.
final class Courier: Sendable {
  /// What it has learned on the way.
  private struct Experience {
    var requests = 0
    var beginning: Duration?
    var hasAnswered = false
    var rateLimit: RateLimit?
  }

  /// An answer, with the question that it was in the end an answer to.
  struct Delivery {
    var question: Question
    var response: HTTPResponse
    /// The body of an answer to a query, which had to be read to know what it is.
    var json: JSONValue?
  }

  private let transport: any HTTPTransport
  private let gate: HostGate
  private let rules: RetryRules
  private let jitter: @Sendable () -> Double
  private let observer: ClientObserver
  private let experience = Mutex(Experience())

  init(
    _ transport: any HTTPTransport, gate: HostGate, patience: Patience,
    jitter: @escaping @Sendable () -> Double, observer: ClientObserver
  ) {
    self.transport = transport
    self.gate = gate
    self.rules = RetryRules(patience)
    self.jitter = jitter
    self.observer = observer
  }

  /// How many requests were sent.
  var requests: Int { experience.withLock(\.requests) }

  var rateLimit: RateLimit? { experience.withLock(\.rateLimit) }

  func send(_ question: Question) async throws(GitHubError) -> Delivery {
    do {
      try await gate.enter()
    } catch {
      throw .cancelled
    }
    defer { gate.leave() }
    var question = question
    var history = RequestHistory()
    while true {
      try await untilOpen(question)
      history.left = left()
      var json: JSONValue?
      let outcome = await outcome(of: question, left: history.left, json: &json)
      history.hasAnswered = experience.withLock(\.hasAnswered)
      history.left = left()
      switch rules.ruling(on: outcome.asked, after: history, jitter: jitter()) {
      case .accept:
        if let response = outcome.response {
          return Delivery(question: question, response: response, json: json)
        }
        // There is an error in the place of an answer, and no rule accepts one.
        throw .connection(.malformed(host: question.url, detail: ""))
      case .giveUp(let error):
        if case .rateLimited(let kind, let wait, let until) = error {
          // Nobody waits, and nobody else is to run into it either.
          _ = gate.close(for: Wait(.limit(kind), length: wait, until: until))
        }
        throw error
      case .wait(let wait):
        if gate.close(for: wait) { observer.waiting(wait) }
        switch wait.reason {
        case .limit(.primary): history.primaryWaits += 1
        case .limit(.secondary): history.secondaryWaits += 1
        case .serverTrouble, .noAnswer: history.retries += 1
        }
        // Once more as it is; after that the page is what is too much for the host.
        if case .serverTrouble = wait.reason, history.retries > 1 { question.shrink() }
      }
    }
  }

  private func outcome(
    of question: Question, left: Duration?, json: inout JSONValue?
  ) async -> (asked: Outcome, response: HTTPResponse?) {
    experience.withLock { $0.requests += 1 }
    do {
      let response = try await transport.send(question.request(within: left))
      if question.query != nil { json = try? JSONParser.parse(response.body) }
      let faults = (json?["errors"]?.array ?? []).prefix(20).map { GraphQLFault($0) }
      experience.withLock { experience in
        experience.hasAnswered = true
        experience.rateLimit = RateLimit(response.headers) ?? experience.rateLimit
      }
      return (.answer(Reply(response, faults: faults)), response)
    } catch {
      return (.failure(error), nil)
    }
  }

  /// Waits while the host is to be left alone, for as long as the patience lasts.
  private func untilOpen(_ question: Question) async throws(GitHubError) {
    while let wait = gate.closure {
      guard rules.tolerates(wait, left: left()) else { throw GitHubError(wait) }
      do {
        try await gate.time.sleep(for: wait.length)
      } catch {
        throw .cancelled
      }
    }
    if gate.hasReopened() { observer.resumed() }
    if Task.isCancelled { throw .cancelled }
    if let total = rules.patience.total, left() == .zero {
      let host = WebAddress(question.url)?.host ?? ""
      throw .connection(.timedOut(host: host, after: total))
    }
  }

  /// What is left of the time for everything, which begins with the first request.
  private func left() -> Duration? {
    guard let total = rules.patience.total else { return nil }
    let now = gate.time.elapsed
    let beginning = experience.withLock { experience in
      if experience.beginning == nil { experience.beginning = now }
      return experience.beginning ?? now
    }
    return max(beginning + total - now, .zero)
  }
}

extension GitHubError {
  /// What a wait is to somebody who does not wait.
  fileprivate init(_ wait: Wait) {
    self =
      switch wait.reason {
      case .limit(let kind): .rateLimited(kind, wait: wait.length, until: wait.until)
      case .serverTrouble(let status): .serverError(status: status)
      case .noAnswer(let error): GitHubError(error)
      }
  }
}
