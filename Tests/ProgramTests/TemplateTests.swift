import JSON
import Testing

@testable import ProgramSupport

/// The texts with which the editor opens on an empty entry or note.
@Suite struct TemplateTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(at: "2026-11-21T09:00:00+09:00") }

  private func template(_ name: String, _ text: String) throws {
    let folder = sandbox.config.split(separator: "/").dropLast().joined(separator: "/")
    try sandbox.write(text, to: "/\(folder)/templates/\(name).md")
  }

  /// An editor that keeps what it was opened with, and adds a line.
  private func writing(_ line: String) throws -> [String: String] {
    try sandbox.editor(
      "cp \"$1\" '\(sandbox.file("seen"))'; sed -i '1s/^/\(line)\\n/' \"$1\"")
  }

  private var seen: String { get throws { try sandbox.text(of: sandbox.file("seen")) } }

  private static let entry = """
    {day} on {branch}
    Sky: {weather}
    - {commits}
    Next: {todos}

    What did I learn?
    """

  @Test func `an empty entry opens with the template`() throws {
    try template("entry", Self.entry)
    try sandbox.commit("Fix #bug in the cache", at: "2026-11-21T08:00:00+0900", committed: true)
    try sandbox.toDos("add", "--each", "one", "two")
    try sandbox.onTerminal("diary", "write", environment: writing("mine")).expect(0)
    let text = try seen
    #expect(text.hasPrefix("Sat, Nov 21, 2026 on main\nSky: \n- "), "\(text)")
    #expect(text.contains("Fix \\#bug in the cache\nNext: one\nNext: two\n\nWhat did I learn?"))
    let entry = try sandbox.json("diary", "show")
    #expect(entry["tags"] == [] && entry["title"] == "mine")
  }

  @Test func `a template that was left as it was is not saved, and its draft is not offered`()
    throws
  {
    try template("entry", Self.entry)
    try template("note", "Why: ")
    for words in [["diary", "write"], ["notes", "add"]] {
      for _ in 1...2 {
        let outcome = try sandbox.onTerminal(words, environment: Sandbox.idleEditor)
        #expect(outcome.status == 2, "\(outcome.testDescription)")
        let said = outcome.output + outcome.error
        #expect(said.contains("the template was left unchanged"), "\(outcome.testDescription)")
        #expect(!said.contains("draft"), "\(outcome.testDescription)")
      }
    }
    try sandbox.run("diary", "show").expectRefusal(3)
    #expect(try sandbox.notes().isEmpty)
  }

  @Test func `jots stay below the template at the first edit`() throws {
    try template("entry", "What did I learn?\n")
    try sandbox.run("jot", "a line").expect(0)
    try sandbox.onTerminal("diary", "edit", environment: Sandbox.idleEditor)
    #expect(try sandbox.json("diary", "show")["body"] == "9:00 AM a line")
    try sandbox.onTerminal("diary", "edit", environment: writing("Much.")).expect(0)
    #expect(try seen.hasPrefix("What did I learn?\n\n9:00 AM a line\n"))
    // It is there by now.
    try sandbox.onTerminal("diary", "edit", environment: writing("More.")).expect(0)
    #expect(try seen.ranges(of: "What did I learn?").count == 1)
  }

  @Test func `a template that was left as it was replaces no entry`() throws {
    try template("entry", "What did I learn?\n")
    try sandbox.run("diary", "write", "--body", "kept").expect(0)
    try sandbox.onTerminal("diary", "write", "--replace", environment: Sandbox.idleEditor).expect(0)
    #expect(try sandbox.json("diary", "show")["title"] == "kept")
  }

  @Test func `white space is a change of an entry, and prose gets no template`() throws {
    try template("entry", "What did I learn?\n")
    try sandbox.run("diary", "write", "--body", "9:00 AM jot\n\nand prose").expect(0)
    let editor = try sandbox.editor("sed -i '2s/$/\\n/' \"$1\"")
    try sandbox.onTerminal("diary", "edit", environment: editor).expect(0)
    #expect(try sandbox.json("diary", "show")["body"] == "9:00 AM jot\n\n\nand prose")
  }

  @Test func `what was inserted is neither a place nor a number, in lines of any kind`() throws {
    try template("entry", "Plan\r\n\r\n- {todos}\r\n{commits} / {todos}\r\n{other}\r\n")
    try sandbox.commit("a {todos} b:: 5 ＃c d::e", at: "2026-11-21T08:00:00+0900", committed: true)
    try sandbox.toDos("add", "--each", "one", "two")
    try sandbox.onTerminal("diary", "write", environment: writing("mine")).expect(0)
    let text = try seen
    #expect(text.ranges(of: "Plan").count == 1, "\(text)")
    #expect(text.contains("- one\n- two\n") && text.contains("\n{other}\n"), "\(text)")
    #expect(text.contains("  a {todos} b:\\: 5 \\＃c d::e / one\n"), "\(text)")
    let entry = try sandbox.json("diary", "show")
    #expect(entry["tags"] == [] && entry["numbers"] == .object([]), "\(entry)")
  }

  @Test func `a template is refused without an editor`() throws {
    try template("weekly", "This week:")
    for words in [
      ["diary", "write", "--body", "a"], ["diary", "edit", "--tag", "a"], ["notes", "add", "a"],
    ] {
      try sandbox.run(words + ["--template", "weekly"]).expectRefusal(2, "--template")
    }
  }

  @Test func `a template has a name and is edited with the settings`() throws {
    try sandbox.onTerminal("notes", "add", "--template", "weekly").expect(3)
    let editor = try sandbox.editor("echo 'This week:' >> \"$1\"")
    try sandbox.run(["config", "edit", "--template", "weekly"], environment: editor).expect(0)
    try sandbox.run(["config", "edit", "--template", "../x"], environment: editor).expectRefusal(2)
    try sandbox.onTerminal(
      "notes", "add", "--template", "weekly", environment: writing("A title")
    ).expect(0)
    #expect(try sandbox.notes()[0]["body"]?.string?.contains("This week:") == true)
  }
}
