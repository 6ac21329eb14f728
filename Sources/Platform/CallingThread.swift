import Synchronization

/// Runs asynchronous work on the thread that asks for it.
///
/// The usual pool of threads takes longer to start than most commands take to run. Work that waits
/// for other threads is woken here; what is awaited on the way, actors among it, runs here too.
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

/// A queue of jobs, and a semaphore that counts them.
private final class Executor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let count = Semaphore()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    count.signal()
  }

  /// Waits for a job and runs it to where it next has to wait.
  func runNext() {
    count.wait()
    let job = jobs.withLock { $0.removeFirst() }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
