import Testing

@testable import ProgramSupport

/// What `browse` says where there is no screen to fill.
@Suite(.inProcess) struct BrowseTests {
  @Test(arguments: [[], ["--json"], ["yesterday"], ["--no-input"]])
  func `needs a terminal`(words: [String]) throws {
    let outcome = try Sandbox(clone: nil).run(["browse"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.contains("browse needs a terminal"))
  }
}
