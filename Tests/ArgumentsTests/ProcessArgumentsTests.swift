import Localization
import Testing

@testable import Arguments

@Suite struct ProcessArgumentsTests {
  @Test func `returns the process's arguments`() throws {
    #expect(try ProcessArguments.current() == Array(CommandLine.arguments.dropFirst()))
  }

  @Test func `reports the position of invalid UTF-8`() {
    let explanation = ArgumentError.notText(position: 2).explanation
    #expect(english.say(explanation.message) == "argument 2 is not valid UTF-8")
  }
}
