import Localization
import Testing

@testable import Arguments

@Suite struct ProcessArgumentsTests {
  @Test func `returns the process's arguments`() throws {
    #expect(try ProcessArguments.current() == Array(CommandLine.arguments.dropFirst()))
  }

  @Test func `reports the position of invalid UTF-8`() {
    let explanation = ArgumentError.notText(position: 2).explanation
    #expect(english.say(explanation.message) == "word 2 of the command line is not UTF-8")
  }
}
