import Glibc
import Platform
import TestSupport
import Testing

@Suite struct ChildDetachedTests {
  private let environment = Environment(["PATH": "/usr/local/bin:/usr/bin:/bin"])
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func detached(
    _ script: String, timeout: Duration = .seconds(45)
  ) async throws -> ChildStatus? {
    try await Child.detached(
      ["sh", "-c", script, folder.path], environment: environment, timeout: timeout)
  }

  /// Waits for a file that a child writes, and returns its text.
  private func text(of name: String) async throws -> String {
    let end = ContinuousClock.now + .seconds(45)
    while true {
      let text = (try? File.read(folder.file(name))).map { String(decoding: $0, as: UTF8.self) }
      if let text, text.hasSuffix("\n") { return text }
      try #require(ContinuousClock.now < end, "\(name) has not come")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test func `returns the status of a child that ends in time`() async throws {
    #expect(try await detached("exit 0") == .exited(0))
    #expect(try await detached("exit 3") == .exited(3))
    #expect(try await detached("kill $$") == .signaled(SIGTERM))
    await #expect(throws: ChildError.notFound(program: "no-such-browser")) {
      try await Child.detached(
        ["no-such-browser"], environment: environment, timeout: .seconds(1))
    }
  }

  /// A script that runs until the file `leave` exists.
  private static let guest =
    "until [ -e \"$0/leave\" ] || [ ! -d \"$0\" ]; do sleep 0.05; done; "
    + "echo bye; echo left > \"$0/left\""

  private func expectStill() async throws {
    try folder.write("", to: "leave")
    #expect(try await text(of: "left") == "left\n")
  }

  @Test(arguments: [Duration.zero, .milliseconds(50)])
  func `leaves a running child alone`(timeout: Duration) async throws {
    #expect(try await detached(Self.guest, timeout: timeout) == nil)
    try await expectStill()
  }

  @Test func `a canceled task does not wait and ends no child`() async throws {
    let task = Task { try await detached(Self.guest) }
    task.cancel()
    #expect(try await task.value == nil)
    try await expectStill()
  }

  @Test func `a detached child has its own session and no descriptors`() async throws {
    let script =
      "cat > \"$0/input\"; for n in 0 1 2; do readlink /proc/$$/fd/$n; done > \"$0/ends\"; "
    let session = "cut -d ' ' -f 6 /proc/$$/stat > \"$0/session\"; echo $$ > \"$0/number\""
    #expect(try await detached(script + session) == .exited(0))
    #expect(File.size(folder.file("input")) == 0)
    let ends = try await text(of: "ends").split(separator: "\n")
    // The second descriptor is the file with this output.
    #expect(ends[0] == "/dev/null" && ends[2] == "/dev/null")
    #expect(try await text(of: "session") == (try await text(of: "number")))
  }

  @Test func `reaps a detached child`() async throws {
    #expect(try await detached("echo $$ > \"$0/number\"; " + Self.guest, timeout: .zero) == nil)
    let process = try #require(pid_t(try await text(of: "number").prefix { $0.isNumber }))
    try await expectStill()
    let end = ContinuousClock.now + .seconds(45)
    // `kill` succeeds as long as the process is a zombie.
    while kill(process, 0) == 0 {
      try #require(ContinuousClock.now < end, "nobody has asked how it ended")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  // MARK: Sending input

  private func hand(
    _ input: String, to script: String, timeout: Duration = .seconds(45)
  ) async throws -> ChildStatus? {
    try await Child.send(
      Array(input.utf8), to: ["sh", "-c", script, folder.path], environment: environment,
      timeout: timeout)
  }

  @Test func `sends the whole input`() async throws {
    #expect(try await hand("WDJB-MJHT\n", to: "cat > \"$0/copy\"; exit 3") == .exited(3))
    #expect(try await text(of: "copy") == "WDJB-MJHT\n")
  }

  @Test func `does not wait for background processes`() async throws {
    let script = "cat > /dev/null; echo $$ > \"$0/number\"; sleep 100000 & exit 0"
    #expect(try await hand("text", to: script) == .exited(0))
    // The child is still running, in the process group of the program that started it.
    let group = try #require(pid_t(try await text(of: "number").prefix { $0.isNumber }))
    #expect(kill(-group, SIGKILL) == 0)
  }

  @Test func `unread input is no error, and a child past the timeout is killed`() async throws {
    #expect(try await hand("text", to: "exit 0") == .exited(0))
    #expect(try await hand("text", to: "exec sleep 100000", timeout: .milliseconds(500)) == nil)
  }
}

/// Serialized, because the handling of Ctrl-C affects the whole process.
@Suite(.serialized) struct ChildFeedTests {
  let environment = Environment(["PATH": "/usr/bin:/bin"])

  @Test func `writes everything and waits for the reader`() throws {
    let folder = try TemporaryFolder()
    let copy = folder.file("copy")
    var feed = try Child.feeding(
      ["sh", "-c", "cat > \"$0\"; exit 5", copy], environment: environment)
    for _ in 0..<1000 { feed.write("주간회고를 썼다\n") }
    #expect(feed.finish() == .exited(5))
    #expect(File.size(copy) == 1000 * 23)
  }

  @Test func `a reader that exits early is no error`() throws {
    var feed = try Child.feeding(["true"], environment: environment)
    var outcome = WriteOutcome.done
    while outcome == .done { outcome = feed.write([UInt8](repeating: 0x61, count: 65_536)) }
    #expect(outcome == .closed)
    #expect(feed.write("more") == .closed)
    #expect(feed.finish() == .exited(0))
  }

  /// Runs in its own process, because other tests change the handling of Ctrl-C meanwhile.
  @Test func `the child handles Ctrl-C until it ends`() async {
    await #expect(processExitsWith: .success) {
      let script = "kill -INT $PPID; sleep 0.1; kill -INT $$; sleep 20"
      let status = try await Child.onTerminal(
        ["sh", "-c", script], environment: Environment(["PATH": "/usr/bin:/bin"]))
      var action = sigaction()
      sigaction(SIGINT, nil, &action)
      guard status == .signaled(SIGINT), action.__sigaction_handler.sa_handler == nil else {
        exit(1)
      }
    }
  }

  @Test func `returns the editor's exit status`() async throws {
    #expect(try await Child.onTerminal(["false"], environment: environment) == .exited(1))
    await #expect(throws: ChildError.notFound(program: "no-such-editor")) {
      try await Child.onTerminal(["no-such-editor"], environment: environment)
    }
  }
}
