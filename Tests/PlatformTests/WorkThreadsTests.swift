import Synchronization
import Testing

@testable import Platform

/// Blocking work, a few pieces at a time.
@Suite struct WorkThreadsTests {
  /// How many pieces of work there are at a time.
  private final class Count: Sendable {
    private let counts = Mutex<(now: Int, most: Int)>((0, 0))

    func begin() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func end() { counts.withLock { $0.now -= 1 } }
    var most: Int { counts.withLock { $0.most } }
  }

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
