import JSON
import Testing

@testable import ProgramSupport

/// The tags of a diary entry have versions, like those of a note.
@Suite(.inProcess) struct EntryTagTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil) }

  private func write(_ words: String...) throws -> JSONValue {
    let outcome = try sandbox.run(["diary", "write", "--json"] + words)
    try #require(outcome.status == 0, "\(outcome.testDescription)")
    return try outcome.json()
  }

  private func edit(_ words: String...) throws -> JSONValue {
    let outcome = try sandbox.run(["diary", "edit", "--json"] + words)
    try #require(outcome.status == 0, "\(outcome.testDescription)")
    return try outcome.json()
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
    let history = try sandbox.run("diary", "history", "--json").json()["versions"]?.array
    #expect(history?.map { $0["tags"] } == [["perf"], ["retro"]])
    let restored = try sandbox.run("diary", "restore", "--version", "1", "--json").json()
    #expect(restored["tags"] == ["perf"])
    #expect(try sandbox.run("diary", "edit", "--tag", "perf").error.contains("was not changed"))
  }

  @Test func `tags are shown, shared, found and deleted with the entry`() throws {
    _ = try write("--body", "one", "--tag", "perf", "--tag", "두 단어")
    for words in [["diary", "show"], ["diary", "share"], ["diary", "history"], ["digest"]] {
      let outcome = try sandbox.run(words, environment: ["COLUMNS": "40"])
      #expect(outcome.status == 0, "\(outcome.testDescription)")
      if words != ["digest"] { #expect(outcome.output.contains("#perf"), "\(outcome.output)") }
    }
    for format in ["text", "markdown", "html"] {
      let shared = try sandbox.run("diary", "share", "--format", format).output
      #expect(shared.contains("perf"), "\(shared)")
    }
    #expect(
      try sandbox.run("diary", "search", "perf", "--json").json()["entries"]?.array?.count == 1)
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
    #expect(try sandbox.run("diary", "list", "--json").json()["entries"] == [])
  }
}
