import Platform
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
  func `the active token is chosen`(_ example: Example) {
    #expect(GitHubCLIToken.active(of: example.tokens) == example.active)
  }

  @Test func `the tokens of GitHub's command line are found by their host`() throws {
    let service = try SecretService()
    #expect(try service.ask("gh github.com") == "absent")
    try keep("one", username: "octocat", in: service)
    #expect(try service.ask("gh github.com") == "is one of octocat")
    try keep("two", username: "hubot", in: service)
    try keep("one", username: "", in: service)
    #expect(try service.ask("gh github.com") == "is one of octocat")
    #expect(try service.ask("gh octo.ghe.com") == "absent")
    try service.lock()
    #expect(try service.ask("gh github.com") == "error locked")
  }

  /// As `gh` does it: without the name of a schema, and with a kind of content that libsecret would
  /// not take for a password.
  private func keep(_ token: String, username: String, in service: SecretService) throws {
    let script = """
      import dbus, sys
      bus = dbus.SessionBus()
      name, token, username = "org.freedesktop.secrets", sys.argv[1], sys.argv[2]
      service = dbus.Interface(
          bus.get_object(name, "/org/freedesktop/secrets"), "org.freedesktop.Secret.Service")
      _, session = service.OpenSession("plain", dbus.String("", variant_level=1))
      login = dbus.Interface(
          bus.get_object(name, "/org/freedesktop/secrets/collection/login"),
          "org.freedesktop.Secret.Collection")
      attributes = dbus.Dictionary(
          {"service": "gh:github.com", "username": username}, signature="ss")
      login.CreateItem(
          {"org.freedesktop.Secret.Item.Label": "Password for '%s' on 'gh:github.com'" % username,
           "org.freedesktop.Secret.Item.Attributes": attributes},
          (session, dbus.ByteArray(b""), dbus.ByteArray(token.encode()),
           "text/plain; charset=utf8"), True)
      """
    let result = try Child.run(
      ["python3", "-c", script, token, username], environment: service.environment,
      deadline: .seconds(60))
    try #require(result.status.isSuccess, "\(result.errorText)\napt-get install python3-dbus")
  }
}
