import Testing

@testable import Platform

@Suite struct ProgramArgumentsTests {
  @Test func `has the arguments of the process`() {
    let words = CommandLine.arguments.dropFirst().map { Array($0.utf8) }
    #expect(ProgramArguments.all == words)
  }

  @Test func `finds the file of the program without /proc`() {
    #expect(ProgramPath.started != nil && ProgramPath.started == ProgramPath.current)
  }
}
