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

  @Test func `two hundred thousand notes need little memory`() throws {
    try fill(200_000)
    // The peak is read near the end of the list, while the program waits for its reader. A debug
    // build needs half a minute.
    let script = """
      mkfifo pipe; "$commitdiary" notes list --full --limit 0 > pipe & program=$!
      { head -c 8000000 > /dev/null
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
    #expect(
      lines.first.flatMap { Int($0) }.map { $0 < 40_000 } == true, "\(outcome.testDescription)")
  }
}

/// The output of `today` and `digest`, in a pipe and on a terminal.
@Suite struct TodayProcessTests {
  private let sandbox: Sandbox
  private let now = ["COMMITDIARY_NOW": "2026-11-21T00:30:00Z"]

  init() throws { sandbox = try Sandbox() }

  @Test func `on a terminal the page appears at once and the weather fills in`() throws {
    let services = try sandbox.useWeather(at: "Seoul")
    _ = try sandbox.run(["todo", "add", "Write the tests"], environment: now)
    let window = try TmuxWindow(shellIn: sandbox, rows: 40, environment: now)
    let lines = try window.run("$commitdiary")
    let rewritten = lines.joined(separator: "\n")
    let sent = String(decoding: try window.sent(), as: UTF8.self)
    let order = ["No weather data yet.", "Write the tests", "Seoul"]
      .map { sent.firstRange(of: $0)?.lowerBound }
    #expect(!order.contains(nil) && order.compactMap(\.self) == order.compactMap(\.self).sorted())
    for words in ["Seoul", "PM10", "Open-Meteo.com", "Write the tests"] {
      #expect(rewritten.ranges(of: words).count == 1, "\(rewritten)")
    }
    #expect(!rewritten.contains("No weather data yet."))
    // The page looks the same as when everything was known from the start.
    let requests = services.requests.count
    let known = try window.run("$commitdiary")
    #expect(known == lines, "\(known)\n\(lines)")
    #expect(services.requests.count == requests)
  }

  @Test func `typing while the weather loads does not move the page`() throws {
    let services = try sandbox.useWeather(at: "37.57,126.98", after: .milliseconds(400))
    _ = try sandbox.run(["todo", "add", "Write the tests"], environment: now)
    let window = try TmuxWindow(shellIn: sandbox, rows: 40, environment: now)
    try window.start("$commitdiary; echo fin''ished")
    try window.wait(for: "Write the tests")
    try window.press("Enter", "Enter", until: "Open-Meteo")
    try window.wait(for: "finished")
    services.latency = .zero
    let screen = try window.screen().split(separator: "\n").prefix { $0 != "finished" }
    let known = try window.run("$commitdiary").prefix(screen.count)
    #expect(known.elementsEqual(screen), "\(known)\n\(screen)")
    #expect(!screen.contains { $0.contains("No weather data yet") }, "\(screen)")
  }

  /// Writes more records of every kind than fit on 24 lines.
  private func writeMuch() throws {
    try sandbox.shell(
      """
      git config user.email author@example.com
      for number in 1 2 3 4 5 6 7; do git commit -q --allow-empty -m "Commit $number"; done
      """, environment: ["GIT_AUTHOR_DATE": "2026-11-20T12:00:00+0900"])
    for day in ["today", "yesterday"] {
      _ = try sandbox.run(
        ["todo", "add", "--each", "--day", day] + (1...9).map { "Task \($0)" }, environment: now)
    }
    _ = try sandbox.run(["diary", "write", "--body", "A long day"], environment: now)
  }

  @Test(arguments: [(80, 24), (30, 5)])
  func `on a terminal the page fits the height and is not paged`(columns: Int, rows: Int) throws {
    let services = try sandbox.useWeather(at: "37.57,126.98", after: .milliseconds(300))
    defer { services.stop() }
    try writeMuch()
    let pager = ["PAGER": try sandbox.makeScript("pager", "echo paged; exec cat")]
    let terminal = try TmuxWindow(
      "\"$commitdiary\"; echo finished; exec cat", in: sandbox, columns: columns, rows: rows,
      environment: now.merging(pager) { $1 })
    try terminal.wait(for: "finished")
    let all = try terminal.history()
    // The page fits on the screen; only the line after it may scroll.
    #expect(all.split(separator: "\n", omittingEmptySubsequences: false).count <= rows + 2)
    #expect(!all.contains("paged") && !all.contains("No weather data yet"), "\(all)")
    #expect(all.contains("Good morning."), "\(all)")
    if rows > 12 {
      #expect(all.contains("Open-Meteo") && all.contains("commitdiary todo list"), "\(all)")
    }
  }
}
