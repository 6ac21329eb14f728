import Platform
import SQLite
import Testing

@testable import ProgramSupport

/// How much work many clones take, and what ends it.
@Suite struct EverywhereProcessTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil, at: GitHubStage.now, in: "UTC") }

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
    try sandbox.run("streak", "--short").expectExactly(output: "4\n")
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

/// The hook with git: what it records.
@Suite struct HookProcessTests {
  private func rewritten(_ sandbox: Sandbox, in folder: String = ".git") throws -> [[Substring]] {
    let bytes = try File.read("\(sandbox.directory)/\(folder)/commitdiary/rewritten")
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: " ")
    }
  }

  private func ids(_ sandbox: Sandbox, _ revisions: String) throws -> [Substring] {
    try sandbox.shell("git rev-list \(revisions)").split(separator: "\n")
  }

  @Test func `records amended and rebased commits`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("hook", "install").status == 0)
    let first = try ids(sandbox, "HEAD")
    try sandbox.shell("git commit -q --amend --allow-empty -m amended")
    let second = try ids(sandbox, "HEAD")
    #expect(try rewritten(sandbox) == [[first[0], second[0]]])
    try sandbox.shell("for i in 1 2 3; do echo $i > f$i; git add f$i; git commit -q -m $i; done")
    let before = try ids(sandbox, "HEAD~3..HEAD")
    try sandbox.shell(
      "git rebase -q -f HEAD~3", environment: ["GIT_COMMITTER_DATE": "1700009999 +0000"])
    let after = try ids(sandbox, "HEAD~3..HEAD")
    #expect(Set(try rewritten(sandbox).dropFirst()) == Set(zip(before, after).map { [$0, $1] }))
    // The journal is not opened.
    #expect(!File.exists(sandbox.journal))
  }

  @Test func `works with spaces and quotes in paths, in worktrees, and beside other hooks`() throws
  {
    let sandbox = try Sandbox(clone: "it's \"a\" clone")
    try sandbox.shell(
      """
      set -e; mkdir -p .git/hooks; cp "$commitdiary" "$sandbox/it's commitdiary"
      printf '#!/bin/sh\\ncat > "$(dirname "$0")/seen"\\nexit 5\\n' > .git/hooks/post-rewrite
      chmod +x .git/hooks/post-rewrite
      "$sandbox/it's commitdiary" hook install
      git worktree add -q "$sandbox/tree"; cd "$sandbox/tree"; git commit -q --amend --allow-empty -m tree
      """)
    let pairs = try rewritten(sandbox)
    #expect(pairs.count == 1 && pairs[0].allSatisfy { $0.utf8.count == 40 })
    let seen = try File.read(sandbox.directory + "/.git/hooks/seen")
    #expect(String(decoding: seen, as: UTF8.self) == "\(pairs[0][0]) \(pairs[0][1])\n")
    // The program is gone.
    try sandbox.shell(
      "rm \"$sandbox/it's commitdiary\"; git commit -q --amend --allow-empty -m again")
    #expect(try rewritten(sandbox).count == 1)
  }

  @Test func `git never fails because of the hook`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("hook", "install")
    for obstacle in [
      "mkdir -p .git/commitdiary/rewritten", "rm -r .git/commitdiary; touch .git/commitdiary",
      "rm .git/commitdiary; mkdir .git/commitdiary; mkfifo .git/commitdiary/rewritten",
      "rm -r .git/commitdiary; ln -s \"$sandbox\" .git/commitdiary",
    ] {
      let outcome = try sandbox.script(
        "\(obstacle); git commit -q --amend --allow-empty -m \"$RANDOM$$\"")
      #expect(outcome.status == 0 && outcome.error == "", "\(obstacle)")
    }
    #expect(!File.exists(sandbox.file("rewritten")))
  }
}

/// Clones without a remote, which are identified by their oldest commit after they are moved.
@Suite struct MovedCloneTests {
  @Test func `a folder moved before it had a remote finds its notes`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("notes", "add", "--body", "before").status == 0)
    try sandbox.shell("mv \"$PWD\" \"$sandbox/moved\"")
    let moved = sandbox.file("moved")
    #expect(try sandbox.notes("--repo", ".", in: moved).count == 1)
    _ = try Child.run(
      ["git", "remote", "add", "origin", "https://github.com/octocat/hello"], in: moved,
      environment: sandbox.environment)
    #expect(try sandbox.notes("--repo", ".", in: moved).count == 1)
    #expect(try sandbox.run("commits", in: moved).output.contains("*"))
    #expect(try sandbox.run("notes", "add", "--body", "after", in: moved).status == 0)
    #expect(try sandbox.notes("--repo", ".", in: moved).count == 2)
    #expect(try sandbox.notes("--repo", "octocat/hello", in: sandbox.path).count == 2)
  }

  @Test func `looks up the root commit once, with the first note`() throws {
    let sandbox = try Sandbox()
    try sandbox.shell(
      """
      mkdir "$sandbox/bin"
      printf '#!/bin/sh\\necho "$@" >> "%s/calls"\\nexec %s "$@"\\n' \\
        "$sandbox" "$(command -v git)" > "$sandbox/bin/git"
      chmod +x "$sandbox/bin/git"
      """)
    let path = sandbox.file("bin") + ":" + (sandbox.environment["PATH"] ?? "")
    /// Counts how often git reads the whole history while the program runs.
    func searches(_ words: String...) throws -> Int {
      try File.remove(sandbox.file("calls"))
      try sandbox.run(words, environment: ["PATH": path])
      let calls = String(decoding: try File.read(sandbox.file("calls")), as: UTF8.self)
      return calls.split(separator: "\n").count { $0.contains("--max-parents=0") }
    }
    #expect(try searches("commits") == 0)
    #expect(try searches("notes", "list", "--repo", ".") == 0)
    #expect(try searches("notes", "add", "--body", "first") == 1)
    #expect(try searches("notes", "add", "--body", "second") == 0)
    #expect(try searches("notes", "show", "HEAD") == 0)
    #expect(try searches("commits") == 0)
    #expect(try searches("today") == 0)
  }
}
