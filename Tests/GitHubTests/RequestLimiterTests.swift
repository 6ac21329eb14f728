import Testing

@testable import GitHub

@Suite struct RequestLimiterTests {
  @Test func `pauses for the longest of the waits`() {
    let clock = VirtualClock()
    let limiter = RequestLimiter(clock: clock)
    #expect(limiter.currentWait == nil)
    #expect(limiter.pause(for: Wait(reason: .limit(.secondary), length: .seconds(60))))
    #expect(!limiter.pause(for: Wait(reason: .serverError(status: 502), length: .seconds(1))))
    #expect(!limiter.pause(for: Wait(reason: .limit(.secondary), length: .seconds(60.5))))
    #expect(limiter.pause(for: Wait(reason: .limit(.secondary), length: .seconds(62))))
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
    #expect(limiter.pause(for: Wait(reason: .limit(.primary), length: .seconds(Int64.max / 2))))
    #expect(limiter.currentWait != nil)
  }
}
