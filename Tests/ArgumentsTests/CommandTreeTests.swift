import Localization
import Testing

@testable import Arguments
@testable import ArgumentsTestSupport

@Suite struct CommandTreeTests {
  @Test func `finds nothing wrong with a good tree`() {
    #expect(tree.audit() == [])
  }

  struct Bad: Command {
    static let declaration = Declaration<Self>(
      .calendarToday, examples: [Example("bad --nope", .calendarToday)],
      exclusive: [["one", "gone"]],
      [
        .flag("one", short: "o", help: .calendarToday) { _ in },
        .flag("one", short: "q", help: .calendarToday) { _ in },
        .positional("a", .any, help: .calendarToday) { (_, _: String) in },
        .positional("b", .any, help: .calendarToday) { (_, _: String) in },
      ])
    func run(in context: Journal) async throws {}
  }

  @Test func `finds what is wrong with a bad one`() {
    let bad = CommandTree<Globals, Journal>(
      "p", defaultCommand: "gone",
      [
        .headingDiary: [
          .command("bad", Bad.self, aliases: ["help"]),
          .group("group", .calendarToday, default: ["list"], [.command("add", Today.self)]),
        ],
        .headingActivity: [.command("bad", Today.self)],
      ])
    #expect(
      Set(bad.audit()) == [
        "p: the example does not parse: notes add", "p: two commands called bad",
        "p: two commands called help", "p: the default command gone is no command",
        "p bad: two parameters called one", "p bad: two options with the letter q",
        "p bad: a rule about gone", "p bad: two lists of words",
        "p bad: the example does not parse: bad --nope",
        "p group: the default does not parse: p group list",
      ])
  }

  @Test func `resolves the words that name a command`() throws {
    #expect(try tree.path(of: ["notes", "ls"]) == ["notes", "list"])
    #expect(try tree.path(of: []) == [])
    #expect(throws: ArgumentError.unknownCommand("x", of: "commitdiary notes", nearest: [])) {
      try tree.path(of: ["notes", "x"])
    }
  }

  struct Undeclared: Command {
    static var declaration: Declaration<Self> {
      Issue.record("declared though nobody asked for it")
      return Declaration(.calendarToday)
    }
    func run(in context: Journal) async throws {}
  }

  @Test func `builds only the named command's declaration`() {
    let tree = CommandTree<Globals, Journal>(
      "p",
      [
        .headingCommands: [
          .command("other", Undeclared.self), .command("today", Today.self),
          .group("group", .calendarToday, [.command("other", Undeclared.self)]),
        ]
      ])
    guard case .run = tree.parse(["today", "--json"]).request else {
      Issue.record("does not run")
      return
    }
  }
}
