import Glibc
import Testing

@testable import Platform

@Suite struct ChildStreamTests {
  @Test func `waits for a silent working child but not for a stalled one`() throws {
    let environment = Environment(["PATH": "/usr/bin:/bin"])
    let busy = "i=0; while [ $i -lt 1500000 ]; do i=$((i+1)); done; echo done"
    let limit = Duration.milliseconds(500)
    let result = try Child.run(["sh", "-c", busy], environment: environment, stallLimit: limit)
    #expect(result.text == "done\n")
    let start = ContinuousClock.now
    #expect(throws: ChildError.timedOut(program: "sleep")) {
      try Child.run(["sleep", "3000"], environment: environment, stallLimit: limit)
    }
    #expect(throws: ChildError.timedOut(program: "sleep")) {
      var stream = try Child.stream(["sleep", "3000"], environment: environment, stallLimit: limit)
      while try stream.next() != nil {}
    }
    #expect(start.duration(to: .now) < .seconds(2000))
  }

  let environment = Environment(["PATH": "/usr/bin:/bin"])

  @Test func `streams all output in pieces`() throws {
    var stream = try Child.stream(
      ["sh", "-c", "seq 200000; echo done >&2; exit 4"], environment: environment)
    var lines = 0
    while let bytes = try stream.next() { lines += bytes.count { $0 == 0x0A } }
    #expect(lines == 200_000)
    #expect(try stream.wait() == .exited(4))
    #expect(stream.errorOutput == Array("done\n".utf8))
  }

  @Test func `streams output while the child runs`() throws {
    var stream = try Child.stream(["sh", "-c", "echo now; sleep 3000"], environment: environment)
    #expect(try stream.next() == Array("now\n".utf8))
  }

  @Test(arguments: ["yes", "trap '' TERM; yes"])
  func `ends a child when the stream is released`(_ script: String) throws {
    let clock = ContinuousClock()
    let time = try clock.measure {
      var stream = try Child.stream(["sh", "-c", script], environment: environment)
      #expect(try stream.next() != nil)
    }
    #expect(time < .seconds(2000))
  }
}

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
