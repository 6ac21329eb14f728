import CCurl
import Diary

/// A curl multi handle, freed when this value is released.
struct Multi: ~Copyable {
  private let handle: OpaquePointer

  init?(connections: Int) {
    guard let handle = diary_curl_multi_new(Int32(clamping: connections)) else { return nil }
    self.handle = handle
  }

  deinit { diary_curl_multi_free(handle) }

  /// Returns false if libcurl cannot start the transfer.
  func add(_ transfer: Transfer) -> Bool { diary_curl_multi_add(handle, transfer.exchange) }

  /// Aborts the transfer if it is running, and closes its connection.
  func remove(_ transfer: Transfer) { diary_curl_multi_remove(handle, transfer.exchange) }

  func perform() { diary_curl_multi_perform(handle) }

  func wait(until deadline: ContinuousClock.Instant?) {
    let left = deadline.map { ContinuousClock.now.duration(to: $0) } ?? .seconds(3600)
    diary_curl_multi_wait(handle, left.wholeMilliseconds(atMost: 3_600_000))
  }

  /// The next transfer that has finished or failed.
  func nextEnded() -> (transfer: Transfer, outcome: diary_curl_outcome, detail: String)? {
    var outcome = diary_curl_outcome.done
    var detail: UnsafePointer<CChar>?
    guard let context = diary_curl_multi_next_ended(handle, &outcome, &detail) else { return nil }
    return (Transfer.at(context), outcome, detail.map { String(cString: $0) } ?? "")
  }

  var waker: Waker { Waker(handle: handle) }
}

/// Ends the wait of a `Multi` from another thread.
///
/// It is `@unchecked Sendable` because libcurl allows this one call on every thread. The caller
/// must make sure that the `Multi` still exists.
struct Waker: @unchecked Sendable {
  fileprivate let handle: OpaquePointer

  func wake() { diary_curl_multi_wake(handle) }
}
