import TestSupport
import Testing

@testable import Keyring

@Suite struct GitHubCLITests {
  private static func token(
    _ account: String?, _ token: String, _ modified: UInt64 = 1
  ) -> GitHubCLIToken {
    GitHubCLIToken(account: account, token: token, modified: modified)
  }

  @Test(arguments: [
    ("nothing", [], nil),
    (
      "the active token has the name that it also stands under",
      [token("hubot", "b", 9), token(nil, "a"), token("octocat", "a")], token("octocat", "a")
    ),
    (
      "an active token without a name is as good", [token("hubot", "b", 9), token(nil, "a")],
      token(nil, "a")
    ),
    (
      "without an active one, what was written last",
      [token("hubot", "b", 2), token("octocat", "a", 3)], token("octocat", "a", 3)
    ),
  ])
  func `chooses the active token`(
    case: String, tokens: [GitHubCLIToken], active: GitHubCLIToken?
  ) {
    #expect(GitHubCLIToken.active(of: tokens) == active)
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
