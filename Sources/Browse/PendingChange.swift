import Localization
import Synchronization

/// A change whose command runs beside the screen, so that keys work while it waits for the journal.
struct PendingChange: Sendable {
  enum Kind: Sendable {
    /// The text before the change, if its version tells how to undo it.
    case new(before: (text: EditedText, version: Int)?)
    case undo, redo
  }

  var change: Change
  var kind: Kind
  /// The command as it is shown and logged.
  var words: [String]
  /// Where the cursor was when the command began.
  var place: CursorPlace?
  /// What is said after a deletion, with the title of what is deleted.
  var deletion: Message?
  let result = PendingOutcome()
}

/// The outcome of a command that another thread runs.
final class PendingOutcome: Sendable {
  private struct State {
    var outcome: CommandOutcome?
    /// The number of the last wait, so that a timer ends only its own.
    var number = 0
    var isTimedOut = false
    var waiting: CheckedContinuation<CommandOutcome?, Never>?
  }

  private let state = Mutex(State())

  /// Keeps the outcome, and returns whether somebody is waiting for it.
  func finish(_ outcome: CommandOutcome) -> Bool {
    let waiting = state.withLock { state in
      state.outcome = outcome
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: outcome)
    return waiting != nil
  }

  /// The outcome; `nil` if the command takes longer.
  func outcome(within limit: Duration) async -> CommandOutcome? {
    if let known = state.withLock({ $0.outcome }) { return known }
    let number = beginWait()
    let timer = Task.detached { [self] in
      try? await Task.sleep(for: limit)
      if !Task.isCancelled { timeOut(number) }
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { continuation in
      let state = self.state.withLock { state in
        if state.outcome == nil, !state.isTimedOut { state.waiting = continuation }
        return (outcome: state.outcome, isWaiting: state.waiting != nil)
      }
      if !state.isWaiting { continuation.resume(returning: state.outcome) }
    }
  }

  /// Whether somebody is waiting for the outcome.
  var isAwaited: Bool { state.withLock { $0.waiting != nil } }

  private func beginWait() -> Int {
    state.withLock { state in
      state.number += 1
      state.isTimedOut = false
      return state.number
    }
  }

  /// Ends a wait. The timer of an earlier one does nothing.
  func timeOut(_ number: Int) {
    let waiting = state.withLock { state -> CheckedContinuation<CommandOutcome?, Never>? in
      guard number == state.number else { return nil }
      state.isTimedOut = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: nil)
  }
}
