import Localization
import Testing

@testable import Arguments

@Suite struct WordsTests {
  @Test func `are those that the process was started with`() throws {
    #expect(try Words.fromProcess() == Array(CommandLine.arguments.dropFirst()))
  }

  @Test func `say where one of them is no text`() {
    let explanation = ArgumentError.notText(position: 2).explanation
    #expect(english.say(explanation.message) == "argument 2 is not valid UTF-8")
  }
}
