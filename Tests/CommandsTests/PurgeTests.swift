import JSON
import Platform
import SQLite
import TestSupport
import Testing

@testable import ProgramSupport

/// `notes delete --purge`, for example for a password that was pasted by mistake.
@Suite(.inProcess) struct PurgeTests {
  private let stage: PurgeStage
  private var sandbox: Sandbox { stage.sandbox }

  init() throws { stage = try PurgeStage() }

  @Test(arguments: PurgeStage.places)
  func `purging leaves no part of a note in any file`(words: [String]) throws {
    let id = try sandbox.add(words)
    try stage.purge(id)
    try stage.expectGone()
    try stage.expectOtherIntact()
  }

  @Test func `purging leaves no part of the subject of a commit`() throws {
    try sandbox.shell(
      "git commit -q --allow-empty -m '\(PurgeStage.secret) \(PurgeStage.secretPair)'")
    let id = try #require(try sandbox.run("notes", "add", "--body", "x", "--json").json()["id"])
    try stage.purge(id.string ?? "")
    try stage.expectGone()
    try stage.expectOtherIntact()
  }

  @Test func `purging leaves no part of earlier versions`() throws {
    let id = try sandbox.add(PurgeStage.places[3])
    try sandbox.run("notes", "edit", id, "--title", "clean", "--body", "clean")
    try sandbox.run("notes", "edit", id, "--tag", PurgeStage.secret)
    try sandbox.run("notes", "edit", id, "--untag", PurgeStage.secret)
    for number in 1...20 { try sandbox.run("notes", "edit", id, "--body", "clean \(number)") }
    try stage.purge(id)
    try stage.expectGone()
    try stage.expectOtherIntact()
  }

  @Test func `purges a deleted note`() throws {
    let id = try sandbox.add(PurgeStage.places[1])
    try sandbox.run("notes", "delete", id, "--yes")
    try stage.purge(id)
    try stage.expectGone()
    try stage.expectOtherIntact()
  }

  @Test func `purging among many notes leaves nothing`() throws {
    let id = try sandbox.add(PurgeStage.places[0])
    let other = try sandbox.add(PurgeStage.places[3])
    for number in 1...60 {
      try sandbox.add(
        "--title", "fill", "--body", String(repeating: "filler \(number) ", count: 300))
    }
    let fillers = try sandbox.run("notes", "search", "fill", "--limit", "0", "--json").json()
    let ids = try #require(fillers["notes"]?.array).compactMap { $0["id"]?.string }
    try sandbox.run(["notes", "delete", "--yes"] + ids.prefix(30))
    let outcome = try sandbox.run(["notes", "delete", "--purge", "--yes", id, other])
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    try stage.expectGone()
    #expect(try sandbox.notes().count == 31)
    #expect(try sandbox.integrity() == ["ok"])
  }

  @Test func `purging also cleans the copy of a repair`() throws {
    let id = try sandbox.add(PurgeStage.places[0])
    #expect(try sandbox.run("doctor", "--repair").status == 0)
    try stage.purge(id)
    try stage.expectOtherIntact()
    try stage.expectGone()
  }
}
