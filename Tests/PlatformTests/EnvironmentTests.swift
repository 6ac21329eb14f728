import Glibc
import Testing

@testable import Platform

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

  @Test(arguments: [[:], ["HOME": ""]])
  func `takes the home directory from the password file`(variables: [String: String]) throws {
    let entry = try #require(getpwuid(getuid())).pointee
    let found = Environment(variables).adding(homeOfPasswordFile: getuid())
    #expect(found["HOME"] == String(cString: entry.pw_dir))
    // A container may run the program as a user that has no entry.
    let unknown = Environment(variables).adding(homeOfPasswordFile: 4_000_000_007)
    #expect(unknown == Environment(variables))
    #expect(environment.adding(homeOfPasswordFile: getuid()) == environment)
  }

  @Test func `reads the process's variables`() {
    #expect(Environment.current.nonEmpty("PATH") != nil)
  }
}

@Suite struct ProgramArgumentsTests {
  @Test func `has the arguments of the process`() {
    let words = CommandLine.arguments.dropFirst().map { Array($0.utf8) }
    #expect(ProgramArguments.all == words)
  }

  @Test func `finds the file of the program without /proc`() {
    #expect(ProgramPath.started != nil && ProgramPath.started == ProgramPath.current)
  }
}
