import Synchronization

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

/// A queue of jobs, and a semaphore that counts them.
private final class Executor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let count = Semaphore()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    count.signal()
  }

  /// Waits for a job and runs it until its next suspension.
  func runNext() {
    count.wait()
    let job = jobs.withLock { $0.removeFirst() }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
