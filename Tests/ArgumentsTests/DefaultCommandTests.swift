import Localization
import Testing

@testable import Arguments

/// Groups with a command that runs if the line names none.
@Suite struct DefaultCommandTests {
  struct Show: Command, Hashable {
    var day: String?
    var isLatest = false
    var place: String?

    static let declaration = Declaration<Self>(
      .calendarToday,
      [
        .positional("day", .phrase, help: .calendarToday, completion: .days) { $0.day = $1 },
        .flag("latest", help: .calendarToday) { $0.isLatest = true },
        .option("place", help: .calendarToday) { $0.place = $1 },
      ])
    func run(in context: Journal) async throws {}
  }

  private let tree = CommandTree<Globals, Journal>(
    "p",
    [
      .headingCommands: [
        .group(
          "notes", .calendarToday, default: ["list"],
          [
            .command("list", NotesList.self, aliases: ["ls"]), .command("add", NotesAdd.self),
            .command("move", ToDoMove.self),
          ]),
        .group(
          "diary", .calendarToday, default: ["show", "--latest"],
          [.command("show", Show.self), .command("add", NotesAdd.self)]),
      ]
    ])

  private func command(_ line: String) -> (any Command<Journal>)? {
    guard case .run(let invocation) = tree.parse(ParserTests.words(line)).request else {
      return nil
    }
    return invocation.command
  }

  private func error(_ line: String) -> ArgumentError? {
    guard case .mistake(let error) = tree.parse(ParserTests.words(line)).request else {
      return nil
    }
    return error
  }

  @Test func `a group alone runs its default command`() {
    #expect(command("notes") as? NotesList == NotesList())
    #expect(command("notes --json -n 3 --since x") as? NotesList == NotesList(since: "x", limit: 3))
    #expect(command("--json notes -qn5") as? NotesList == NotesList(limit: 5))
    #expect(command("diary") as? Show == Show(isLatest: true))
    #expect(command("diary --place x") as? Show == Show(isLatest: true, place: "x"))
    guard case .run(let invocation) = tree.parse(["notes", "-1"]).request else {
      Issue.record("does not run")
      return
    }
    #expect(invocation.path == ["notes", "list"])
  }

  @Test func `a command may follow options that it has too`() {
    #expect(command("notes --since x ls") as? NotesList == NotesList(since: "x"))
    #expect(command("notes -n 3 -- list") as? NotesList == NotesList(limit: 3))
    #expect(
      error("notes --since x add")
        == .unknownOption("--since", of: "p notes add", nearest: nil, owner: "p notes list"))
  }

  @Test func `an unknown command is not taken for an argument`() {
    #expect(error("notes lst") == .unknownCommand("lst", of: "p notes", nearest: ["list"]))
    #expect(error("notes -n 3 lst") == .unknownCommand("lst", of: "p notes", nearest: ["list"]))
    #expect(error("notes 7kq2") == .unknownCommand("7kq2", of: "p notes", nearest: []))
    #expect(
      error("diary friday")
        == .unknownCommand("friday", of: "p diary", nearest: ["p diary show friday"]))
    #expect(
      error("notes --sinec x")
        == .unknownOption("--sinec", of: "p notes", nearest: "--since", owner: nil))
  }

  @Test func `a typing mistake gets the intended suggestion`() {
    #expect(error("version") == .unknownCommand("version", of: "p", nearest: ["--version"]))
    #expect(
      error("notes -since x")
        == .unknownOption("-since", of: "p notes", nearest: "--since", owner: nil))
    #expect(error("notes -x") == .unknownOption("-x", of: "p notes", nearest: nil, owner: nil))
    #expect(
      error("diary move")
        == .unknownCommand("move", of: "p diary", nearest: ["p notes move"]))
    guard case .help([]) = tree.parse(["help", "help"]).request else {
      Issue.record("no help")
      return
    }
  }

  @Test func `help of a group says what runs without a command`() {
    guard case .help(["diary"]) = tree.parse(["diary", "--help"]).request,
      case .help(["diary"]) = tree.parse(["help", "diary"]).request
    else {
      Issue.record("no help")
      return
    }
    let page = HelpPage(tree, path: ["diary"])
    #expect(page.usage.text(for: english) == "p diary [<command>]")
    #expect(page.details.map(english.say)?.contains("p diary show --latest") == true)
  }

  @Test func `completes the options of the default command`() async {
    func words(_ line: String) async -> [String] {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      return await Completer(tree).completion(
        words: Array(words.dropLast()), cursorWord: words.last ?? "",
        lookup: { CompleterTests.lookup($0, $1) }
      ).candidates.map(\.word)
    }
    #expect(await words("notes ") == ["list", "add", "move"])
    #expect(await words("notes --s") == ["--since"])
    #expect(await words("notes --since l") == ["last friday"])
    #expect(await words("diary --place x --l") == ["--lang"])
    #expect(await words("diary show to") == ["today"])
    #expect(await words("diary show last f") == [])
  }

  // MARK: Several words

  @Test func `the words of a phrase are one value`() {
    #expect(command("diary show") as? Show == Show())
    #expect(command("diary show last friday") as? Show == Show(day: "last friday"))
    #expect(
      command("diary show 3 --latest days --place x ago") as? Show
        == Show(day: "3 days ago", isLatest: true, place: "x"))
    #expect(command("diary show -3d") as? Show == Show(day: "-3d"))
    #expect(HelpPage(tree, path: ["diary", "show"]).usage.text(for: english).hasSuffix("[<text>]"))
  }

  @Test(arguments: [
    ("notes add --title=My first note", "--title 'My first note'"),
    ("notes add --title It's late now", nil),
    ("notes list --limit 3 friday", nil),
    ("notes list --since x --flat friday", nil),
  ])
  func `suggests quotes for a value of several words`(line: String, quoted: String?) throws {
    let hint = try #require(error(line)?.explanation.hint.map(english.say))
    #expect(hint.contains("Put a value of several words in quotes") == (quoted != nil), "\(hint)")
    #expect(quoted.map { hint.hasSuffix($0) } ?? true, "\(hint)")
  }
}
