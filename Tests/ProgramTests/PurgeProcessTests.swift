import JSON
import Platform
import SQLite
import TestSupport
import Testing

@testable import ProgramSupport

/// `notes delete --purge`, for example for a password that was pasted by mistake.
@Suite struct PurgeProcessTests {
  private let stage: PurgeStage
  private var sandbox: Sandbox { stage.sandbox }

  init() throws { stage = try PurgeStage() }

  @Test func `purging leaves nothing in a draft of the note`() throws {
    let id = try sandbox.add(PurgeStage.places[0])
    let editor = try sandbox.editor("echo 'more \(PurgeStage.secret)' >> \"$1\"; exit 1")
    try sandbox.onTerminal("notes", "edit", id, environment: editor)
    #expect(!sandbox.draftNames().isEmpty)
    try stage.purge(id)
    try stage.expectGone()
    #expect(sandbox.draftNames() == [])
  }

  @Test func `purging leaves nothing in the log of a killed program`() throws {
    let reader = try SQLiteFile(sandbox.journal).open()
    _ = try reader.pragma("user_version")
    let id = try sandbox.add(PurgeStage.places[3])
    try sandbox.run("notes", "edit", id, "--body", "clean")
    try sandbox.shell(
      """
      cd "$XDG_DATA_HOME/commitdiary" && mkdir "$sandbox/left" && cp journal.sqlite* "$sandbox/left"
      """)
    _ = consume reader
    try sandbox.shell("cp \"$sandbox\"/left/* \"$XDG_DATA_HOME/commitdiary\"")
    try stage.purge(id)
    try stage.expectGone()
    try stage.expectOtherIntact()
  }

  @Test func `purges nothing without --yes and without a terminal`() throws {
    let id = try sandbox.add(PurgeStage.places[0])
    try sandbox.run("notes", "delete", id, "--purge").expectRefusal(2)
    #expect(try sandbox.run("notes", "show", id).status == 0)
    let once = try sandbox.onTerminal("notes", "delete", id, "--purge", typing: "y\nn\n")
    #expect(once.status == 1, "\(once.testDescription)")
    #expect(try sandbox.run("notes", "show", id).status == 0)
    let twice = try sandbox.onTerminal("notes", "delete", id, "--purge", typing: "y\ny\n")
    #expect(twice.status == 0, "\(twice.testDescription)")
    try stage.expectGone()
  }
}
