import JSON
import SQLite
import Testing

@testable import ProgramSupport

/// A tag is the same with and without `#`.
@Suite(.inProcess) struct TagSignTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil) }

  private func titles(of tag: String) throws -> [String?] {
    try sandbox.notes("--tag", tag).map { $0["title"]?.string }
  }

  @Test func `# is neither stored nor shown twice, and finds the tag`() throws {
    let id = try sandbox.add("--title", "one", "--tag", "#perf")
    #expect(try sandbox.notes().first?["tags"] == ["perf"])
    let shown = try sandbox.run("notes", "show", id).output
    #expect(shown.contains("#perf") && !shown.contains("##perf"), "\(shown)")
    for tag in ["perf", "#perf", "#PERF", " #Perf ", "＃perf"] {
      #expect(try titles(of: tag) == ["one"])
      let found = try sandbox.run("notes", "search", "one", "--tag", tag).output
      #expect(found.contains("#perf") && !found.contains("##"), "\(found)")
    }
    try sandbox.run("notes", "edit", id, "--tag", "#slow", "--untag", "#perf")
    #expect(try sandbox.notes().first?["tags"] == ["slow"])
    try sandbox.run("notes", "edit", id, "--tag", " ＃fast ", "--untag", " ＃Slow")
    #expect(try sandbox.notes().first?["tags"] == ["fast"])
    try sandbox.run("notes", "edit", id, "--tag", "#", "--json").expectRefusalAsJSON(2)
  }
}
