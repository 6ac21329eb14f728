import Diary
import JSON
import Testing

@testable import ProgramSupport

/// Commits that another one of the user's clones has.
@Suite(.inProcess) struct OtherCloneTests {
  private let sandbox: Sandbox
  /// A commit of `deep/er/three`, whose remote is acme/infra.
  private let other: String

  init() throws {
    sandbox = try Sandbox()
    try sandbox.shell(
      """
      mkdir -p ../all/deep/er
      git init -q ../all/deep/er/three
      cd ../all/deep/er/three
      git remote add origin https://github.com/acme/infra.git
      git commit -q --allow-empty -m 'In another clone'
      """)
    other = String(try sandbox.shell("git -C ../all/deep/er/three rev-parse HEAD").trimmed)
    try sandbox.run("config", "set", "clones.paths", sandbox.file("all"))
  }

  private var short: String { String(other.prefix(7)) }

  @Test(arguments: ["clone", "home"])
  func `a note is added to a commit of another clone`(_ folder: String) throws {
    let added = try sandbox.run(
      ["notes", "add", "--commit", short, "--body", "Why", "--json", "--offline"],
      in: sandbox.file(folder))
    try #require(added.status == 0, "\(added.testDescription)")
    let note = try added.json()
    #expect(note["repo"] == "github.com/acme/infra" && note["commit"]?["sha"] == .string(other))
  }

  @Test func `the clone of a named repository is found`() throws {
    let words = ["notes", "add", "--repo", "acme/infra", "--commit", "HEAD", "--body", "Why"]
    let added = try sandbox.run(words + ["--json", "--offline"], in: sandbox.file("home"))
    try #require(added.status == 0, "\(added.testDescription)")
    #expect(try added.json()["commit"]?["sha"] == .string(other))
  }

  @Test func `why and browse know a commit of another clone`() throws {
    let why = try sandbox.run("why", short, "--json", "--offline")
    try #require(why.status == 0, "\(why.testDescription)")
    #expect(why.output.contains(other))
    let page = try sandbox.run("open", short, "--json", "--offline")
    #expect(try page.json()["url"]?.string?.hasSuffix("/acme/infra/commit/\(other)") == true)
  }

  @Test(arguments: ["clone", "home"])
  func `a note is moved to a commit of its repository in another clone`(_ folder: String) throws {
    let words = ["notes", "add", "--repo", "acme/infra", "--no-commit", "--body", "Why"]
    let added = try sandbox.run(words + ["--json", "--offline"])
    let id = try #require(try added.json()["id"]?.string)
    let moved = try sandbox.run(
      ["notes", "move", id, short, "--json", "--offline"], in: sandbox.file(folder))
    try #require(moved.status == 0, "\(moved.testDescription)")
    #expect(try moved.json()["commit"]?["sha"] == .string(other))
  }

  @Test func `a commit that no clone has is refused`() throws {
    let outcome = try sandbox.run(
      "notes", "add", "--commit", "0123456789", "--body", "x", "--offline")
    #expect(outcome.status != 0 && !outcome.error.isEmpty)
  }

  @Test func `--local searches as deep as the setting`() throws {
    let graph = try sandbox.run("graph", "--local", sandbox.file("all"), "--author", "*", "--json")
    #expect(graph.status == 0, "\(graph.testDescription)")
  }

  // MARK: Paths as remotes

  @Test func `a path as remote keeps the notes from before`() throws {
    try sandbox.run("notes", "add", "--body", "Why")
    try sandbox.shell("git init -q --bare ../o.git; git remote add origin ../o.git")
    let commits = try sandbox.run("commits", "--json").json()["commits"]?.array
    #expect(commits?.first?["notes"] == 1)
    #expect(try sandbox.run("notes", "show", "HEAD").status == 0)
  }

  @Test func `a clone that lost its path as remote keeps the notes`() throws {
    try sandbox.shell("git init -q --bare ../o.git; git remote add origin ../o.git")
    try sandbox.run("notes", "add", "--body", "Why")
    try sandbox.run("commits")
    try sandbox.shell("git remote remove origin; git commit -q --amend --allow-empty -m Other")
    #expect(try sandbox.run("notes", "show", "HEAD").status == 0)
  }

  @Test func `search shows the commit on which a note is now`() throws {
    try sandbox.run("notes", "add", "--body", "needle")
    try sandbox.shell("git commit -q --amend --allow-empty -m Other")
    try sandbox.run("notes", "list")
    try sandbox.run("commits")
    let now = try sandbox.shell("git rev-parse --short=7 HEAD").trimmed
    #expect(try sandbox.run("notes", "search", "needle").output.contains(now))
    #expect(try sandbox.run("search", "needle").output.contains(now))
  }
}
