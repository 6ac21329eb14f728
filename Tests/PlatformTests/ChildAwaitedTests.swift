import Platform
import TestSupport
import Testing

@Suite struct ChildAwaitedTests {
  private let environment = Environment(["PATH": "/usr/local/bin:/usr/bin:/bin"])

  /// Runs on the thread of the test, because tests in the thread pool may be blocked by others.
  private func awaited(
    _ words: [String], limit: Int = 1 << 16, deadline: Duration = .seconds(45)
  ) throws(ChildError) -> ChildResult {
    let environment = environment
    return try CallingThread.run { () async -> Result<ChildResult, ChildError> in
      do throws(ChildError) {
        return .success(
          try await Child.awaited(
            words, environment: environment, outputLimit: limit, deadline: deadline))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  @Test func `returns output and status`() throws {
    let result = try awaited(["sh", "-c", "echo out; echo err >&2; exit 3"])
    #expect(result.status == .exited(3))
    #expect(result.text == "out\n")
    #expect(String(decoding: result.errorOutput, as: UTF8.self) == "err\n")
  }

  @Test func `reports excess output, timeout and a missing program`() {
    #expect(throws: ChildError.outputTooLong(program: "sh")) {
      try awaited(["sh", "-c", "yes"], limit: 1000)
    }
    for script in ["exec sleep 30", "exec >&- 2>&-; exec sleep 30"] {
      #expect(throws: ChildError.timedOut(program: "sh")) {
        try awaited(["sh", "-c", script], deadline: .milliseconds(100))
      }
    }
    #expect(throws: ChildError.notFound(program: "no-such-program")) {
      try awaited(["no-such-program"], deadline: .seconds(1))
    }
  }

  @Test func `a canceled task ends the program at once`() throws {
    let folder = try TemporaryFolder()
    let started = folder.file("started")
    let environment = environment
    let (number, time) = CallingThread.run { () async -> (String, Duration?) in
      await withTaskGroup(of: Bool.self) { group in
        group.addTask {
          let words = ["sh", "-c", "echo $$ > '\(started)'; exec sleep 3000"]
          return
            (try? await Child.awaited(words, environment: environment, deadline: .seconds(3000)))
            == nil
        }
        let limit = ContinuousClock.now + .seconds(45)
        var number = ""
        while !number.hasSuffix("\n"), ContinuousClock.now < limit {
          number = (try? File.read(started)).map { String(decoding: $0, as: UTF8.self) } ?? ""
          await Task.yield()
        }
        let start = ContinuousClock.now
        group.cancelAll()
        let isCancelled = await group.next() == true
        return (number, isCancelled ? start.duration(to: .now) : nil)
      }
    }
    #expect(try #require(time) < .seconds(2000))
    #expect(number.hasSuffix("\n") && !File.exists("/proc/\(number.dropLast())"))
  }

  @Test func `other tasks continue meanwhile`() {
    let environment = environment
    let turns = CallingThread.run { () async -> Int in
      async let child = Child.awaited(
        ["sleep", "0.3"], environment: environment, deadline: .seconds(45))
      async let others = Self.turns(for: .milliseconds(200))
      let count = await others
      _ = try? await child
      return count
    }
    #expect(turns > 5)
  }

  /// The number of times that a yielding task runs.
  private static func turns(for time: Duration) async -> Int {
    let end = ContinuousClock.now + time
    var count = 0
    while ContinuousClock.now < end {
      count += 1
      await Task.yield()
    }
    return count
  }
}
