import Diary
import JSON
import Platform
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
    try sandbox.run(["notes", "add", "--json"] + words).json()
  }

  @discardableResult
  private func json(_ words: String..., in folder: String? = nil) throws -> JSONValue {
    let outcome = try sandbox.run(words + ["--json"], in: folder)
    try #require(outcome.status == 0, "\(words) \(outcome.testDescription)")
    return try outcome.json()
  }

  @Test func `a moved note is on its new commit, as if it had been written there`() throws {
    let added = try add("cache", "-c", "HEAD~1")
    let id = try #require(added["id"]?.string)
    let first = try sha("HEAD~1")
    let second = try sha("HEAD")
    let moved = try json("notes", "move", id, "HEAD")
    #expect(moved["commit"]?["sha"]?.string == second)
    #expect(moved["commit"]?["message"]?.string == "The second commit")
    #expect(moved["body"] == added["body"] && moved["id"] == added["id"])
    #expect(moved["createdAt"] == added["createdAt"])
    let shown = try json("notes", "show", "HEAD")
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
    let failed = try sandbox.run(
      ["notes", "move", id, try sha("HEAD")], environment: ["PATH": sandbox.file("bin")])
    #expect(failed.status == 1, "\(failed.testDescription)")
  }

  @Test func `the history shows the commits, and a version can be restored`() throws {
    let id = try #require(try add("cache", "-c", "HEAD~1")["id"]?.string)
    let first = try sha("HEAD~1")
    try json("notes", "move", id, "HEAD")
    try json("notes", "edit", id, "--body", "changed")
    let history = try sandbox.run("notes", "history", id)
    #expect(history.output.contains(first.prefix(7) + " The first commit"))
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
    let again = try sandbox.run("notes", "move", id, "none")
    #expect(again.status == 0 && again.output.isEmpty && !again.error.isEmpty)
    let history = try sandbox.run("notes", "history", id)
    #expect(history.output.contains("{+(no+}"))
    #expect(try json("notes", "restore", id, "--version", "1")["commit"] != .null)
    let moved = try json("notes", "move", id, "HEAD~1")
    #expect(moved["commit"]?["message"]?.string == "The first commit")
    let told = try sandbox.run("notes", "move", id, "none")
    #expect(told.output == "Moved note \(id.prefix(4)) to octocat/hello.\n")
    #expect(told.error.contains("commitdiary undo"))
    #expect(try sandbox.run("undo").output.contains("notes move"))
    #expect(try json("notes", "show", id)["commit"]?["sha"]?.string == sha("HEAD~1"))
    let other = try json("notes", "move", id, "none", "--repo", "octocat/other")
    #expect(other["commit"] == .null && other["repo"]?.string == "github.com/octocat/other")
  }

  @Test func `moving to the same commit changes nothing`() throws {
    let id = try #require(try add("cache")["id"]?.string)
    let outcome = try sandbox.run("notes", "move", id, "HEAD")
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(try json("notes", "history", id)["versions"]?.array?.count == 1)
    #expect(try json("notes", "move", id, "HEAD")["id"]?.string == id)
  }

  @Test func `says where the note is and how to undo`() throws {
    let id = try #require(try add("cache", "-c", "HEAD~1")["id"]?.string)
    let second = try sha("HEAD").prefix(7)
    let outcome = try sandbox.run("notes", "move", id, "HEAD")
    #expect(outcome.output == "Moved note \(id.prefix(4)) to octocat/hello@\(second).\n")
    #expect(outcome.error.contains("commitdiary undo"))
    // What was printed can be typed.
    let shown = try json("notes", "show", "octocat/hello@\(second)")
    #expect(shown["id"]?.string == id)
    for language in ["ko_KR.UTF-8", "ja_JP.UTF-8", "C"] {
      let outcome = try sandbox.run(
        "notes", "move", id, "HEAD~1", environment: Locales.language(language))
      #expect(outcome.status == 0)
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
      let outcome = try sandbox.run(
        "notes", "move", id, typed, "--offline", in: other)
      #expect(outcome.status == 3, "\(outcome.testDescription)")
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
      let outcome = try sandbox.run(words + ["--offline"])
      #expect(outcome.status == status, "\(words) \(outcome.testDescription)")
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
