import Foundation
import JSON
import Testing

@testable import ProgramSupport

/// The keys, formats and bytes of every JSON document.
@Suite struct JSONContractProcessTests {
  private let stage: JSONContractStage
  private var sandbox: Sandbox { stage.sandbox }
  private var id: String { stage.id }

  init() throws { stage = try JSONContractStage() }

  @Test func `a JSON document is the same on a terminal and in a pipe`()
    throws
  {
    let plain = try sandbox.run("notes", "list", "--json").output
    let changes = [["COLUMNS": "20"], ["CLICOLOR_FORCE": "1"], ["PAGER": "false"]]
    for change in changes {
      #expect(try sandbox.run("notes", "list", "--json", environment: change).output == plain)
    }
    #expect(try sandbox.run("notes", "list", "--json", "--color", "always").output == plain)
    let terminal = try sandbox.onTerminal("notes", "list", "--json").output
    #expect(terminal.replacing("\r\n", with: "\n") == plain)
  }
}
