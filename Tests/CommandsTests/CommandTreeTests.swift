import Arguments
import Localization
import Testing

@testable import Commands

@Suite struct CommandTreeTests {
  @Test func `no name is there twice, and every example parses`() {
    #expect(tree.audit() == [])
  }

  @Test(arguments: [
    ["notes", "add"], ["notes", "list"], ["notes", "ls"], ["notes", "show", "7kq2"],
    ["notes", "edit", "7kq2"], ["notes", "delete", "a", "b"], ["notes", "rm", "a"],
    ["notes", "restore", "a"], ["notes", "history", "a"], ["notes", "search", "회고", "주간"],
    ["notes", "share", "a", "--format", "markdown"], ["commits"], ["search", "x"],
    ["config", "list"],
    ["config", "path"], ["doctor", "--repair"], ["completion", "zsh"], ["man"], [],
    ["--json", "notes", "list", "--since", "-3d"], ["notes", "list", "--limit=0", "-q"],
  ])
  func `what the design promises can be said`(_ words: [String]) {
    let request = tree.parse(words).request
    guard case .run = request else {
      Issue.record("\(words): \(request)")
      return
    }
  }

  @Test(arguments: ["ko", "ja", "en"])
  func `help speaks every language`(_ language: String) {
    let reader = Reader(LanguagePreference(chosen: LanguageTag(language)) { _ in nil })
    #expect(reader.language == language)
    #expect(!reader.say(GlobalOptions.declaration.summary).isEmpty)
  }
}
