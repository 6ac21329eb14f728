import Glibc
import Platform
import Synchronization
import Testing

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
    // Threads of the pool have signals blocked already.
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
