import CSQLite
import Glibc

/// Waits for locks of other processes.
///
/// SQLite's own handler sleeps up to 100 ms, and longer with each attempt, so that the process that
/// came last is served first; with eight writers, some starve. This handler sleeps for a random
/// time of 0.5 to 2.5 ms.
struct BusyHandler {
  private var deadline: ContinuousClock.Instant
  private let limit: Duration
  /// Called before each sleep.
  private let isCancelled: @Sendable () -> Bool

  init(limit: Duration, isCancelled: @escaping @Sendable () -> Bool) {
    self.limit = limit
    self.isCancelled = isCancelled
    deadline = .now
  }

  /// Sleeps and returns whether to try again.
  mutating func again(attempt: Int32) -> Bool {
    if attempt == 0 { deadline = .now + limit }
    guard ContinuousClock.now < deadline, !isCancelled() else { return false }
    usleep(.random(in: 500...2500))
    return true
  }

  /// Makes `connection` wait with the handler at `wait`, which must outlive the connection.
  static func install(_ wait: UnsafeMutablePointer<BusyHandler>, on connection: OpaquePointer) {
    sqlite3_busy_handler(
      connection,
      { context, attempt in
        let wait = context?.assumingMemoryBound(to: BusyHandler.self)
        return wait?.pointee.again(attempt: attempt) == true ? 1 : 0
      }, wait)
  }
}
