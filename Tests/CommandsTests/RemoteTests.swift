import JSON
import Testing

@testable import ProgramSupport

@Suite(.inProcess) struct RemoteTests {
  @Test func `a clone keeps its notes when it gets a remote`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("notes", "add", "--body", "before")
    try sandbox.shell("git remote add other https://example.org/someone/thing.git")
    func bodies() throws -> [String] {
      let outcome = try sandbox.run("notes", "list", "--repo", ".", "--json")
      return try outcome.json()["notes"]?.array?.compactMap { $0["body"]?.string } ?? []
    }
    #expect(try bodies() == ["before"])
    try sandbox.run("notes", "add", "--body", "after")
    #expect(try bodies() == ["after", "before"])
    let found = try sandbox.run("notes", "list", "--json").json()["notes"]?.array ?? []
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0["repo"]?.string == "example.org/someone/thing" })
  }

  @Test func `a note from the editor keeps the notes of the clone too`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("notes", "add", "--body", "before")
    try sandbox.shell("git remote add other https://example.org/someone/thing.git")
    let editor = Answers(confirmed: true, writing: "after")
    #expect(try sandbox.interactively(["notes", "add"], answering: editor).status == 0)
    #expect(
      try sandbox.notes().map { $0["repo"]?.string }
        == ["example.org/someone/thing", "example.org/someone/thing"])
  }

}
