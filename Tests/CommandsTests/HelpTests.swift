import Testing

@testable import ProgramSupport

/// The pages of help of the program itself.
@Suite(.inProcess) struct HelpTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: ["en_US.UTF-8", "ko_KR.UTF-8", "ja_JP.UTF-8"], ["--help", "help"])
  func `the first page has the commands of every day, on one small screen`(
    language: String, typed: String
  ) throws {
    let page = try sandbox.run([typed], environment: ["LANG": language, "COLUMNS": "80"]).output
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
    for name in ["why", "jot", "todo", "today", "undo", "setup", "help all"] {
      #expect(page.contains(name), "\(page)")
    }
    for name in ["completion", "hook", "lsp", "--offline"] {
      #expect(!page.contains(name), "\(page)")
    }
  }

  @Test func `the page of all commands has the others and the global options`() throws {
    let page = try sandbox.run("help", "all").output
    for name in ["why", "completion", "hook", "lsp", "--offline", "Usage  commitdiary [<command>]"]
    {
      #expect(page.contains(name), "\(page)")
    }
    #expect(try sandbox.run("help", "all", "notes").status == 2)
  }
}
