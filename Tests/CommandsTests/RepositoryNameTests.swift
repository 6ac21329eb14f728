import JSON
import Testing

@testable import ProgramSupport

/// The names of a clone without a remote.
@Suite(.inProcess) struct RepositoryNameTests {
  @Test func `finds a clone without a remote by its listed name`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("notes", "add", "--body", "here")
    let elsewhere = sandbox.file("home")
    #expect(try sandbox.notes("--repo", "clone", in: elsewhere).count == 1)
    #expect(try sandbox.run("notes", "list", "--repo", "clones", in: elsewhere).status == 2)
  }

  @Test func `notes of a deleted folder remain`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("notes", "add", "--body", "here")
    try sandbox.shell("mv ../clone ../gone")
    let home = sandbox.file("home")
    #expect(try sandbox.notes("--repo", sandbox.directory, in: home).count == 1)
    #expect(try sandbox.notes("--repo", "clone", in: home).count == 1)
  }

  @Test(arguments: [
    ("notes add --body a", "use --repo OWNER/NAME with --commit or --no-commit."),
    ("commits", "use --repo OWNER/NAME."), ("open", "“commitdiary open OWNER/NAME”."),
    ("notes add --repo ../home --body a", "Use OWNER/NAME,"),
    ("notes list --repo ../home", "Use OWNER/NAME,"),
    ("commits --repo ../home", "Use OWNER/NAME,"),
    ("refresh --repo ../home", "Use OWNER/NAME,"), ("open ../home", "Use OWNER/NAME,"),
  ])
  func `outside a clone each command has its own hint`(line: String, advice: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      line.split(separator: " ").map(String.init), in: sandbox.file("home")
    ).expectRefusal(2)
    let hint = String(outcome.error.split(separator: "\n").last ?? "")
    #expect(hint.contains(advice), "\(outcome.testDescription)")
  }

  @Test(arguments: [["notes", "add", "--body", "a"], ["commits"], ["open", "HEAD"]])
  func `without commits names the command that needs none`(words: [String]) throws {
    let sandbox = try Sandbox(clone: nil)
    try sandbox.shell("git init -q ../unborn")
    try sandbox.run(words, in: sandbox.file("unborn")).expectFailure(
      3, "“commitdiary notes add --no-commit”")
  }

  @Test(arguments: [
    (["refresh", "--repo", "https://octocat:sesame@github.com/"], "https://***@github.com/"),
    (["notes", "list", "--repo", "https://sesame@github.com/"], "https://***@github.com/"),
    (["open", "https://octocat:ses@me@github.com/octocat"], "https://***@github.com/octocat"),
    (["open", "git@github.com:octo/"], "git@github.com:octo/"),
    (["login", "--with-token", "--host", "octocat:sesame@github.com"], "***@github.com"),
  ])
  func `hides a password in a refused address`(words: [String], shown: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(words + ["--verbose"], input: []).expectFailure(2, "“\(shown)”")
    for secret in ["sesame", "ses@me"] {
      #expect(!(outcome.output + outcome.error).contains(secret), "\(outcome.testDescription)")
    }
  }

  @Test(arguments: ["COMMITDIARY_API_URL", "COMMITDIARY_WEB_URL"])
  func `hides a password in an address of the environment`(variable: String) throws {
    let sandbox = try Sandbox()
    try sandbox.run(
      "refresh", environment: [variable: "https://octocat:sesame@github.example.com/"]
    ).expectFailure(2, "\(variable)=https://***@github.example.com/").expect(without: "sesame")
  }

  @Test func `an ambiguous folder name lists both`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("notes", "add", "--body", "one")
    try sandbox.shell("mkdir ../other && cp -r ../clone ../other/clone")
    try sandbox.run("notes", "add", "--body", "two", in: sandbox.file("other/clone"))
    let outcome = try sandbox.run("notes", "list", "--repo", "clone", in: sandbox.file("home"))
      .expect(2)
    #expect(outcome.error.contains(sandbox.file("other/clone")))
    #expect(outcome.error.contains(sandbox.file("clone")))
  }

  // MARK: RemoteTests

  @Test func `a clone keeps its notes when it gets a remote`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("notes", "add", "--body", "before")
    try sandbox.shell("git remote add other https://example.org/someone/thing.git")
    func bodies() throws -> [String] {
      let outcome = try sandbox.json("notes", "list", "--repo", ".")
      return outcome["notes"]?.array?.compactMap { $0["body"]?.string } ?? []
    }
    #expect(try bodies() == ["before"])
    try sandbox.run("notes", "add", "--body", "after")
    #expect(try bodies() == ["after", "before"])
    let found = try sandbox.json("notes", "list")["notes"]?.array ?? []
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0["repo"]?.string == "example.org/someone/thing" })
  }

  @Test func `a note from the editor keeps the notes of the clone too`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("notes", "add", "--body", "before")
    try sandbox.shell("git remote add other https://example.org/someone/thing.git")
    let editor = Answers(confirmed: true, writing: "after")
    #expect(try sandbox.interactively(["notes", "add"], answering: editor).status == 0)
    #expect(
      try sandbox.notes().map { $0["repo"]?.string }
        == ["example.org/someone/thing", "example.org/someone/thing"])
  }
}
