import JSON
import Platform
import Testing

@testable import App
@testable import Context
@testable import ProgramSupport

/// Notes on commits that were rewritten, as commands show them.
@Suite(.inProcess) struct FollowingTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(at: "2026-11-21T00:30:00Z") }

  private func id(_ revision: String = "HEAD") throws -> String {
    try sandbox.shell("git rev-parse \(revision)").filter { $0 != "\n" }
  }

  @discardableResult
  private func note(_ body: String, on revision: String = "HEAD") throws -> JSONValue {
    try sandbox.json("notes", "add", "--commit", revision, "--body", body)
  }

  private func amend() throws {
    try sandbox.shell("echo more > file; git add file; git commit -q --amend -m Amended")
  }

  @Test func `a note is shown on the commit that replaced its own`() throws {
    let old = try id()
    #expect(try note("Why")["commit"]?["now"] == ["sha": .string(old), "by": "id"])
    try amend()
    let new = try id()
    let shown = try #require(sandbox.json("notes", "show")["notes"]?.array?.first)
    #expect(shown["body"] == "Why" && shown["commit"]?["sha"]?.string == old)
    #expect(shown["commit"]?["now"] == ["sha": .string(new), "by": "rewrite"])
    #expect(shown["commit"]?["candidates"] == [])
    #expect(try sandbox.notes().first?["commit"] == shown["commit"])
    #expect(try sandbox.json("notes", "show", old)["notes"]?.array?.first?["body"] == "Why")
    #expect(try sandbox.json("commits")["commits"]?.array?.first?["notes"] == 1)
    #expect(try sandbox.notes("--commit", "HEAD").count == 1)
  }

  @Test func `a note that is named by its id is looked for too`() throws {
    let note = try note("Why")["id"]?.string ?? ""
    try amend()
    #expect(try sandbox.json("notes", "show", note)["commit"]?["now"]?["sha"]?.string == (try id()))
    #expect(try sandbox.run(["notes", "show", note], in: sandbox.file("home")).status == 0)
  }

  @Test func `each command that names the commit of a note looks for it first`() throws {
    try sandbox.shell("git remote add origin https://github.com/octocat/hello.git")
    let note = try note("Why")["id"]?.string ?? ""
    let commands = [
      ["notes", "list"], ["notes", "search", "why"], ["search", "why"], ["open", note],
      ["notes", "edit", note, "--body", "Why, again"], ["notes", "share", note],
      ["digest", "today", "--format", "markdown"], ["today", "--json"],
    ]
    for (number, words) in commands.enumerated() {
      let old = try id()
      try sandbox.shell("git commit -q --amend --allow-empty -m 'Amended \(number)'")
      let new = try id()
      let ran = try sandbox.run(words)
      let shown = ran.output + ran.error
      #expect(shown.contains(new.prefix(7)), "\(words): \(ran.testDescription)")
      #expect(!shown.contains(old.prefix(7)), "\(words): \(ran.testDescription)")
      #expect(!shown.contains("Amended \(number - 1)"), "\(words): \(ran.testDescription)")
      let namesSubject = words[0] == "digest" || words[1] == "share"
      #expect(shown.contains("Amended \(number)") == namesSubject, "\(ran.testDescription)")
    }
  }

  @Test func `a purge removes the subject of the commit on which the note is now`() throws {
    let note = try note("Why")["id"]?.string ?? ""
    try sandbox.shell("git commit -q --amend --allow-empty -m 'A peculiar subject'")
    try sandbox.run("notes", "list")
    func isKept() throws -> Bool {
      try sandbox.shell("grep -rqF 'A peculiar subject' \"\(sandbox.data)\" && echo kept || true")
        .contains("kept")
    }
    #expect(try isKept())
    #expect(try sandbox.run("notes", "delete", note, "--purge", "--yes").status == 0)
    #expect(try !isKept())
  }

  @Test func `a fork's commits are not those of the repository`() throws {
    try sandbox.shell("git remote add origin https://github.com/octocat/hello.git")
    try note("Why")
    let own = try id()
    try sandbox.shell(
      "cp -r . ../fork; cd ../fork; git remote set-url origin https://github.com/ada/hello.git")
    let fork = sandbox.file("fork")
    try sandbox.run(["notes", "add", "Because"], in: fork)
    try sandbox.shell("cd ../fork; git commit -q --amend --allow-empty -m Forked")
    try sandbox.run(["notes", "show"], in: fork)
    let listed = try sandbox.run("notes", "list").output.split(separator: "\n")
    let lines = listed.filter { $0.contains(own.prefix(7)) }
    #expect(lines.count == 1 && lines[0].contains("Why"), "\(listed)")
  }

  @Test func `a subject that begins with a mark is kept apart from the id`() throws {
    try note("Why")
    try sandbox.shell(#"printf '\314\201mark\n' | git commit -q --amend --allow-empty -F -"#)
    let new = try id()
    #expect(try sandbox.notes().first?["commit"]?["now"]?["sha"]?.string == new)
  }

  @Test func `a clone at a new path is looked at`() throws {
    try sandbox.shell("git remote add origin https://github.com/octocat/hello.git")
    try note("Why")
    let new = try sandbox.shell(
      """
      mv ../clone ../moved; cd ../moved
      git commit -q --amend --allow-empty -m New; git rev-parse HEAD
      """)
    try sandbox.run(["notes", "list"], in: sandbox.file("moved")).expect(
      output: String(new.prefix(7)))
  }

  @Test func `a list waits only for a moment, and says so`() throws {
    try note("Why")
    let old = try id()
    try amend()
    let hurried = InProcessLauncher { $0.promptLimit = .zero }
    try hurried.run(
      ["notes", "list"], environment: sandbox.environment, input: nil, in: sandbox.directory,
      deadline: .seconds(60)
    ).expect(0, output: String(old.prefix(7)), error: "commitdiary commits")
    let (new, later) = (try id(), try sandbox.run("notes", "list"))
    #expect(later.output.contains(new.prefix(7)) && later.error.isEmpty)
  }

  @Test func `notes are listed without git, and without the clone`() throws {
    try note("Why")
    try amend()
    let new = try id()
    try sandbox.run("notes", "show")
    try File.makeDirectory(sandbox.file("empty"))
    let environment = ["PATH": sandbox.file("empty")]
    let listed = try sandbox.json("notes", "list", environment: environment)
    #expect(listed["notes"]?.array?.first?["commit"]?["now"]?["sha"]?.string == new)
    try sandbox.shell("rm -rf ../clone/.git")
    let home = sandbox.file("home")
    #expect(try sandbox.run(["notes", "list"], in: home).output.contains(new.prefix(7)))
    try sandbox.run(["notes", "show", String(new.prefix(10))], in: home).expect(0, output: "Why")
    #expect(try sandbox.run(["notes", "search", "Why"], in: home).output.contains("Why"))
  }

  @Test func `a squash shows the notes of all its parts`() throws {
    try sandbox.shell("git checkout -q -b topic")
    for number in 1...2 {
      try sandbox.shell(
        """
        echo \(number) > file\(number); git add .
        git commit -q --date '170000000\(number) +0000' -m 'Part \(number)'
        """)
      try note("Note \(number)")
    }
    try sandbox.shell(
      """
      git checkout -q main; git merge -q --squash topic
      GIT_AUTHOR_DATE='1700009000 +0000' GIT_COMMITTER_DATE='1700009000 +0000' \
        git commit -q -m 'All of it (#1)'
      git branch -q -D topic
      """)
    let found = try sandbox.json("notes", "show")["notes"]?.array
    #expect(found?.count == 2)
    #expect(found?.allSatisfy { $0["commit"]?["now"]?["by"] == "squash" } == true)
    try sandbox.run("notes", "show").expect(output: "Part 1", "Part 2")
    #expect(try sandbox.json("commits", "-n", "1")["commits"]?.array?.first?["notes"] == 2)
  }

  @Test func `the same change made again after a revert does not show the note`() throws {
    try sandbox.shell("echo 1 > file; git add file; git commit -q -m One")
    try note("Why")
    try sandbox.shell(
      """
      export GIT_AUTHOR_DATE='1700009000 +0000'
      git revert --no-edit HEAD >/dev/null
      echo 1 > file; git add file; git commit -q -m One
      """)
    try sandbox.run("notes", "show").expectRefusal(3)
    #expect(try sandbox.run("notes", "show", "HEAD~2").status == 0)
  }

  @Test func `the hook's file is read once`() throws {
    try note("Why")
    let old = try id()
    try sandbox.shell(
      "git commit -q --amend --allow-empty --date 2001-01-01 -m Other && rm -rf .git/logs")
    let new = try id()
    try sandbox.shell("mkdir .git/commitdiary; echo \(old) \(new) > .git/commitdiary/rewritten")
    #expect(
      try sandbox.json("notes", "show")["notes"]?.array?.first?["commit"]?["now"] == [
        "sha": .string(new), "by": "rewrite",
      ])
    #expect(File.size(sandbox.directory + "/.git/commitdiary/rewritten") == 0)
  }

  @Test func `a clone that lost its remotes keeps its repository`() throws {
    try sandbox.shell("git remote add origin https://github.com/octocat/hello.git")
    try note("Why")
    #expect(try sandbox.run("notes", "mirror", "on").status == 0)
    try sandbox.shell("git remote remove origin")
    #expect(try sandbox.run("notes", "show").status == 0)
    let commits = try sandbox.json("commits")["commits"]?.array
    #expect(commits?.first?["repo"] == "github.com/octocat/hello")
    #expect(try sandbox.notes("--repo", ".").count == 1)
    #expect(try note("More")["repo"] == "github.com/octocat/hello")
    #expect(try sandbox.shell("git notes --ref=commitdiary show").contains("More"))
    try sandbox.shell("git remote add origin https://github.com/octocat/hello.git")
    #expect(try sandbox.notes("--repo", ".").count == 2)
  }

  // MARK: Several clones

  private func place(in folder: String) throws -> JSONValue? {
    try sandbox.run(["commits"], in: folder)
    let listed = try sandbox.json("notes", "list", in: folder)
    return listed["notes"]?.array?.first?["commit"]?["now"]
  }

  @Test func `the clone with the latest look decides where a note is`() throws {
    try sandbox.shell("git remote add origin https://github.com/octocat/hello.git")
    let old = try id()
    try note("Why")
    let other = sandbox.file("other")
    try sandbox.shell(
      "git clone -q . \(other); git -C \(other) remote set-url origin $(git remote get-url origin)")
    #expect(try place(in: other)?["by"] == "id")
    try amend()
    #expect(try place(in: sandbox.directory)?["sha"]?.string == id())
    try sandbox.shell("git -C \(other) commit -q --allow-empty -m More")
    #expect(try place(in: other)?["sha"]?.string == old)
  }

  @Test func `a new clone knows what was found in the one before`() throws {
    try sandbox.shell("git remote add origin https://github.com/octocat/hello.git")
    try note("Why")
    try sandbox.shell(
      "git commit -q --amend --allow-empty --reset-author --date 2020-01-01 -m Amended")
    try amend()
    let new = try id()
    #expect(try place(in: sandbox.directory) == ["sha": .string(new), "by": "rewrite"])
    let other = sandbox.file("other")
    try sandbox.shell(
      "git clone -q . \(other); git -C \(other) remote set-url origin $(git remote get-url origin)")
    #expect(try place(in: other) == ["sha": .string(new), "by": "rewrite"])
    #expect(try sandbox.run(["notes", "show"], in: other).output.contains("Why"))
  }

  @Test func `a clone that was removed does not decide any more`() throws {
    try sandbox.shell("git remote add origin https://github.com/octocat/hello.git")
    try sandbox.shell("git checkout -q -b topic; git commit -q --allow-empty -m Topic")
    try note("Why")
    let other = sandbox.file("other")
    try sandbox.shell(
      "git clone -q . \(other); git -C \(other) remote set-url origin $(git remote get-url origin)")
    #expect(try place(in: other)?["by"] == "id")
    try sandbox.shell("git checkout -q main; git branch -q -D topic; rm -rf \(other)")
    #expect(try place(in: sandbox.directory) == .null)
  }

  @Test func `doctor counts notes whose commit is on no branch`() throws {
    try note("Why")
    func check() throws -> JSONValue? {
      try sandbox.json("doctor", "--offline")["checks"]?.array?.first { $0["name"] == "notes" }
    }
    #expect(try check()?["detail"] == "every commit with notes was found")
    try sandbox.shell(
      """
      git checkout -q --orphan other; git commit -q --allow-empty --date 2020-01-01 -m Else
      git branch -q -D main
      """)
    try sandbox.run("commits")
    #expect(try check()?["detail"]?.string?.hasPrefix("1 note is on a commit") == true)
  }

  @Test func `a journal that cannot be written does not prevent showing`() throws {
    try note("Why")
    try amend()
    try sandbox.shell("chmod a-w \(sandbox.data) \(sandbox.data)/*")
    defer { _ = try? sandbox.shell("chmod -R u+w \(sandbox.data)") }
    try sandbox.run("notes", "show").expect(0, output: "Why")
  }
}
