import JSON
import Platform
import Testing

@testable import ProgramSupport

/// A text of one journal is in no file, remote, page, export or answer of another.
@Suite struct JournalPrivacyTests {
  private let sandbox: Sandbox

  /// Each journal with a word that all its texts have, and the folder with its clone.
  private struct Side {
    var name: String
    var word: String
    var folder: String
  }

  private let work: Side
  private let usual: Side
  private var sides: [Side] { [work, usual] }

  init() throws {
    sandbox = try Sandbox(clone: nil, at: "2026-11-21T09:00:00+09:00")
    work = Side(name: "work", word: "zirconium", folder: sandbox.file("home/work/api"))
    usual = Side(name: "default", word: "quicksilver", folder: sandbox.file("home/own/site"))
    for side in [work, usual] {
      try sandbox.shell(
        """
        git config --global user.email author@example.com
        git init -q -b main '\(side.folder)' && cd '\(side.folder)' && echo line > f && git add f
        git commit -q -m 'First of \(side.name)' && git init -q --bare '\(remote(of: side))'
        """)
    }
    try sandbox.run("config", "set", "journals.work", sandbox.file("home/work")).expect(0)
    try sandbox.run("config", "set", "sync.auto", "false").expect(0)
    try File.makeDirectory(copies)
    try sandbox.run("config", "set", "backup.path", copies).expect(0)
  }

  private func remote(of side: Side) -> String { sandbox.file("remotes/\(side.name).git") }
  private var copies: String { sandbox.file("copies") }
  private func exports(of side: Side) -> String { sandbox.file("exports/\(side.name)") }

  private func run(
    _ side: Side, _ words: String..., input: String? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try sandbox.run(
      words, environment: environment, input: input.map { Array($0.utf8) }, in: side.folder)
  }

  /// Everything that a journal can do with its texts.
  private func use(_ side: Side) throws {
    let word = side.word
    try run(side, "notes", "add", "the \(word) reason", "--tag", "\(word)-tag").expect(0)
    try run(side, "diary", "write", "--body", "a \(word) day").expect(0)
    try run(side, "jot", "a \(word) line").expect(0)
    try run(side, "todo", "add", "a \(word) task").expect(0)
    try run(side, "notes", "mirror", "on").expect(0)
    try run(side, "notes", "add", "mirrored \(word)").expect(0)
    // An editor that dies leaves a draft.
    let editor = try sandbox.makeScript("die-\(side.name)", "echo '\(word) draft' > \"$1\"; exit 1")
    _ = try run(side, "notes", "add", environment: ["EDITOR": editor, "VISUAL": editor])
    try run(side, "sync", "init", remote(of: side), "--plain").expect(0)
    try run(side, "sync").expect(0)
    try File.makeDirectory(exports(of: side))
    for format in ["json", "markdown", "html", "jrnl", "ics", "csv"] {
      try run(side, "export", format, exports(of: side) + "/\(format)", "--all").expect()
      try run(side, "export", format, exports(of: side) + "/\(format)-2").expect()
    }
  }

  private static let calls = ["why", "search", "day", "resume", "note_add", "todo"]

  /// What a journal answers, to people, agents, editors and shells.
  private func answers(of side: Side, about other: Side) throws -> String {
    let word = other.word
    var outputs: [Outcome] = []
    for line in [
      "today", "today --json", "search \(word)", "notes list", "notes list --all", "diary list",
      "diary show", "todo list --all", "calendar", "digest --json", "tags list", "resume",
      "commits", "graph --json --of tag:\(word)-tag", "streak", "status", "undo --list", "doctor",
      "export json", "export markdown --dry-run", "notes show \(word)", "why f", "why f:1",
      "why \(other.folder)/f", "why \(other.folder)/f --journal \(side.name)",
      "notes mirror status",
      "sync", "sync status", "redo --list",
    ] {
      outputs.append(
        try sandbox.run(line.split(separator: " ").map(String.init), in: side.folder))
    }
    let requests =
      [
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#
      ]
      + [
        #""why","arguments":{"file":"f"}"#, #""why","arguments":{"file":"\#(other.folder)/f"}"#,
        #""search","arguments":{"words":"\#(word)"}"#, #""day","arguments":{}"#,
        #""resume","arguments":{"repository":"\#(other.folder)"}"#, #""resume","arguments":{}"#,
        #""note_add","arguments":{"repository":"\#(other.folder)","text":"misplaced \#(side.word)"}"#,
      ].enumerated().map { id, call in
        #"{"jsonrpc":"2.0","id":\#(id + 1),"method":"tools/call","params":{"name":\#(call)}}"#
      }
    outputs.append(try run(side, "mcp", input: requests.joined(separator: "\n") + "\n"))
    for words in [["notes", "show"], ["search", "--tag"], ["todo", "done"]] {
      outputs.append(try sandbox.run(["__complete", "zsh"] + words + [""], in: side.folder))
    }
    return outputs.map { $0.output + $0.error }.joined()
      // It was typed.
      .replacing("\(word)-tag", with: "")
  }

  /// The files that have a word. Those of git are read as git has them.
  private func files(with word: String) throws -> [String] {
    try sandbox.shell(
      """
      cd '\(sandbox.path)'
      find . -name objects -type d | while read -r folder; do
        git --git-dir="${folder%/objects}" cat-file --batch --batch-all-objects > "${folder%/objects}/all" 2> /dev/null
      done
      grep -rlaF '\(word)' . || :
      find . -name all -type f -delete
      """
    ).split(separator: "\n").map { String($0.dropFirst(2)) }
  }

  private func expectApart(_ location: SourceLocation = #_sourceLocation) throws {
    for (side, other) in [(work, usual), (usual, work)] {
      let own = [
        side.name == "work" ? "data/commitdiary/journals/work/" : nil,
        side.name == "default" ? "data/commitdiary/journal.sqlite" : nil,
        side.name == "default" ? "data/commitdiary/sync.git" : nil,
        side.name == "default" ? "state/commitdiary/" : nil,
        String(side.folder.dropFirst(sandbox.path.count + 1)), "remotes/\(side.name).git",
        "exports/\(side.name)", "copies/commitdiary-\(side.name)-", "die-\(side.name)",
      ].compactMap(\.self)
      let found = try files(with: side.word)
      let foreign = found.filter { file in !own.contains(where: file.hasPrefix) }
      #expect(foreign == [], sourceLocation: location)
      let answers = try answers(of: other, about: side)
      let lines = answers.split(separator: "\n").filter { line in
        // The word that was searched for is repeated.
        line.contains(side.word) && !line.contains("No ") && !line.contains("no ")
      }
      #expect(lines == [], sourceLocation: location)
    }
  }

  @Test func `texts of one journal are nowhere in another`() throws {
    for side in sides { try use(side) }
    for side in sides {
      try waitForCopy(of: side)
    }
    #expect(try !files(with: work.word).isEmpty && !files(with: usual.word).isEmpty)
    try expectApart()
    // A purge in one leaves nothing there, and the other as it was.
    let before = try run(usual, "export", "json").output
    let note = try run(work, "notes", "list", "--json").json()["notes"]?.array?.last?["id"]?.string
    try run(work, "notes", "delete", try #require(note), "--purge", "--yes").expect(0)
    #expect(try run(usual, "export", "json").output == before)
    try expectApart()
  }

  private func waitForCopy(of side: Side) throws {
    let end = ContinuousClock.now + .seconds(40)
    while try !File.list(copies).contains(where: {
      $0.hasPrefix("commitdiary-\(side.name)-") && $0.hasSuffix(".sqlite")
    }), ContinuousClock.now < end {
      Pause.milliseconds(50)
    }
  }
}
