import JSON
import Platform
import SQLite
import Testing

@testable import ProgramSupport

/// Tags that are written in texts, the list of tags, and renames.
@Suite(.inProcess) struct TagsTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil, at: "2026-11-21T09:00:00+09:00") }

  private func json(_ words: String...) throws -> JSONValue { try sandbox.json(words) }

  private func note(_ id: String) throws -> JSONValue { try json("notes", "show", id) }

  private func tags(_ words: String...) throws -> [String] {
    try #require(sandbox.json(["tags", "list"] + words)["tags"]?.array).compactMap {
      $0["tag"]?.string
    }
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
      try #require(sandbox.json(["todo"] + words)["todos"]?.array?.first)
    }
    #expect(try toDo("add", "Fix it #perf #12", "--tag", "x")["tags"] == ["x", "perf"])
    #expect(try toDo("edit", "1", "Fix it", "#slow")["tags"] == ["x", "slow"])
    #expect(try toDo("edit", "1", "--tag", "y")["tags"] == ["x", "y", "slow"])
    try sandbox.run("todo", "edit", "1", "--untag", "slow").expectRefusal(2)
    #expect(try json("tags")["tags"]?.array?.map { $0["todos"] } == [1, 1, 1])
    try sandbox.run("tags", "rename", "slow", "fast", "--yes").expectExactly(
      output: "Renamed #slow to #fast in 1 to-do.\n")
    #expect(try toDo("list")["text"] == "Fix it #fast")
    #expect(try toDo("list", "--tag", "fast")["tags"] == ["x", "y", "fast"])
    let lines = try sandbox.run("todo", "list").expect(output: "#x #y").output
    #expect(lines.ranges(of: "#fast").count == 1, "\(lines)")
    _ = try sandbox.run("import", "todotxt", "-", input: Array("Do it #now\n".utf8))
    #expect(try toDo("list", "--tag", "now")["text"] == "Do it #now")
  }

  @Test func `a tag that is still written in the text cannot be removed`() throws {
    let id = try sandbox.add("--body", "#perf", "--tag", "x")
    for json in [[], ["--json"]] {
      try sandbox.run(["notes", "edit", id, "--untag", "x", "--untag", "Perf"] + json)
        .expect(2, error: "#perf")
    }
    #expect(try note(id)["tags"] == ["x", "perf"])
    _ = try json("diary", "write", "--body", "#perf")
    try sandbox.run("diary", "edit", "--untag", "perf").expectRefusal(2)
    #expect(try json("diary", "show")["tags"] == ["perf"])
  }

  @Test func `options that change nothing save no version`() throws {
    let id = try sandbox.add("--body", "#perf", "--tag", "x")
    try sandbox.run("notes", "edit", id, "--tag", "PERF", "--untag", "y").expect(
      error: "was not changed")
    #expect(try json("notes", "history", id)["versions"]?.array?.count == 1)
  }

  @Test func `texts in the editor have tags too`() throws {
    let id = try sandbox.add("--body", "one #a", "--tag", "x")
    try interactively("notes", "edit", id, writing: "two #b").expect(0)
    #expect(try note(id)["tags"] == ["x", "b"])
    try interactively("diary", "write", writing: "Day #c\n\n#d").expect(0)
    #expect(try json("diary", "show")["tags"] == ["c", "d"])
    try interactively("diary", "edit", writing: "Day #d").expect(0)
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
    try sandbox.run(
      "notes", "add", "--repo", "github.com/octocat/hello", "--no-commit", "--body", "#Perf #slow",
      environment: days(3)
    ).expect(0)
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
    try sandbox.run("tags", "list", environment: ["COLUMNS": "24"]).expect(
      output: "#perf  Nov 20\n  1 note, 1 entry\n")
    try sandbox.run("tags", "list", environment: Locales.language("ko_KR.UTF-8"))
      .expect(output: "#perf  11월 20일  노트 1개, 일기 1")
  }

  @Test func `says that there are no tags`() throws {
    try sandbox.run("tags", "list").expect(error: "No tags yet").expectExactly(output: "")
    #expect(try tags() == [])
    try sandbox.run("tags", "list", "--since", "-3d").expectExactly(error: "No tags found.\n")
    try sandbox.run("tags", "list", "--since", "whenever").expectRefusal(2)
  }

  // MARK: Renames

  @Test func `renames a tag in lists and texts, and undoes it`() throws {
    let one = try sandbox.add("--title", "A #perf", "--body", "#Perf `#perf` #performance")
    let two = try sandbox.add("--body", "plain", "--tag", "perf", "--tag", "x")
    _ = try json("diary", "write", "--body", "Day\n\n(#perf)")
    try sandbox.run("tags", "rename", "perf", "fast").expectRefusal(2)
    try sandbox.run("tags", "rename", "#perf", "#fast", "--yes").expect(error: "commitdiary undo")
      .expectExactly(output: "Renamed #perf to #fast in 2 notes and 1 entry.\n")
    #expect(try note(one)["title"] == "A #fast")
    #expect(try note(one)["body"] == "#fast `#perf` #performance")
    #expect(try note(one)["tags"] == ["fast", "performance"])
    #expect(try note(two)["tags"] == ["fast", "x"])
    #expect(try json("diary", "show")["body"] == "(#fast)")
    #expect(try json("notes", "history", one)["versions"]?.array?.count == 2)

    _ = try json("notes", "edit", two, "--tag", "y")
    try sandbox.run("undo")
    try sandbox.run("undo").expect(output: "tags rename", "and 2 others")
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
      no.questions.first?.contains("Rename #perf to #fast in 1 note and 1 deleted item?") == true,
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
    try sandbox.run("tags", "rename", "perf", "fast", "--yes", "--quiet").expect(0).expectExactly(
      output: "", error: "")
  }
}

/// A tag is the same with and without `#`.
@Suite(.inProcess) struct TagSignTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil) }

  private func titles(of tag: String) throws -> [String?] {
    try sandbox.notes("--tag", tag).map { $0["title"]?.string }
  }

  @Test func `# is neither stored nor shown twice, and finds the tag`() throws {
    let id = try sandbox.add("--title", "one", "--tag", "#perf")
    #expect(try sandbox.notes().first?["tags"] == ["perf"])
    try sandbox.run("notes", "show", id).expect(output: "#perf", without: "##perf")
    for tag in ["perf", "#perf", "#PERF", " #Perf ", "＃perf"] {
      #expect(try titles(of: tag) == ["one"])
      try sandbox.run("notes", "search", "one", "--tag", tag).expect(output: "#perf", without: "##")
    }
    try sandbox.run("notes", "edit", id, "--tag", "#slow", "--untag", "#perf")
    #expect(try sandbox.notes().first?["tags"] == ["slow"])
    try sandbox.run("notes", "edit", id, "--tag", " ＃fast ", "--untag", " ＃Slow")
    #expect(try sandbox.notes().first?["tags"] == ["fast"])
    try sandbox.run("notes", "edit", id, "--tag", "#", "--json").expectRefusalAsJSON(2)
  }
}

/// The tags of a diary entry have versions, like those of a note.
@Suite(.inProcess) struct EntryTagTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil) }

  private func write(_ words: String...) throws -> JSONValue {
    try sandbox.json(["diary", "write"] + words)
  }

  private func edit(_ words: String...) throws -> JSONValue {
    try sandbox.json(["diary", "edit"] + words)
  }

  @Test func `an entry has tags, which further paragraphs add to`() throws {
    #expect(try write("--body", "one", "--tag", "#perf", "--tag", "perf")["tags"] == ["perf"])
    #expect(try write("--body", "two", "--tag", "회고", "--tag", "PERF")["tags"] == ["perf", "회고"])
    #expect(try write("--body", "three")["tags"] == ["perf", "회고"])
    let replaced = try write("--body", "new", "--replace", "--tag", "slow")
    #expect(replaced["tags"] == ["perf", "회고", "slow"] && replaced["title"] == "new")
  }

  @Test func `changing tags makes a version and keeps the text`() throws {
    _ = try write("--body", "one\n\nbody", "--tag", "perf")
    let edited = try edit("--tag", "retro", "--untag", "#Perf")
    #expect(edited["tags"] == ["retro"] && edited["body"] == "body")
    // Nothing changes, so there is no new version.
    #expect(try edit("--tag", "RETRO")["tags"] == ["retro"])
    let history = try sandbox.json("diary", "history")["versions"]?.array
    #expect(history?.map { $0["tags"] } == [["perf"], ["retro"]])
    #expect(try sandbox.json("diary", "restore", "--version", "1")["tags"] == ["perf"])
    #expect(try sandbox.run("diary", "edit", "--tag", "perf").error.contains("was not changed"))
  }

  @Test func `tags are shown, shared, found and deleted with the entry`() throws {
    _ = try write("--body", "one", "--tag", "perf", "--tag", "두 단어")
    for words in [["diary", "show"], ["diary", "share"], ["diary", "history"], ["digest"]] {
      let outcome = try sandbox.run(words, environment: ["COLUMNS": "40"]).expect(0)
      if words != ["digest"] { #expect(outcome.output.contains("#perf"), "\(outcome.output)") }
    }
    for format in ["text", "markdown", "html"] {
      try sandbox.run("diary", "share", "--format", format).expect(output: "perf")
    }
    #expect(try sandbox.json("diary", "search", "perf")["entries"]?.array?.count == 1)
    try sandbox.run("diary", "delete", "--yes")
    // Text written after the deletion starts without the old tags.
    #expect(try write("--body", "anew")["tags"] == [])
  }

  @Test func `refuses empty tags and days without an entry`() throws {
    for tag in ["", "#", " ", "a\u{1}b"] {
      try sandbox.run("diary", "write", "--body", "x", "--tag", tag, "--json")
        .expectRefusalAsJSON(2)
    }
    try sandbox.run("diary", "edit", "--tag", "perf", "--json").expectRefusalAsJSON(3)
    #expect(try sandbox.json("diary", "list")["entries"] == [])
  }
}
