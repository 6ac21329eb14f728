import Platform
import Testing

@Suite struct EnvironmentTests {
  let environment = Environment([
    "HOME": "/home/a", "EMPTY": "", "COMMITDIARY_TOKEN": "1", "GH_TOKEN": "2", "GITHUB_TOKEN": "3",
    "GITHUB_TOKENS": "not one",
  ])

  @Test func `an empty variable counts as unset`() {
    #expect(environment["EMPTY"] == "")
    #expect(environment.nonEmpty("EMPTY") == nil)
    #expect(environment.nonEmpty("HOME") == "/home/a")
    #expect(environment.nonEmpty("NOWHERE") == nil)
  }

  @Test func `removes tokens for children`() {
    #expect(
      environment.forChildren().sorted()
        == ["EMPTY=", "GITHUB_TOKENS=not one", "HOME=/home/a"])
  }

  @Test func `added variables take precedence`() {
    #expect(environment.adding(["HOME": "/b", "X": "y"])["HOME"] == "/b")
    #expect(environment.adding(["X": "y"])["X"] == "y")
  }

  @Test func `reads the process's variables`() {
    #expect(Environment.current.nonEmpty("PATH") != nil)
  }
}
