import Diary
import Journal
import Platform
import Terminal
import TestSupport
import Testing

@testable import App
@testable import Context

/// Services without a command. Each test replaces one context.
@Suite struct ServiceTests {
  private let folder: TemporaryFolder
  private var process: ProcessContext

  init() throws {
    folder = try TemporaryFolder()
    process = ProcessContext(
      environment: Environment([
        "HOME": folder.path, "LANG": "C", "COMMITDIARY_NOW": "2026-11-21T09:00:00Z",
      ]))
    process.streams = Streams(read: { _ throws(FileError) in [] }, write: { _, _ in .done })
  }

  @Test func `doctor says nothing about notes in a journal that follows no commits`() async throws {
    let app = try App(RunOptions(), in: process)
    #expect(await NoteChecks(app: app).all().isEmpty)
  }

  @Test(
    arguments: [("", "half a line", 1), ("n", nil, 1), ("d", nil, 0)] as [(String, String?, Int)])
  func `an unfinished draft is resumed, kept or discarded`(
    answer: String, resumed: String?, left: Int
  ) throws {
    var process = process
    process.prompter = Typist(line: answer)
    let app = try App(RunOptions(), in: process)
    let draft = Draft(
      .jot(on: app.clock.today, at: nil, tags: []), original: "", startedAt: app.clock.now.instant)
    do { _ = try app.drafts.begin(draft, text: "half a line") }
    #expect(try app.unfinishedDrafts.latest { $0.jot != nil }?.text == resumed)
    #expect(app.drafts.unfinished().count == left)
  }
}

/// A user who types one line.
private struct Typist: Prompter {
  let line: String

  func ask(prompt: String) throws(TerminalError) -> String? { line }

  func confirm(
    prompt: String, defaultAnswer: Bool, yes: [String], no: [String]
  ) throws(TerminalError) -> Bool? {
    throw .noTerminal
  }

  func askSecret(prompt: String) throws(TerminalError) -> String? { throw .noTerminal }

  func edit(_ line: LineEditor, on screen: Screen) throws(TerminalError) -> LineAnswer {
    throw .noTerminal
  }

  func pick(_ picker: Picker, on screen: Screen) throws(TerminalError) -> PickerOutcome {
    throw .noTerminal
  }

  func edit(
    _ words: [String], in directory: String?, environment: Environment
  ) async throws(ChildError) -> ChildStatus { .exited(1) }
}
