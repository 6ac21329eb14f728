import JSON
import Platform
import Testing

@testable import ProgramSupport

/// What other tools have left at commits, in `why`.
@Suite(.inProcess) struct OtherNotesTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(at: "2026-11-21T12:00:00+09:00")
    try sandbox.shell("mkdir src && seq 1 20 > src/a.c && git add src")
    try sandbox.commit("Add the numbers", at: "2026-11-20T08:00:00+0900", committed: true)
  }

  private func note(_ text: String, in reference: String, on commit: String = "HEAD") throws {
    try sandbox.write(text, to: sandbox.file("text"))
    try sandbox.shell("git notes --ref=\(reference) add -f -F '\(sandbox.file("text"))' \(commit)")
  }

  private func others(_ words: String...) throws -> [JSONValue] {
    try sandbox.run(["why", "--json"] + words).json()["commits"]?.array?.first?["others"]?.array
      ?? []
  }

  private static let authorship = #"""
    src/b.c
      s_18b694e06092e7::t_92296ab43a3862 7
    src/a.c
      s_18b694e06092e7::t_92296ab43a3862 1-10,15
    ---
    {"schema_version":"authorship/3.0.0","prompts":{},"sessions":{"s_18b694e06092e7":
     {"agent_id":{"tool":"codex","id":"1","model":"gpt-5.6"},"human_author":"A"}}}
    """#

  private static let trace = #"""
    {"version":"0.1.0","id":"1","tool":{"name":"cursor","version":"2"},"files":[{"path":"src/a.c",
     "conversations":[{"contributor":{"type":"ai","model_id":"opus"},
      "ranges":[{"start_line":3,"end_line":4},{"start_line":9,"end_line":9}]}]}]}
    """#

  @Test func `each is one line, or a few, named by its source`() throws {
    try note(Self.authorship, in: "ai")
    try note(Self.trace, in: "agent-trace")
    try note("Reviewed\n\nby two\nof three\nof four\nof five", in: "review/first")
    try note("\u{1B}[31mred\u{1B}]0;title\u{7} and a lot of words", in: "commits")
    try note(String(repeating: "x", count: 300_000), in: "large")
    try sandbox.run("notes", "add", "my own").expect(0)
    try sandbox.run("notes", "mirror", "on").expect(0)
    let before = try sandbox.shell("git for-each-ref")
    let texts = try others("src/a.c:3").map {
      "\($0["source"]?.string ?? "") \($0["text"]?.string ?? "")"
    }
    #expect(
      texts == [
        "agent-trace cursor opus: src/a.c 3-4,9", "ai codex gpt-5.6: src/a.c 1-10,15; src/b.c 7",
        "commits \u{1B}[31mred\u{1B}]0;title\u{7} and a lot of words", "large ",
        "review/first Reviewed\nby two\nof three\n…",
      ])
    #expect(try others("src/a.c:3")[3]["unreadBytes"] == 300_001)
    let outcome = try sandbox.run("why", "src/a.c:3").expect(
      0, output: "my own", "ai  codex gpt-5.6: src/a.c 1-10,15", "review/first  Reviewed")
    #expect(!outcome.output.contains("\u{1B}]0;") && !outcome.output.contains("\u{1B}[31mred"))
    #expect(try sandbox.shell("git for-each-ref") == before)
    #expect(try others("HEAD").count == 5)
  }

  @Test(arguments: ["--amend -m Reworded", "--amend -a -m Changed"])
  func `a note on the old id of a rewritten commit is found`(_ change: String) throws {
    try note(Self.authorship, in: "ai")
    let old = try sandbox.shell("git rev-parse HEAD").prefix(40)
    try sandbox.shell("echo more >> src/a.c && git commit -q \(change)")
    #expect(try others("src/a.c:3").map { $0["sha"]?.string } == [String(old)])
    try sandbox.run("why", "src/a.c:3").expect(output: "ai  \(old.prefix(7))  codex")
  }

  @Test func `trailers of checkpoints are named`() throws {
    try sandbox.commit(
      "Next\n\nText.\n\nEntire-Checkpoint: 7c3fd9a11b2e\nReviewed-by: A <a@example.com>",
      at: "2026-11-21T08:00:00+0900", committed: true)
    #expect(
      try others("HEAD").map { "\($0["source"]?.string ?? "") \($0["text"]?.string ?? "")" }
        == ["Entire-Checkpoint 7c3fd9a11b2e"])
  }

  @Test func `a reference that is no tree of notes is left alone`() throws {
    try sandbox.shell(
      """
      git update-ref refs/notes/strange HEAD && git symbolic-ref refs/notes/link refs/heads/main
      git update-ref refs/notes/blob $(echo text | git hash-object -w --stdin)
      """)
    try sandbox.run("why", "src/a.c:3").expect(0, without: "fatal", "refs")
    #expect(try others("src/a.c:3").isEmpty)
  }
}
