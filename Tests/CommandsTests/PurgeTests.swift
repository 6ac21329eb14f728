import JSON
import Platform
import SQLite
import TestSupport
import Testing

@testable import ProgramSupport

/// `notes delete --purge`: for the password that was pasted by mistake.
@Suite(.inProcess) struct PurgeTests {
  private let sandbox: Sandbox
  private let kept: String

  init() throws {
    sandbox = try Sandbox()
    kept = try sandbox.add("--title", "kept note", "--body", "findable words", "--tag", "stays")
  }

  private static let secret = "zqxjkvwyzqgqzj"
  private static let secretPair = "뷁쀓쬃"

  /// Every piece of the secrets by which an index could know them: four letters, or one syllable.
  private static let pieces: [String] = {
    let letters = Array(secret)
    return (0...(letters.count - 4)).map { String(letters[$0..<$0 + 4]) }
      + secretPair.map(String.init)
  }()

  private func expectGone(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let data = try FolderContents(sandbox.file("data"))
    let state = try FolderContents(sandbox.file("state"))
    for piece in Self.pieces {
      #expect(data.files(holding: piece) == [], "\(piece)", sourceLocation: sourceLocation)
      #expect(state.files(holding: piece) == [], "\(piece)", sourceLocation: sourceLocation)
    }
  }

  private func expectOtherIntact(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for words in ["findable", "stays", "kept"] {
      let found = try sandbox.run("notes", "search", words, "--json").json()["notes"]?.array
      #expect(found?.map { $0["id"]?.string } == [kept], sourceLocation: sourceLocation)
    }
    #expect(
      try sandbox.notes().compactMap { $0["body"]?.string } == ["findable words"],
      sourceLocation: sourceLocation)
    #expect(try sandbox.integrity() == ["ok"], sourceLocation: sourceLocation)
  }

  private func purge(_ id: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    // What is not there cannot be taken away.
    let before = try FolderContents(sandbox.file("data"))
    #expect(!before.files(holding: Self.secret).isEmpty, sourceLocation: sourceLocation)
    let outcome = try sandbox.run("notes", "delete", id, "--purge", "--yes")
    #expect(outcome.status == 0, "\(outcome.testDescription)", sourceLocation: sourceLocation)
    #expect(try sandbox.run("notes", "show", id).status == 3, sourceLocation: sourceLocation)
    #expect(
      try sandbox.run("notes", "restore", id).status == 3, sourceLocation: sourceLocation)
  }

  static let places: [[String]] = [
    ["--title", "a \(secret) \(secretPair)", "--body", "x"],
    ["--body", "a \(secret) \(secretPair)"],
    ["--body", "x", "--tag", secret, "--tag", secretPair],
    ["--title", secret, "--body", String(repeating: "\(secret) \(secretPair)\n", count: 3000)],
  ]

  @Test(arguments: places)
  func `purging leaves no part of a note in any file`(words: [String]) throws {
    let id = try sandbox.add(words)
    try purge(id)
    try expectGone()
    try expectOtherIntact()
  }

  @Test func `purging leaves no part of earlier versions`() throws {
    let id = try sandbox.add(Self.places[3])
    try sandbox.run("notes", "edit", id, "--title", "clean", "--body", "clean")
    try sandbox.run("notes", "edit", id, "--tag", Self.secret)
    try sandbox.run("notes", "edit", id, "--untag", Self.secret)
    for number in 1...20 { try sandbox.run("notes", "edit", id, "--body", "clean \(number)") }
    try purge(id)
    try expectGone()
    try expectOtherIntact()
  }

  @Test func `purges a deleted note`() throws {
    let id = try sandbox.add(Self.places[1])
    try sandbox.run("notes", "delete", id, "--yes")
    try purge(id)
    try expectGone()
    try expectOtherIntact()
  }

  @Test func `purging among many notes leaves nothing`() throws {
    let id = try sandbox.add(Self.places[0])
    let other = try sandbox.add(Self.places[3])
    for number in 1...60 {
      try sandbox.add(
        "--title", "fill", "--body", String(repeating: "filler \(number) ", count: 300))
    }
    let fillers = try sandbox.run("notes", "search", "fill", "--limit", "0", "--json").json()
    let ids = try #require(fillers["notes"]?.array).compactMap { $0["id"]?.string }
    try sandbox.run(["notes", "delete", "--yes"] + ids.prefix(30))
    let outcome = try sandbox.run(["notes", "delete", "--purge", "--yes", id, other])
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    try expectGone()
    #expect(try sandbox.notes().count == 31)
    #expect(try sandbox.integrity() == ["ok"])
  }

  @Test func `purging also cleans the copy of a repair`() throws {
    let id = try sandbox.add(Self.places[0])
    #expect(try sandbox.run("doctor", "--repair").status == 0)
    try purge(id)
    try expectOtherIntact()
    try expectGone()
  }
}
