import Localization
import Testing

@testable import Arguments

@Suite struct ProcessArgumentsTests {
  @Test func `are those that the process was started with`() throws {
    #expect(try ProcessArguments.current() == Array(CommandLine.arguments.dropFirst()))
  }

  @Test func `say where one of them is no text`() {
    let explanation = ArgumentError.notText(position: 2).explanation
    #expect(english.say(explanation.message) == "word 2 of the command line is not UTF-8")
  }
}
