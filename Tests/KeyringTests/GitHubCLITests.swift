import TestSupport
import Testing

@testable import Keyring

@Suite struct GitHubCLITests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var tokens: [GitHubCLIToken]
    var active: GitHubCLIToken?
  }

  private static func token(
    _ account: String?, _ token: String, _ modified: UInt64 = 1
  ) -> GitHubCLIToken {
    GitHubCLIToken(account: account, token: token, modified: modified)
  }

  @Test(arguments: [
    Example(testDescription: "nothing", tokens: []),
    Example(
      testDescription: "the active token has the name that it also stands under",
      tokens: [token("hubot", "b", 9), token(nil, "a"), token("octocat", "a")],
      active: token("octocat", "a")),
    Example(
      testDescription: "an active token without a name is as good",
      tokens: [token("hubot", "b", 9), token(nil, "a")], active: token(nil, "a")),
    Example(
      testDescription: "without an active one, what was written last",
      tokens: [token("hubot", "b", 2), token("octocat", "a", 3)], active: token("octocat", "a", 3)),
  ])
  func `chooses the active token`(_ example: Example) {
    #expect(GitHubCLIToken.active(of: example.tokens) == example.active)
  }

  @Test func `finds gh's tokens by host`() throws {
    let service = try SecretService()
    #expect(try service.ask("gh github.com") == "absent")
    try service.keepAsGitHubCLI("one", username: "octocat")
    #expect(try service.ask("gh github.com") == "is one of octocat")
    try service.keepAsGitHubCLI("two", username: "hubot")
    try service.keepAsGitHubCLI("one", username: "")
    #expect(try service.ask("gh github.com") == "is one of octocat")
    #expect(try service.ask("gh octo.ghe.com") == "absent")
    try service.lock()
    #expect(try service.ask("gh github.com") == "error locked")
  }
}
