import Glibc
import Synchronization
import Testing

@testable import Platform

/// How many pieces of work there are at a time, and how many have ended.
private final class Count: Sendable {
  private let counts = Mutex<(begun: Int, ended: Int, most: Int)>((0, 0, 0))

  func begin() {
    counts.withLock {
      $0.begun += 1
      $0.most = max($0.most, $0.begun - $0.ended)
    }
  }

  func end() { counts.withLock { $0.ended += 1 } }
  var ended: Int { counts.withLock { $0.ended } }
  var most: Int { counts.withLock { $0.most } }
}

/// Blocking work, a few pieces at a time.
@Suite struct WorkThreadsTests {
  @Test func `no more work at a time than there are places`() async {
    let threads = WorkThreads(2)
    let count = Count()
    let results = await withTaskGroup(of: Int?.self) { group in
      for number in 0..<20 {
        group.addTask {
          await threads.result {
            count.begin()
            Pause.milliseconds(2)
            count.end()
            return number
          }
        }
      }
      return await group.reduce(into: [Int]()) { if let number = $1 { $0.append(number) } }
    }
    #expect(results.sorted() == Array(0..<20) && count.most <= 2)
  }

  @Test func `what was cancelled while it waited is left out, and its place is not lost`()
    async throws
  {
    let threads = WorkThreads(1)
    let count = Count()
    let end = Latch()
    let first = Task {
      await threads.result {
        count.begin()
        end.wait(atMost: .seconds(30))
        return 1
      }
    }
    while count.most == 0 { try await Task.sleep(for: .milliseconds(1)) }
    let second = Task { await threads.result { 2 } }
    second.cancel()
    let third = Task { await threads.result { 3 } }
    end.signal()
    #expect(await first.value == 1)
    #expect(await second.value == nil)
    #expect(await third.value == 3)
  }
}

@Suite struct AsyncSemaphoreTests {
  @Test func `admits at most its width and serves everyone`() async {
    let semaphore = AsyncSemaphore(width: 3)
    let count = Count()
    await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask {
          guard (try? await semaphore.wait()) != nil else { return }
          count.begin()
          for _ in 0..<3 { await Task.yield() }
          count.end()
          semaphore.signal()
        }
      }
    }
    #expect(count.ended == 100)
    #expect(count.most <= 3)
  }

  @Test func `a canceled waiter leaves the queue`() async throws {
    let semaphore = AsyncSemaphore(width: 1)
    try await semaphore.wait()
    let tasks = (0..<20).map { _ in
      Task { () -> Bool in (try? await semaphore.wait()) != nil }
    }
    for task in tasks {
      await Task.yield()
      task.cancel()
    }
    for task in tasks { #expect(await task.value == false) }
    semaphore.signal()
    try await semaphore.wait()
    semaphore.signal()
  }

  @Test func `a canceled task does not enter`() async {
    let semaphore = AsyncSemaphore(width: 1)
    let task = Task { () -> Bool in
      while !Task.isCancelled { await Task.yield() }
      return (try? await semaphore.wait()) != nil
    }
    task.cancel()
    #expect(await task.value == false)
  }
}

@Suite struct PeriodicTaskTests {
  private final class Count: Sendable {
    let value = Atomic<Int>(0)
  }

  @Test func `repeats the work until released`() {
    let count = Count()
    do {
      let recurring = PeriodicTask(every: .milliseconds(1)) {
        count.value.add(1, ordering: .relaxed)
      }
      while count.value.load(ordering: .relaxed) < 3 { usleep(1000) }
      _ = consume recurring
    }
    let done = count.value.load(ordering: .relaxed)
    usleep(20_000)
    #expect(count.value.load(ordering: .relaxed) == done)
  }

  @Test func `releasing it before the first run does not wait`() {
    let start = ContinuousClock.now
    do {
      let recurring = PeriodicTask(every: .seconds(600)) {}
      _ = consume recurring
    }
    #expect(ContinuousClock.now - start < .seconds(500))
  }
}

@Suite struct ThreadTests {
  @Test func `a thread runs its work and can be joined`() throws {
    let isDone = Atomic(false)
    let thread = try #require(
      Thread {
        Pause.milliseconds(5)
        isDone.store(true, ordering: .releasing)
      })
    #expect(!thread.isCurrent)
    thread.join()
    let wasDone = isDone.load(ordering: .acquiring)
    #expect(wasDone)
  }

  @Test(arguments: [true, false])
  func `blocks signals when asked`(blocks: Bool) throws {
    // Threads of the pool already block signals.
    let wasBlockedHere = ThreadTests.isBlocked(SIGTERM)
    let isBlocked = Atomic(false)
    let thread = try #require(
      Thread(blocksSignals: blocks) {
        isBlocked.store(ThreadTests.isBlocked(SIGTERM), ordering: .releasing)
      })
    thread.join()
    let wasBlocked = isBlocked.load(ordering: .acquiring)
    #expect(wasBlocked == (blocks || wasBlockedHere))
    #expect(ThreadTests.isBlocked(SIGTERM) == wasBlockedHere)
  }

  private static func isBlocked(_ signal: Int32) -> Bool {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return sigismember(&mask, signal) == 1
  }
}
