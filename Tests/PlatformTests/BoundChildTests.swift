import Glibc
import TestSupport
import Testing

@testable import Platform

/// Children that end with the program that started them.
@Suite struct BoundChildTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  let environment = Environment(["PATH": "/usr/bin:/bin", "GH_TOKEN": "secret"])

  private func shell(
    _ script: String, in folder: String? = nil, deadline: Duration? = .seconds(20)
  ) throws -> ChildResult {
    try Child.run(
      ["sh", "-c", script], in: folder, environment: environment, deadline: deadline,
      endsWithParent: true)
  }

  @Test func `a bound child leads a process group of its own`() throws {
    let fields = try shell("cat /proc/$$/stat").text.split(separator: " ")
    #expect(fields[4] == fields[0])
    #expect(fields[4] != "\(getpgrp())")
  }

  @Test(arguments: [
    "sleep 30 & echo $! > pid; wait", "sleep 30 & echo $! > pid; exec >&- 2>&-; wait",
  ])
  func `a deadline ends the whole process group`(_ script: String) throws {
    #expect(throws: ChildError.timedOut(program: "sh")) {
      try shell(script, in: folder.path, deadline: .milliseconds(300))
    }
    let text = String(decoding: try File.read(folder.file("pid")), as: UTF8.self)
    let child = try #require(pid_t(text.prefix { $0.isNumber }))
    #expect(try ends(child))
  }

  @Test func `ends the children of one group and no others`() throws {
    let group = ChildGroup()
    group.interrupt()
    let ended = try ChildGroup.$current.withValue(group) { try shell("sleep 60") }
    #expect(ended.status == .signaled(SIGKILL))
    let other = try ChildGroup.$current.withValue(ChildGroup()) { try shell("echo done") }
    #expect(other.text == "done\n")
  }

  @Test func `a silent stream times out`() throws {
    var stream = try Child.stream(
      ["sh", "-c", "for i in 1 2 3 4; do echo $i; sleep 0.1; done; sleep 3000"],
      environment: environment, silenceLimit: .seconds(3), endsWithParent: true)
    var output: [UInt8] = []
    let start = ContinuousClock.now
    let error = #expect(throws: ChildError.self) {
      while let bytes = try stream.next() { output += bytes }
    }
    #expect(error == .timedOut(program: "sh"))
    #expect(output == Array("1\n2\n3\n4\n".utf8))
    #expect(start.duration(to: .now) < .seconds(2000))
  }

  @Test func `accepts output that came while the process was stopped`() throws {
    var stream = try Child.stream(
      ["sh", "-c", "echo one; echo two; echo > done"], in: folder.path, environment: environment,
      silenceLimit: .nanoseconds(1), endsWithParent: true)
    while !File.exists(folder.file("done")) { Pause.milliseconds(10) }
    #expect(try stream.next() == Array("one\ntwo\n".utf8))
  }

  @Test func `a child that keeps writing has a deadline`() {
    #expect(throws: ChildError.timedOut(program: "yes")) {
      try Child.run(
        ["yes"], environment: environment, outputLimit: .max, deadline: .milliseconds(200),
        endsWithParent: true)
    }
  }

  @Test func `a failed wait does not block forever`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      await Task.yield()
      var stream = try Child.stream(
        ["sleep", "30"], environment: Environment(["PATH": "/bin"]), endsWithParent: true)
      // Waiting fails, because it needs more descriptors than this limit.
      var limit = rlimit(rlim_cur: 2, rlim_max: 2)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      do throws(ChildError) {
        _ = try stream.next()
        exit(1)
      } catch {
        exit(error == .failed(program: "sleep", code: .invalid) ? 7 : 2)
      }
    }
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGINT])
  func `a child ends with its parent`(signal: Int32) async throws {
    let path = folder.file("pid")
    await #expect(processExitsWith: .signal(signal)) {
      [path = path as String, signal = signal as Int32] in
      await Task.yield()
      let script = "echo $$ > \(path).new; mv \(path).new \(path); exec sleep 60"
      _ = Thread.detached {
        while !File.exists(path) { Pause.milliseconds(5) }
        kill(getpid(), signal)
      }
      _ = try Child.run(
        ["sh", "-c", script], environment: Environment(["PATH": "/bin"]), endsWithParent: true)
    }
    let text = String(decoding: try File.read(path), as: UTF8.self)
    #expect(try ends(#require(pid_t(text.prefix { $0.isNumber }))))
  }

  @Test func `an interrupt does not wait for a child`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let start = ContinuousClock.now
      let outcome = await InterruptHandler.cancellingOnSignal {
        _ = Thread.detached {
          Pause.milliseconds(50)
          kill(getpid(), SIGINT)
        }
        let words = ["sleep", "3000"]
        let environment = Environment(["PATH": "/bin"])
        let first = try? Child.run(words, environment: environment, endsWithParent: true)
        // A child that is started before the work is canceled ends at once too.
        let second = try? Child.run(words, environment: environment, endsWithParent: true)
        return first?.status == .signaled(SIGKILL) && second?.status == .signaled(SIGKILL)
      }
      let after = try Child.run(
        ["true"], environment: Environment(["PATH": "/bin"]), endsWithParent: true)
      let isEnded = start.duration(to: .now) < .seconds(2000)
      exit(outcome == (true, true) && isEnded && after.status.isSuccess ? 0 : 1)
    }
  }

  /// Whether a process that is not a child of this one ends soon.
  private func ends(_ process: pid_t) throws -> Bool {
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      // If no process reaps it, its state remains readable.
      let stat = (try? File.read("/proc/\(process)/stat")).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard let stat, !stat.contains(") Z ") else { return true }
      Pause.milliseconds(10)
    }
    return false
  }
}
