import Testing

@testable import Arguments

@Suite struct ParserTests {
  /// Splits at spaces; `_` stands for a space inside a word.
  static func words(_ line: String) -> [String] {
    line.split(separator: " ").map { String($0).split(separator: "_").joined(separator: " ") }
  }

  static func command<C: Command>(_ line: String, as type: C.Type = C.self) throws -> C {
    let request = tree.parse(words(line)).request
    guard case .run(let invocation) = request else {
      throw Unexpected(request: "\(line): \(request)")
    }
    return try #require(invocation.command as? C)
  }

  struct Unexpected: Error { var request: String }

  struct Line<C: Command & Equatable>: Sendable, CustomTestStringConvertible {
    var words: String
    var command: C
    var testDescription: String { words }

    init(_ words: String, _ change: (inout C) -> Void) {
      self.words = words
      command = C()
      change(&command)
    }
  }

  @Test(arguments: [
    Line<NotesAdd>("notes add") { _ in },
    Line("notes add --title A_day") { $0.title = "A day" },
    Line("notes add --title=A_day") { $0.title = "A day" },
    Line("notes add --title=") { $0.title = "" },
    Line("notes add --title=a=b") { $0.title = "a=b" },
    Line("notes add --title -3d") { $0.title = "-3d" },
    Line("notes add --title -") { $0.title = "-" },
    Line("notes add --body -v_is_broken") { $0.body = "-v is broken" },
    Line("notes add --body --flag_is_broken") { $0.body = "--flag is broken" },
    Line("notes add --title=--body") { $0.title = "--body" },
    Line("notes add -b-v") { $0.body = "-v" },
    Line("notes add -bText") { $0.body = "Text" },
    Line("notes add -b=Text") { $0.body = "Text" },
    Line("notes add -qvb Text") { $0.body = "Text" },
    Line("notes add --title one --title two") { $0.title = "two" },
    Line("notes add --tag a --tag=b --tag 회고_노트") { $0.tags = ["a", "b", "회고 노트"] },
    Line("--json notes -q add --no-commit --lang ko") { $0.noCommit = true },
  ])
  func `reads every spelling of options`(_ line: Line<NotesAdd>) throws {
    #expect(try Self.command(line.words) == line.command)
  }

  @Test(arguments: [
    Line<NotesList>("notes list -n5") { $0.limit = 5 },
    Line("notes ls -n 5") { $0.limit = 5 },
    Line("notes list -1") { $0.isFlat = true },
    Line("notes list -1n5") {
      $0.isFlat = true
      $0.limit = 5
    },
    Line("notes list --since -3d") { $0.since = "-3d" },
    Line("notes list --since=-3d") { $0.since = "-3d" },
  ])
  func `takes a digit for an option only where one is declared`(_ line: Line<NotesList>) throws {
    #expect(try Self.command(line.words) == line.command)
  }

  @Test(arguments: [
    Line<Graph>("graph --local a b c --theme blue d") {
      $0.paths = ["a", "b", "c"]
      $0.theme = .blue
      $0.users = ["d"]
    },
    Line("graph --local=a b") {
      $0.paths = ["a"]
      $0.users = ["b"]
    },
    Line("graph --local a --local b c") { $0.paths = ["a", "b", "c"] },
    Line("graph --local a -- b") {
      $0.paths = ["a"]
      $0.users = ["b"]
    },
    Line("graph --local a -tpink b") {
      $0.paths = ["a"]
      $0.theme = .pink
      $0.users = ["b"]
    },
    Line("graph a --theme blue b") {
      $0.theme = .blue
      $0.users = ["a", "b"]
    },
    Line("graph -- --theme -q --help") { $0.users = ["--theme", "-q", "--help"] },
    Line("graph -3d - -_milk") { $0.users = ["-3d", "-", "- milk"] },
    Line("-- graph --theme") { $0.users = ["--theme"] },
  ])
  func `distinguishes lists, operands and options`(_ line: Line<Graph>) throws {
    #expect(try Self.command(line.words) == line.command)
  }

  @Test func `fills required arguments before optional ones`() throws {
    let short: ToDoEdit = try Self.command("todo edit 1 milk")
    #expect(short == ToDoEdit(day: nil, id: "1", text: "milk"))
    let long: ToDoEdit = try Self.command("todo edit today 1 milk")
    #expect(long == ToDoEdit(day: "today", id: "1", text: "milk"))
    let many: ToDoMove = try Self.command("todo move 1 2 --to friday 3")
    #expect(many.ids == ["1", "2", "3"])
  }

  @Test func `a command may declare its own --version`() throws {
    let restore: NotesRestore = try Self.command("notes restore abcd --version 2")
    #expect(restore.version == 2)
    guard case .version = tree.parse(["--version", "notes", "restore", "abcd"]).request else {
      Issue.record("not the program's version")
      return
    }
  }

  @Test func `runs the default command when none is named`() throws {
    _ = try Self.command("", as: Today.self)
    _ = try Self.command("--json", as: Today.self)
  }

  @Test(arguments: [
    ("--help", []), ("-h", []), ("help", []), ("notes --help", ["notes"]),
    ("notes list -h", ["notes", "list"]), ("help notes ls", ["notes", "list"]),
    ("notes help add", ["notes", "add"]), ("notes list --tga x --help", ["notes", "list"]),
    ("notes noets -h", ["notes"]), ("notes add --title --help", ["notes", "add"]),
    ("graph --theme=purple -qh", ["graph"]), ("todo edit --help", ["todo", "edit"]),
  ])
  func `--help works anywhere, also with errors`(
    _ line: String, _ path: [String]
  ) {
    guard case .help(path) = tree.parse(Self.words(line)).request else {
      Issue.record("\(tree.parse(Self.words(line)).request)")
      return
    }
  }

  @Test func `--help is a value only where one is expected`() throws {
    let add: NotesAdd = try Self.command("notes add --title=--help")
    #expect(add.title == "--help")
  }

  @Test func `reads global options anywhere, also with errors`() {
    let line = tree.parse(Self.words("--lang ko notes --json list --tga x -v --color always"))
    #expect(
      line.globals == Globals(color: .always, language: "ko", json: true, verbose: true))
    guard case .mistake = line.request else {
      Issue.record("no mistake")
      return
    }
  }

  @Test func `passes completion requests to the completer`() {
    guard case .complete(let call) = tree.parse(["__complete", "zsh", "--help"]).request else {
      Issue.record("not passed on")
      return
    }
    #expect(call.words == [])
    #expect(call.cursorWord == "--help")
  }
}
