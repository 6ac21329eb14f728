import JSON
import Platform
import Testing

@testable import ProgramSupport

/// Journals of their own: `journals` in the settings, `--journal` and `COMMITDIARY_JOURNAL`.
@Suite(.inProcess) struct JournalsTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(at: "2026-11-21T09:00:00+09:00")
    try sandbox.run("config", "set", "journals.work", sandbox.directory).expect(0)
    try sandbox.run("config", "set", "journals.private").expect(0, error: "journals.private to []")
  }

  private var elsewhere: String { sandbox.file("home") }

  private func titles(_ words: String..., in folder: String? = nil) throws -> [String?] {
    try sandbox.run(["diary", "list", "--json"] + words, in: folder).json()["entries"]?.array?
      .map { $0["title"]?.string } ?? []
  }

  @Test func `a folder, a variable and an option choose the journal`() throws {
    try sandbox.run("diary", "write", "--body", "at work").expect(0, error: "Journal: work")
    try sandbox.run("diary", "write", "--body", "at home", in: elsewhere)
      .expect(0, without: "Journal:")
    try sandbox.run("diary", "write", "--body", "secret", "--journal", "private").expect(0)
    // The way back names the journal too.
    try sandbox.run("notes", "add", "a", "--journal", "private").expect(0)
    let id = try #require(
      try sandbox.json("notes", "list", "--journal", "private")["notes"]?.array?.first?["id"]?
        .string)
    try sandbox.run("notes", "delete", id, "--yes", "--journal", "private").expect(
      0, error: "commitdiary --journal private notes restore")
    #expect(try titles() == ["at work"])
    #expect(try titles(in: elsewhere) == ["at home"])
    #expect(try titles("--journal", "private") == ["secret"])
    #expect(try titles("--journal", "default") == ["at home"])
    let variable = ["COMMITDIARY_JOURNAL": "private"]
    #expect(
      try sandbox.run("diary", "show", "--json", environment: variable).json()["title"] == "secret")
    #expect(try titles("--journal", "work", in: elsewhere) == ["at work"])
    #expect(
      try sandbox.run("status", "--json").json()["journal"]?["name"] == "work")
    try sandbox.run("today").expect(0, output: "[work]")
  }

  @Test func `a name that is not there is refused, and creates nothing`() throws {
    for name in ["personal", "../work", "Work", ""] {
      let outcome = try sandbox.run("jot", "lost", "--journal", name)
      outcome.expectRefusal(3, "default, private, work")
    }
    try sandbox.run("jot", "lost", environment: ["COMMITDIARY_JOURNAL": "nope"]).expectRefusal(3)
    // The settings can still be changed.
    try sandbox.run("config", "get", "language", environment: ["COMMITDIARY_JOURNAL": "nope"])
      .expect(0)
    #expect(!File.exists(sandbox.data + "/journals") && !File.exists(sandbox.journal))
  }

  @Test func `the nearest folder counts, and a working tree belongs with its clone`() throws {
    try sandbox.shell("git worktree add -q ../home/tree && mkdir -p ../home/a/b/c")
    for (key, folder) in [("private", "a"), ("default", "a/b")] {
      try sandbox.run("config", "set", "journals.\(key)", "\(elsewhere)/\(folder)").expect(0)
    }
    for (folder, name) in [("tree", "work"), ("a", "private")] {
      try sandbox.run("jot", "a line", in: "\(elsewhere)/\(folder)").expect(
        0, error: "Journal: \(name)")
    }
    for folder in ["", "a/b", "a/b/c"] {
      try sandbox.run("jot", "a line", in: "\(elsewhere)/\(folder)").expect(0, without: "Journal:")
    }
  }

  @Test func `what is not a journal in the settings is an error, for nothing to go elsewhere`()
    throws
  {
    let config = String(decoding: try File.read(sandbox.config), as: UTF8.self)
    for wrong in [#""journals": ["work"]"#, #""journals.Work": ["~/work"]"#, #""journals.a": "x""#]
    {
      try sandbox.write("{ \(wrong) }", to: sandbox.config)
      try sandbox.run("jot", "lost").expectRefusal(2, "journals")
    }
    try sandbox.write(config, to: sandbox.config)
    try sandbox.run("config", "set", "journals.work").expectRefusal(2, "config unset journals.work")
    #expect(!File.exists(sandbox.journal))
  }

  @Test func `a purge removes its notes from a clone that belongs to another journal by now`()
    throws
  {
    try sandbox.run("config", "unset", "journals.work").expect(0)
    try sandbox.run("notes", "add", "the secret word").expect(0)
    try sandbox.run("notes", "add", "another of the usual journal").expect(0)
    try sandbox.run("notes", "mirror", "on").expect(0)
    try sandbox.run("config", "set", "journals.work", sandbox.directory).expect(0)
    let usual = ["--journal", "default"]
    let notes = try sandbox.run(["notes", "list", "--json"] + usual).json()["notes"]?.array ?? []
    let secret = notes.first { $0["title"] == "the secret word" }?["id"]?.string
    try sandbox.run(["notes", "delete", "--purge", "--yes", try #require(secret)] + usual).expect(0)
    let kept = try sandbox.shell("git notes --ref=commitdiary show")
    #expect(!kept.contains("secret") && kept.contains("another"))
    try sandbox.run("notes", "mirror", "on").expect(0)
    #expect(try sandbox.notes().count == 1)
    try sandbox.run(["doctor"] + usual).expect(without: "have not been removed")
  }

  @Test func `completion knows the journal of the line`() throws {
    try sandbox.run("todo", "add", "work task").expect(0)
    try sandbox.run("todo", "add", "private task", "--journal", "private").expect(0)
    for words in [
      ["--journal", "private", "todo", "done"], ["todo", "done", "--journal=private"],
    ] {
      try sandbox.run(["__complete", "zsh"] + words + [""])
        .expect(0, output: "private task", without: "work task")
    }
    try sandbox.run("__complete", "zsh", "--journal", "nope", "todo", "done", "")
      .expect(0, without: "task")
    try sandbox.run("__complete", "zsh", "jot", "--journal", "").expect(
      0, output: "default", "private", "work")
  }

  @Test func `no two journals have one remote`() throws {
    let remote = sandbox.file("remote.git")
    try sandbox.run("jot", "work").expect(0)
    try sandbox.run("sync", "init", remote, "--plain", "--journal", "private").expect(
      0, error: "commitdiary --journal private sync")
    for command in ["init", "join"] {
      try sandbox.run("sync", command, remote, "--plain").expectRefusal(2, "another journal")
    }
  }

  @Test func `a clone belongs to one journal, which alone answers why and completes to-dos`() throws
  {
    try sandbox.shell("echo line > f && git config user.email author@example.com")
    try sandbox.toDos("add", "at work")
    try sandbox.run("todo", "add", "at home", "--journal", "default").expect(0)
    try sandbox.shell("git add f")
    try sandbox.commit("Do it\n\nTodo: 1", at: "2026-11-21T10:00:00+0900", committed: true)
    try sandbox.run("notes", "add", "the reason").expect(0)
    try sandbox.run("why", "f").expect(0, output: "the reason")
    try sandbox.run("why", "f", "--journal", "default").expectRefusal(2, "--journal work")
    try sandbox.run("why", "HEAD", "--journal", "private").expectRefusal(2, "--journal work")
    #expect(try sandbox.json("todo", "list", "--journal", "default")["todos"]?.array?.count == 1)
    try sandbox.run("today", "--journal", "default").expect(0, without: "Completed")
    func isDone(_ journal: String) throws -> JSONValue? {
      try sandbox.json("todo", "list", "--all", "--journal", journal)["todos"]?.array?.first?[
        "done"]
    }
    #expect(try isDone("work") == true && isDone("default") == false)
    try sandbox.run("notes", "mirror", "on", "--journal", "private").expectRefusal(2)
  }

  @Test func `commits are those of all clones in every journal`() throws {
    try sandbox.shell("git config --global user.email author@example.com")
    try sandbox.commit("Second", at: "2026-11-21T08:00:00+0900", committed: true)
    let here = try sandbox.json("commits")["commits"]?.array?.count
    #expect(here == 2)
    let graph = try sandbox.json("graph", "--journal", "private")
    #expect(graph["total"] == 1)
    #expect(try sandbox.run("graph", "--json", in: elsewhere).json()["total"] == 1)
  }

  @Test func `a hook's record stays until every journal has read it`() throws {
    try sandbox.run("notes", "add", "at work").expect(0)
    try sandbox.run("notes", "add", "private", "--journal", "private").expect(0)
    // As the hook writes it.
    try sandbox.shell(
      """
      old=$(git rev-parse HEAD) && git checkout -q --orphan other
      git commit -q --allow-empty -m 'Nothing alike' --date 2026-01-01T00:00:00Z
      git branch -q -D main && git reflog expire --all --expire=now
      mkdir -p .git/commitdiary && echo "$old $(git rev-parse HEAD)" > .git/commitdiary/rewritten
      """)
    let head = try sandbox.shell("git rev-parse HEAD").prefix(40)
    for journal in ["work", "private"] {
      let found = try sandbox.json("notes", "list", "--journal", journal)["notes"]?.array?.first
      #expect(
        found?["commit"]?["now"]?["sha"]?.string == String(head), "\(journal): \(found ?? .null)")
      let isRead = File.size(sandbox.directory + "/.git/commitdiary/rewritten") == 0
      #expect(isRead == (journal == "private"), "\(journal)")
    }
  }

  @Test func `doctor names journals that no setting has`() throws {
    try sandbox.run("jot", "line").expect(0)
    try sandbox.run("config", "unset", "journals.work").expect(0)
    try sandbox.run("doctor").expect(output: "journals not named in any setting: work")
  }

}
