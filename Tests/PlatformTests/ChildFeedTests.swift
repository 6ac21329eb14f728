import Glibc
import Platform
import TestSupport
import Testing

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
