import Localization
import Testing

@testable import Arguments

@Suite struct ArgumentErrorTests {
  @Test(
    arguments: [
      ("noets", "unknown command “noets”", "Did you mean “notes”?"),
      (
        "add", "unknown command “add”",
        "Did you mean one of these? commitdiary notes add, commitdiary todo add"
      ),
      (
        "restore", "unknown command “restore”",
        "Did you mean “commitdiary notes restore”?"
      ),
      ("help lsit", "unknown command “lsit”", "Run: commitdiary --help"),
      ("notes lsit", "unknown command “notes lsit”", "Did you mean “list”?"),
      (
        "notes zzz", "unknown command “notes zzz”",
        "Run: commitdiary notes --help"
      ),
      ("notes list --lmit 3", "unknown option --lmit", "mean “--limit”?"),
      ("notes list --lim 3", "unknown option --lim", "mean “--limit”?"),
      ("notes list --jsno", "unknown option --jsno", "mean “--json”?"),
      (
        "notes list --theme x", "unknown option --theme",
        "--theme is an option of “commitdiary graph”."
      ),
      (
        "--tag x todo add", "unknown option --tag",
        "--tag is an option of “commitdiary todo add”."
      ),
      (
        "notes list -qx", "unknown option -x",
        "Run: commitdiary notes list --help"
      ),
      (
        "graph --theme_is_broken", "unknown option --theme is broken",
        "Put -- before text that starts with a dash."
      ),
      (
        "graph -x_marks_the_spot", "unknown option -x marks the spot",
        "Put -- before text that starts with a dash."
      ),
      ("edit", "unknown command “edit”", "Did you mean “commitdiary todo edit”?"),
      ("notes add --title", "--title needs a value", "Use --title <text>."),
      ("notes add -b", "-b needs a value", "Use -b <text>."),
      (
        "notes add --title --body x", "--title needs a value",
        "If “--body” is the value, use --title=--body."
      ),
      ("notes add -b -v", "-b needs a value", "If “-v” is the value, use -b-v."),
      ("graph --local", "--local needs a value", "Use --local <text>."),
      ("graph --local --theme blue", "--local needs a value", "--local=--theme."),
      (
        "notes add --no-commit=x", "--no-commit does not take a value, but was given “x”",
        "Use --no-commit without a value."
      ),
      ("graph -t purple", "invalid value “purple” for -t", "Valid values: green, blue, pink"),
      ("graph --theme ble", "invalid value “ble” for --theme", "Did you mean “blue”?"),
      ("graph --theme=", "invalid value “” for --theme", "Valid values: green, blue, pink"),
      ("--color x", "invalid value “x” for --color", "Valid values: auto, always, never"),
      ("notes list -n x", "invalid value “x” for -n", "Expected a whole number of at least 0."),
      (
        "graph --weeks=54", "invalid value “54” for --weeks",
        "Expected a whole number from 1 to 53."
      ),
      (
        "notes restore", "missing argument <id>",
        "Usage: commitdiary notes restore [<options>] <id>"
      ),
      (
        "todo edit 1", "missing argument <text>", "Usage: commitdiary todo edit [<day>] <id> <text>"
      ),
      (
        "todo move --to x", "missing argument <id>",
        "Usage: commitdiary todo move --to <day> <id>..."
      ),
      ("todo move 1", "--to is required", "Usage: commitdiary todo move --to <day> <id>..."),
      ("notes list x", "unexpected argument “x”", "Usage: commitdiary notes list [<options>]"),
      ("today x", "unexpected argument “x”", "Usage: commitdiary today"),
      (
        "notes add -c x --no-commit", "-c and --no-commit cannot be used together",
        "Use only one of the two."
      ),
    ])
  func `an error says what is wrong and what would be right`(
    _ line: String, _ message: String, _ hint: String
  ) {
    guard case .mistake(let error) = tree.parse(ParserTests.words(line)).request else {
      Issue.record("no mistake")
      return
    }
    let explanation = error.explanation
    #expect(explanation.status == .usage)
    #expect(english.say(explanation.message) == message)
    #expect(explanation.hint.map(english.say)?.contains(hint) == true)
  }

  @Test func `requires a command after a group`() {
    guard case .incomplete(["notes"], let error) = tree.parse(["notes"]).request else {
      Issue.record("complete")
      return
    }
    #expect(english.say(error.explanation.message) == "missing command after “commitdiary notes”")
  }

  @Test func `reports the first of several errors`() {
    guard
      case .mistake(.unknownOption("--one", _, _, _)) =
        tree.parse(["graph", "--one", "--two", "--theme=x"]).request
    else {
      Issue.record("another")
      return
    }
  }

  @Test func `uses ASCII when the terminal has no UTF-8`() {
    let error = ArgumentError.unknownCommand("하루", of: "commitdiary", nearest: [])
    #expect(ascii.say(error.explanation.message) == #"unknown command "하루""#)
  }
}
