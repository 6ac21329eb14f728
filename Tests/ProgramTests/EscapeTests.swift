import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// No escape sequence from outside reaches the terminal.
@Suite struct EscapeTests {
  /// Sequences that set the title, set colors and clear the screen; the same as C1 controls; and
  /// characters that change the writing direction.
  static let evil =
    "\u{1B}]0;PWNED\u{7}\u{1B}[31;5m\u{1B}[2J\u{1B}P+q\u{1B}\\\u{9D}0;PWNED\u{9C}\u{9B}31m\u{90}\u{7F}"
    + "\u{8}\u{E}\u{202E}\u{2066}\u{200F}\u{85}\u{200B}\u{FEFF}\u{AD}\u{E0041}evil"
  /// The same, as far as a tag may contain it.
  static let evilTag = "\u{202E}\u{2066}\u{200F}\u{2028}\u{200B}\u{2060}tag"

  private let sandbox: Sandbox
  private let id: String
  private let gone: String

  init() throws {
    sandbox = try Sandbox(clone: "clone \(Self.evil)")
    try sandbox.write("subject \(Self.evil)\n\nbody \(Self.evil)\n", to: sandbox.file("message"))
    try sandbox.shell(
      "git commit -q --allow-empty --cleanup=verbatim -F \"$sandbox/message\"",
      environment: ["GIT_AUTHOR_NAME": "author \(Self.evil)"])
    let words = [
      "--title", "title \(Self.evil)", "--body", "body \(Self.evil)\nsecond \(Self.evil)\r\nthird",
      "--tag", Self.evilTag, "--json",
    ]
    let added = try sandbox.run(["notes", "add"] + words)
    id = try #require(added.json()["id"]?.string, "\(added.testDescription)")
    let deleted = try sandbox.run(["notes", "add"] + words)
    gone = try #require(deleted.json()["id"]?.string)
    try sandbox.run("notes", "delete", gone, "--yes")
    try sandbox.run("notes", "edit", id, "--body", "body \(Self.evil)\nother \(Self.evil)")
    for day in ["today", "2020-11-20"] {
      try sandbox.run(
        "diary", "write", day, "--body", "title \(Self.evil)\n\nbody \(Self.evil)\r\nthird")
    }
    try sandbox.run("diary", "delete", "2020-11-20", "--yes")
  }

  private var commands: [[String]] {
    let evil = Self.evil
    return [
      [], ["commits"], ["commits", "--author", evil], ["notes", "list"],
      ["notes", "list", "--deleted"], ["notes", "list", "--repo", "."],
      ["notes", "list", "--tag", Self.evilTag], ["notes", "show", id], ["notes", "show", "HEAD"],
      ["notes", "show", gone, "--deleted"], ["notes", "history", id], ["notes", "search", "evil"],
      ["notes", "search", evil], ["search", "evil"], ["search", evil],
      ["notes", "edit", id, "--title", "title \(evil) 2", "--verbose"],
      ["notes", "add", "--body", evil, "--verbose"], ["notes", "delete", gone, "--yes"],
      ["notes", "restore", gone], ["doctor"], ["config", "list"],
      ["diary", "list"], ["diary", "list", "--deleted"], ["diary", "list", "--on-this-day"],
      ["diary", "show"], ["diary", "show", "2020-11-20", "--deleted"], ["diary", "share"],
      ["diary", "share", "-fmarkdown"], ["diary", "share", "-fhtml"],
      ["diary", "write", "--body", evil, "--verbose"], ["diary", "history"],
      ["diary", "search", "evil"], ["diary", "search", evil], ["diary", "delete", "--yes"],
      ["diary", "restore"], ["diary", "show", evil], ["diary", "write", evil, "--body", "x"],
      // Error messages that quote what was typed.
      [evil], ["notes", evil], ["notes", "list", "--\(evil)"], ["notes", "list", "-\(evil)"],
      ["notes", "show", evil], ["notes", "show", "a\(evil)"], ["notes", "list", "--since", evil],
      ["notes", "list", "--repo", evil], ["notes", "list", "--repo", "github.com/o/\(evil)"],
      ["notes", "list", "--commit", evil], ["notes", "list", "--limit", evil],
      ["notes", "list", "--sort", evil], ["notes", "add", "--file", "/\(evil)"],
      ["notes", "add", "--commit", evil, "--body", "x"], ["notes", "add", "--tag", evil],
      ["notes", "add", "--body", "x", "--tag", evil], ["--lang", evil, "notes", "list"],
      ["--color", evil], ["config", "get", evil], ["config", "set", evil, "x"],
      ["config", "set", "day.endsAt", evil], ["completion", evil], ["man", evil], ["help", evil],
      ["notes", "share", id, "--format", evil], ["notes", "delete", evil, "--yes"],
    ]
  }

  @Test(arguments: [[], ["--color", "always"], ["--json"], ["--lang", "ko"]])
  func `no command prints escape sequences from its data`(more: [String]) throws {
    for words in commands {
      let outcome = try sandbox.run(more + words)
      #expect(outcome.status < 128, "\(words) \(outcome.testDescription)")
      expectClean(outcome, words)
    }
  }

  @Test func `no share format prints escape sequences`() throws {
    for format in ["text", "markdown", "html", "json"] {
      let words = ["notes", "share", id, "--format", format, "--color", "always"]
      let outcome = try sandbox.run(words).expect(0, output: "evil")
      expectClean(outcome, words)
    }
  }

  @Test(arguments: [
    ["COMMITDIARY_NOW": evil], ["EDITOR": "'\(evil)"], ["EDITOR": "/no/\(evil)"],
    ["XDG_DATA_HOME": "/dev/null/\(evil)"],
    ["LANG": "\(evil).UTF-8", "LANGUAGE": evil, "TZ": evil, "COLUMNS": evil, "TERM": evil],
    ["PAGER": evil],
  ])
  func `no variable's escape sequences are printed`(variables: [String: String]) throws {
    // An editor or a pager that waits for input must not be opened.
    let variables = Sandbox.idleEditor.merging(["PAGER": "cat"]) { $1 }.merging(variables) { $1 }
    for words in [["notes", "list"], ["notes", "show", id], ["doctor"], ["notes", "add"]] {
      expectClean(try sandbox.run(words, environment: variables), words)
      let shown = try sandbox.onTerminal(words, environment: variables)
      #expect(Residue(shown.bytes, isTerminal: true).isClean, "\(shown.testDescription)")
    }
  }

  @Test func `errors about the config file print no escape sequences`() throws {
    try sandbox.shell("mkdir -p \"$XDG_CONFIG_HOME/commitdiary\"")
    let path = sandbox.file("config/commitdiary/config.json")
    for config in ["{\"\(Self.evil)\": 1}", "{\"language\": \"\(Self.evil)\"}", Self.evil] {
      try File.writeAtomically(Array(config.utf8), to: path)
      for words in [["notes", "list"], ["config", "list"], ["doctor"]] {
        expectClean(try sandbox.run(words), words)
      }
    }
  }

  @Test func `the remarks in the editor contain no escape sequences`() throws {
    let editor = try sandbox.editor(
      "cp \"$1\" '\(sandbox.file("template"))'; printf 'Written' > \"$1\"")
    let outcome = try sandbox.onTerminal("notes", "add", environment: editor).expect(0)
    #expect(Residue(outcome.bytes, isTerminal: true).isClean, "\(outcome.testDescription)")
    let template = try File.read(sandbox.file("template"))
    #expect(template.holds(Array("subject".utf8)) && template.holds(Array("author".utf8)))
    #expect(
      Residue(template).isClean, "\(String(decoding: template, as: UTF8.self).debugDescription)")
  }

  @Test func `prompts contain no escape sequences`() throws {
    let outcome = try sandbox.onTerminal("notes", "delete", id, typing: "n\n").expect(1)
    #expect(Residue(outcome.bytes, isTerminal: true).isClean, "\(outcome.testDescription)")
    let purge = try sandbox.onTerminal("notes", "delete", id, "--purge", typing: "y\nn\n").expect(1)
    #expect(Residue(purge.bytes, isTerminal: true).isClean, "\(purge.testDescription)")
    let dying = try sandbox.editor("printf '\\033]0;PWNED\\007 draft' > \"$1\"; exit 1")
    try sandbox.onTerminal("notes", "add", environment: dying)
    let offer = try sandbox.onTerminal(
      "notes", "add", environment: Sandbox.idleEditor, typing: "n\n"
    ).expect(output: "draft")
    #expect(Residue(offer.bytes, isTerminal: true).isClean, "\(offer.testDescription)")
  }

  private func expectClean(
    _ outcome: Outcome, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for bytes in [outcome.bytes, outcome.errorBytes] {
      #expect(
        Residue(bytes).dangers == [], "\(words) \(outcome.testDescription)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func `exported to-dos are escaped on a terminal, raw in a pipe`() throws {
    let text = "call \u{1B}]0;PWNED\u{7}\u{9B}31m\u{202E}back"
    try sandbox.run("todo", "add", text)
    let words = ["export", "todotxt"]
    let shown = try sandbox.onTerminal(words).expect(0, output: "call ^[]0;PWNED")
    #expect(Residue(shown.bytes, isTerminal: true).isClean, "\(shown.testDescription)")
    #expect(try sandbox.run(words).output.contains(text))
  }

  // MARK: A real terminal

  @Test func `no command changes the terminal title`() throws {
    let terminal = try TmuxWindow(shellIn: sandbox)
    let title = try terminal.title()
    for words in [
      "", "commits", "notes list", "notes show \(id)", "notes history \(id)", "search evil",
      "notes share \(id)", "notes share \(id) --format html", "notes show HEAD --json",
    ] {
      try terminal.run("\"$commitdiary\" \(words) --no-pager | tail -n 15")
      #expect(try terminal.title() == title, "\(words)")
    }
    try terminal.run("\"$commitdiary\" commits --no-pager --color always")
    #expect(try terminal.title() == title)
    // A check that the title of such a terminal can be changed.
    try terminal.run("printf '\\033]0;PWNED\\007'")
    #expect(try terminal.title() != title)
  }

  @Test func `the picker shows escape sequences without executing them`() throws {
    let terminal = try TmuxWindow(shellIn: sandbox)
    let title = try terminal.title()
    try terminal.start("echo before; \"$commitdiary\" notes add --pick; echo fin''ished $?")
    try terminal.wait("the picker") { $0.contains("subject") && !$0.contains("before") }
    try terminal.type("evil")
    try terminal.wait("what was typed") {
      $0.contains("subject") && !$0.contains("The first commit")
    }
    try terminal.press("Escape")
    let screen = try terminal.wait(for: "finished")
    #expect(screen.contains("before") && screen.contains("finished 1"), "\(screen)")
    #expect(!screen.contains("subject"), "\(screen)")
    #expect(try terminal.title() == title)
    // The shell clears the screen before the program begins.
    let sent = String(decoding: try terminal.sent(), as: UTF8.self)
    let picker = sent.split(separator: "before\r\n").last ?? ""
    #expect(picker.contains("subject"))
    let residue = Residue(Array(picker.utf8), isTerminal: true, withPicker: true)
    #expect(residue.isClean, "\(residue.dangers) \(residue.text.debugDescription)")
  }

  @Test func `offers an unfinished draft on a terminal`() throws {
    let dying = try sandbox.editor("printf 'Left behind' > \"$1\"; exit 1")
    try sandbox.onTerminal("notes", "add", environment: dying)
    let terminal = try TmuxWindow(shellIn: sandbox, environment: Sandbox.idleEditor)
    try terminal.start("\"$commitdiary\" notes add; echo fin''ished $?")
    try terminal.wait(for: "Left behind")
    try terminal.press("Enter")
    #expect(try terminal.wait(for: "finished").contains("finished 0"))
    #expect(try sandbox.notes().first?["title"]?.string == "Left behind")
    #expect(sandbox.draftNames() == [])
  }
}
