import JSON
import Platform
import Testing

@testable import ProgramSupport

/// A text in an editor survives the end of the editor, the program or the terminal.
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

  /// Ways in which an editor may end before the work is done.
  static let deaths = ["exit 1", "kill -9 $$"]

  @Test(arguments: Writing.allCases, deaths)
  func `keeps the text of a crashed editor and prints where it is`(
    kind: Writing, death: String
  ) throws {
    try File.writeAtomically(Array(Self.text.utf8), to: sandbox.file("typed"))
    let editor = try sandbox.editor("cat '\(sandbox.file("typed"))' > \"$1\"; \(death)")
    let outcome = try sandbox.onTerminal(kind.begin, environment: editor)
    #expect(outcome.status == 1, "\(outcome.testDescription)")
    let path = try expectOneDraft()
    #expect(outcome.output.contains(path), "\(outcome.testDescription)")
    #expect(try sandbox.texts(of: kind) == [])
    let doctor = try sandbox.run("doctor", "--offline").output
    let words = kind.begin.prefix(2).joined(separator: " ")
    #expect(doctor.contains("To resume them: commitdiary \(words) "), "\(doctor)")
    try expectOffered(kind)
  }

  @Test(arguments: Writing.allCases)
  func `offers the text after the program was killed during editing`(
    kind: Writing
  ) throws {
    try File.writeAtomically(Array(Self.text.utf8), to: sandbox.file("typed"))
    let editor = try sandbox.editor(
      "cat '\(sandbox.file("typed"))' > \"$1\"; kill -9 $PPID; exit 0")
    let outcome = try sandbox.onTerminal(kind.begin, environment: editor)
    #expect(outcome.status == 128 + 9, "\(outcome.testDescription)")
    _ = try expectOneDraft()
    try expectOffered(kind)
  }

  @Test(arguments: Writing.allCases, ["exit 1", "kill -9 $PPID"])
  func `the draft of an edit is offered only for its note or day`(
    kind: Writing, death: String
  ) throws {
    let other = try sandbox.keep(kind, "another", "another text")
    let id = try sandbox.keep(kind, "old", "old text")
    try File.writeAtomically(Array(Self.text.utf8), to: sandbox.file("typed"))
    let editor = try sandbox.editor("cat '\(sandbox.file("typed"))' > \"$1\"; \(death)")
    let outcome = try sandbox.onTerminal(kind.edit(id), environment: editor)
    #expect(outcome.status != 0, "\(outcome.testDescription)")
    _ = try expectOneDraft()
    let untouched = try sandbox.onTerminal(
      kind.edit(other), environment: Sandbox.idleEditor, typing: "\n")
    #expect(untouched.status == 0, "\(untouched.testDescription)")
    #expect(try sandbox.texts(of: kind).map(\.title) == ["old", "another"])
    _ = try expectOneDraft()

    let saved = try sandbox.onTerminal(
      kind.edit(id), environment: Sandbox.idleEditor, typing: "\n")
    #expect(saved.status == 0, "\(saved.testDescription)")
    #expect(try sandbox.texts(of: kind).map(\.title) == ["Half a thought", "another"])
    #expect(sandbox.draftNames() == [])
  }

  @Test(arguments: Writing.allCases)
  func `keeps a declined draft`(kind: Writing) throws {
    try File.writeAtomically(Array(Self.text.utf8), to: sandbox.file("typed"))
    let dying = try sandbox.editor("cat '\(sandbox.file("typed"))' > \"$1\"; exit 1")
    try sandbox.onTerminal(kind.begin, environment: dying)
    let editor = try sandbox.editor("printf 'Something else' > \"$1\"")
    let saved = try sandbox.onTerminal(kind.begin, environment: editor, typing: "n\n")
    #expect(saved.status == 0, "\(saved.testDescription)")
    #expect(try sandbox.texts(of: kind).map(\.title) == ["Something else"])
    _ = try expectOneDraft()
    try expectOffered(kind)
  }

  @Test(arguments: Writing.allCases)
  func `an editor that cannot start leaves no draft`(kind: Writing) throws {
    for (editor, status) in [("/no/such/editor", Int32(1)), ("'unfinished", 2)] {
      let outcome = try sandbox.onTerminal(
        kind.begin, environment: ["EDITOR": editor, "VISUAL": ""])
      #expect(outcome.status == status, "\(outcome.testDescription)")
      #expect(outcome.output.contains("commitdiary: "), "\(outcome.testDescription)")
      #expect(try sandbox.texts(of: kind) == [])
    }
    // A template without any text is not offered.
    let next = try sandbox.onTerminal(
      kind.begin, environment: sandbox.editor("printf 'Written' > \"$1\""))
    #expect(next.status == 0, "\(next.testDescription)")
    #expect(try sandbox.texts(of: kind).map(\.title) == ["Written"])
  }

  private func expectOffered(
    _ kind: Writing, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try sandbox.texts(of: kind)
    let saved = try sandbox.onTerminal(
      kind.begin, environment: Sandbox.idleEditor, typing: "\n")
    #expect(saved.status == 0, "\(saved.testDescription)", sourceLocation: sourceLocation)
    #expect(
      saved.output.contains("Half a thought"), "\(saved.testDescription)",
      sourceLocation: sourceLocation)
    let text = Writing.Text("Half a thought", "and not yet the other half.")
    // A day has one entry, so the text becomes its newest version.
    #expect(
      try sandbox.texts(of: kind) == [text] + (kind == .note ? before : []),
      sourceLocation: sourceLocation)
    #expect(sandbox.draftNames() == [], sourceLocation: sourceLocation)
  }

  // MARK: Two windows

  /// Both editors are open before the first one exits. The second one exits after the first window
  /// is done.
  private static let twoWindows = """
    mkfifo opened.1 opened.2 go.1 go.2
    for window in 1 2; do
      {
        EDITOR="$sandbox/window-$window" VISUAL= \\
          script -qec "stty cols 200; '$commitdiary' $edit" /dev/null \\
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

  @Test(arguments: Writing.allCases, ["1 2", "2 1"])
  func `of two editors on one text the second save becomes a draft`(
    kind: Writing, order: String
  ) throws {
    let name = try sandbox.keep(kind, "old", "old text")
    for window in 1...2 {
      _ = try sandbox.makeScript(
        "window-\(window)",
        """
        echo >opened.\(window)
        read go <go.\(window)
        printf 'title \(window)\\n\\ntext of window \(window)\\n' > "$1"
        """)
    }
    try sandbox.shell(
      Self.twoWindows,
      environment: [
        "edit": kind.edit(name).joined(separator: " "), "order": order,
      ])
    let (first, second) = order == "1 2" ? (1, 2) : (2, 1)
    #expect(try sandbox.shell("cat status.\(first) status.\(second)") == "0\n1\n")

    #expect(
      try sandbox.texts(of: kind) == [Writing.Text("title \(first)", "text of window \(first)")])
    let draft = "title \(second)\n\ntext of window \(second)\n"
    #expect(try sandbox.draftTexts() == [draft])
    let file = try #require(sandbox.draftNames().first { $0.hasSuffix(".md") })
    let printed = try sandbox.shell("cat output.\(second)")
    #expect(printed.contains("\(sandbox.drafts)/\(file)"), "\(printed)")
  }

  @Test(arguments: Writing.allCases)
  func `a text deleted during editing stays as a draft`(kind: Writing) throws {
    let name = try sandbox.keep(kind, "old", "old text")
    let delete = kind.delete(name).joined(separator: " ")
    let editor = try sandbox.editor(
      "printf 'new\\n\\ntext\\n' > \"$1\"; '\(sandbox.program)' \(delete) >/dev/null 2>&1"
    )
    let outcome = try sandbox.onTerminal(kind.edit(name), environment: editor)
    #expect(outcome.status == 1, "\(outcome.testDescription)")
    #expect(try sandbox.draftTexts() == ["new\n\ntext\n"])
    #expect(try sandbox.texts(of: kind, "--deleted").map(\.title) == ["old"])
  }
}
