import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// How each failure ends: its status, its two lines, its code in JSON.
@Suite struct ExitStatusProcessTests {
  private let stage: FailureStage
  private var sandbox: Sandbox { stage.sandbox }

  init() throws { stage = try FailureStage() }

  @Test(arguments: ["n\n", "no\n", "\n", "\u{4}"])
  func `an answer other than yes exits with 1 and changes nothing`(
    answer: String
  ) throws {
    let id = try #require(stage.known["id"])
    let before = try sandbox.notes()
    let outcome = try sandbox.onTerminal("notes", "delete", id, typing: answer)
    #expect(outcome.status == 1, "\(outcome.testDescription)")
    #expect(outcome.output.contains("Canceled. Nothing was changed."), "\(outcome.testDescription)")
    #expect(try sandbox.notes() == before)
  }

  @Test(arguments: [
    ("y\n", "en_US.UTF-8"), ("yes\n", "ko_KR.UTF-8"), ("예\n", "ko_KR.UTF-8"),
    ("はい\n", "ja_JP.UTF-8"), ("YES\n", "C"),
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

  @Test func `purging asks twice, and one no keeps everything`() throws {
    let id = try #require(stage.known["id"])
    for typed in ["n\n", "y\nn\n"] {
      let outcome = try sandbox.onTerminal("notes", "delete", id, "--purge", typing: typed)
      #expect(outcome.status == 1, "\(outcome.testDescription)")
      #expect(try sandbox.notes().count == 1)
    }
    let outcome = try sandbox.onTerminal("notes", "delete", id, "--purge", typing: "y\ny\n")
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    try sandbox.run("notes", "restore", id).expectRefusal(3)
  }

  @Test(arguments: ["notes list --no-input", "notes delete {id} --no-input"])
  func `with --no-input nothing is asked, even on a terminal`(line: String) throws {
    let words = line.split(separator: " ").map { stage.filled(String($0)) }
    let outcome = try sandbox.onTerminal(words[0], words[1], words[2], words.last ?? "")
    #expect(outcome.status == (words[1] == "delete" ? 2 : 0), "\(outcome.testDescription)")
    #expect(try sandbox.notes().count == 1)
  }

  @Test func `a closed pipe is no error`() throws {
    for _ in 1...3 {
      try sandbox.add("--body", String(repeating: "long text ", count: 10_000))
    }
    let outcome = try sandbox.script(
      "{ \"$commitdiary\" notes list --json; echo \"exit $?\" >&2; } | head -c 10 >/dev/null")
    #expect(outcome.error == "exit 0\n", "\(outcome.testDescription)")
  }
}
