import JSON
import Platform
import SQLite
import TestSupport
import Testing

/// A journal with a note that stays, and the words of notes that are purged.
struct PurgeStage {
  let sandbox: Sandbox
  /// The note that no test purges.
  let kept: String

  init() throws {
    sandbox = try Sandbox()
    kept = try sandbox.add("--title", "kept note", "--body", "findable words", "--tag", "stays")
  }

  /// Every four letters contain one that identifiers do not have, which are random.
  static let secret = "qlzjoqxiwquvlz"
  static let secretPair = "뷁쀓쬃"

  /// Every part of the secrets that the search index may contain: four letters, or one syllable.
  static let pieces: [String] = {
    let letters = Array(secret)
    return (0...(letters.count - 4)).map { String(letters[$0..<$0 + 4]) }
      + secretPair.map(String.init)
  }()

  func expectGone(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let data = try FolderContents(sandbox.file("data"))
    let state = try FolderContents(sandbox.file("state"))
    for piece in Self.pieces {
      #expect(data.files(holding: piece) == [], "\(piece)", sourceLocation: sourceLocation)
      #expect(state.files(holding: piece) == [], "\(piece)", sourceLocation: sourceLocation)
    }
  }

  func expectOtherIntact(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for words in ["findable", "stays", "kept"] {
      let found = try sandbox.run("notes", "search", words, "--json").json()["notes"]?.array
      #expect(found?.map { $0["id"]?.string } == [kept], sourceLocation: sourceLocation)
    }
    #expect(
      try sandbox.notes().compactMap { $0["body"]?.string } == ["findable words"],
      sourceLocation: sourceLocation)
    #expect(try sandbox.integrity() == ["ok"], sourceLocation: sourceLocation)
  }

  func purge(_ id: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    // Checks first that the secret is in the files.
    let before = try FolderContents(sandbox.file("data"))
    #expect(!before.files(holding: Self.secret).isEmpty, sourceLocation: sourceLocation)
    let outcome = try sandbox.run("notes", "delete", id, "--purge", "--yes")
    #expect(outcome.status == 0, "\(outcome.testDescription)", sourceLocation: sourceLocation)
    #expect(try sandbox.run("notes", "show", id).status == 3, sourceLocation: sourceLocation)
    #expect(
      try sandbox.run("notes", "restore", id).status == 3, sourceLocation: sourceLocation)
  }

  /// Purges a note, and expects that nothing else is changed.
  func expectPurge(of id: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try purge(id, sourceLocation: sourceLocation)
    try expectGone(sourceLocation: sourceLocation)
    try expectOtherIntact(sourceLocation: sourceLocation)
  }

  static let places: [[String]] = [
    ["--title", "a \(secret) \(secretPair)", "--body", "x"],
    ["--body", "a \(secret) \(secretPair)"],
    ["--body", "x", "--tag", secret, "--tag", secretPair],
    ["--title", secret, "--body", String(repeating: "\(secret) \(secretPair)\n", count: 3000)],
  ]
}
