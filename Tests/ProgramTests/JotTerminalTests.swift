import JSON
import Platform
import Testing

@testable import ProgramSupport

/// `jot` without words asks for a line at the terminal; the editor opens at the end of a text.
@Suite(.serialized) struct JotTerminalTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil) }

  private static let now = ["COMMITDIARY_NOW": "2026-11-21T05:05:00Z", "TZ": "Asia/Seoul"]

  private func terminal(
    _ line: String = "\"$commitdiary\" jot", environment: [String: String] = [:]
  ) throws -> TmuxWindow {
    try TmuxWindow(
      """
      stty -a > "$sandbox/before"
      \(line)
      status=$?
      stty -a > "$sandbox/after"
      echo "exit $status"
      exec cat
      """, in: sandbox, environment: Self.now.merging(environment) { $1 })
  }

  private func entries() throws -> [JSONValue] {
    let outcome = try sandbox.json("diary", "list", environment: Self.now)
    return outcome["entries"]?.array ?? []
  }

  @Test func `asks for a line with the time and saves it`() throws {
    let window = try terminal(environment: Locales.language("ko_KR.UTF-8")).showing("오후 2:05>")
    try window.type("회의가 길었더", press: "BSpace")
    try window.type("다, ", press: "Left", "Left", "Home", "End")
    try window.type("그래도 끝났다 and this line is longer than forty columns", until: "forty columns")
    try window.press("Enter")
    #expect(try window.wait(for: "exit 0").contains("일기에 추가"))
    #expect(
      try entries().map { $0["body"] } == [
        "오후 2:05 회의가 길었다, 그래도 끝났다 and this line is longer than forty columns"
      ])
    #expect(sandbox.draftNames().isEmpty)
    try sandbox.shell("cmp \"$sandbox/before\" \"$sandbox/after\"")
  }

  @Test func `Ctrl-C keeps the line as a draft, with which the next one begins`() throws {
    let first = try terminal("\"$commitdiary\" jot --tag perf").showing("2:05 PM>")
    try first.type("half a thought", until: "half a thought")
    try first.press("C-c")
    #expect(try first.wait(for: "exit 130").contains("kept as a draft"))
    #expect(try sandbox.draftTexts() == ["half a thought"])
    #expect(try entries().isEmpty)

    // Ctrl-C on the continued draft keeps what it has become.
    let second = try terminal().showing("half a thought")
    try second.type(" and more", until: "and more")
    try second.press("C-c", until: "exit 130")
    #expect(try sandbox.draftTexts() == ["half a thought and more"])

    let third = try terminal().showing("and more")
    try third.press("Enter", until: "exit 0")
    #expect(try entries().map { $0["body"] } == ["2:05 PM half a thought and more"])
    #expect(try entries().map { $0["tags"] } == [["perf"]])
    #expect(sandbox.draftNames().isEmpty)
  }

  @Test func `an empty line saves nothing, and an emptied draft is removed`() throws {
    for key in ["Enter", "C-d"] {
      let window = try terminal().showing("2:05 PM>")
      try window.press(key, until: "exit 2")
    }
    let interrupted = try terminal().showing("2:05 PM>")
    try interrupted.press("C-c", until: "exit 130")
    #expect(sandbox.draftNames().isEmpty)
    let left = try terminal().showing("2:05 PM>")
    try left.type("x", press: "C-c", until: "exit 130")
    let emptied = try terminal().showing("> x")
    try emptied.press("C-u", "Enter", until: "exit 2")
    #expect(sandbox.draftNames().isEmpty)
    #expect(try entries().isEmpty)
  }

  @Test func `a pasted text keeps its lines, and Ctrl-D saves`() throws {
    let window = try terminal().showing("2:05 PM>")
    try window.tell("set-buffer", "--", "one\ntwo\u{1B}[A")
    try window.tell("paste-buffer", "-p")
    try window.wait(for: "two")
    try window.press("C-d", until: "exit 0")
    #expect(try entries().map { $0["body"]?.string } == ["2:05 PM one\ntwo\u{1B}[A"])
  }

  @Test(arguments: ["TERM", "HUP"])
  func `a signal keeps the line as a draft`(signal: String) throws {
    let own = try terminal("exec sh -c 'echo $$ > \"$sandbox/pid\"; exec \"$commitdiary\" jot'")
      .showing("2:05 PM>")
    try own.type("almost lost", until: "almost lost")
    try sandbox.shell("kill -\(signal) $(cat \"$sandbox/pid\")")
    let end = ContinuousClock.now + .seconds(20)
    while try sandbox.draftTexts().isEmpty, ContinuousClock.now < end { Pause.milliseconds(20) }
    #expect(try sandbox.draftTexts() == ["almost lost"])
  }

  @Test func `a closed terminal keeps the line as a draft`() throws {
    let window = try terminal().showing("2:05 PM>")
    try window.type("almost lost", until: "almost lost")
    try window.close()
    let end = ContinuousClock.now + .seconds(20)
    while try sandbox.draftTexts().isEmpty, ContinuousClock.now < end { Pause.milliseconds(20) }
    #expect(try sandbox.draftTexts() == ["almost lost"])
  }

  @Test func `a line that cannot be saved becomes a draft`() throws {
    try File.makeDirectory(sandbox.data)
    try File.writeAtomically(Array("not a journal".utf8), to: sandbox.journal)
    let window = try terminal().showing("2:05 PM>")
    try window.type("keep me", press: "Enter", until: "exit 6")
    #expect(try sandbox.draftTexts() == ["keep me"])
  }

  @Test func `a terminal that cannot move its cursor is asked plainly`() throws {
    let window = try terminal(environment: ["TERM": "dumb"]).showing("2:05 PM>")
    try window.type("plain", press: "Enter", until: "exit 0")
    #expect(try entries().map { $0["body"] } == ["2:05 PM plain"])
  }

  // MARK: The editor

  @Test func `the editor opens at the end of the text, above the day's commits`() throws {
    let sandbox = try Sandbox()
    let environment = Self.now.merging(["COMMITDIARY_NOW": "2023-11-15T10:00:00Z"]) { $1 }
    try sandbox.shell("git config user.email author@example.com")
    try sandbox.run("todo", "add", "Write the tests", environment: environment)
    try sandbox.run("todo", "done", "1", environment: environment)
    // The name decides; the script records its arguments and the file.
    let editor = try sandbox.makeScript(
      "vim",
      "printf '%s\\n' \"$@\" > '\(sandbox.file("words"))'; for f; do :; done; "
        + "cp \"$f\" '\(sandbox.file("opened"))'")
    let opening = environment.merging(["EDITOR": editor, "VISUAL": ""]) { $1 }
    let words = { String(decoding: try File.read(sandbox.file("words")), as: UTF8.self) }
    var template = ""
    // On a busy machine, the editor does not wait for the commits.
    for _ in 1...20 where !template.contains("# Commits") {
      try sandbox.onTerminal("diary", "write", environment: opening)
      // There is no text yet, so the path is alone.
      #expect(try words().split(separator: "\n").count == 1)
      template = String(decoding: try File.read(sandbox.file("opened")), as: UTF8.self)
    }
    #expect(template.contains("# Commits\n#   "), "\(template)")
    #expect(template.contains("The first commit"), "\(template)")
    #expect(template.contains("# Done\n#   Write the tests"), "\(template)")

    try sandbox.run("diary", "write", "--body", "one\n\ntwo", environment: environment)
    let edited = try sandbox.onTerminal("diary", "write", environment: opening)
    #expect(try words().hasPrefix("-c\nnormal! 3G$\n"))
    #expect(edited.output.contains("was not changed"), "\(edited.testDescription)")
  }

  @Test func `remarks cannot forge the line above them`() throws {
    let sandbox = try Sandbox()
    let environment = ["COMMITDIARY_NOW": "2023-11-15T10:00:00Z"]
    let forged = "------------------------ >8 ------------------------"
    try sandbox.run("todo", "add", forged, "x\u{1B}[2Jy", environment: environment)
    try sandbox.run("todo", "done", "1", "2", environment: environment)
    let editor = try sandbox.editor("sed -i '1s/^/written/' \"$1\"")
    try sandbox.onTerminal("diary", "write", environment: environment.merging(editor) { $1 })
    let shown = try sandbox.json("diary", "show", environment: environment)
    #expect(shown["title"] == "written" && shown["body"] == "")
  }
}
