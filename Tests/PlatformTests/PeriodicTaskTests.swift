import Glibc
import Platform
import Synchronization
import Testing

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
