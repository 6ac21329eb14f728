import JSON
import Platform
import SQLite
import Testing

@testable import ProgramSupport

/// An exchange that ends after git has written the reference and before the journal has recorded it:
/// the disk is full, or the program is killed.
@Suite(.inProcess) struct NotesMirrorInterruptionTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox.withOrigin() }

  private func run(_ words: String...) throws {
    let outcome = try sandbox.run(words)
    try #require(outcome.status == 0, "\(words) \(outcome.testDescription)")
  }

  private func noteInMirror() throws -> String {
    let id = try #require(try sandbox.run("notes", "add", "one", "--json").json()["id"]?.string)
    try run("notes", "mirror", "on")
    return id
  }

  /// Runs a command whose exchange is not recorded in the journal.
  private func interrupted(_ words: String...) throws {
    let state = try SQLiteFile(sandbox.journal).open().rows(
      """
      SELECT 'UPDATE mirror SET tip = ' || quote(tip) || ';' FROM mirror UNION ALL
      SELECT 'UPDATE mirror_note SET sha = ' || quote(sha) || ', version = ' || version
        || ' WHERE note = ' || quote(note) || ';' FROM mirror_note
      """
    ) { $0.text(0) }
    let outcome = try sandbox.run(words)
    try #require(outcome.status == 0, "\(words) \(outcome.testDescription)")
    try SQLiteFile(sandbox.journal).open().execute(state.joined(separator: "\n"))
  }

  private func gitNote(_ commit: String) throws -> String {
    try sandbox.shell("git notes --ref commitdiary show \(commit) 2>&1 || true")
  }

  private func expectNote(_ id: String, isOn subject: String) throws {
    try run("notes", "list")
    let note = try sandbox.run("notes", "show", id, "--deleted", "--json").json()
    #expect(note["commit"]?["message"]?.string == subject)
    #expect(note["deletedAt"] == .null)
    #expect(try gitNote("HEAD").contains("one"))
    #expect(!(try gitNote("HEAD~1")).contains("one"))
  }

  @Test func `a note that was moved back stays there`() throws {
    let id = try noteInMirror()
    try interrupted("notes", "move", id, "HEAD~1")
    try run("notes", "move", id, "HEAD")
    try expectNote(id, isOn: "The second commit")
  }

  @Test func `a note that was restored stays restored`() throws {
    let id = try noteInMirror()
    try interrupted("notes", "delete", id, "--yes")
    try run("notes", "restore", id)
    try expectNote(id, isOn: "The second commit")
  }

  @Test func `a note that git could not remove is restored`() throws {
    let id = try noteInMirror()
    let lock = "\"$(git rev-parse --git-dir)/refs/notes/commitdiary.lock\""
    try sandbox.shell("touch \(lock)")
    try run("notes", "delete", id, "--yes")
    try sandbox.shell("rm \(lock)")
    try run("notes", "restore", id)
    try expectNote(id, isOn: "The second commit")
  }
}
