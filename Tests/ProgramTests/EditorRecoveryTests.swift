import Glibc
import JSON
import Platform
import Testing

@testable import ProgramSupport

/// While an editor is open, copies of its file are kept, whatever happens to the editor, the file
/// or the terminal.
@Suite struct EditorRecoveryTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let text = Writing.Text("Half a thought", "and not yet the other half.")
  private static let typed = "Half a thought\n\nand not yet the other half.\n"

  /// Waits in the editor until a copy of its text exists.
  private static let untilKept = """
    until ls "$(dirname "$1")"/*.kept >/dev/null 2>&1; do sleep 0.1; done
    """

  /// Ways to write a file, and then to lose its text.
  static let losses = [
    // Most editors truncate the file first. An editor may end after that.
    (write: "cat \"$typed\" > \"$1\"", lose: ": > \"$1\""),
    (write: "cat \"$typed\" > \"$1\"", lose: "head -c 20 \"$typed\" > \"$1\""),
    // Some editors write a new file and rename it.
    (write: "cat \"$typed\" > \"$1.new\"; mv \"$1.new\" \"$1\"", lose: "rm \"$1\""),
  ]

  @Test(arguments: [(Writing.note, 0), (.entry, 1), (.note, 2)])
  func `an editor crash during a save loses no earlier text`(kind: Writing, loss: Int) throws {
    let (write, lose) = Self.losses[loss]
    try File.writeAtomically(Array(Self.typed.utf8), to: sandbox.file("typed"))
    let editor = try sandbox.editor(
      "typed='\(sandbox.file("typed"))'\n\(write)\n\(Self.untilKept)\n\(lose)\nkill -9 $$")
    let outcome = try sandbox.onTerminal(kind.begin, environment: editor)
    #expect(outcome.status == 1, "\(outcome.testDescription)")
    #expect(outcome.output.contains("\(sandbox.drafts)/"), "\(outcome.testDescription)")
    #expect(try sandbox.draftTexts() == [Self.typed])
    try expectOffered(kind)
  }

  @Test(arguments: [Writing.note, .entry])
  func `lines below the remarks are saved without them`(kind: Writing) throws {
    let editor = try sandbox.editor("echo 'added at the end' >> \"$1\"")
    let outcome = try sandbox.onTerminal(kind.begin, environment: editor)
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    let saved =
      try sandbox.run("notes", "list", "--full", "--json").output
      + sandbox.run("diary", "list", "--full", "--json").output
    #expect(saved.contains("added at the end"))
    #expect(!saved.contains(">8"))
  }

  @Test func `restores the saved text when the program was killed too`() throws {
    let kind = Writing.note
    try File.writeAtomically(Array(Self.typed.utf8), to: sandbox.file("typed"))
    let editor = try sandbox.editor(
      "cat '\(sandbox.file("typed"))' > \"$1\"\n\(Self.untilKept)\n: > \"$1\"\nkill -9 $PPID")
    let outcome = try sandbox.onTerminal(kind.begin, environment: editor)
    #expect(outcome.status == 128 + 9, "\(outcome.testDescription)")
    try expectOffered(kind)
  }

  @Test func `does not restore a text that was emptied on purpose`() throws {
    let kind = Writing.entry
    try File.writeAtomically(Array(Self.typed.utf8), to: sandbox.file("typed"))
    let editor = try sandbox.editor(
      "cat '\(sandbox.file("typed"))' > \"$1\"\n\(Self.untilKept)\n: > \"$1\"")
    let outcome = try sandbox.onTerminal(kind.begin, environment: editor)
    #expect(outcome.status == 2, "\(outcome.testDescription)")
    #expect(try sandbox.texts(of: kind) == [])
    #expect(sandbox.draftNames() == [])
  }

  // MARK: Closing the terminal

  /// What the editor writes before its terminal is closed, and when that happens.
  static let ends = [
    (before: "cat \"$typed\" > \"$1\"", atEnd: ""),
    // nano writes such a file.
    (before: "", atEnd: "cat \"$typed\" > \"$1.save\""),
    (before: "", atEnd: "cat \"$typed\" > \"$1\""),
  ]

  @Test(arguments: [(Writing.note, 0), (.entry, 1), (.note, 2)])
  func `keeps the text of a closed terminal, also when saved late`(kind: Writing, end: Int) throws {
    let (before, atEnd) = Self.ends[end]
    try File.writeAtomically(Array(Self.typed.utf8), to: sandbox.file("typed"))
    let editor = try sandbox.editor(
      """
      typed='\(sandbox.file("typed"))'
      trap '\(atEnd.isEmpty ? ":" : atEnd); exit 1' HUP
      \(before)
      echo $PPID > '\(sandbox.file("pid.new"))'
      mv '\(sandbox.file("pid.new"))' '\(sandbox.file("pid"))'
      sleep 600 &
      wait
      """)
    let words = kind.begin.joined(separator: " ")
    let window = try TmuxWindow("\"$commitdiary\" \(words)", in: sandbox, environment: editor)
    try wait("the editor") { File.exists(sandbox.file("pid")) }
    let text = try sandbox.shell("cat \"$sandbox/pid\"").split(separator: "\n").joined()
    let program = try #require(pid_t(text))
    try window.close()
    try wait("the end of the program") { kill(program, 0) != 0 }
    try expectOffered(kind)
  }

  private func wait(_ what: String, until isSo: () -> Bool) throws {
    let deadline = ContinuousClock.now + Sandbox.timeout
    while !isSo() {
      try #require(ContinuousClock.now < deadline, "\(what) has not come")
      usleep(20_000)
    }
  }

  @Test func `keeps a draft with a swap file and reopens it in the editor`() throws {
    let kind = Writing.note
    let dying = try sandbox.editor(
      "echo swap > \"$(dirname \"$1\")/.$(basename \"$1\").swp\"; kill -9 $$")
    try sandbox.onTerminal(kind.begin, environment: dying)
    let file = try #require(sandbox.draftNames().first { $0.hasSuffix(".md") && $0.first != "." })
    let recovering = try sandbox.editor(
      "ls -A \"$(dirname \"$1\")\" > '\(sandbox.file("seen"))'; printf 'Recovered' > \"$1\"")
    let saved = try sandbox.onTerminal(kind.begin, environment: recovering, typing: "\n")
    #expect(saved.status == 0, "\(saved.testDescription)")
    #expect(try sandbox.shell("cat \"$sandbox/seen\"").contains(".\(file).swp"))
    #expect(try sandbox.texts(of: kind).map(\.title) == ["Recovered"])
    #expect(sandbox.draftNames() == [])
  }

  private func expectOffered(
    _ kind: Writing, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let saved = try sandbox.onTerminal(
      kind.begin, environment: Sandbox.idleEditor, typing: "\n")
    #expect(saved.status == 0, "\(saved.testDescription)", sourceLocation: sourceLocation)
    #expect(
      saved.output.contains("Half a thought"), "\(saved.testDescription)",
      sourceLocation: sourceLocation)
    #expect(try sandbox.texts(of: kind) == [Self.text], sourceLocation: sourceLocation)
    #expect(sandbox.draftNames() == [], sourceLocation: sourceLocation)
  }
}
