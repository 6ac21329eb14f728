import JSON
import Platform
import Testing

@testable import ProgramSupport

/// Tags that are written in texts, the list of tags, and renames.
@Suite(.inProcess) struct TagsTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00+09:00"
  }

  private func json(_ words: String...) throws -> JSONValue {
    let outcome = try sandbox.run(words + ["--json"])
    try #require(outcome.status == 0, "\(words) \(outcome.testDescription)")
    return try outcome.json()
  }

  private func note(_ id: String) throws -> JSONValue { try json("notes", "show", id) }

  private func tags(_ words: String...) throws -> [String] {
    let outcome = try sandbox.run(["tags", "list", "--json"] + words)
    try #require(outcome.status == 0, "\(outcome.testDescription)")
    return try #require(outcome.json()["tags"]?.array).compactMap { $0["tag"]?.string }
  }

  private func days(_ number: Int) -> [String: String] {
    ["COMMITDIARY_NOW": "2026-11-\(21 - number)T09:00:00+09:00"]
  }

  private func interactively(_ words: String..., writing text: String) throws -> Outcome {
    try sandbox.interactively(words, answering: Answers(confirmed: true, writing: text))
  }

  private func interactively(
    _ words: String..., confirming answer: Bool
  ) throws -> (outcome: Outcome, questions: [String]) {
    let answers = Answers(confirmed: answer)
    return (try sandbox.interactively(words, answering: answers), answers.questions)
  }

  // MARK: Tags in texts

  @Test func `a tag in the text of a note is a tag of it while it is written there`() throws {
    let id = try sandbox.add("--title", "Cache #perf", "--body", "with `#no` and #회고", "--tag", "x")
    #expect(try note(id)["tags"] == ["x", "perf", "회고"])
    #expect(try sandbox.notes("--tag", "회고").count == 1)
    _ = try json("notes", "edit", id, "--body", "now #slow")
    #expect(try note(id)["tags"] == ["x", "perf", "slow"])
    _ = try json("notes", "edit", id, "--tag", "perf", "--title", "Cache")
    #expect(try note(id)["tags"] == ["x", "perf", "slow"])
    _ = try json("notes", "edit", id, "--body", "nothing", "--untag", "slow")
    #expect(try note(id)["tags"] == ["x", "perf"])
    #expect(try sandbox.run("notes", "show", id).output.contains("#x #perf"))
  }

  @Test func `a tag in the text of an entry is a tag of it`() throws {
    #expect(
      try json("diary", "write", "--body", "A day #perf\n\n```\n#no", "--tag", "x")["tags"]
        == ["x", "perf"])
    // The block of code is still open.
    #expect(try json("diary", "write", "--body", "#later")["tags"] == ["x", "perf"])
    #expect(try json("diary", "write", "--body", "Anew #b", "--replace")["tags"] == ["x", "b"])
    #expect(try json("diary", "write", "--body", "#c")["tags"] == ["x", "b", "c"])
    #expect(try json("diary", "edit", "--untag", "x", "--tag", "y")["tags"] == ["y", "b", "c"])
  }

  @Test func `a tag in the text of a to-do is a tag of it`() throws {
    func toDo(_ words: String...) throws -> JSONValue {
      let outcome = try sandbox.run(["todo"] + words + ["--json"])
      try #require(outcome.status == 0, "\(words) \(outcome.testDescription)")
      return try #require(outcome.json()["todos"]?.array?.first)
    }
    #expect(try toDo("add", "Fix it #perf #12", "--tag", "x")["tags"] == ["x", "perf"])
    #expect(try toDo("edit", "1", "Fix it", "#slow")["tags"] == ["x", "slow"])
    #expect(try toDo("edit", "1", "--tag", "y")["tags"] == ["x", "y", "slow"])
    try sandbox.run("todo", "edit", "1", "--untag", "slow").expectRefusal(2)
    #expect(try json("tags")["tags"]?.array?.map { $0["todos"] } == [1, 1, 1])
    let renamed = try sandbox.run("tags", "rename", "slow", "fast", "--yes")
    #expect(renamed.output == "Renamed #slow to #fast in 1 to-do.\n")
    #expect(try toDo("list")["text"] == "Fix it #fast")
    #expect(try toDo("list", "--tag", "fast")["tags"] == ["x", "y", "fast"])
    let lines = try sandbox.run("todo", "list").output
    #expect(lines.contains("#x #y") && lines.ranges(of: "#fast").count == 1, "\(lines)")
    _ = try sandbox.run("import", "todotxt", "-", input: Array("Do it #now\n".utf8))
    #expect(try toDo("list", "--tag", "now")["text"] == "Do it #now")
  }

  @Test func `a tag that is still written in the text cannot be removed`() throws {
    let id = try sandbox.add("--body", "#perf", "--tag", "x")
    for json in [[], ["--json"]] {
      let outcome = try sandbox.run(
        ["notes", "edit", id, "--untag", "x", "--untag", "Perf"] + json)
      #expect(outcome.status == 2 && outcome.error.contains("#perf"), "\(outcome.testDescription)")
    }
    #expect(try note(id)["tags"] == ["x", "perf"])
    _ = try json("diary", "write", "--body", "#perf")
    try sandbox.run("diary", "edit", "--untag", "perf").expectRefusal(2)
    #expect(try json("diary", "show")["tags"] == ["perf"])
  }

  @Test func `options that change nothing save no version`() throws {
    let id = try sandbox.add("--body", "#perf", "--tag", "x")
    let outcome = try sandbox.run("notes", "edit", id, "--tag", "PERF", "--untag", "y")
    #expect(outcome.error.contains("was not changed"), "\(outcome.testDescription)")
    #expect(try json("notes", "history", id)["versions"]?.array?.count == 1)
  }

  @Test func `texts in the editor have tags too`() throws {
    let id = try sandbox.add("--body", "one #a", "--tag", "x")
    let edited = try interactively("notes", "edit", id, writing: "two #b")
    #expect(edited.status == 0, "\(edited.testDescription)")
    #expect(try note(id)["tags"] == ["x", "b"])
    let written = try interactively("diary", "write", writing: "Day #c\n\n#d")
    #expect(written.status == 0, "\(written.testDescription)")
    #expect(try json("diary", "show")["tags"] == ["c", "d"])
    let again = try interactively("diary", "edit", writing: "Day #d")
    #expect(again.status == 0, "\(again.testDescription)")
    #expect(try json("diary", "show")["tags"] == ["d"])
  }

  @Test func `tags.inText turns tags in texts off`() throws {
    try sandbox.run("config", "set", "tags.inText", "false")
    let id = try sandbox.add("--body", "#perf", "--tag", "x")
    #expect(try note(id)["tags"] == ["x"])
    #expect(try json("diary", "write", "--body", "#perf")["tags"] == [])
    _ = try json("notes", "edit", id, "--tag", "perf")
    #expect(try note(id)["tags"] == ["x", "perf"])
    _ = try json("tags", "rename", "perf", "two words", "--yes")
    #expect(try note(id)["tags"] == ["x", "two words"])
    #expect(try note(id)["body"] == "#perf")
    _ = try json("notes", "edit", id, "--untag", "two words")
    try sandbox.run("config", "unset", "tags.inText")
    // An old text is read when it is saved again.
    #expect(try note(id)["tags"] == ["x"])
    _ = try json("notes", "edit", id, "--tag", "y")
    #expect(try note(id)["tags"] == ["x", "y", "perf"])
    try sandbox.run("config", "set", "tags.inText", "perhaps").expectRefusal(2)
  }

  // MARK: The list

  @Test func `lists tags with counts and the day of the last use`() throws {
    let old = try sandbox.run(
      "notes", "add", "--repo", "github.com/octocat/hello", "--no-commit", "--body", "#Perf #slow",
      environment: days(3))
    #expect(old.status == 0, "\(old.testDescription)")
    try sandbox.run("diary", "write", "yesterday", "--body", "#perf")
    try sandbox.add("--body", "새 글 #회고")
    let list = try json("tags", "list")
    #expect(
      list == [
        "tags": [
          ["tag": "회고", "notes": 1, "entries": 0, "todos": 0, "lastUsed": "2026-11-21"],
          ["tag": "perf", "notes": 1, "entries": 1, "todos": 0, "lastUsed": "2026-11-20"],
          ["tag": "slow", "notes": 1, "entries": 0, "todos": 0, "lastUsed": "2026-11-18"],
        ]
      ])
    #expect(try tags("--since", "yesterday") == ["회고", "perf"])
    #expect(try tags("--since", "tomorrow") == [])
    let lines = try sandbox.run("tags", "list", environment: ["COLUMNS": "40"]).output
    #expect(
      lines == """
        #회고  Nov 21  1 note
        #perf  Nov 20  1 note, 1 entry
        #slow  Nov 18  1 note

        """)
    let narrow = try sandbox.run("tags", "list", environment: ["COLUMNS": "24"]).output
    #expect(narrow.contains("#perf  Nov 20\n  1 note, 1 entry\n"), "\(narrow)")
    let korean = try sandbox.run(
      "tags", "list", environment: Locales.language("ko_KR.UTF-8")
    ).output
    #expect(korean.contains("#perf  11월 20일  노트 1개, 일기 1"), "\(korean)")
  }

  @Test func `says that there are no tags`() throws {
    let none = try sandbox.run("tags", "list")
    #expect(none.output == "" && none.error.contains("No tags yet"), "\(none.testDescription)")
    #expect(try tags() == [])
    let since = try sandbox.run("tags", "list", "--since", "-3d")
    #expect(since.error == "No tags found.\n", "\(since.testDescription)")
    try sandbox.run("tags", "list", "--since", "whenever").expectRefusal(2)
  }

  // MARK: Renames

  @Test func `renames a tag in lists and texts, and undoes it`() throws {
    let one = try sandbox.add("--title", "A #perf", "--body", "#Perf `#perf` #performance")
    let two = try sandbox.add("--body", "plain", "--tag", "perf", "--tag", "x")
    _ = try json("diary", "write", "--body", "Day\n\n(#perf)")
    try sandbox.run("tags", "rename", "perf", "fast").expectRefusal(2)
    let renamed = try sandbox.run("tags", "rename", "#perf", "#fast", "--yes")
    #expect(renamed.output == "Renamed #perf to #fast in 2 notes and 1 entry.\n")
    #expect(renamed.error.contains("commitdiary undo"), "\(renamed.testDescription)")
    #expect(try note(one)["title"] == "A #fast")
    #expect(try note(one)["body"] == "#fast `#perf` #performance")
    #expect(try note(one)["tags"] == ["fast", "performance"])
    #expect(try note(two)["tags"] == ["fast", "x"])
    #expect(try json("diary", "show")["body"] == "(#fast)")
    #expect(try json("notes", "history", one)["versions"]?.array?.count == 2)

    _ = try json("notes", "edit", two, "--tag", "y")
    try sandbox.run("undo")
    let undone = try sandbox.run("undo")
    #expect(undone.output.contains("tags rename") && undone.output.contains("and 2 others"))
    #expect(try note(one)["title"] == "A #perf" && note(one)["tags"] == ["perf", "performance"])
    #expect(try note(two)["tags"] == ["perf", "x"])
    #expect(try json("diary", "show")["body"] == "(#perf)")
  }

  @Test func `a rename to an existing tag merges both`() throws {
    let id = try sandbox.add("--body", "#perf #fast")
    try sandbox.add("--body", "#fast")
    let renamed = try json("tags", "rename", "perf", "FAST", "--yes")
    #expect(
      renamed == [
        "from": "perf", "to": "FAST", "notes": 1, "entries": 0, "todos": 0, "deleted": 0,
        "merged": true,
      ])
    #expect(try note(id)["body"] == "#FAST #fast" && note(id)["tags"] == ["FAST"])
    #expect(try tags() == ["FAST"])
    #expect(try json("undo")["change"]?["what"] == "tags rename")
    #expect(try note(id)["tags"] == ["perf", "fast"])
  }

  @Test func `asks before a rename, with the numbers of texts`() throws {
    let id = try sandbox.add("--body", "#perf")
    let gone = try sandbox.add("--body", "#perf")
    try sandbox.run("notes", "delete", gone, "--yes")
    let no = try interactively("tags", "rename", "perf", "fast", confirming: false)
    #expect(no.outcome.status == 1, "\(no.outcome.testDescription)")
    #expect(
      no.questions.first?.contains("Rename #perf to #fast in 1 note and 1 deleted text?") == true,
      "\(no.questions)")
    #expect(try note(id)["tags"] == ["perf"])
    let yes = try interactively("tags", "rename", "perf", "fast", confirming: true)
    #expect(yes.outcome.status == 0, "\(yes.outcome.testDescription)")
    try sandbox.run("notes", "restore", gone)
    #expect(try sandbox.notes("--tag", "fast").count == 2)
    try sandbox.add("--body", "#x")
    let merge = try interactively("tags", "rename", "x", "fast", confirming: false)
    #expect(merge.questions.first?.contains("#fast already exists") == true, "\(merge.questions)")
    // Nothing to do is not asked about.
    let same = try interactively("tags", "rename", "fast", "fast", confirming: false)
    #expect(same.outcome.status == 0 && same.questions.isEmpty, "\(same.outcome.testDescription)")
  }

  @Test(
    arguments: [
      (["unknown", "fast"], 3), (["perf", ""], 2), (["perf", "#"], 2), (["perf", "a\nb"], 2),
      (["perf", "two words"], 2), (["perf"], 2), ([], 2), (["", "x"], 2),
      (["perf", "x", "y"], 2),
    ] as [([String], Int32)])
  func `refuses a rename that is not possible`(_ words: [String], _ status: Int32) throws {
    try sandbox.add("--body", "#perf")
    try sandbox.run(["tags", "rename", "--yes"] + words).expectRefusal(status)
    try sandbox.run(["tags", "rename", "--yes", "--json"] + words).expectRefusalAsJSON(status)
    #expect(try tags() == ["perf"])
  }

  @Test func `a rename prints nothing with --quiet`() throws {
    try sandbox.add("--body", "#perf")
    let outcome = try sandbox.run("tags", "rename", "perf", "fast", "--yes", "--quiet")
    #expect(outcome.status == 0 && outcome.output == "" && outcome.error == "")
  }
}
