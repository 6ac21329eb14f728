import Diary
import JSON
import Platform
import SQLite
import TestSupport
import Testing

@testable import ProgramSupport

/// Moving notes by hand: `notes move`.
@Suite(.inProcess) struct NotesMoveTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox.withOrigin() }

  private func sha(_ revision: String, in folder: String? = nil) throws -> String {
    String(
      try sandbox.shell("git -C '\(folder ?? sandbox.directory)' rev-parse \(revision)").trimmed)
  }

  private func add(_ words: String...) throws -> JSONValue {
    try sandbox.json(["notes", "add"] + words)
  }

  @discardableResult
  private func json(_ words: String..., in folder: String? = nil) throws -> JSONValue {
    try sandbox.json(words, in: folder)
  }

  @Test func `a moved note is on its new commit, as if it had been written there`() throws {
    let added = try add("cache", "-c", "HEAD~1")
    let id = try #require(added["id"]?.string)
    let first = try sha("HEAD~1")
    let second = try sha("HEAD")
    let moved = try json("notes", "move", id, "HEAD")
    #expect(moved["commit"]?["sha"]?.string == second)
    #expect(moved["commit"]?["message"]?.string == "The second commit")
    expect(moved, has: ["body": added["body"], "id": added["id"], "createdAt": added["createdAt"]])
    let shown = try #require(json("notes", "show", "HEAD")["notes"]?.array?.first)
    #expect(shown["id"] == moved["id"] && shown["updatedAt"] == moved["updatedAt"])
    #expect(try sandbox.run("notes", "show", "HEAD~1").status == 3)
    #expect(try json("notes", "list", "--commit", "HEAD")["notes"]?.array?.count == 1)
    // The words of the new subject are found, and those of the old one are not.
    #expect(try json("notes", "search", "second")["notes"]?.array?.count == 1)
    #expect(try json("notes", "search", "first")["notes"]?.array?.count == 0)
    let history = try json("notes", "history", id)["versions"]?.array
    #expect(history?.map { $0["commit"]?["sha"]?.string } == [first, second])
    #expect(try sandbox.run("doctor", "--full").output.contains("damaged") == false)
  }

  @Test func `a git that gives no answer is an error, and GitHub is not asked`() throws {
    let id = try #require(try add("cache")["id"]?.string)
    try sandbox.shell("mkdir ../bin && printf '#!/bin/sh\\n' > ../bin/git && chmod +x ../bin/git")
    try sandbox.run(
      ["notes", "move", id, try sha("HEAD")], environment: ["PATH": sandbox.file("bin")]
    ).expect(1)
  }

  @Test func `the history shows the commits, and a version can be restored`() throws {
    let id = try #require(try add("cache", "-c", "HEAD~1")["id"]?.string)
    let first = try sha("HEAD~1")
    try json("notes", "move", id, "HEAD")
    try json("notes", "edit", id, "--body", "changed")
    try sandbox.run("notes", "history", id).expect(output: first.prefix(7) + " The first commit")
    let restored = try json("notes", "restore", id, "--version", "1")
    #expect(restored["commit"]?["sha"]?.string == first)
    #expect(restored["body"]?.string == "cache")
    #expect(try json("notes", "search", "first")["notes"]?.array?.count == 1)
    let all = try json("notes", "history", id)["versions"]?.array
    #expect(all?.map { $0["commit"]?["sha"]?.string?.prefix(7) }.last == first.prefix(7))
    #expect(all?.count == 4)
  }

  @Test func `a note that is moved to no commit is about its repository`() throws {
    let id = try #require(try add("cache")["id"]?.string)
    let alone = try json("notes", "move", id, "none")
    #expect(alone["commit"] == .null)
    #expect(alone["repo"]?.string == "github.com/octocat/hello")
    let again = try sandbox.run("notes", "move", id, "none").expect(0).expectExactly(output: "")
    #expect(!again.error.isEmpty)
    try sandbox.run("notes", "history", id).expect(output: "{+(no+}")
    #expect(try json("notes", "restore", id, "--version", "1")["commit"] != .null)
    let moved = try json("notes", "move", id, "HEAD~1")
    #expect(moved["commit"]?["message"]?.string == "The first commit")
    try sandbox.run("notes", "move", id, "none").expect(error: "commitdiary undo").expectExactly(
      output: "Moved note \(id.prefix(4)) to octocat/hello.\n")
    #expect(try sandbox.run("undo").output.contains("notes move"))
    #expect(try json("notes", "show", id)["commit"]?["sha"]?.string == sha("HEAD~1"))
    let other = try json("notes", "move", id, "none", "--repo", "octocat/other")
    #expect(other["commit"] == .null && other["repo"]?.string == "github.com/octocat/other")
  }

  @Test func `moving to the same commit changes nothing`() throws {
    let id = try #require(try add("cache")["id"]?.string)
    try sandbox.run("notes", "move", id, "HEAD").expect(0).expectExactly(output: "")
    #expect(try json("notes", "history", id)["versions"]?.array?.count == 1)
    #expect(try json("notes", "move", id, "HEAD")["id"]?.string == id)
  }

  @Test func `says where the note is and how to undo`() throws {
    let id = try #require(try add("cache", "-c", "HEAD~1")["id"]?.string)
    let second = try sha("HEAD").prefix(7)
    try sandbox.run("notes", "move", id, "HEAD").expect(error: "commitdiary undo")
      .expectExactly(output: "Moved note \(id.prefix(4)) to octocat/hello@\(second).\n")
    // What was printed can be typed.
    let shown = try json("notes", "show", "octocat/hello@\(second)")["notes"]?.array
    #expect(shown?.first?["id"]?.string == id)
    for language in ["ko_KR.UTF-8", "ja_JP.UTF-8", "C"] {
      try sandbox.run("notes", "move", id, "HEAD~1", environment: Locales.language(language))
        .expect(0)
      try sandbox.run("notes", "move", id, "HEAD")
    }
  }

  @Test func `a revision of another clone is refused`() throws {
    let id = try #require(try add("cache")["id"]?.string)
    try sandbox.shell(
      """
      cd "$sandbox" && git init -q -b main other && cd other
      git remote add origin https://github.com/octocat/other.git
      git commit -q --allow-empty -m 'Elsewhere'
      """)
    let other = sandbox.file("other")
    let elsewhere = try sha("HEAD", in: other)
    for typed in ["HEAD", elsewhere] {
      let outcome = try sandbox.run("notes", "move", id, typed, "--offline", in: other).expect(3)
      #expect(outcome.error.split(separator: "\n").count == 2)
    }
    #expect(try json("notes", "show", id)["commit"]?["message"]?.string == "The second commit")
    let moved = try json("notes", "move", id, "HEAD", "--repo", ".", in: other)
    #expect(moved["repo"]?.string == "github.com/octocat/other")
    #expect(moved["commit"]?["sha"]?.string == elsewhere)
    let restored = try json("notes", "restore", id, "--version", "1", in: other)
    #expect(restored["repo"]?.string == "github.com/octocat/hello")
    #expect(restored["commit"]?["message"]?.string == "The second commit")
  }

  @Test func `mistakes are refused and change nothing`() throws {
    let id = try #require(try add("cache")["id"]?.string)
    try sandbox.run("notes", "add", "gone", "--json")
    for (words, status) in [
      (["notes", "move", id], 2), (["notes", "move", id, "no-such"], 3),
      (["notes", "move", "zzzz", "HEAD"], 3), (["notes", "move", "zzzz", "none"], 3),
      (["notes", "move"], 2), (["notes", "move", id, "HEAD~1..HEAD", "--offline"], 3),
    ] as [([String], Int32)] {
      let outcome = try sandbox.run(words + ["--offline"]).expect(status)
      #expect(outcome.error.split(separator: "\n").count <= 2)
    }
    try sandbox.run("notes", "delete", id, "--yes")
    #expect(try sandbox.run("notes", "move", id, "HEAD~1").status == 3)
    #expect(try sandbox.run("notes", "move", id, "none").status == 3)
  }

  @Test func `a moved note can be purged`() throws {
    let id = try #require(try add("cache", "-c", "HEAD~1")["id"]?.string)
    try json("notes", "move", id, "HEAD")
    #expect(try sandbox.run("notes", "delete", id, "--purge", "--yes").status == 0)
    #expect(try sandbox.notes().isEmpty)
    #expect(try sandbox.run("doctor", "--full").status == 0)
  }
}

/// `notes delete --purge`, for example for a password that was pasted by mistake.
@Suite(.inProcess) struct PurgeTests {
  private let stage: PurgeStage
  private var sandbox: Sandbox { stage.sandbox }

  init() throws { stage = try PurgeStage() }

  @Test(arguments: PurgeStage.places)
  func `purging leaves no part of a note in any file`(words: [String]) throws {
    let id = try sandbox.add(words)
    try stage.expectPurge(of: id)
  }

  @Test func `purging leaves no part of the subject of a commit`() throws {
    try sandbox.shell(
      "git commit -q --allow-empty -m '\(PurgeStage.secret) \(PurgeStage.secretPair)'")
    let id = try #require(try sandbox.json("notes", "add", "--body", "x")["id"])
    try stage.expectPurge(of: id.string ?? "")
  }

  @Test func `purging leaves no part of earlier versions`() throws {
    let id = try sandbox.add(PurgeStage.places[3])
    try sandbox.run("notes", "edit", id, "--title", "clean", "--body", "clean")
    try sandbox.run("notes", "edit", id, "--tag", PurgeStage.secret)
    try sandbox.run("notes", "edit", id, "--untag", PurgeStage.secret)
    for number in 1...20 { try sandbox.run("notes", "edit", id, "--body", "clean \(number)") }
    try stage.expectPurge(of: id)
  }

  @Test func `purges a deleted note`() throws {
    let id = try sandbox.add(PurgeStage.places[1])
    try sandbox.run("notes", "delete", id, "--yes")
    try stage.expectPurge(of: id)
  }

  @Test func `purging among many notes leaves nothing`() throws {
    let id = try sandbox.add(PurgeStage.places[0])
    let other = try sandbox.add(PurgeStage.places[3])
    for number in 1...60 {
      try sandbox.add(
        "--title", "fill", "--body", String(repeating: "filler \(number) ", count: 300))
    }
    let fillers = try sandbox.json("notes", "search", "fill", "--limit", "0")
    let ids = try #require(fillers["notes"]?.array).compactMap { $0["id"]?.string }
    try sandbox.run(["notes", "delete", "--yes"] + ids.prefix(30))
    try sandbox.run(["notes", "delete", "--purge", "--yes", id, other]).expect(0)
    try stage.expectGone()
    #expect(try sandbox.notes().count == 31)
    #expect(try sandbox.integrity() == ["ok"])
  }

  @Test func `purging also cleans the copy of a repair`() throws {
    let id = try sandbox.add(PurgeStage.places[0])
    #expect(try sandbox.run("doctor", "--repair").status == 0)
    try stage.expectPurge(of: id)
  }
}

/// Questions, answered by a value in place of a user.
@Suite(.inProcess) struct PromptTests {
  private let sandbox: Sandbox
  private let id: String

  init() throws {
    sandbox = try Sandbox(clone: nil)
    id = try sandbox.add("--title", "cache")
  }

  private func run(_ words: String..., answering prompts: Answers) throws -> Outcome {
    try sandbox.interactively(words, answering: prompts)
  }

  @Test func `no deletes nothing, yes deletes`() throws {
    let no = Answers(confirmed: false)
    #expect(try run("notes", "delete", id, answering: no).status == 1)
    #expect(no.questions.count == 1)
    #expect(no.questions.allSatisfy { $0.contains("cache") })
    #expect(try sandbox.notes().count == 1)
    #expect(try run("notes", "delete", id, answering: Answers(confirmed: true)).status == 0)
    #expect(try sandbox.notes().isEmpty)
  }

  @Test func `a purge asks twice`() throws {
    let yes = Answers(confirmed: true)
    #expect(try run("notes", "delete", "--purge", id, answering: yes).status == 0)
    #expect(yes.questions.count == 2)
  }

  @Test func `with --yes does not ask`() throws {
    let no = Answers(confirmed: false)
    #expect(try run("notes", "delete", id, "--yes", answering: no).status == 0)
    #expect(no.questions.isEmpty)
  }

  @Test func `text from the editor becomes the note`() throws {
    let prompts = Answers(confirmed: true, writing: "a new title\n\nand a text")
    try run("notes", "add", "--repo", "github.com/octocat/hello", "--no-commit", answering: prompts)
      .expect(0)
    #expect(try sandbox.notes().compactMap { $0["title"]?.string }.contains("a new title"))
    #expect(sandbox.draftNames().isEmpty)
  }
}

/// A text is stored unchanged or rejected.
@Suite(.inProcess) struct TextTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func stored(_ id: String) throws -> JSONValue { try sandbox.json("notes", "show", id) }

  // MARK: Stored texts

  @Test func `keeps a title of ten thousand letters and shows it`() throws {
    let title = String(repeating: "긴 제목 🎼 a\u{301}", count: 1250)
    #expect(title.count == 10_000)
    let id = try sandbox.add("--title", title, "--body", "short")
    #expect(try stored(id)["title"]?.string.map { Array($0.utf8) } == Array(title.utf8))
    for words in [
      ["notes", "list"], ["notes", "show", id], ["notes", "history", id], ["notes", "share", id],
      ["notes", "search", "short"],
    ] {
      try sandbox.run(words, environment: ["COLUMNS": "40"]).expect(0, output: "긴 제목")
    }
  }

  @Test func `keeps and finds tags with spaces, signs and emoji`() throws {
    let tags = ["two words", "🎼 music", "한글 태그", "a#b", "a,b", "--dash", "\"quoted'"]
    let id = try sandbox.add(["--body", "text"] + tags.map { "--tag=\($0)" })
    #expect(try stored(id)["tags"]?.array?.compactMap(\.string) == tags)
    for tag in tags {
      #expect(try sandbox.notes("--tag=\(tag)").count == 1, "\(tag)")
    }
  }

  static let oddities: [(name: String, text: String)] = [
    ("lone carriage returns", "one\rtwo\r\rthree"), ("line ends of Windows", "one\r\ntwo\r\n"),
    ("a byte order mark", "\u{FEFF}text"), ("letters in parts (NFD)", "e\u{301} \u{1112}\u{1161}"),
    ("letters in one (NFC)", "\u{E9} \u{D558}"),
    ("escape sequences", "\u{1B}]0;title\u{7}\u{1B}[2J"),
    ("controls beyond ASCII", "\u{85}\u{9B}31m"), ("directions", "\u{202E}abc\u{2066}"),
    ("no letter assigned", "\u{10FFFF}\u{FFFE}\u{E000}"),
    ("line separators", "a\u{2028}b\u{2029}c"),
    ("white space around", "\n\n  text  \n\n\t"), ("a lone mark", "\u{301}"),
    ("the editor's scissors", "one\n# ------------------------ >8 ------------------------\ntwo"),
    ("syntax of a search", "\"AND\" OR (NOT* ^: -"), ("form feeds", "a\u{C}b\u{B}c"),
  ]

  @Test(arguments: oddities.indices)
  func `stores a body byte for byte and shows control characters escaped`(index: Int) throws {
    let (name, text) = Self.oddities[index]
    try File.writeAtomically(Array(text.utf8), to: sandbox.file("body"))
    for words in [["--body=\(text)"], ["-b=\(text)"], ["--file", sandbox.file("body")]] {
      let id = try sandbox.add(["--title", "t"] + words)
      let body = try stored(id)["body"]?.string
      #expect(body.map { Array($0.utf8) } == Array(text.utf8), "\(name)")
      for words in [["notes", "show", id], ["notes", "history", id], ["notes", "share", id]] {
        let shown = try sandbox.run(words)
        #expect(shown.status == 0, "\(name)")
        #expect(Residue(shown.bytes).isClean, "\(name) \(shown.testDescription)")
      }
    }
    #expect(try sandbox.run("notes", "search", text).status == 0, "\(name)")
  }
}
