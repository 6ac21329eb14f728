import Localization
import Testing

@testable import Arguments

@Suite struct ProcessArgumentsTests {
  @Test func `keeps the text of arguments`() throws {
    let words = ["notes", "", "회고", "a\u{301}"]
    let texts = try ProcessArguments.texts(of: words.map { Array($0.utf8) })
    #expect(texts.map { Array($0.unicodeScalars) } == words.map { Array($0.unicodeScalars) })
  }

  @Test func `reports the position of invalid UTF-8`() {
    #expect(throws: ArgumentError.notText(position: 2)) {
      try ProcessArguments.texts(of: [Array("jot".utf8), [0x66, 0xFF]])
    }
    let explanation = ArgumentError.notText(position: 2).explanation
    #expect(english.say(explanation.message) == "argument 2 is not valid UTF-8")
  }
}
