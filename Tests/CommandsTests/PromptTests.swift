import JSON
import Platform
import Synchronization
import Terminal
import Testing

@testable import App
@testable import Commands
@testable import ProgramSupport

/// Questions, answered by a value in place of a user.
@Suite(.inProcess) struct PromptTests {
  private let sandbox: Sandbox
  private let id: String

  init() throws {
    sandbox = try Sandbox(clone: nil)
    id = try sandbox.add("--title", "cache")
  }

  /// Runs the program in an interactive session.
  private func run(_ words: String..., answering prompts: Answers) throws -> Outcome {
    try InProcessLauncher { process in
      process.prompter = prompts
      process.streams.isTerminal = { _ in true }
      process.streams.size = { _ in (80, 24) }
    }.run(words, environment: sandbox.environment, input: nil, in: sandbox.directory)
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

/// A user with fixed answers.
private final class Answers: Prompter {
  private let isConfirmed: Bool
  private let text: String
  private let answer: LineAnswer
  private let asked = Mutex<[String]>([])

  init(
    confirmed isConfirmed: Bool = false, writing text: String = "",
    line answer: LineAnswer = .entered("")
  ) {
    self.isConfirmed = isConfirmed
    self.text = text
    self.answer = answer
  }

  var questions: [String] { asked.withLock { $0 } }

  func confirm(prompt: String, yes: [String], no: [String]) throws(TerminalError) -> Bool? {
    asked.withLock { $0.append(prompt) }
    return isConfirmed
  }

  func ask(prompt: String) throws(TerminalError) -> String? { throw .noTerminal }

  func askSecret(prompt: String) throws(TerminalError) -> String? { throw .noTerminal }

  func edit(_ line: LineEditor, on screen: Screen) throws(TerminalError) -> LineAnswer {
    asked.withLock { $0.append(line.prompt) }
    return answer
  }

  func pick(_ picker: Picker, on screen: Screen) throws(TerminalError) -> PickerOutcome {
    throw .noTerminal
  }

  func edit(
    _ words: [String], in directory: String?, environment: Environment
  ) async throws(ChildError) -> ChildStatus {
    guard let path = words.last, (try? File.write(Array(text.utf8), to: path)) != nil else {
      return .exited(1)
    }
    return .exited(0)
  }
}
