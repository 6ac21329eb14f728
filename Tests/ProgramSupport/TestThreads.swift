import Foundation
import Platform
import Synchronization

/// Threads for tests that block while commands run in the test process.
///
/// The pool of Swift concurrency has as many threads as there are processors. If tests blocked all of
/// them, the tasks that the commands detach would never run.
final class TestThreads: TaskExecutor {
  /// As many threads as there are processors, so that as many tests run at the same time as usual.
  static let shared = TestThreads(count: ProcessInfo.processInfo.activeProcessorCount)

  private let jobs = Mutex<[UnownedJob]>([])
  private let count = Semaphore()

  private init(count: Int) {
    for _ in 0..<count {
      let error = Platform.Thread.detached { [self] in while true { runNext() } }
      precondition(error == nil, "the system cannot start a thread")
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    count.signal()
  }

  private func runNext() {
    count.wait()
    let job = jobs.withLock { $0.removeFirst() }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
