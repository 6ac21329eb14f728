/// Runs blocking work on threads of its own, a few at a time. What has to wait is done in the order in which it
/// came.
public actor WorkThreads {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter count: how many threads work at a time.
  public init(_ count: Int) { free = count }

  /// The result of the work; `nil` if the task was cancelled before the work began.
  public func result<Result: Sendable>(
    of work: @escaping @Sendable () -> Result
  ) async -> Result? {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    defer { endOne() }
    if Task.isCancelled { return nil }
    return await withCheckedContinuation { continuation in
      let run: @Sendable () -> Void = { continuation.resume(returning: work()) }
      if Thread.detached(run) != nil { run() }
    }
  }

  /// The next one gets the place of one that has ended.
  private func endOne() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
