import Glibc
import Synchronization

/// A system thread, for work that blocks: such work would exhaust the pool of Swift concurrency.
public struct Thread: Sendable {
  private let handle: pthread_t

  /// Starts a thread. The caller must `join` or `detach` it.
  ///
  /// - Parameter blocksSignals: Whether signals are delivered to other threads only.
  /// - Returns: `nil` if the system cannot start another thread; `errno` has the reason.
  public init?(blocksSignals: Bool = false, _ work: @escaping @Sendable () -> Void) {
    var all = sigset_t()
    var previous = sigset_t()
    if blocksSignals {
      // A thread inherits the mask of the one that starts it.
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, &previous)
    }
    defer { if blocksSignals { pthread_sigmask(SIG_SETMASK, &previous, nil) } }
    var handle = pthread_t()
    let context = Unmanaged.passRetained(Work(run: work))
    let code = pthread_create(
      &handle, nil,
      { context in
        // Balances `passRetained` above.
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      errno = code
      return nil
    }
    self.handle = handle
  }

  /// Starts a detached thread; returns the error if the system cannot start one.
  public static func detached(_ work: @escaping @Sendable () -> Void) -> Errno? {
    guard let thread = Thread(work) else { return .current }
    thread.detach()
    return nil
  }

  /// Runs the work on a detached thread, or on this one if the system cannot start another.
  public static func run(_ work: @escaping @Sendable () -> Void) {
    if detached(work) != nil { work() }
  }

  /// The result of blocking work, while other tasks continue.
  public static func result<Result: Sendable>(
    of work: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      run { continuation.resume(returning: work()) }
    }
  }

  public var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

  /// Waits for the thread to end. Call this only once, and not on the thread itself.
  public func join() { pthread_join(handle, nil) }

  /// Lets the thread run to its end without being joined.
  public func detach() { pthread_detach(handle) }

  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }
}

/// Runs blocking work on threads of its own, a few at a time. What has to wait is done in the order in which it
/// came.
public struct WorkThreads: Sendable {
  private let places: AsyncSemaphore

  /// - Parameter count: how many threads work at a time.
  public init(_ count: Int) { places = AsyncSemaphore(width: count) }

  /// The result of the work; `nil` if the task was cancelled before the work began.
  public func result<Result: Sendable>(
    of work: @escaping @Sendable () -> Result
  ) async -> Result? {
    guard (try? await places.wait()) != nil else { return nil }
    defer { places.signal() }
    return await Thread.result(of: work)
  }
}

/// Repeats some work on a thread of its own until this value is released. The release waits for a
/// run in progress.
public struct PeriodicTask: ~Copyable {
  private let end = Latch()
  private let thread: Thread?

  /// If the system has no thread left, the work is not run.
  public init(every interval: Duration, _ work: @escaping @Sendable () -> Void) {
    thread = Thread { [end] in while !end.wait(atMost: interval) { work() } }
  }

  deinit {
    end.signal()
    thread?.join()
  }
}

/// Work on a thread of its own, which can be abandoned: a file system that does not respond blocks
/// a thread forever.
///
/// The work reports its results through `update` as it goes, so that they can be used before it
/// ends, and after it was abandoned.
public final class BlockingWork<State: Sendable>: Sendable {
  private struct Shared {
    var state: State
    /// What the work is doing that may block, and since when.
    var current: (name: String, start: ContinuousClock.Instant, limit: Duration)?
    var isDone = false
    var isStopped = false
  }

  private let shared: Mutex<Shared>
  private let end = Latch()

  /// Starts the work. Without another thread, the work is done at once, on this one.
  public init(_ state: State, _ work: @escaping @Sendable (BlockingWork) -> Void) {
    shared = Mutex(Shared(state: state))
    Thread.run {
      work(self)
      self.shared.withLock { $0.isDone = true }
      self.end.signal()
    }
  }

  // MARK: For the work

  public func update(_ change: (inout State) -> Void) {
    shared.withLock { change(&$0.state) }
  }

  /// Announces a step that may block. It ends when the next one begins.
  ///
  /// - Parameter limit: how long the step may take before it counts as blocked.
  public func begin(_ name: String, limit: Duration) {
    shared.withLock { $0.current = (name, .now, limit) }
  }

  /// Announces that the current step goes on, and how long it may take from now.
  public func extend(to limit: Duration) {
    shared.withLock { shared in
      shared.current = shared.current.map { ($0.name, .now, limit) }
    }
  }

  /// Whether the work should end early.
  public var isStopped: Bool { shared.withLock { $0.isStopped } }

  // MARK: For its owner

  public var state: State { shared.withLock { $0.state } }

  public enum Progress: Hashable, Sendable {
    case done
    case working
    /// The named step takes longer than its limit.
    case blocked(String)
  }

  /// Waits until the work is done, but at most for `time`.
  public func wait(atMost time: Duration) -> Progress {
    end.wait(atMost: time)
    return shared.withLock { shared in
      if shared.isDone { return .done }
      guard let current = shared.current, current.start.duration(to: .now) > current.limit else {
        return .working
      }
      return .blocked(current.name)
    }
  }

  /// Asks the work to end. Work that is blocked does not respond.
  public func stop() { shared.withLock { $0.isStopped = true } }
}

/// Runs asynchronous work on the calling thread.
///
/// Starting the default thread pool takes longer than most commands take to run. The work, and
/// every task and actor that it awaits, runs on the calling thread; work that waits for another
/// thread resumes there too.
public enum CallingThread {
  public static func run<Result: Sendable>(
    _ work: @escaping @Sendable () async -> Result
  ) -> Result {
    let executor = Executor()
    let outcome = Outcome<Result>()
    Task(executorPreference: executor) {
      let result = await work()
      outcome.value.withLock { $0 = result }
    }
    while true {
      if let result = outcome.value.withLock({ $0 }) { return result }
      executor.runNext()
    }
  }

  private final class Outcome<Result: Sendable>: Sendable {
    let value = Mutex<Result?>(nil)
  }
}

private final class Executor: TaskExecutor {
  private let jobs = BlockingQueue<UnownedJob>()

  func enqueue(_ job: consuming ExecutorJob) { jobs.add(UnownedJob(job)) }

  /// Waits for a job and runs it until its next suspension.
  func runNext() { jobs.next().runSynchronously(on: asUnownedTaskExecutor()) }
}
