import JSON
import Testing

/// How a clone without a remote can be named.
@Suite struct RepositoryNameTests {
  @Test func `a clone without a remote is found by the name that lists show`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("notes", "add", "--body", "here")
    let elsewhere = sandbox.file("home")
    #expect(try sandbox.notes("--repo", "clone", in: elsewhere).count == 1)
    #expect(try sandbox.run("notes", "list", "--repo", "clones", in: elsewhere).status == 2)
  }

  @Test func `a folder that is gone still has its notes`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("notes", "add", "--body", "here")
    try sandbox.shell("mv ../clone ../gone")
    let home = sandbox.file("home")
    #expect(try sandbox.notes("--repo", sandbox.directory, in: home).count == 1)
    #expect(try sandbox.notes("--repo", "clone", in: home).count == 1)
  }

  @Test func `a name that two folders have lists both`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("notes", "add", "--body", "one")
    try sandbox.shell("mkdir ../other && cp -r ../clone ../other/clone")
    try sandbox.run("notes", "add", "--body", "two", in: sandbox.file("other/clone"))
    let outcome = try sandbox.run(
      "notes", "list", "--repo", "clone", in: sandbox.file("home"))
    #expect(outcome.status == 2)
    #expect(outcome.error.contains(sandbox.file("other/clone")))
    #expect(outcome.error.contains(sandbox.file("clone")))
  }
}
