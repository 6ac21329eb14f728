import JSON
import Platform
import SQLite
import TestSupport
import Testing

@testable import ProgramSupport

/// `notes delete --purge`: for the password that was pasted by mistake.
@Suite struct PurgeProcessTests {
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

  @Test func `purging leaves nothing in a draft of the note`() throws {
    let id = try sandbox.add(Self.places[0])
    let editor = try sandbox.editor("echo 'more \(Self.secret)' >> \"$1\"; exit 1")
    try sandbox.onTerminal("notes", "edit", id, environment: editor)
    #expect(!sandbox.draftNames().isEmpty)
    try purge(id)
    try expectGone()
    #expect(sandbox.draftNames() == [])
  }

  @Test func `purging leaves nothing in the log of a killed program`() throws {
    let reader = try SQLiteFile(sandbox.journal).open()
    _ = try reader.pragma("user_version")
    let id = try sandbox.add(Self.places[3])
    try sandbox.run("notes", "edit", id, "--body", "clean")
    try sandbox.shell(
      """
      cd "$XDG_DATA_HOME/commitdiary" && mkdir "$sandbox/left" && cp journal.sqlite* "$sandbox/left"
      """)
    _ = consume reader
    try sandbox.shell("cp \"$sandbox\"/left/* \"$XDG_DATA_HOME/commitdiary\"")
    try purge(id)
    try expectGone()
    try expectOtherIntact()
  }

  @Test func `purges nothing without --yes and without a terminal`() throws {
    let id = try sandbox.add(Self.places[0])
    try sandbox.run("notes", "delete", id, "--purge").expectRefusal(2)
    #expect(try sandbox.run("notes", "show", id).status == 0)
    let once = try sandbox.onTerminal("notes", "delete", id, "--purge", typing: "y\nn\n")
    #expect(once.status == 1, "\(once.testDescription)")
    #expect(try sandbox.run("notes", "show", id).status == 0)
    let twice = try sandbox.onTerminal("notes", "delete", id, "--purge", typing: "y\ny\n")
    #expect(twice.status == 0, "\(twice.testDescription)")
    try expectGone()
  }
}
