import Glibc
import JSON
import Platform
import Testing

@testable import ProgramSupport

/// A text in an editor survives the end of the editor, the program or the terminal.
@Suite struct DraftTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func expectOneDraft(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    #expect(try sandbox.draftTexts() == [Writing.thought], sourceLocation: sourceLocation)
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
    try sandbox.writeThought()
    let editor = try sandbox.editor("cat '\(sandbox.file("typed"))' > \"$1\"; \(death)")
    let outcome = try sandbox.onTerminal(kind.begin, environment: editor).expect(1)
    let path = try expectOneDraft()
    #expect(outcome.output.contains(path), "\(outcome.testDescription)")
    #expect(try sandbox.texts(of: kind) == [])
    let doctor = try sandbox.run("doctor", "--offline").output
    let words = kind.begin.prefix(2).joined(separator: " ")
    #expect(doctor.contains("To resume them, run: commitdiary \(words) "), "\(doctor)")
    try sandbox.expectOffered(kind)
  }

  @Test(arguments: Writing.allCases)
  func `offers the text after the program was killed during editing`(kind: Writing) throws {
    try sandbox.writeThought()
    let editor = try sandbox.editor(
      "cat '\(sandbox.file("typed"))' > \"$1\"; kill -9 $PPID; exit 0")
    #expect(try sandbox.onTerminal(kind.begin, environment: editor).status == 128 + 9)
    _ = try expectOneDraft()
    try sandbox.expectOffered(kind)
  }

  @Test(arguments: Writing.allCases, ["exit 1", "kill -9 $PPID"])
  func `the draft of an edit is offered only for its note or day`(
    kind: Writing, death: String
  ) throws {
    let other = try sandbox.keep(kind, "another", "another text")
    let id = try sandbox.keep(kind, "old", "old text")
    try sandbox.writeThought()
    let editor = try sandbox.editor("cat '\(sandbox.file("typed"))' > \"$1\"; \(death)")
    #expect(try sandbox.onTerminal(kind.edit(id), environment: editor).status != 0)
    _ = try expectOneDraft()
    try sandbox.onTerminal(kind.edit(other), environment: Sandbox.idleEditor, typing: "\n")
      .expect(0)
    #expect(try sandbox.texts(of: kind).map(\.title) == ["old", "another"])
    _ = try expectOneDraft()

    try sandbox.onTerminal(kind.edit(id), environment: Sandbox.idleEditor, typing: "\n").expect(0)
    #expect(try sandbox.texts(of: kind).map(\.title) == ["Half a thought", "another"])
    #expect(sandbox.draftNames() == [])
  }

  @Test func `a draft on a commit is offered when a note on that commit is written`() throws {
    for message in ["Add a cache", "Measure it"] {
      try sandbox.commit(message, at: "2026-11-20T10:00:00Z")
    }
    try sandbox.writeThought()
    let dying = try sandbox.editor("cat '\(sandbox.file("typed"))' > \"$1\"; kill -9 $PPID")
    _ = try sandbox.onTerminal(["notes", "add", "--commit", "HEAD~1"], environment: dying)
    _ = try expectOneDraft()
    let editor = try sandbox.editor("printf 'Something else' > \"$1\"")
    try sandbox.onTerminal(["notes", "add", "--commit", "HEAD"], environment: editor).expect(0)
    _ = try expectOneDraft()
    try sandbox.onTerminal(
      ["notes", "add", "--commit", "HEAD~1"], environment: Sandbox.idleEditor, typing: "\n"
    ).expect(0)
    #expect(sandbox.draftNames() == [])
    #expect(try sandbox.texts(of: .note).map(\.title).contains("Half a thought"))
  }

  @Test(arguments: Writing.allCases)
  func `keeps a declined draft`(kind: Writing) throws {
    try sandbox.writeThought()
    let dying = try sandbox.editor("cat '\(sandbox.file("typed"))' > \"$1\"; exit 1")
    try sandbox.onTerminal(kind.begin, environment: dying)
    let editor = try sandbox.editor("printf 'Something else' > \"$1\"")
    try sandbox.onTerminal(kind.begin, environment: editor, typing: "n\n").expect(0)
    #expect(try sandbox.texts(of: kind).map(\.title) == ["Something else"])
    _ = try expectOneDraft()
    try sandbox.expectOffered(kind)
  }

  @Test(arguments: Writing.allCases)
  func `an editor that cannot start leaves no draft`(kind: Writing) throws {
    for (editor, status) in [("/no/such/editor", Int32(1)), ("'unfinished", 2)] {
      try sandbox.onTerminal(kind.begin, environment: ["EDITOR": editor, "VISUAL": ""])
        .expect(status, output: "commitdiary: ")
      #expect(try sandbox.texts(of: kind) == [])
    }
    // A template without any text is not offered.
    try sandbox.onTerminal(kind.begin, environment: sandbox.editor("printf 'Written' > \"$1\""))
      .expect(0)
    #expect(try sandbox.texts(of: kind).map(\.title) == ["Written"])
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
    #expect(try sandbox.shell("cat output.\(second)").contains("\(sandbox.drafts)/\(file)"))
  }

  @Test(arguments: Writing.allCases)
  func `a text deleted during editing stays as a draft`(kind: Writing) throws {
    let name = try sandbox.keep(kind, "old", "old text")
    let delete = kind.delete(name).joined(separator: " ")
    let editor = try sandbox.editor(
      "printf 'new\\n\\ntext\\n' > \"$1\"; '\(sandbox.program)' \(delete) >/dev/null 2>&1"
    )
    try sandbox.onTerminal(kind.edit(name), environment: editor).expect(1)
    #expect(try sandbox.draftTexts() == ["new\n\ntext\n"])
    #expect(try sandbox.texts(of: kind, "--deleted").map(\.title) == ["old"])
  }

  // MARK: While an editor is open

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
    try sandbox.writeThought()
    let editor = try sandbox.editor(
      "typed='\(sandbox.file("typed"))'\n\(write)\n\(Self.untilKept)\n\(lose)\nkill -9 $$")
    try sandbox.onTerminal(kind.begin, environment: editor).expect(1, output: "\(sandbox.drafts)/")
    #expect(try sandbox.draftTexts() == [Writing.thought])
    try sandbox.expectOffered(kind)
  }

  @Test(arguments: [Writing.note, .entry])
  func `lines below the remarks are saved without them`(kind: Writing) throws {
    let editor = try sandbox.editor("echo 'added at the end' >> \"$1\"")
    try sandbox.onTerminal(kind.begin, environment: editor).expect(0)
    let saved =
      try sandbox.run("notes", "list", "--full", "--json").output
      + sandbox.run("diary", "list", "--full", "--json").output
    #expect(saved.contains("added at the end"))
    #expect(!saved.contains(">8"))
  }

  @Test func `restores the saved text when the program was killed too`() throws {
    let kind = Writing.note
    try sandbox.writeThought()
    let editor = try sandbox.editor(
      "cat '\(sandbox.file("typed"))' > \"$1\"\n\(Self.untilKept)\n: > \"$1\"\nkill -9 $PPID")
    #expect(try sandbox.onTerminal(kind.begin, environment: editor).status == 128 + 9)
    try sandbox.expectOffered(kind)
  }

  @Test func `does not restore a text that was emptied on purpose`() throws {
    let kind = Writing.entry
    try sandbox.writeThought()
    let editor = try sandbox.editor(
      "cat '\(sandbox.file("typed"))' > \"$1\"\n\(Self.untilKept)\n: > \"$1\"")
    try sandbox.onTerminal(kind.begin, environment: editor).expect(2)
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
    try sandbox.writeThought()
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
    try sandbox.expectOffered(kind)
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
    try sandbox.onTerminal(kind.begin, environment: recovering, typing: "\n").expect(0)
    #expect(try sandbox.shell("cat \"$sandbox/seen\"").contains(".\(file).swp"))
    #expect(try sandbox.texts(of: kind).map(\.title) == ["Recovered"])
    #expect(sandbox.draftNames() == [])
  }
}
