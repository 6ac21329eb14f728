import JSON
import Platform
import SQLite
import TestSupport
import Testing

@testable import ProgramSupport

/// `notes delete --purge`, for example for a password that was pasted by mistake.
@Suite struct PurgeProcessTests {
  private let stage: PurgeStage
  private var sandbox: Sandbox { stage.sandbox }

  init() throws { stage = try PurgeStage() }

  @Test func `purging leaves nothing in a draft of the note`() throws {
    let id = try sandbox.add(PurgeStage.places[0])
    let editor = try sandbox.editor("echo 'more \(PurgeStage.secret)' >> \"$1\"; exit 1")
    try sandbox.onTerminal("notes", "edit", id, environment: editor)
    #expect(!sandbox.draftNames().isEmpty)
    try stage.purge(id)
    try stage.expectGone()
    #expect(sandbox.draftNames() == [])
  }

  @Test func `purging leaves nothing in the log of a killed program`() throws {
    let reader = try SQLiteFile(sandbox.journal).open()
    _ = try reader.pragma("user_version")
    let id = try sandbox.add(PurgeStage.places[3])
    try sandbox.run("notes", "edit", id, "--body", "clean")
    try sandbox.shell(
      """
      cd "$XDG_DATA_HOME/commitdiary" && mkdir "$sandbox/left" && cp journal.sqlite* "$sandbox/left"
      """)
    _ = consume reader
    try sandbox.shell("cp \"$sandbox\"/left/* \"$XDG_DATA_HOME/commitdiary\"")
    try stage.expectPurge(of: id)
  }

  @Test func `purges nothing without --yes and without a terminal`() throws {
    let id = try sandbox.add(PurgeStage.places[0])
    try sandbox.run("notes", "delete", id, "--purge").expectRefusal(2)
    #expect(try sandbox.run("notes", "show", id).status == 0)
    try sandbox.onTerminal("notes", "delete", id, "--purge", typing: "y\nn\n").expect(1)
    #expect(try sandbox.run("notes", "show", id).status == 0)
    try sandbox.onTerminal("notes", "delete", id, "--purge", typing: "y\ny\n").expect(0)
    try stage.expectGone()
  }
}

extension StressTests {
  /// Changes, undo and redo by processes that run at the same time.
  @Suite struct UndoProcessTests {
    /// Two writers with different orders of the same commands. There may be nothing to take back or to
    /// make again, or the to-do with the number may be gone: that is status 3.
    private static let writing = """
      writer=1
      while [ $writer -le 2 ]; do
        (
          step=1
          while [ $step -le 40 ]; do
            case $(((step * (writer + 2)) % 7)) in
              0|1) set -- todo add "w$writer-$step" ;;
              2) set -- jot "w$writer-$step" ;;
              3) set -- todo done 1 ;;
              4) set -- todo reopen 1 ;;
              5) set -- undo ;;
              *) set -- redo ;;
            esac
            "$commitdiary" "$@" >/dev/null 2>"$sandbox/err.$writer"
            status=$?
            case $status in 0|3) ;; *) echo "$* exit $status: $(cat "$sandbox/err.$writer")" ;; esac
            step=$((step + 1))
          done
        ) &
        writer=$((writer + 1))
      done
      wait
      """

    @Test func `two processes change and take back at the same time`() throws {
      let sandbox = try Sandbox(clone: nil)
      try sandbox.run("todo", "add", "kept")
      #expect(try sandbox.script(Self.writing).output == "")
      let list = try sandbox.json("todo", "list", "--open")["todos"]?.array ?? []
      let numbers = list.compactMap { $0["number"]?.integer }
      #expect(numbers.count == list.count && Set(numbers).count == numbers.count)
      // Everything can be taken back, the last change first.
      while try sandbox.run("undo").status == 0 {}
      #expect(try sandbox.json("todo", "list", "--all")["todos"]?.array == [])
      #expect(try sandbox.json("diary", "list")["entries"]?.array == [])
    }
  }
}

/// A text is stored unchanged or rejected.
@Suite struct TextProcessTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func stored(_ id: String) throws -> JSONValue { try sandbox.json("notes", "show", id) }

  // MARK: Stored texts

  @Test func `stores a body of ten megabytes byte for byte`() throws {
    let line = "줄 0123456789 abcdefghijklmnopqrstuvwxyz \"quoted\\\" \u{1F468}\u{200D}\u{1F469}\n"
    let size = 10 << 20
    var body = String(repeating: line, count: size / line.utf8.count)
    body += String(repeating: ".", count: size - body.utf8.count)
    let outcome = try sandbox.run(
      "notes", "add", "--title", "long", "--file", "-", "--json", input: Array(body.utf8)
    ).expect(0)
    let id = try #require(outcome.json()["id"]?.string)
    #expect(try stored(id)["body"]?.string?.utf8.elementsEqual(body.utf8) == true)
    try sandbox.run("notes", "search", "0123456789").expect(0, output: "long")
  }

  // MARK: Rejected texts

  /// Bytes that are not valid text, as escapes for the shell's `printf`.
  static let refused = ["a\\000b", "\\300\\200", "cut \\354\\225"]

  @Test(arguments: refused)
  func `refuses NUL and invalid UTF-8 in files and on standard input`(bytes: String) throws {
    let id = try sandbox.add("--body", "stays")
    try sandbox.shell("printf '\(bytes)' > \"$sandbox/body\"")
    for words in ["notes add", "notes edit \(id)"] {
      for end in ["--file \"$sandbox/body\"", "--file - < \"$sandbox/body\""] {
        let command = "\"$commitdiary\" \(words) \(end)"
        try sandbox.script(command).expectRefusal(2)
        try sandbox.script(command + " --json").expectRefusalAsJSON(2)
      }
    }
    #expect(try sandbox.notes().compactMap { $0["body"]?.string } == ["stays"])
  }

  /// An argument cannot contain a NUL.
  @Test(arguments: refused.filter { !$0.contains("000") })
  func `refuses invalid UTF-8 in every argument`(bytes: String) throws {
    let id = try sandbox.add("--body", "stays")
    let odd = "\"$(printf '\(bytes)')\""
    for words in [
      "notes add --title \(odd) --body text", "notes add --body \(odd)",
      "notes add --body text --tag \(odd)", "notes add --body=\(odd)",
      "notes edit \(id) --title \(odd)", "notes edit \(id) --body \(odd)",
      "notes edit \(id) --tag \(odd)", "notes edit \(id) --untag \(odd)", "notes list --tag \(odd)",
      "notes search \(odd)", "notes show \(odd)", "--lang \(odd) notes list", odd,
    ] {
      try sandbox.script("\"$commitdiary\" \(words)").expectRefusal(2)
    }
    #expect(try sandbox.notes().compactMap { $0["body"]?.string } == ["stays"])
  }

  @Test(arguments: refused)
  func `refuses NUL and invalid UTF-8 from the editor and keeps the draft`(bytes: String) throws {
    let editor = try sandbox.editor("printf '\(bytes)' > \"$1\"")
    let outcome = try sandbox.onTerminal("notes", "add", environment: editor).expect(2)
    #expect(try sandbox.notes() == [])
    let name = try #require(sandbox.draftNames().first { $0.hasSuffix(".md") })
    #expect(outcome.output.contains("\(sandbox.drafts)/\(name)"), "\(outcome.testDescription)")
    try sandbox.shell("printf '\(bytes)' | cmp - \"$XDG_STATE_HOME/commitdiary/drafts/\(name)\"")
  }

  @Test func `refuses a text of white space from the editor, without a draft`() throws {
    let editor = try sandbox.editor(typing: " \t\r\n\u{3000}\u{A0}\n")
    try sandbox.onTerminal("notes", "add", environment: editor).expect(2)
    #expect(try sandbox.draftNames() == [] && sandbox.notes() == [])
  }
}
