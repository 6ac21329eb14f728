import App
import Context
import Platform
import Synchronization

/// The outcome of a command or a change on another thread.
final class PendingOutcome: Sendable {
  private let outcome = Mutex<CommandOutcome?>(nil)
  private let isKnown = Semaphore()

  func finish(_ outcome: CommandOutcome) {
    self.outcome.withLock { $0 = outcome }
    isKnown.signal()
  }

  /// Waits for the outcome; `nil` if it takes longer.
  func outcome(within limit: Duration) -> CommandOutcome? {
    isKnown.wait(atMost: limit)
    return outcome.withLock(\.self)
  }
}
