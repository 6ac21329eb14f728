import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The full-screen interface on a real terminal.
@Suite(.serialized) struct BrowseTerminalTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    try sandbox.run("diary", "write", "--body", "A steady day", environment: Self.now)
  }

  private static let now = ["COMMITDIARY_NOW": "2026-11-21T05:05:00Z", "TZ": "Asia/Seoul"]

  private func terminal(
    _ words: String = "", columns: Int = 100, rows: Int = 30, environment: [String: String] = [:]
  ) throws -> TmuxWindow {
    try TmuxWindow(
      """
      echo before
      stty -a > "$sandbox/before"
      sh -c 'echo $$ > "$sandbox/pid"; exec "$commitdiary" browse \(words)'
      status=$?
      stty -a > "$sandbox/after"
      echo "exit $status"
      exec cat
      """, in: sandbox, columns: columns, rows: rows,
      environment: Self.now.merging(environment) { $1 })
  }

  private func expectRestored(_ window: TmuxWindow, status: Int = 0) throws {
    let screen = try window.wait(for: "exit \(status)")
    #expect(screen.hasPrefix("before"), "\(screen)")
    #expect(!screen.contains("[1 Days]"))
    try sandbox.shell("cmp \"$sandbox/before\" \"$sandbox/after\"")
    #expect(
      try window.tell(
        "display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}") == "0 0 1\n")
  }

  private func entries() throws -> [JSONValue] {
    try sandbox.json("diary", "list", environment: Self.now)["entries"]?.array ?? []
  }

  private func toDos() throws -> [JSONValue] {
    try sandbox.json("todo", "list", environment: Self.now)["todos"]?.array ?? []
  }

  @Test func `shows the day and restores the terminal`() throws {
    let window = try terminal()
    let screen = try window.wait(for: "A steady day")
    #expect(screen.contains("[1 Days]"))
    #expect(screen.contains("Sat, Nov 21"))
    try window.press("q")
    try expectRestored(window)
  }

  @Test func `shows Korean and accepts Korean keys`() throws {
    let window = try terminal(environment: Locales.language("ko_KR.UTF-8")).showing("[1 날짜]")
    try window.type("ㅑ", until: "한 줄:")
    try window.type("한글도 된다", press: "Enter")
    // The prompt shows the text too, but not the time.
    try window.wait(for: "오후 2:05 한글도 된다")
    #expect(try entries()[0]["body"]?.string?.hasSuffix("오후 2:05 한글도 된다") == true)
    try window.type("ㅂ")
    try expectRestored(window)
  }

  @Test func `adds, completes and undoes`() throws {
    let window = try terminal().showing("A steady day")
    try window.type("abuy milk", press: "Enter", until: "Added: buy milk")
    #expect(try toDos().map { $0["text"] } == ["buy milk"])
    try window.type("3", until: "> [ ] ")
    try window.press("Space", until: "> [x] ")
    #expect(try toDos()[0]["done"] == true)
    try window.type("u", until: "> [ ] ")
    try window.type("u")
    try window.wait("an empty list") { !$0.contains("[ ] ") }
    #expect(try toDos().isEmpty)
    try window.type("U", until: "> [ ] ")
    try window.type("@")
    #expect(try window.wait(for: "commitdiary undo").contains("commitdiary todo add -- 'buy milk'"))
    try window.press("Escape", until: "[3 To-dos 1/1]")
    try window.press("C-c")
    try expectRestored(window)
  }

  @Test func `keeps the cursor on its note while another process adds one`() throws {
    for number in 1...3 {
      try sandbox.run(
        "notes", "add", "--repo", "octocat/hello", "--no-commit", "--title", "Note \(number)",
        "--body", "text", environment: Self.now)
    }
    let window = try terminal().showing("A steady day")
    try window.type("2jj", until: "[2 Notes 3/3]")
    try sandbox.run(
      "notes", "add", "--repo", "octocat/hello", "--no-commit", "--title", "Note 4", "--body",
      "text", environment: Self.now)
    let screen = try window.wait(for: "[2 Notes 4/4]")
    #expect(screen.split(separator: "\n").contains { $0.hasPrefix("> ") && $0.contains("Note 1") })
    try window.type("d", until: "Deleted note")
    let titles = try sandbox.json("notes", "list")["notes"]?.array?
      .compactMap { $0["title"]?.string }
    #expect(titles?.sorted() == ["Note 2", "Note 3", "Note 4"])
  }

  @Test func `does nothing to a record that another process has deleted`() throws {
    try sandbox.run("todo", "add", "First", environment: Self.now)
    try sandbox.run("todo", "add", "Second", environment: Self.now)
    let window = try terminal().showing("A steady day")
    try window.type("3", until: "[3 To-dos 1/2]")
    // The key arrives before the screen has read the change.
    try sandbox.shell("kill -STOP $(cat \"$sandbox/pid\")")
    try sandbox.run("todo", "delete", "1", environment: Self.now)
    try window.type("d")
    try sandbox.shell("kill -CONT $(cat \"$sandbox/pid\")")
    try window.wait("one to-do") { $0.contains("[3 To-dos 1/1]") }
    #expect(try toDos().map { $0["text"] } == ["Second"])
  }

  @Test func `completes a command and undoes what it has changed`() throws {
    let window = try terminal().showing("A steady day")
    try window.type(":jo", press: "Tab", until: "command: jot")
    try window.type("typed here", press: "Enter")
    try window.wait("the line on the page") { $0.contains("PM typed here") }
    try window.type("u")
    try window.wait("the earlier text") { $0.contains("Undid") }
    try window.press("q")
    try expectRestored(window)
  }

  @Test func `opens the editor and returns`() throws {
    let window = try terminal(environment: sandbox.editor("echo 'and another line' >> \"$1\""))
      .showing("A steady day")
    try window.type("e", until: "and another line")
    #expect(try entries()[0]["body"]?.string?.contains("and another line") == true)
    try window.type("u")
    try window.wait("the earlier text") { $0.contains("Undid") }
    #expect(try entries()[0]["body"]?.string?.contains("and another line") == false)
    try window.press("q")
    try expectRestored(window)
  }

  @Test func `returns after the editor was killed`() throws {
    let window = try terminal(
      environment: sandbox.editor("echo lost >> \"$1\"; stty raw; kill -9 $$"))
    try window.wait(for: "A steady day")
    try window.type("e", until: "Press Enter")
    #expect(try sandbox.draftTexts().contains { $0.contains("lost") })
    try window.press("Enter", until: "[1 Days]")
    try window.press("q", until: "exit 0")
    try sandbox.shell("cmp \"$sandbox/before\" \"$sandbox/after\"")
  }

  @Test(arguments: [("TERM", 143), ("HUP", 129), ("INT", 130)])
  func `keeps a line as a draft when a signal ends it`(signal: String, status: Int) throws {
    let window = try terminal().showing("A steady day")
    try window.type("ihalf a thought", until: "half a thought")
    try sandbox.shell("kill -\(signal) $(cat \"$sandbox/pid\")")
    try expectRestored(window, status: status)
    #expect(try sandbox.draftTexts() == ["half a thought"])
  }

  @Test(arguments: [("TERM", 143), ("HUP", 129), ("INT", 130)])
  func `a signal ends a question`(signal: String, status: Int) throws {
    let window = try terminal(environment: sandbox.editor("echo half >> \"$1\"; exit 3")).showing(
      "A steady day")
    try window.type("e", until: "Press Enter")
    try sandbox.shell("kill -\(signal) $(cat \"$sandbox/pid\")")
    try window.wait(for: "exit \(status)")
    #expect(try sandbox.draftTexts().contains { $0.contains("half") })
    try sandbox.shell("cmp \"$sandbox/before\" \"$sandbox/after\"")
  }

  @Test(arguments: [("TERM", 143), ("HUP", 129), ("INT", 130)])
  func `a signal ends the question about a draft`(signal: String, status: Int) throws {
    let window = try terminal(environment: sandbox.editor("echo half >> \"$1\"; exit 3")).showing(
      "A steady day")
    try window.type("e", until: "Press Enter")
    try window.press("Enter", until: "[1 Days]")
    try window.type("e", until: "Resume this draft?")
    try sandbox.shell("kill -\(signal) $(cat \"$sandbox/pid\")")
    try window.wait(for: "exit \(status)")
    #expect(try sandbox.draftTexts().contains { $0.contains("half") })
    try sandbox.shell("cmp \"$sandbox/before\" \"$sandbox/after\"")
  }

  @Test func `a signal ends the editor and keeps its text`() throws {
    let window = try terminal(
      environment: sandbox.editor("echo half >> \"$1\"; echo opened; exec sleep 60"))
    try window.wait(for: "A steady day")
    try window.type("e", until: "opened")
    try sandbox.shell("kill -TERM $(cat \"$sandbox/pid\")")
    try window.wait(for: "exit 143")
    #expect(try sandbox.draftTexts().contains { $0.contains("half") })
    try sandbox.shell("cmp \"$sandbox/before\" \"$sandbox/after\"")
  }

  @Test func `takes Escape and a key that arrive together`() throws {
    let window = try terminal().showing("A steady day")
    try window.type("3", until: "[3 To-dos]")
    try window.tell("send-keys", "Escape", "a")
    try window.wait(for: "To-do:")
    try window.wait(for: "[1 Days]")
  }

  @Test(arguments: [("SEGV", 139), ("ABRT", 134), ("ILL", 132), ("USR1", 138), ("XCPU", 152)])
  func `restores the terminal in a crash`(signal: String, status: Int) throws {
    // A debug build would ask what to do after a crash.
    let window = try terminal(environment: ["SWIFT_BACKTRACE": "enable=no"]).showing("A steady day")
    try sandbox.shell("kill -\(signal) $(cat \"$sandbox/pid\")")
    try expectRestored(window, status: status)
  }

  @Test func `keeps a line as a draft when the terminal is closed`() throws {
    let window = try terminal().showing("A steady day")
    try window.type("ihalf a thought", until: "half a thought")
    try window.close()
    let end = ContinuousClock.now + Sandbox.timeout
    while try sandbox.draftTexts() != ["half a thought"] {
      try #require(ContinuousClock.now < end)
      Pause.milliseconds(50)
    }
  }

  @Test func `follows the size of the terminal`() throws {
    let window = try terminal().showing("│")
    try window.resize(columns: 60, rows: 24)
    try window.wait("one panel") { !$0.contains("│") && $0.contains("[1 Days]") }
    try window.resize(columns: 20, rows: 6)
    try window.wait(for: "small: 24 × 8")
    try window.resize(columns: 100, rows: 30)
    try window.wait(for: "A steady day")
    try window.press("q")
    try expectRestored(window)
  }

  @Test func `shows what another program has written`() throws {
    let window = try terminal().showing("A steady day")
    try sandbox.run("jot", "from elsewhere", environment: Self.now)
    try window.wait(for: "from elsewhere")
    try window.press("q")
    try expectRestored(window)
  }

  @Test func `is suspended and continues`() throws {
    let window = try TmuxWindow(shellIn: sandbox, environment: Self.now)
    try window.start("\"$commitdiary\" browse")
    try window.wait(for: "A steady day")
    try window.press("C-z")
    try window.wait("a prompt") { !$0.contains("[1 Days]") && $0.contains("topped") }
    try window.type("fg", press: "Enter", until: "[1 Days]")
    try window.press("q")
    try window.wait("a prompt") { !$0.contains("[1 Days]") }
  }

  @Test func `sends few bytes for a key and no escape sequence of others`() throws {
    try sandbox.run(
      "diary", "write", "yesterday", "--body", "evil \u{1B}]0;owned\u{7} text",
      environment: Self.now)
    let window = try TmuxWindow(shellIn: sandbox, environment: Self.now)
    try window.start("\"$commitdiary\" browse")
    try window.wait(for: "A steady day")
    // What is read in the background may be drawn together with the answer to a key.
    var fewest = Int.max
    for (key, day) in [("k", "Nov 20"), ("j", "Nov 21"), ("k", "Nov 20"), ("j", "Nov 21")] {
      let before = try window.sent().count
      try window.type(key, until: "\(day), 2026")
      fewest = try min(fewest, window.sent().count - before)
    }
    #expect(fewest < 2500)
    try window.type("k", until: "evil ^[]0;owned^G text")
    #expect(try window.title() != "owned\n")
    try window.press("q")
    try window.wait("a prompt") { !$0.contains("[1 Days]") }
  }
}
