import Glibc
import Testing

@testable import Platform

@Suite struct StallDetectorTests {
  private let environment = Environment(["PATH": "/usr/bin:/bin"])

  /// A process that waits, and that ends after a minute at the latest.
  private func sleeping() throws -> pid_t {
    let result = try Child.run(
      ["sh", "-c", "sleep 60 > /dev/null 2>&1 & echo $!"], environment: environment)
    // It has to start before it sleeps.
    Pause.milliseconds(200)
    return try #require(pid_t(result.text.split(separator: "\n").first ?? ""))
  }

  @Test func `a child that sleeps is stalled`() throws {
    let child = try sleeping()
    defer { kill(child, SIGKILL) }
    var detector = StallDetector(on: child, limit: StallDetector.interval * 2)
    #expect([detector.isStalled(), detector.isStalled()] == [false, true])
  }

  @Test func `without the states of processes a child is stalled later`() throws {
    let child = try sleeping()
    defer { kill(child, SIGKILL) }
    var detector = StallDetector(
      on: child, limit: StallDetector.interval * 2, processes: "/nonexistent")
    let answers = (1...20).map { _ in detector.isStalled() }
    #expect(answers.lastIndex(of: false) == 18 && answers.last == true)
  }

  @Test func `a child that works is not stalled`() throws {
    // This process uses processor time between the checks.
    var detector = StallDetector(on: getpid(), limit: StallDetector.interval, processes: "/no")
    #expect((1...20).allSatisfy { _ in !detector.isStalled() })
  }
}
