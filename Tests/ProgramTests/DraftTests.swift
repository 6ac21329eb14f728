import JSON
import Platform
import Testing

/// What was typed in an editor outlives whatever dies around it.
@Suite struct DraftTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let text = "Half a thought\n\nand not yet the other half.\n"

  private func expectOneDraft(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    #expect(try sandbox.draftTexts() == [Self.text], sourceLocation: sourceLocation)
    for name in sandbox.draftNames() {
      #expect(
        File.permissions("\(sandbox.drafts)/\(name)") == 0o600, sourceLocation: sourceLocation)
    }
    #expect(File.permissions(sandbox.drafts) == 0o700, sourceLocation: sourceLocation)
    let name = sandbox.draftNames().first { $0.hasSuffix(".md") } ?? "no draft"
    return "\(sandbox.drafts)/\(name)"
  }

  /// What ends an editor in the middle of the work.
  static let deaths = ["exit 1", "exit 255", "kill -9 $$", "kill -15 $$", "kill -2 $$"]

  @Test(arguments: deaths)
  func `of an editor that dies the text stays, and it is said where`(death: String) throws {
    try File.writeAtomically(Array(Self.text.utf8), to: sandbox.file("typed"))
    let editor = try sandbox.editor("cat '\(sandbox.file("typed"))' > \"$1\"; \(death)")
    let outcome = try sandbox.onTerminal("notes", "add", environment: editor)
    #expect(outcome.status == 1, "\(outcome.testDescription)")
    let path = try expectOneDraft()
    #expect(outcome.output.contains(path), "\(outcome.testDescription)")
    #expect(try sandbox.notes() == [])
    try expectOffered()
  }

  @Test func `when the program is killed under the editor, the text is there and offered`() throws {
    try File.writeAtomically(Array(Self.text.utf8), to: sandbox.file("typed"))
    let editor = try sandbox.editor(
      "cat '\(sandbox.file("typed"))' > \"$1\"; kill -9 $PPID; exit 0")
    let outcome = try sandbox.onTerminal("notes", "add", environment: editor)
    #expect(outcome.status == 128 + 9, "\(outcome.testDescription)")
    _ = try expectOneDraft()
    try expectOffered()
  }

  @Test(arguments: deaths + ["kill -9 $PPID"])
  func `the text of an edit stays too, and is offered for its note alone`(death: String) throws {
    let other = try sandbox.add("--title", "another", "--body", "another text")
    let id = try sandbox.add("--title", "old", "--body", "old text")
    try File.writeAtomically(Array(Self.text.utf8), to: sandbox.file("typed"))
    let editor = try sandbox.editor("cat '\(sandbox.file("typed"))' > \"$1\"; \(death)")
    let outcome = try sandbox.onTerminal("notes", "edit", id, environment: editor)
    #expect(outcome.status != 0, "\(outcome.testDescription)")
    _ = try expectOneDraft()
    let untouched = try sandbox.onTerminal(
      "notes", "edit", other, environment: Sandbox.idleEditor, typing: "\n")
    #expect(untouched.status == 0, "\(untouched.testDescription)")
    #expect(try sandbox.notes().compactMap { $0["title"]?.string } == ["old", "another"])
    _ = try expectOneDraft()

    let saved = try sandbox.onTerminal(
      "notes", "edit", id, environment: Sandbox.idleEditor, typing: "\n")
    #expect(saved.status == 0, "\(saved.testDescription)")
    #expect(
      try sandbox.notes().compactMap { $0["title"]?.string } == ["Half a thought", "another"])
    #expect(sandbox.draftNames() == [])
  }

  @Test func `a draft that is declined stays`() throws {
    try File.writeAtomically(Array(Self.text.utf8), to: sandbox.file("typed"))
    let dying = try sandbox.editor("cat '\(sandbox.file("typed"))' > \"$1\"; exit 1")
    try sandbox.onTerminal("notes", "add", environment: dying)
    let editor = try sandbox.editor("printf 'Something else' > \"$1\"")
    let saved = try sandbox.onTerminal("notes", "add", environment: editor, typing: "n\n")
    #expect(saved.status == 0, "\(saved.testDescription)")
    #expect(try sandbox.notes().compactMap { $0["title"]?.string } == ["Something else"])
    _ = try expectOneDraft()
    try expectOffered()
  }

  @Test func `an editor that cannot be run leaves nothing behind that must be kept`() throws {
    for (editor, status) in [("/no/such/editor", Int32(1)), ("'unfinished", 2)] {
      let outcome = try sandbox.onTerminal(
        "notes", "add", environment: ["EDITOR": editor, "VISUAL": ""])
      #expect(outcome.status == status, "\(outcome.testDescription)")
      #expect(outcome.output.contains("commitdiary: "), "\(outcome.testDescription)")
      #expect(try sandbox.notes() == [])
    }
    // A template in which nothing was written is not offered.
    let next = try sandbox.onTerminal(
      "notes", "add", environment: sandbox.editor("printf 'Written' > \"$1\""))
    #expect(next.status == 0, "\(next.testDescription)")
    #expect(try sandbox.notes().compactMap { $0["title"]?.string } == ["Written"])
  }

  private func expectOffered(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let count = try sandbox.notes().count
    let saved = try sandbox.onTerminal(
      "notes", "add", environment: Sandbox.idleEditor, typing: "\n")
    #expect(saved.status == 0, "\(saved.testDescription)", sourceLocation: sourceLocation)
    #expect(
      saved.output.contains("Half a thought"), "\(saved.testDescription)",
      sourceLocation: sourceLocation)
    let notes = try sandbox.notes()
    #expect(notes.count == count + 1, sourceLocation: sourceLocation)
    #expect(notes.first?["title"]?.string == "Half a thought", sourceLocation: sourceLocation)
    #expect(
      notes.first?["body"]?.string == "and not yet the other half.", sourceLocation: sourceLocation)
    #expect(sandbox.draftNames() == [], sourceLocation: sourceLocation)
  }

  // MARK: Two windows

  /// Both editors are open before the first one is left, and the second one only after the first
  /// window is done.
  private static let twoWindows = """
    mkfifo opened.1 opened.2 go.1 go.2
    for window in 1 2; do
      {
        EDITOR="$sandbox/window-$window" VISUAL= \\
          script -qec "stty cols 200; '$commitdiary' notes edit $id" /dev/null \\
          >output.$window </dev/null
        echo $? >status.$window
      } &
      eval "window_$window=$!"
    done
    read opened <opened.1
    read opened <opened.2
    for window in $order; do
      echo >go.$window
      eval "wait \\$window_$window"
    done
    """

  @Test(arguments: ["1 2", "2 1"])
  func `of two windows on one note the first to save wins, and the other's text becomes a draft`(
    order: String
  ) throws {
    let id = try sandbox.add("--title", "old", "--body", "old text")
    for window in 1...2 {
      _ = try sandbox.makeScript(
        "window-\(window)",
        """
        echo >opened.\(window)
        read go <go.\(window)
        printf 'title \(window)\\n\\ntext of window \(window)\\n' > "$1"
        """)
    }
    try sandbox.shell(Self.twoWindows, environment: ["id": id, "order": order])
    let (first, second) = order == "1 2" ? (1, 2) : (2, 1)
    #expect(try sandbox.shell("cat status.\(first) status.\(second)") == "0\n1\n")

    let note = try #require(sandbox.notes().first)
    #expect(note["title"]?.string == "title \(first)")
    #expect(note["body"]?.string == "text of window \(first)")
    let draft = "title \(second)\n\ntext of window \(second)\n"
    #expect(try sandbox.draftTexts() == [draft])
    let name = try #require(sandbox.draftNames().first { $0.hasSuffix(".md") })
    let said = try sandbox.shell("cat output.\(second)")
    #expect(said.contains("\(sandbox.drafts)/\(name)"), "\(said)")
  }

  @Test func `a note that is deleted while its editor is open leaves the text in a draft`() throws {
    let id = try sandbox.add("--title", "old", "--body", "old text")
    let editor = try sandbox.editor(
      "printf 'new\\n\\ntext\\n' > \"$1\"; '\(sandbox.program)' notes delete \(id) --yes >/dev/null 2>&1"
    )
    let outcome = try sandbox.onTerminal("notes", "edit", id, environment: editor)
    #expect(outcome.status == 1, "\(outcome.testDescription)")
    #expect(try sandbox.draftTexts() == ["new\n\ntext\n"])
    #expect(try sandbox.notes("--deleted").compactMap { $0["title"]?.string } == ["old"])
  }
}
