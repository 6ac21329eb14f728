import Platform
import Testing

@Suite struct EnvironmentTests {
  let environment = Environment([
    "HOME": "/home/a", "EMPTY": "", "COMMITDIARY_TOKEN": "1", "GH_TOKEN": "2", "GITHUB_TOKEN": "3",
    "GITHUB_TOKENS": "not one",
  ])

  @Test func `what is empty is as good as unset`() {
    #expect(environment["EMPTY"] == "")
    #expect(environment.nonEmpty("EMPTY") == nil)
    #expect(environment.nonEmpty("HOME") == "/home/a")
    #expect(environment.nonEmpty("NOWHERE") == nil)
  }

  @Test func `children see no tokens`() {
    #expect(
      environment.forChildren().sorted()
        == ["EMPTY=", "GITHUB_TOKENS=not one", "HOME=/home/a"])
  }

  @Test func `what is added goes before what was there`() {
    #expect(environment.adding(["HOME": "/b", "X": "y"])["HOME"] == "/b")
    #expect(environment.adding(["X": "y"])["X"] == "y")
  }

  @Test func `its own variables are read`() {
    #expect(Environment.current.nonEmpty("PATH") != nil)
  }
}
