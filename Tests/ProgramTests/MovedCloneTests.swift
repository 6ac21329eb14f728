import Platform
import Testing

@testable import ProgramSupport

/// Clones without a remote, which are known by their oldest commit when they are moved.
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
    /// How often git reads all of history for it while the program runs.
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
