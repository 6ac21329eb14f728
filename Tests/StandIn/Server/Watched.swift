import Platform
import Synchronization

/// A value that several threads change and that any of them can wait for.
final class Watched<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  func read<Result: Sendable>(_ look: (Value) -> Result) -> Result { value.withLock { look($0) } }

  func change<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
    value.withLock { change(&$0) }
  }

  /// Waits until `condition` holds, and returns whether it did within `limit`.
  func wait(atMost limit: Duration, until condition: (Value) -> Bool) -> Bool {
    let end = ContinuousClock.now + limit
    while !read(condition) {
      guard ContinuousClock.now < end else { return false }
      Pause.milliseconds(1)
    }
    return true
  }
}
