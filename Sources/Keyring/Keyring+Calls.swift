import Platform
import Synchronization

extension Keyring {
  /// Runs what waits for the service on a thread of its own, and gives back what comes of it, in
  /// time. Work that does not heed its end is left behind; what it still needs is kept for it.
  func call<Value: Sendable>(
    within limit: Duration? = nil,
    _ work: @escaping @Sendable (SecretServiceSession) throws(KeyringError) -> Value
  ) async throws(KeyringError) -> Value {
    guard let pending = PendingCall(limit: limit ?? deadline) else {
      throw .failed(detail: "calloc")
    }
    let outcome = CallResult<Value>()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        outcome.deliver(continuation)
        start(work, pending, outcome)
      }
    } onCancel: {
      outcome.complete(.failure(.refused))
      pending.cancel()
    }
    return try result.get()
  }

  private func start<Value: Sendable>(
    _ work: @escaping @Sendable (SecretServiceSession) throws(KeyringError) -> Value,
    _ pending: PendingCall, _ outcome: CallResult<Value>
  ) {
    let working = Thread.detached {
      outcome.complete(
        Result { () throws(KeyringError) in try work(SecretServiceSession(pending)) })
      pending.finish()
    }
    let watching = Thread.detached {
      if pending.isFinished(within: pending.limit) { return }
      pending.cancel()
      if pending.isFinished(within: .milliseconds(250)) { return }
      outcome.complete(.failure(.timedOut(after: pending.limit)))
    }
    if let code = working ?? watching {
      pending.cancel()
      outcome.complete(.failure(.failed(detail: "\(code)")))
    }
  }
}

/// What comes of a call. The first one to say it is believed.
private final class CallResult<Value: Sendable>: Sendable {
  typealias Answer = Result<Value, KeyringError>

  private enum State {
    case open
    case awaited(CheckedContinuation<Answer, Never>)
    case completed(Answer)
    case delivered
  }

  private let state = Mutex(State.open)

  /// Wakes who waits, now or as soon as there is something to tell. Asked once.
  func deliver(_ continuation: CheckedContinuation<Answer, Never>) {
    let known: Answer? = state.withLock { state in
      if case .completed(let answer) = state {
        state = .delivered
        return answer
      }
      state = .awaited(continuation)
      return nil
    }
    if let known { continuation.resume(returning: known) }
  }

  func complete(_ answer: Answer) {
    let waiting: CheckedContinuation<Answer, Never>? = state.withLock { state in
      switch state {
      case .open:
        state = .completed(answer)
        return nil
      case .awaited(let continuation):
        state = .delivered
        return continuation
      case .completed, .delivered:
        return nil
      }
    }
    waiting?.resume(returning: answer)
  }
}
