import Platform
import SQLite
import Testing

@testable import ProgramSupport

/// How much work many clones take, and what ends it.
@Suite struct EverywhereProcessTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    sandbox.environment = sandbox.environment.adding([
      "TZ": "UTC", "COMMITDIARY_NOW": GitHubStage.now,
    ])
  }

  private func makeClones(_ count: Int) throws {
    for number in 1...count {
      try sandbox.make("src/c\(number)", of: .daily(number + 1))
    }
    try sandbox.run("config", "set", "clones.paths", sandbox.file("src"))
  }

  private func historyCount() throws -> Int? {
    try Connection(path: sandbox.journal, mode: .readWrite, closing: .leaveLog)
      .first("SELECT count(*) FROM clone_history") { $0.int(0) }
  }

  @Test func `a prompt looks only at the states of files`() throws {
    try makeClones(4)
    for _ in 1...2 {
      try sandbox.run("graph")
      // Files that have just changed have no stamp.
      Pause.milliseconds(3_200)
    }
    let file = sandbox.file("trace")
    let result = try Child.run(
      [
        "strace", "-f", "-o", file, "-e", "trace=execve,openat,open,readlink", sandbox.program,
        "streak", "--short",
      ], in: sandbox.file("home"), environment: sandbox.environment, deadline: Sandbox.timeout)
    #expect(result.text.hasPrefix("5"), "\(result.errorOutput)")
    let lines = try sandbox.text(of: file).split(separator: "\n")
    #expect(lines.filter { $0.contains("execve(") }.count == 1)
    #expect(lines.filter { $0.contains("/src") } == [])
  }

  @Test func `Ctrl-C keeps the clones that were read`() throws {
    try makeClones(30)
    // The 15th git interrupts the program. Reading a clone takes fewer than 15.
    try sandbox.shell(
      """
      mkdir "$sandbox/bin" && git=$(command -v git)
      cat > "$sandbox/bin/git" <<END
      #!/bin/sh
      echo >> "$sandbox/runs"
      [ \\$(wc -l < "$sandbox/runs") -ne 15 ] || { kill -INT \\$PPID; sleep 10; }
      exec $git "\\$@"
      END
      chmod +x "$sandbox/bin/git"
      """)
    let path = sandbox.environment["PATH"] ?? ""
    let result = try Child.run(
      [sandbox.program, "graph"], in: sandbox.file("home"),
      environment: sandbox.environment.adding(["PATH": sandbox.file("bin") + ":" + path]),
      deadline: Sandbox.timeout)
    #expect(result.status == .exited(130), "\(result.status) \(result.errorOutput)")
    let kept = try historyCount() ?? 0
    #expect((1..<30).contains(kept), "\(kept)")
    #expect(try sandbox.run("graph").status == 0)
    #expect(try historyCount() == 30)
  }

  @Test func `a file system that does not respond does not stop the command`() throws {
    try makeClones(3)
    try sandbox.run("graph")
    let known = try sandbox.run("streak", "--short")
    #expect(known.output == "4\n")
    // The first line of each output, and the milliseconds until it was written.
    func hanging(_ command: String, _ name: String) -> String {
      """
      strace -f -o /dev/null -P "$sandbox/src/c2/.git/HEAD" -e trace=file \
        -e inject=file:delay_enter=12000000 \(sandbox.program) \(command) 2>&1 |
        { read -r line; echo "$(( ($(date +%s%N) - start) / 1000000 )) $line" > \(name)
          cat > /dev/null; } &
      """
    }
    try sandbox.shell(
      """
      cd "$sandbox/home" && start=$(date +%s%N)
      \(hanging("streak --short", "short"))
      \(hanging("graph --json", "graph"))
      wait
      """)
    func result(_ name: String) throws -> (line: String, time: Int) {
      let text = try sandbox.text(of: sandbox.file("home/\(name)"))
      let parts = text.split(separator: " ", maxSplits: 1)
      return (parts.last.map(String.init) ?? "", parts.first.flatMap { Int($0) } ?? .max)
    }
    let short = try result("short")
    #expect(short.line.hasPrefix("4") && short.time < 3_000, "\(short)")
    let graph = try result("graph")
    #expect(graph.line.contains("src/c2") && graph.time < 9_000, "\(graph)")
  }
}
