import Localization
import Testing

@testable import Arguments

@Suite struct HelpPageTests {
  /// The page as plain text, for comparison.
  static func text(_ path: [String]) -> String {
    let page = HelpPage(tree, path: path)
    var lines = [page.usage.text(for: english)]
    for section in page.sections {
      lines.append(english.say(section.heading))
      lines += section.rows.map { row in
        "  \(row.term(for: english)): " + (row.meaning.map { english.say($0) } ?? "")
      }
    }
    lines += page.closing.map(english.say)
    return lines.joined(separator: "\n")
  }

  @Test func `a command shows examples first, and refers to the global options`() {
    #expect(
      Self.text(["notes", "add"]) == """
        commitdiary notes add [<options>]
        Examples
          commitdiary notes add: today
          commitdiary notes add --title 'A day' --tag work: today
        Options
          -c, --commit <text>: today
              --no-commit: today
              --title <text>: today
          -b, --body <text>: today
              --file <file>: today
              --tag <tag>: today (can be repeated)
        For global options, run “commitdiary help all”.
        """)
  }

  @Test func `a group lists its commands`() {
    #expect(
      Self.text(["todo"]) == """
        commitdiary todo <command>
        Commands
          add: today
          edit: today
          move: today
        Run “commitdiary todo <command> --help” for more information about a command.
        For global options, run “commitdiary help all”.
        """)
  }

  @Test func `the program lists visible commands by subject, and global options`() {
    #expect(
      Self.text([]) == """
        commitdiary [<command>]
        Examples
          commitdiary notes add: today
        Diary, notes and to-dos
          today: today
        Commits and activity
          graph: today
          notes: today
          todo: today
        Global options
              --color <auto|always|never>: today
              --lang <text>: today
              --json: today
          -q, --quiet: today
          -v, --verbose: today
          -h, --help: Show this help
              --version: Show the version
        Run “commitdiary <command> --help” for more information about a command.
        """)
  }

  @Test(arguments: [
    (["notes"], "commitdiary notes <command>"),
    (["graph"], "commitdiary graph [<options>] [<text>]..."),
    (["todo", "move"], "commitdiary todo move --to <day> <id>..."),
    (["today"], "commitdiary today"),
  ])
  func `writes a usage line`(_ path: [String], _ usage: String) {
    #expect(HelpPage(tree, path: path).usage.text(for: english) == usage)
  }

  @Test func `an error repeats the usage of the page`() {
    for path in tree.pages {
      let usage = HelpPage(tree, path: path).usage
      let message = Message.hintUsage(usage: usage.argument)
      #expect(english.say(message) == "Usage: " + usage.text(for: english))
    }
  }

  @Test func `lists choices that the placeholder does not show`() {
    struct Options {}
    enum Long: String, CaseIterable, ArgumentValue { case newest, oldest, repository, title }
    let parameter = Parameter<Options>.option("sort", help: .calendarToday) { (_, _: Long) in }
    #expect(
      english.say(parameter.description.meaning)
        == "today (one of: newest, oldest, repository, title)")
  }
}
