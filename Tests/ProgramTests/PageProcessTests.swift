import JSON
import Platform
import SQLite
import StandIn
import Testing

@testable import Journal
@testable import ProgramSupport

/// Whole texts of many notes, in a pager and in pipes.
@Suite struct FullListProcessTests {
  private let sandbox: Sandbox
  private let newest: String

  init() throws {
    sandbox = try Sandbox()
    newest = try sandbox.add("--title", "the newest")
  }

  /// Adds older notes without indexing their words.
  private func fill(_ count: Int) throws {
    let journal = try JournalFile(path: sandbox.journal).openForWriting()
    try journal.run(
      """
      INSERT INTO record (kind, id, repository, day, version, version_id, parents, device, clock,
        title, body, created_at, created_offset, updated_at, updated_offset)
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1)
      SELECT 1, printf('%012d', n), 1, 10000 + n / 50, 1, randomblob(16), x'', 1, n, 'note ' || n,
        'The body of a note, which is as long as a sentence or two of text would be.',
        1000000000 + n, 0, 1000000000 + n, 0
      FROM number
      """, [count])
  }

  private func terminal(_ line: String, environment: [String: String] = [:]) throws -> TmuxWindow {
    try TmuxWindow(
      "\(line)\necho \"exit $?\"\nexec cat", in: sandbox, columns: 80, rows: 12,
      environment: environment)
  }

  @Test func `a pager shows the first page and may be left early`() throws {
    try fill(20_000)
    let terminal = try terminal("\"$commitdiary\" notes list --full --limit 0")
    try terminal.wait("the screen") { $0.contains("the newest") && $0.hasSuffix("\n:\n") }
    // The waiting pager does not delay a purge.
    try sandbox.run("notes", "delete", newest, "--purge", "--yes").expect(0)
    try terminal.press("q", until: "exit 0")
  }

  @Test func `a pager can be read to its end`() throws {
    try fill(500)
    let terminal = try terminal("\"$commitdiary\" notes list --full --limit 0")
    try terminal.wait("the screen") { $0.hasSuffix("\n:\n") }
    try terminal.type("G", until: "note 1")
    try terminal.press("q", until: "exit 0")
  }

  @Test(arguments: ["", "cat", "/nonexistent/pager", "false"])
  func `a missing pager is not an error`(pager: String) throws {
    try fill(30)
    let terminal = try terminal(
      "\"$commitdiary\" notes list --full --limit 0", environment: ["PAGER": pager])
    try terminal.wait(for: "exit 0")
    #expect(try terminal.history().contains("note 1\n") == (pager != "false"))
  }

  @Test func `a text that fits on the screen needs no pager`() throws {
    let pager = ["PAGER": try sandbox.makeScript("pager", "echo paged; exec cat")]
    let terminal = try terminal("\"$commitdiary\" notes list --full", environment: pager)
    let screen = try terminal.wait(for: "exit 0")
    #expect(screen.contains("the newest") && !screen.contains("paged"))
  }

  @Test(arguments: ["notes list --full --limit 0", "notes list --limit 0 --json"])
  func `a reader that stops early ends the list without an error`(line: String) throws {
    try fill(20_000)
    let outcome = try sandbox.script(
      "{ \"$commitdiary\" \(line); echo \"exit $?\" >&2; } | head -n 3"
    ).expectExactly(error: "exit 0\n")
    #expect(outcome.output.split(separator: "\n").count == 3)
  }

  @Test func `Ctrl-C ends a list in a pipe`() throws {
    try fill(20_000)
    try sandbox.script(
      """
      mkfifo pipe; sleep 3 < pipe &
      timeout --preserve-status -s INT 1 "$commitdiary" notes list --full --limit 0 > pipe
      echo "exit $?"
      """
    ).expectExactly(output: "exit 130\n")
  }

  @Test func `two hundred thousand notes need little more memory than two thousand`() throws {
    let (few, many) = (try Self().peak(of: 2_000), try peak(of: 200_000))
    // Their texts alone would be 40 MB.
    #expect(many - few < 20_000, "\(few) \(many)")
  }

  /// The largest memory of a list of whole notes, in kB. It is read near the end of the list, while the
  /// program waits for its reader. A debug build needs half a minute.
  private func peak(of count: Int) throws -> Int {
    try fill(count)
    let script = """
      mkfifo pipe; "$commitdiary" notes list --full --limit 0 > pipe & program=$!
      { head -c \(count * 40) > /dev/null
        sed -n 's/^VmHWM:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/$program/status
        cat > /dev/null; } < pipe
      wait $program && echo "exit $?"
      """
    let environment = sandbox.environment.adding(["commitdiary": sandbox.program])
    let outcome = Outcome(
      try Child.run(
        ["sh", "-c", script], in: sandbox.directory, environment: environment,
        deadline: .seconds(300)))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.last == "exit 0", "\(outcome.testDescription)")
    return try #require(lines.first.flatMap { Int($0) }, "\(outcome.testDescription)")
  }
}
