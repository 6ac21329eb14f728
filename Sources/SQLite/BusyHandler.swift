import CSQLite
import Glibc

/// How long to wait for another program's lock.
///
/// SQLite's own wait sleeps longer and longer, up to a tenth of a second, so that whoever came last
/// is served first; under eight writers some then starve. Ours sleeps a random millisecond or two.
struct BusyHandler {
  private var deadline: ContinuousClock.Instant
  private let limit: Duration
  /// Asked before each sleep.
  private let isCancelled: @Sendable () -> Bool

  init(limit: Duration, isCancelled: @escaping @Sendable () -> Bool) {
    self.limit = limit
    self.isCancelled = isCancelled
    deadline = .now
  }

  /// Whether it is worth to try again; sleeps before it says so.
  mutating func again(attempt: Int32) -> Bool {
    if attempt == 0 { deadline = .now + limit }
    guard ContinuousClock.now < deadline, !isCancelled() else { return false }
    usleep(.random(in: 500...2500))
    return true
  }

  /// Tells `connection` to wait as the value behind `wait` says; it must outlive the connection.
  static func install(_ wait: UnsafeMutablePointer<BusyHandler>, on connection: OpaquePointer) {
    sqlite3_busy_handler(
      connection,
      { context, attempt in
        let wait = context?.assumingMemoryBound(to: BusyHandler.self)
        return wait?.pointee.again(attempt: attempt) == true ? 1 : 0
      }, wait)
  }
}
