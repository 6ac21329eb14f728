import Platform
import Synchronization

extension Keyring {
  /// Runs what waits for the service on a thread of its own, and gives back what comes of it, in
  /// time. Work that does not heed its end is left behind; what it still needs is kept for it.
  func call<Value: Sendable>(
    within limit: Duration? = nil,
    _ work: @escaping @Sendable (Service) throws(KeyringError) -> Value
  ) async throws(KeyringError) -> Value {
    guard let pending = PendingCall(limit: limit ?? deadline) else {
      throw .failed(detail: "calloc")
    }
    let outcome = Outcome<Value>()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        outcome.tell(continuation)
        start(work, pending, outcome)
      }
    } onCancel: {
      outcome.settle(.failure(.refused))
      pending.cancel()
    }
    return try result.get()
  }

  private func start<Value: Sendable>(
    _ work: @escaping @Sendable (Service) throws(KeyringError) -> Value,
    _ pending: PendingCall, _ outcome: Outcome<Value>
  ) {
    let working = Thread.detached {
      outcome.settle(
        Result { () throws(KeyringError) in try work(Service(pending)) })
      pending.finish()
    }
    let watching = Thread.detached {
      if pending.isFinished(within: pending.limit) { return }
      pending.cancel()
      if pending.isFinished(within: .milliseconds(250)) { return }
      outcome.settle(.failure(.timedOut(after: pending.limit)))
    }
    if let code = working ?? watching {
      pending.cancel()
      outcome.settle(.failure(.failed(detail: "\(code)")))
    }
  }
}

/// What comes of a call. The first one to say it is believed.
private final class Outcome<Value: Sendable>: Sendable {
  typealias Answer = Result<Value, KeyringError>

  private enum State {
    case open
    case awaited(CheckedContinuation<Answer, Never>)
    case settled(Answer)
    case told
  }

  private let state = Mutex(State.open)

  /// Wakes who waits, now or as soon as there is something to tell. Asked once.
  func tell(_ continuation: CheckedContinuation<Answer, Never>) {
    let known: Answer? = state.withLock { state in
      if case .settled(let answer) = state {
        state = .told
        return answer
      }
      state = .awaited(continuation)
      return nil
    }
    if let known { continuation.resume(returning: known) }
  }

  func settle(_ answer: Answer) {
    let waiting: CheckedContinuation<Answer, Never>? = state.withLock { state in
      switch state {
      case .open:
        state = .settled(answer)
        return nil
      case .awaited(let continuation):
        state = .told
        return continuation
      case .settled, .told:
        return nil
      }
    }
    waiting?.resume(returning: answer)
  }
}
