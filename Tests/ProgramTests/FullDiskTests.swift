import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// Writes without enough space: they fail with exit status 6, and nothing is lost or partially
/// written.
@Suite struct FullDiskTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Longer than any of the limits below allows.
  private static let long = String(repeating: "words and words ", count: 20_000)

  /// Sizes in blocks of 512 bytes, from none to more than a new journal has.
  static let limits = [0, 8, 63, 64, 150, 400]

  @Test(arguments: limits)
  func `a text beyond the file size limit is refused and the journal stays`(limit: Int) throws {
    let id = try sandbox.add("--title", "first", "--body", "stays")
    try sandbox.keep(.entry, "a day", "stays")
    let before = try FolderContents(sandbox.data)
    try File.writeAtomically(Array(Self.long.utf8), to: sandbox.file("long"))
    let commands = [
      "notes add --no-commit", "notes edit \(id)", "diary write",
      "diary write 2020-11-01 --replace",
    ]
    for words in commands {
      let command = "ulimit -f \(limit); \"$commitdiary\" \(words) --file \"$sandbox/long\""
      try sandbox.script(command).expectRefusal(6)
      try sandbox.script(command + " --json").expectRefusalAsJSON(6)
    }
    for kind in Writing.allCases { #expect(try sandbox.texts(of: kind).map(\.body) == ["stays"]) }
    #expect(try FolderContents(sandbox.data) == before)
    #expect(try sandbox.integrity() == ["ok"])
    try sandbox.add("--body", "and goes on")
  }

  @Test(arguments: limits)
  func `a first note beyond the file size limit leaves a usable journal`(limit: Int) throws {
    try File.writeAtomically(Array(Self.long.utf8), to: sandbox.file("long"))
    let command =
      "ulimit -f \(limit); \"$commitdiary\" notes add --no-commit --file \"$sandbox/long\""
    try sandbox.script(command).expectRefusal(6)
    try sandbox.script(command + " --json").expectRefusalAsJSON(6)
    #expect(try sandbox.notes() == [])
    try sandbox.add("--body", "now there is room")
    #expect(try sandbox.notes().count == 1)
    #expect(try sandbox.integrity() == ["ok"])
  }

  @Test(arguments: Writing.allCases, [8, 64])
  func `text typed in the editor stays in its draft and is offered again`(
    kind: Writing, limit: Int
  ) throws {
    let editor = try sandbox.editor(typing: "The title\n\nLong thought about.\n")
    let refused = try sandbox.onTerminal(kind.begin, environment: editor, limit: limit).expect(6)
    try expectKept("The title\n\nLong thought about.\n", by: refused)

    try sandbox.onTerminal(kind.begin, environment: Sandbox.idleEditor, typing: "\n").expect(
      0, output: "The title")
    #expect(try sandbox.texts(of: kind) == [Writing.Text("The title", "Long thought about.")])
    #expect(sandbox.draftNames() == [])
  }

  @Test(arguments: Writing.allCases)
  func `an edit without disk space stays in its draft`(kind: Writing) throws {
    let name = try sandbox.keep(kind, "kept", "the first text")
    let editor = try sandbox.editor(typing: "kept\n\nthe second text\n")
    let refused = try sandbox.onTerminal(kind.edit(name), environment: editor, limit: 16).expect(6)
    #expect(try sandbox.texts(of: kind).map(\.body) == ["the first text"])
    // If the journal cannot be opened, the error may come before a draft is written.
    guard refused.output.contains("/drafts/") else {
      #expect(sandbox.draftNames() == [])
      return
    }
    try expectKept("kept\n\nthe second text\n", by: refused)
    try sandbox.onTerminal(kind.edit(name), environment: Sandbox.idleEditor, typing: "\n").expect(0)
    #expect(try sandbox.texts(of: kind).map(\.body) == ["the second text"])
    #expect(sandbox.draftNames() == [])
  }

  private func expectKept(
    _ text: String, by outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try sandbox.draftTexts() == [text], sourceLocation: sourceLocation)
    let name = sandbox.draftNames().first { $0.hasSuffix(".md") } ?? "no draft"
    #expect(
      outcome.output.contains("\(sandbox.drafts)/\(name)"), "\(outcome.testDescription)",
      sourceLocation: sourceLocation)
  }

  @Test func `says a change is saved when its output cannot be written`() throws {
    try sandbox.script("\"$commitdiary\" todo add once > /dev/full").expect(1, error: "was saved")
    #expect(try sandbox.run("todo", "list").output.contains("once"))
  }

  // MARK: A small file system

  @Test(
    .enabled(if: SmallDisk.isAvailable, "\(SmallDisk.reason)"),
    arguments: Writing.allCases, [0, 8, 36, 128])
  func `a full disk refuses the text, keeps the others and accepts it later`(
    kind: Writing, kilobytes: Int
  ) throws {
    let disk = try SmallDisk(kilobytes: 8192)
    sandbox.environment["XDG_DATA_HOME"] = disk.path
    try sandbox.keep(kind, "first", "stays")
    let journal = disk.path + "/commitdiary/journal.sqlite"
    let before = try File.read(journal)
    try disk.fill(leaving: kilobytes)
    try File.writeAtomically(Array(Self.long.utf8), to: sandbox.file("long"))
    let words = kind.give + ["--file", sandbox.file("long")]
    try sandbox.run(words).expectRefusal(6)
    try sandbox.run(words + ["--json"]).expectRefusalAsJSON(6)
    #expect(try File.read(journal) == before)
    #expect(try sandbox.texts(of: kind).map(\.body) == ["stays"])

    let editor = try sandbox.editor(typing: Self.long)
    let refused = try sandbox.onTerminal(kind.begin, environment: editor)
    #expect(refused.status == 6, "\(refused.testDescription.prefix(500))")
    try expectKept(Self.long, by: refused)

    try disk.empty()
    try sandbox.run(words).expect(0)
    #expect(try sandbox.texts(of: kind).count == 2)
    #expect(try SQLiteFile(journal).integrity() == ["ok"])
  }

  @Test(.enabled(if: SmallDisk.isAvailable, "\(SmallDisk.reason)"), arguments: [0, 16])
  func `a disk too full for a journal refuses the first note until space is freed`(
    kilobytes: Int
  ) throws {
    let disk = try SmallDisk(kilobytes: 1024)
    sandbox.environment["XDG_DATA_HOME"] = disk.path
    try disk.fill(leaving: kilobytes)
    try sandbox.run("notes", "add", "--body", "first").expectRefusal(6)
    try sandbox.run("notes", "add", "--body", "first", "--json").expectRefusalAsJSON(6)
    #expect(try sandbox.notes() == [])
    try disk.empty()
    try sandbox.add("--body", "first")
    #expect(try sandbox.notes().count == 1)
  }

  @Test(.enabled(if: SmallDisk.isAvailable, "\(SmallDisk.reason)"), arguments: Writing.allCases)
  func `does not open the editor without space for the draft`(kind: Writing) throws {
    let disk = try SmallDisk(kilobytes: 256)
    sandbox.environment["XDG_STATE_HOME"] = disk.path
    try disk.fill(leaving: 0)
    let editor = try sandbox.editor("touch '\(sandbox.file("opened"))'")
    let outcome = try sandbox.onTerminal(kind.begin, environment: editor).expect(
      output: "commitdiary: ")
    #expect(outcome.status != 0, "\(outcome.testDescription)")
    #expect(!File.exists(sandbox.file("opened")))
  }
}
