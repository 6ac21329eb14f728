import Synchronization

/// Lets so many through at once, the others in the order in which they came.
final class AsyncSemaphore: Sendable {
  private struct Waiter {
    var number: UInt64
    var continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var free: Int
    var count: UInt64 = 0
    var queue: [Waiter] = []
  }

  private let state: Mutex<State>

  init(width: Int) {
    state = Mutex(State(free: max(1, width)))
  }

  /// Waits for a place, which `signal` gives back.
  func wait() async throws(CancellationError) {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let isAcquired = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          // Asked under the lock: cancelled before, it is seen here; cancelled later, the handler
          // finds the entry in the queue.
          if Task.isCancelled { return false }
          if state.free > 0 {
            state.free -= 1
            return true
          }
          state.queue.append(Waiter(number: number, continuation: continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.queue.firstIndex { $0.number == number }.map { state.queue.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: false)
    }
    guard isAcquired else { throw CancellationError() }
  }

  func signal() {
    let next: Waiter? = state.withLock { state in
      guard !state.queue.isEmpty else {
        state.free += 1
        return nil
      }
      return state.queue.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }
}
