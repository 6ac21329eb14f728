import Platform

extension Keyring {
  /// Runs blocking work on a thread of its own and returns its result within the limit. Work that
  /// does not stop at the limit continues in the background, and its call is kept alive.
  func call<Value: Sendable>(
    within limit: Duration? = nil,
    _ work: @escaping @Sendable (SecretServiceSession) throws(KeyringError) -> Value
  ) async throws(KeyringError) -> Value {
    guard let pending = PendingCall(limit: limit ?? deadline) else {
      throw .failed(detail: "calloc")
    }
    let answer = FirstAnswer<Result<Value, KeyringError>>()
    let result = await withTaskCancellationHandler {
      start(work, pending, answer)
      return await answer.value
    } onCancel: {
      answer.give(.failure(.refused))
      pending.cancel()
    }
    return try result.get()
  }

  private func start<Value: Sendable>(
    _ work: @escaping @Sendable (SecretServiceSession) throws(KeyringError) -> Value,
    _ pending: PendingCall, _ answer: FirstAnswer<Result<Value, KeyringError>>
  ) {
    let working = Thread.detached {
      answer.give(
        Result { () throws(KeyringError) in try work(SecretServiceSession(pending)) })
      pending.finish()
    }
    let watching = Thread.detached {
      if pending.isFinished(within: pending.limit) { return }
      pending.cancel()
      if pending.isFinished(within: .milliseconds(250)) { return }
      answer.give(.failure(.timedOut(after: pending.limit)))
    }
    if let code = working ?? watching {
      pending.cancel()
      answer.give(.failure(.failed(detail: "\(code)")))
    }
  }
}
