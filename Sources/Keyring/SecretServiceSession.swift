import CSecret
import Glibc
import Platform

/// The Secret Service, used synchronously on the thread of a call.
struct SecretServiceSession {
  private let call: PendingCall

  /// Loads libsecret and, unless it stores secrets in a file, connects to the bus.
  init(_ call: PendingCall) throws(KeyringError) {
    if let message = diary_secret_load() {
      throw .libraryMissing(detail: String(cString: message))
    }
    self.call = call
    if diary_secret_uses_bus() {
      try perform { diary_secret_connect(call.handle, &$0) }
    }
  }

  /// `take` throws if `body` returns `nil`, and `perform` if it returns `false`. Both report the
  /// problem that `body` has set.
  private func take<Value>(
    _ body: (inout diary_secret_problem) -> Value?
  ) throws(KeyringError) -> Value {
    var problem = diary_secret_problem()
    guard let value = body(&problem) else { throw KeyringError(taking: problem, of: call) }
    return value
  }

  private func perform(_ body: (inout diary_secret_problem) -> Bool) throws(KeyringError) {
    try take { body(&$0) ? () : nil }
  }
}

// MARK: The default collection

extension SecretServiceSession {
  enum Collection {
    case missing
    case locked
    case unlocked
  }

  /// A file of secrets has no collections and counts as unlocked.
  func collection() throws(KeyringError) -> Collection {
    guard diary_secret_uses_bus() else { return .unlocked }
    return try take {
      switch diary_secret_default_collection(call.handle, &$0) {
      case .unknown: nil
      case .missing: .missing
      case .locked: .locked
      case .unlocked: .unlocked
      }
    }
  }

  func requireOpenCollection() throws(KeyringError) {
    switch try collection() {
    case .missing: throw .noCollection
    case .locked: throw .locked
    case .unlocked: break
    }
  }

  func unlockCollection() throws(KeyringError) {
    try perform { diary_secret_unlock_collection(call.handle, &$0) }
  }
}

// MARK: Secrets

extension SecretServiceSession {
  func search(_ name: SecretName, unlocking: Bool = false) throws(KeyringError) -> KeyringItems {
    KeyringItems(
      owning: try take {
        diary_secret_search(name.host, name.account, unlocking, call.handle, &$0)
      })
  }

  func searchGitHubCLI(host: String) throws(KeyringError) -> KeyringItems {
    KeyringItems(
      owning: try take { diary_secret_search_gh("gh:\(host)", call.handle, &$0) })
  }

  /// The secret, or `nil` if it was removed after the search.
  func read(_ item: Int, of items: borrowing KeyringItems) throws(KeyringError) -> [UInt8]? {
    var problem = diary_secret_problem()
    guard let value = items.read(item, call: call, &problem) else {
      if problem.kind == .no_object {
        free(problem.detail)
        return nil
      }
      throw KeyringError(taking: problem, of: call)
    }
    // Wipes and frees the copy in C.
    defer { diary_secret_value_free(value) }
    var count = 0
    guard let bytes = diary_secret_value_bytes(value, &count) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// Stores bytes without a NUL.
  func store(_ secret: [UInt8], under name: SecretName, label: String) throws(KeyringError) {
    try perform { problem in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: secret.count + 1) { terminated in
        for (index, byte) in secret.enumerated() { terminated[index] = CChar(bitPattern: byte) }
        terminated[secret.count] = 0
        defer { terminated.baseAddress.map { explicit_bzero($0, terminated.count) } }
        guard let start = terminated.baseAddress else { return false }
        return diary_secret_store(name.host, name.account, label, start, call.handle, &problem)
      }
    }
  }

  func clear(_ name: SecretName) throws(KeyringError) {
    try perform { diary_secret_clear(name.host, name.account, call.handle, &$0) }
  }

  func tryStore(label: String) throws(KeyringError) {
    try perform { diary_secret_try_store(label, call.handle, &$0) }
  }
}

/// The time limit of a call, its cancellation, and its end.
///
/// It is `@unchecked Sendable` because the C code protects the state behind the handle with a
/// mutex. All code that may use the handle retains this object, including work that continues in
/// the background, so the handle outlives it.
final class PendingCall: @unchecked Sendable {
  let handle: OpaquePointer
  let limit: Duration
  let end = Latch()
  private let start = ContinuousClock.now

  init?(limit: Duration) {
    guard let handle = diary_secret_call_new() else { return nil }
    self.handle = handle
    self.limit = limit
  }

  deinit { diary_secret_call_free(handle) }

  /// In whole seconds, for messages.
  var elapsed: Duration { .seconds((ContinuousClock.now - start).components.seconds) }

  func cancel() { diary_secret_call_cancel(handle) }
}

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
      pending.end.signal()
    }
    let watching = Thread.detached {
      if pending.end.wait(atMost: pending.limit) { return }
      pending.cancel()
      if pending.end.wait(atMost: .milliseconds(250)) { return }
      answer.give(.failure(.timedOut(after: pending.limit)))
    }
    if let code = working ?? watching {
      pending.cancel()
      answer.give(.failure(.failed(detail: "\(code)")))
    }
  }
}
