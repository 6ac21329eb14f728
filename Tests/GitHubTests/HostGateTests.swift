import Synchronization
import Testing

@testable import GitHub

@Suite struct TurnstileTests {
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

  @Test func `no more are inside than it lets in, and all get their turn`() async {
    let turnstile = Turnstile(width: 3)
    let room = Room()
    await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask {
          guard (try? await turnstile.enter()) != nil else { return }
          room.enter()
          for _ in 0..<3 { await Task.yield() }
          room.leave()
          turnstile.leave()
        }
      }
    }
    #expect(room.left == 100)
    #expect(room.most <= 3)
  }

  @Test func `who is cancelled in the queue takes no place with them`() async throws {
    let turnstile = Turnstile(width: 1)
    try await turnstile.enter()
    let tasks = (0..<20).map { _ in
      Task { () -> Bool in (try? await turnstile.enter()) != nil }
    }
    for task in tasks {
      await Task.yield()
      task.cancel()
    }
    for task in tasks { #expect(await task.value == false) }
    turnstile.leave()
    try await turnstile.enter()
    turnstile.leave()
  }

  @Test func `who was cancelled before does not enter`() async {
    let turnstile = Turnstile(width: 1)
    let task = Task { () -> Bool in
      while !Task.isCancelled { await Task.yield() }
      return (try? await turnstile.enter()) != nil
    }
    task.cancel()
    #expect(await task.value == false)
  }
}

@Suite struct HostGateTests {
  @Test func `it is closed for the longest of the waits`() {
    let time = VirtualTime()
    let gate = HostGate(time: time)
    #expect(gate.closure == nil)
    #expect(gate.close(for: Wait(.limit(.secondary), length: .seconds(60))))
    #expect(!gate.close(for: Wait(.serverTrouble(status: 502), length: .seconds(1))))
    #expect(!gate.close(for: Wait(.limit(.secondary), length: .seconds(60.5))))
    #expect(gate.close(for: Wait(.limit(.secondary), length: .seconds(62))))
    #expect(gate.closure?.reason == .limit(.secondary))
    time.pass(.seconds(61))
    #expect(gate.closure?.length == .seconds(1))
    #expect(!gate.hasReopened())
    time.pass(.seconds(1))
    #expect(gate.closure == nil)
    #expect(gate.hasReopened())
    #expect(!gate.hasReopened())
  }

  @Test func `a wait of any length closes it`() {
    let gate = HostGate(time: VirtualTime())
    #expect(gate.close(for: Wait(.limit(.primary), length: .seconds(Int64.max / 2))))
    #expect(gate.closure != nil)
  }
}
