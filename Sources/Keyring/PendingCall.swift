import CSecret
import Diary

/// The time that one piece of work may take, and the way to end it before.
///
/// `@unchecked`: C guards what is behind the handle by a mutex of its own. Everyone who may still
/// use it holds this object, the work that is left behind too, so that the handle outlives them.
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

  /// In whole seconds: nobody reads more.
  var elapsed: Duration { .seconds((ContinuousClock.now - start).components.seconds) }

  func cancel() { diary_secret_call_cancel(handle) }
  func finish() { diary_secret_call_finish(handle) }

  /// Waits until the work is done; `false` where it takes longer.
  func isFinished(within time: Duration) -> Bool {
    // More than a day is as good as for ever.
    return diary_secret_call_wait(handle, Int(time.wholeMilliseconds(atMost: 86_400_000)))
  }
}
