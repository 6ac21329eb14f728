import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// The program in an interactive session on a real terminal.
@Suite(.serialized) struct InteractiveTests {
  private static let subjects = [
    "첫 커밋을 했다", "Add the parser", "검색을 빠르게", "Fix a crash", "회고를 쓴다", "Draw the graph",
    "문서를 고친다", "Test the journal", "キャッシュを直す", "Speed up the list", "저널을 연다", "Say why",
    "A subject that is by far longer than forty columns can show", "번역을 더한다", "Tidy up",
  ]

  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    // One process creates all commits, in place of one process per commit.
    var stream = ""
    for (number, subject) in Self.subjects.enumerated() {
      stream += """
        commit refs/heads/main
        committer 저자 <author@example.com> \(1_700_100_000 + number * 60) +0900
        data \(subject.utf8.count)
        \(subject)
        \(number == 0 ? "from refs/heads/main^0" : "")

        """
    }
    try sandbox.script("git fast-import --quiet", input: Array(stream.utf8)).expect(0)
  }

  /// Runs `line` and prints its exit status. The terminal's settings before and after are recorded.
  private func terminal(
    _ line: String, columns: Int = 40, rows: Int = 10, environment: [String: String] = [:]
  ) throws -> TmuxWindow {
    try TmuxWindow(
      """
      echo 'as it was'
      stty -a > "$sandbox/before"
      \(line)
      status=$?
      stty -a > "$sandbox/after"
      echo "exit $status"
      exec cat
      """, in: sandbox, columns: columns, rows: rows,
      // The current year is that of the commits, so their dates are short.
      environment: ["COMMITDIARY_NOW": "2023-11-20T00:00:00Z"].merging(environment) { $1 })
  }

  private func expectRestored(_ terminal: TmuxWindow) throws {
    let screen = try terminal.screen()
    #expect(screen.hasPrefix("as it was\n"), "\(screen)")
    #expect(!screen.contains("Which commit?") && !screen.contains("Enter select"), "\(screen)")
    try sandbox.shell("cmp \"$sandbox/before\" \"$sandbox/after\"")
  }

  private static let pick = "\"$commitdiary\" notes add --pick --body picked"

  private func pickedSubjects() throws -> [String?] {
    try sandbox.notes().map { $0["commit"]?["message"]?.string }
  }

  // MARK: The picker

  @Test func `picks a commit with the arrow keys`() throws {
    let terminal = try terminal(Self.pick)
    try terminal.wait("the screen") { $0.contains("Which commit?") && $0.contains("Tidy up") }
    try terminal.press("Down", "Down", "Down", "Up", "Enter", until: "exit 0")
    #expect(try pickedSubjects() == ["A subject that is by far longer than forty columns can show"])
    try expectRestored(terminal)
  }

  @Test func `typing filters the commits`() throws {
    let (typed, subject) = ("회고", "회고를 쓴다")
    let terminal = try terminal(Self.pick).showing("Which commit?")
    try terminal.type(typed)
    try terminal.wait("the screen") {
      $0.contains("1/16") && $0.contains(typed) && $0.contains(subject)
    }
    try terminal.press("Enter", until: "exit 0")
    #expect(try pickedSubjects() == [subject])
    try expectRestored(terminal)
  }

  @Test func `finds commits beyond the first page`() throws {
    let stream = (1...1800).map { number in
      """
      commit refs/heads/main
      committer 저자 <author@example.com> \(1_700_200_000 + number) +0900
      data \("number \(number)".utf8.count)
      number \(number)
      \(number == 1 ? "from refs/heads/main^0" : "")

      """
    }
    try sandbox.script("git fast-import --quiet", input: Array(stream.joined().utf8)).expect(0)
    let terminal = try terminal(Self.pick).showing("500/500+")
    try terminal.type("parser")
    try terminal.wait("the screen") { $0.contains("1/1816") && !$0.contains("1/1816+") }
    try terminal.press("Enter", until: "exit 0")
    #expect(try pickedSubjects() == ["Add the parser"])
  }

  @Test func `backspace removes one letter at a time, also in Hangul`() throws {
    let terminal = try terminal(Self.pick).showing("16/16")
    try terminal.type("없는 커밋")
    try terminal.wait("the screen") { $0.contains("0/16") && $0.contains("No matches") }
    for _ in 0..<5 { try terminal.press("BSpace") }
    try terminal.wait("the screen") { $0.contains("16/16") && !$0.contains("없") }
    try terminal.press("Enter", until: "exit 0")
    #expect(try pickedSubjects() == ["Tidy up"])
  }

  @Test(arguments: [("Escape", 1), ("C-c", 130)])
  func `leaving the picker writes nothing and restores the screen`(
    key: String, status: Int
  ) throws {
    let terminal = try terminal(Self.pick).showing("Which commit?")
    try terminal.press("Down", key, until: "exit \(status)")
    #expect(try sandbox.notes() == [])
    #expect(sandbox.draftNames() == [])
    try expectRestored(terminal)
  }

  @Test(arguments: [("TERM", 143), ("HUP", 129), ("INT", 130)])
  func `a signal restores the terminal of the picker`(signal: String, status: Int) throws {
    let terminal = try terminal("sh -c 'echo $$ > \"$sandbox/pid\"; exec \(Self.pick)'").showing(
      "Which commit?")
    try sandbox.shell("kill -\(signal) $(cat \"$sandbox/pid\")")
    try terminal.wait(for: "exit \(status)")
    #expect(try sandbox.notes() == [])
    try expectRestored(terminal)
  }

  @Test func `the picker follows the size of the terminal`() throws {
    let terminal = try terminal(Self.pick).showing("Which commit?")
    try terminal.resize(columns: 24, rows: 5)
    try terminal.wait("the screen") {
      $0.split(separator: "\n").count <= 5 && $0.contains("Tidy") && $0.contains("16/16")
    }
    try terminal.resize(columns: 70, rows: 20)
    try terminal.wait(for: "The first commit")
    try terminal.press("Down", "Enter", until: "exit 0")
    #expect(try pickedSubjects() == ["번역을 더한다"])
  }

  // MARK: The pager

  private func manyNotes() throws {
    for number in 1...30 { try sandbox.add("--title", "note \(number)") }
  }

  /// A pager that prints when it is started.
  private func pager() throws -> [String: String] {
    ["PAGER": try sandbox.makeScript("pager", "echo paged; exec cat")]
  }

  @Test(arguments: [
    ("notes list --limit 0", true), ("--help", true), ("notes list --limit 0 --no-pager", false),
    ("notes list --limit 3", false), ("notes list --limit 0 --json", false),
  ])
  func `pages only lists longer than the screen`(line: String, isPaged: Bool) throws {
    try manyNotes()
    let terminal = try terminal(
      "\"$commitdiary\" \(line) > \"$sandbox/shown\"; \"$commitdiary\" \(line)", columns: 120,
      environment: pager())
    let screen = try terminal.wait(for: "exit 0")
    let all = try terminal.history()
    #expect(all.contains("paged") == isPaged, "\(screen)")
    // Output to a file is never paged.
    #expect(try !sandbox.shell("cat \"$sandbox/shown\"").contains("paged"))
  }

  // MARK: Questions

  @Test func `delete asks, and no keeps the note`() throws {
    let id = try sandbox.add("--title", "회고")
    let before = try sandbox.notes()
    for (typed, status) in [("n", 1), ("", 1), ("maybe", nil)] {
      let terminal = try terminal("\"$commitdiary\" notes delete \(id)", columns: 80)
      try terminal.wait("the screen") { $0.contains("회고") && $0.contains("[y/N]") }
      try terminal.type(typed, press: "Enter")
      // Any other answer repeats the question.
      if status == nil {
        try terminal.wait("the screen") { $0.split(separator: "[y/N]").count > 2 }
        try terminal.type("n", press: "Enter")
      }
      try terminal.wait(for: "exit \(status ?? 1)")
      #expect(try sandbox.notes() == before)
    }
    let terminal = try terminal("\"$commitdiary\" notes delete \(id)", columns: 80).showing("[y/N]")
    try terminal.type("y", press: "Enter", until: "exit 0")
    #expect(try sandbox.notes() == [])
  }

  @Test func `a JSON document is the same on a terminal and in a pipe`() throws {
    try sandbox.add("--title", "회고")
    let plain = try sandbox.run("notes", "list", "--json").output
    let forced = ["COLUMNS": "20", "CLICOLOR_FORCE": "1", "PAGER": "false"]
    #expect(try sandbox.run("notes", "list", "--json", environment: forced).output == plain)
    let terminal = try sandbox.onTerminal("notes", "list", "--json").output
    #expect(terminal.replacing("\r\n", with: "\n") == plain)
  }

  // MARK: Color

  /// The order of options, variables and terminals is in `ScreenTests`.
  @Test(
    arguments: [
      ([:], nil, false, true), ([:], "never", false, false),
      (["NO_COLOR": "1"], "always", true, true),
      (["TERM": "dumb"], nil, false, false),
    ] as [([String: String], String?, Bool, Bool)])
  func `uses color when asked for or on a color terminal`(
    environment: [String: String], option: String?, inPipe: Bool, onTerminal: Bool
  ) throws {
    let id = try sandbox.add("--title", "title", "--body", "text", "--tag", "tag")
    let option = option.map { ["--color", $0] } ?? []
    for words in [["notes", "list"], ["notes", "show", id], ["commits"], ["--help"]] {
      let piped = try sandbox.run(words + option, environment: environment)
      #expect(piped.bytes.contains(0x1B) == inPipe, "\(piped.testDescription)")
      let shown = try sandbox.onTerminal(
        words + option, environment: environment.merging(["PAGER": ""]) { $1 })
      #expect(shown.bytes.contains(0x1B) == onTerminal, "\(shown.testDescription)")
    }
    // The same applies to errors, which are written to another stream.
    let failure = try sandbox.run(["notes", "show", "zzzz"] + option, environment: environment)
    #expect(failure.errorBytes.contains(0x1B) == inPipe, "\(failure.testDescription)")
  }
}

/// The exit status, the two lines and the JSON code of every failure.
@Suite struct ExitStatusProcessTests {
  private let stage: FailureStage
  private var sandbox: Sandbox { stage.sandbox }

  init() throws { stage = try FailureStage() }

  @Test(arguments: [("예\n", "ko_KR.UTF-8"), ("はい\n", "ja_JP.UTF-8"), ("YES\n", "ko_KR.UTF-8")])
  func `accepts answers in the reader's language and in English`(
    answer: String, locale: String
  ) throws {
    let id = try #require(stage.known["id"])
    try sandbox.onTerminal(
      "notes", "delete", id, environment: Locales.language(locale), typing: answer
    ).expect(0)
    #expect(try sandbox.notes().isEmpty)
  }

  @Test(arguments: ["notes list --no-input", "notes delete {id} --no-input"])
  func `with --no-input nothing is asked, even on a terminal`(line: String) throws {
    let words = line.split(separator: " ").map { stage.filled(String($0)) }
    let outcome = try sandbox.onTerminal(words[0], words[1], words[2], words.last ?? "")
    #expect(outcome.status == (words[1] == "delete" ? 2 : 0), "\(outcome.testDescription)")
    #expect(try sandbox.notes().count == 1)
  }
}
