import Platform
import Testing

@testable import App
@testable import Commands
@testable import Context
@testable import ProgramSupport

/// What `browse` says where there is no screen to fill, and what it knows of commands.
@Suite(.inProcess) struct BrowseTests {
  @Test(arguments: [[], ["--json"], ["yesterday"], ["--no-input"]])
  func `needs a terminal`(words: [String]) throws {
    let outcome = try Sandbox(clone: nil).run(["browse"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.contains("browse needs a terminal"))
  }

  @Test(arguments: [
    ("diary write", true), ("diary write yesterday --body hi", false), ("notes add", true),
    ("notes add why it broke", false), ("notes add why --tag perf", false),
    ("notes edit 7kq2", true), ("notes edit 7kq2 --tag perf", false), ("notes rm 7kq2", true),
    ("notes delete 7kq2 --yes", false), ("digest", false), ("config edit", true), ("jot", true),
    ("jot a line", false), ("login", true), ("todo done 2", false), ("notes edit --oops", false),
  ])
  func `knows which commands use the terminal`(line: String, usesTerminal: Bool) throws {
    let process = ProcessContext(environment: Environment(["HOME": "/nonexistent"]))
    let commands = BrowseCommands(app: try App(RunOptions(), in: process))
    let words = line.split(separator: " ").map(String.init)
    #expect(commands.usesTerminal(words) == usesTerminal)
  }
}
