import CPlatform
import Glibc
import Synchronization

/// A counting semaphore.
///
/// It is `@unchecked Sendable` because the C library's semaphores are made to be shared. `sem_t` is
/// allocated because it must not move.
public final class Semaphore: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  public init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  public func signal() { sem_post(semaphore) }

  public func wait() {
    while sem_wait(semaphore) != 0 {}
  }

  /// Waits for a signal; returns `false` if there is none within the time, which does not depend on the
  /// date.
  @discardableResult
  public func wait(atMost limit: Duration) -> Bool {
    let (seconds, attoseconds) = max(limit, .zero).components
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000)
    end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while sem_clockwait(semaphore, CLOCK_MONOTONIC, &end) != 0 {
      if errno == ETIMEDOUT { return false }
    }
    return true
  }
}

/// The end of some work, for which any number of threads can wait.
public final class Latch: Sendable {
  private let semaphore = Semaphore()

  public init() {}

  public func signal() { semaphore.signal() }

  /// Waits for the signal, at most for `time`; returns whether it has come.
  @discardableResult
  public func wait(atMost time: Duration) -> Bool {
    guard semaphore.wait(atMost: time) else { return false }
    // The signal stays for others.
    semaphore.signal()
    return true
  }
}

/// A queue from which one thread takes what others add.
public final class BlockingQueue<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  private let count = Semaphore()

  public init() {}

  public func add(_ element: Element) {
    elements.withLock { $0.append(element) }
    count.signal()
  }

  /// Waits for the next element.
  public func next() -> Element {
    count.wait()
    return elements.withLock { $0.removeFirst() }
  }
}

/// An answer that one task awaits and that several threads or tasks may give. The first one counts.
public final class FirstAnswer<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, Never>)
    case given(Value)
  }

  private let state = Mutex(State.open)

  public init() {}

  public func give(_ value: Value) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
      if case .given = state { return nil }
      defer { state = .given(value) }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume(returning: value)
  }

  /// Waits for the answer. Only one task may wait.
  public var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state -> Value? in
          if case .given(let value) = state { return value }
          state = .awaited(continuation)
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    }
  }
}

/// A semaphore for tasks. Waiting tasks are resumed in the order in which they came.
public final class AsyncSemaphore: Sendable {
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

  public init(width: Int) {
    state = Mutex(State(free: max(1, width)))
  }

  /// Waits until a slot is free, and takes it. `signal` releases it.
  public func wait() async throws(CancellationError) {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let isAcquired = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          // Checked under the lock: an earlier cancellation is seen here, and for a later one, the
          // handler finds the waiter in the queue.
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

  public func signal() {
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

/// Blocks the calling thread for a while.
public enum Pause {
  public static func milliseconds(_ count: UInt32) {
    usleep(count * 1000)
  }
}
