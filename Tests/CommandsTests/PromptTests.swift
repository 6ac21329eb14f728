import JSON
import Testing

@testable import ProgramSupport

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
    let outcome = try run(
      "notes", "add", "--repo", "github.com/octocat/hello", "--no-commit", answering: prompts)
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(try sandbox.notes().compactMap { $0["title"]?.string }.contains("a new title"))
    #expect(sandbox.draftNames().isEmpty)
  }
}
