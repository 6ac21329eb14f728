import JSON
import Testing

@testable import ProgramSupport

extension SandboxUser {
  /// Runs `git notes` on the reference of the mirror.
  @discardableResult
  func gitNotes(_ command: String) throws -> String {
    try git("notes --ref commitdiary \(command)")
  }

  /// Adds a note in the clone, and returns its id.
  @discardableResult
  func add(_ words: String...) throws -> String {
    try #require(sandbox.json(["notes", "add"] + words, in: folder)["id"]?.string)
  }

  /// Adds a note in the clone, and turns the mirror on.
  @discardableResult
  func mirrored(_ words: String...) throws -> String {
    let added = try sandbox.json(["notes", "add"] + words, in: folder)
    try turnOn()
    return try #require(added["id"]?.string)
  }

  func turnOn() throws { try run("notes", "mirror", "on") }
}
