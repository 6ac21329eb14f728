import Platform
import Testing

@testable import ProgramSupport

/// The picture for a page, as an XML parser of somebody else's sees it.
@Suite(.inProcess) struct GraphSVGTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    sandbox.environment = sandbox.environment.adding([
      "TZ": "UTC", "COMMITDIARY_NOW": GitHubStage.now,
    ])
    try sandbox.make("a <b> & 'c'", of: .lively())
  }

  private var clone: String { sandbox.file("a <b> & 'c'") }

  @Test func `can print JSON besides writing an SVG`() throws {
    let file = sandbox.file("year.svg")
    let graph = try sandbox.graph(["--svg", file, "--quiet"], in: clone)
    #expect(graph.total ?? 0 > 0 && File.exists(file))
    try sandbox.run("graph", "--svg", "-", "--json", in: clone).expectRefusalAsJSON(2)
  }

  @Test func `reports a file that cannot be written`() throws {
    for path in ["/nonexistent/year.svg", sandbox.file("home")] {
      let outcome = try sandbox.run("graph", "--svg", path, in: clone)
      outcome.expectRefusal(outcome.status)
      #expect(outcome.status != 0 && outcome.error.contains(path), "\(outcome.testDescription)")
    }
  }
}
