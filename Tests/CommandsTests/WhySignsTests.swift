import JSON
import Testing

@testable import ProgramSupport

/// `why --signs`, and notes about ways that were tried and dropped.
@Suite(.inProcess) struct WhySignsTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.shell(
      """
      mkdir src && printf 'one\\ntwo\\nthree\\n' > src/a.c && git add src && git commit -qm 'Write a'
      """)
    try #require(
      try sandbox.run("notes", "add", "--body", "Tried two", "--tag", "rejected").status == 0)
    try #require(try sandbox.run("notes", "add", "--body", "The reason").status == 0)
    try sandbox.shell("printf 'one\\n2\\nthree\\n' > src/a.c && git commit -qam 'Change it'")
  }

  @Test func `lists the lines with notes as compilers list errors`() throws {
    let outcome = try sandbox.run("why", "--signs", "src/a.c")
    #expect(
      outcome.output == "src/a.c:1:1: The reason (+1)\nsrc/a.c:3:1: The reason (+1)\n",
      "\(outcome.testDescription)")
    let json = try sandbox.run("why", "--signs", "src/a.c", "--json").json()
    #expect(json["signs"]?.array?.count == 2)
    #expect(json["signs"]?.array?.last?["line"] == 3)
    #expect(try sandbox.run("why", "--signs", "HEAD").status == 3)
    #expect(try sandbox.run("why", "--signs", "none.c").status == 3)
  }

  @Test func `ways that were dropped come last, under a heading`() throws {
    let shown = try sandbox.run("why", "src/a.c:1").output
    let reason = try #require(shown.firstRange(of: "The reason"))
    let heading = try #require(shown.firstRange(of: "Tried and dropped:"))
    let tried = try #require(shown.firstRange(of: "Tried two"))
    #expect(reason.upperBound < heading.lowerBound && heading.upperBound < tried.lowerBound)
  }
}
