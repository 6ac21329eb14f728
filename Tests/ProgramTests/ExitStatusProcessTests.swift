import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// The exit status, the two lines and the JSON code of every failure.
@Suite struct ExitStatusProcessTests {
  private let stage: FailureStage
  private var sandbox: Sandbox { stage.sandbox }

  init() throws { stage = try FailureStage() }

  @Test(arguments: [
    ("예\n", "ko_KR.UTF-8"), ("はい\n", "ja_JP.UTF-8"), ("YES\n", "ko_KR.UTF-8"),
  ])
  func `accepts answers in the reader's language and in English`(
    answer: String, locale: String
  ) throws {
    let id = try #require(stage.known["id"])
    let outcome = try sandbox.onTerminal(
      "notes", "delete", id, environment: Locales.language(locale), typing: answer)
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(try sandbox.notes().isEmpty)
  }

  @Test(arguments: ["notes list --no-input", "notes delete {id} --no-input"])
  func `with --no-input nothing is asked, even on a terminal`(line: String) throws {
    let words = line.split(separator: " ").map { stage.filled(String($0)) }
    let outcome = try sandbox.onTerminal(words[0], words[1], words[2], words.last ?? "")
    #expect(outcome.status == (words[1] == "delete" ? 2 : 0), "\(outcome.testDescription)")
    #expect(try sandbox.notes().count == 1)
  }
}
