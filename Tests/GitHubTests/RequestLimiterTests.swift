import Synchronization
import Testing

@testable import GitHub

@Suite struct AsyncSemaphoreTests {
  final class Room: Sendable {
    private let state = Mutex((inside: 0, most: 0, left: 0))

    var most: Int { state.withLock { $0.most } }
    var left: Int { state.withLock { $0.left } }

    func enter() {
      state.withLock { state in
        state.inside += 1
        state.most = max(state.most, state.inside)
      }
    }

    func leave() {
      state.withLock { state in
        state.inside -= 1
        state.left += 1
      }
    }
  }

  @Test func `admits at most its width and serves everyone`() async {
    let semaphore = AsyncSemaphore(width: 3)
    let room = Room()
    await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask {
          guard (try? await semaphore.wait()) != nil else { return }
          room.enter()
          for _ in 0..<3 { await Task.yield() }
          room.leave()
          semaphore.signal()
        }
      }
    }
    #expect(room.left == 100)
    #expect(room.most <= 3)
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

@Suite struct RequestLimiterTests {
  @Test func `pauses for the longest of the waits`() {
    let clock = VirtualClock()
    let limiter = RequestLimiter(clock: clock)
    #expect(limiter.currentWait == nil)
    #expect(limiter.pause(for: Wait(.limit(.secondary), length: .seconds(60))))
    #expect(!limiter.pause(for: Wait(.serverError(status: 502), length: .seconds(1))))
    #expect(!limiter.pause(for: Wait(.limit(.secondary), length: .seconds(60.5))))
    #expect(limiter.pause(for: Wait(.limit(.secondary), length: .seconds(62))))
    #expect(limiter.currentWait?.reason == .limit(.secondary))
    clock.pass(.seconds(61))
    #expect(limiter.currentWait?.length == .seconds(1))
    #expect(!limiter.hasResumed())
    clock.pass(.seconds(1))
    #expect(limiter.currentWait == nil)
    #expect(limiter.hasResumed())
    #expect(!limiter.hasResumed())
  }

  @Test func `accepts a wait of any length`() {
    let limiter = RequestLimiter(clock: VirtualClock())
    #expect(limiter.pause(for: Wait(.limit(.primary), length: .seconds(Int64.max / 2))))
    #expect(limiter.currentWait != nil)
  }
}
