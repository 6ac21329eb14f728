import Diary
import Git
import GitTestSupport
import Platform
import Testing

@Suite struct CloneRepositoryTests {
  private func repository(
    _ settings: [[String]], in folder: TemporaryClone
  ) throws -> String {
    for setting in settings { try folder.git(["config"] + setting) }
    return try folder.clone().repository().name
  }

  @Test func `origin takes precedence over other remotes`() throws {
    let folder = try TemporaryClone()
    let name = try repository(
      [
        ["remote.a.url", "https://github.com/a/a"],
        ["remote.origin.url", "git@github.com:Octocat/Hello.git"],
      ], in: folder)
    #expect(name == "github.com/Octocat/Hello")
  }

  @Test func `without origin uses the only remote, or the first by name`() throws {
    let folder = try TemporaryClone()
    #expect(
      try repository([["remote.up.stream.url", "https://github.com/b/b"]], in: folder)
        == "github.com/b/b")
    #expect(
      try repository([["remote.fork.url", "https://github.com/c/c"]], in: folder)
        == "github.com/c/c")
  }

  @Test func `the longest insteadOf prefix wins`() throws {
    let folder = try TemporaryClone()
    let name = try repository(
      [
        ["url.https://example.com/.insteadOf", "gh:"],
        ["url.ssh://git@github.com/octocat/.insteadOf", "gh:o/"],
        ["url.https://wrong.example.com/.pushInsteadOf", "gh:o/hello"],
        ["remote.origin.url", "gh:o/hello.git"],
      ], in: folder)
    #expect(name == "github.com/octocat/hello")
    let url = try folder.git(["remote", "get-url", "origin"])
    #expect(url == "ssh://git@github.com/octocat/hello.git")
  }

  @Test(arguments: [
    ("Octocat/Hello", "github.com/Octocat/Hello"),
    ("git.example.com/o/n", "git.example.com/o/n"),
    ("/srv/notes", "/srv/notes"),
  ])
  func `the setting takes precedence over remotes`(_ setting: String, _ name: String) throws {
    let folder = try TemporaryClone()
    let settings = [
      ["remote.origin.url", "https://github.com/a/a"], [Clone.repositorySetting, setting],
    ]
    #expect(try repository(settings, in: folder) == name)
  }

  @Test func `reports an invalid setting`() throws {
    let folder = try TemporaryClone()
    #expect(throws: GitError.invalidRepository("what is this")) {
      try repository([[Clone.repositorySetting, "what is this"]], in: folder)
    }
  }

  @Test(arguments: [nil, "weird::address", "https://host:port/x"])
  func `without a usable remote the path names the clone`(_ url: String?) throws {
    let folder = try TemporaryClone()
    let settings = url.map { [["remote.origin.url", $0]] } ?? []
    #expect(try repository(settings, in: folder) == folder.file("clone"))
  }

  @Test(arguments: ["../origin", "../origin/.git/", "./../clone/../origin"])
  func `a clone of a local folder is named by that folder`(_ url: String) throws {
    let folder = try TemporaryClone()
    try folder.git(["init", "-q", "origin"], in: folder.path)
    #expect(try repository([["remote.origin.url", url]], in: folder) == folder.file("origin"))
  }

  @Test func `the user is the one in git's settings`() throws {
    let folder = try TemporaryClone()
    try folder.git(["config", "user.name", "Line\nBreak = x"])
    try folder.git(["config", "user.email", "first@example.com"])
    try folder.git(["config", "--add", "user.email", "last@example.com"])
    for name in ["NAME", "EMAIL"] { folder.environment["GIT_AUTHOR_\(name)"] = nil }
    let clone = try folder.clone()
    let user = try clone.user(by: clone.configuration())
    #expect(user.name == "Line\nBreak = x")
    #expect(user.email == "last@example.com")
  }
}
