import CSecret
import Diary

/// The time limit of a call, and its cancellation.
///
/// It is `@unchecked Sendable` because the C code protects the state behind the handle with a
/// mutex. All code that may use the handle retains this object, including work that continues in
/// the background, so the handle outlives it.
final class PendingCall: @unchecked Sendable {
  let handle: OpaquePointer
  let limit: Duration
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
  func finish() { diary_secret_call_finish(handle) }

  /// Waits for the work to end; returns `false` if it takes longer than `time`.
  func isFinished(within time: Duration) -> Bool {
    // At most a day.
    return diary_secret_call_wait(handle, Int(time.wholeMilliseconds(atMost: 86_400_000)))
  }
}
