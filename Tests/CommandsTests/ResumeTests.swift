import JSON
import TestSupport
import Testing

@testable import ProgramSupport

/// Where work on a branch was left.
@Suite(.inProcess) struct ResumeTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.shell(
      """
      git checkout -q -b feature/cache && echo a > a && git add a && git commit -qm 'Begin the cache' &&
        echo b > b && git add b && git commit -qm 'Fill the cache'
      """)
  }

  private func resume(_ words: String...) throws -> Outcome {
    try sandbox.run(["resume"] + words).expect(0)
  }

  @Test func `shows the branch's own commits, its notes and what is unfinished`() throws {
    for words in [
      ["notes", "add", "--body", "Why it is filled late"],
      [
        "notes", "add", "--commit", "HEAD~1", "--body", "An LRU list was slower", "--tag",
        "rejected",
      ],
      ["todo", "add", "Measure feature/cache"],
      ["jot", "Began with feature/cache"],
    ] {
      try #require(try sandbox.run(words).status == 0)
    }
    try sandbox.shell(
      """
      echo c > a && git stash -q && echo d > b && echo e > new && git add new &&
        echo f > untracked
      """)
    let shown = try resume().output
    let parts = [
      "feature/cache  2 commits since main", "Tried and dropped:", "An LRU list was slower",
      "Fill the cache",
      "Why it is filled late", "Begin the cache", "Not committed: b, new, untracked", "Stashed: ",
      "[ ] Measure feature/cache", "Began with feature/cache",
    ]
    var rest = shown[...]
    for part in parts {
      let found = try #require(rest.firstRange(of: part), "\(part)\n\(shown)")
      rest = rest[found.upperBound...]
    }
    let json = try resume("--json").json()
    #expect(json["branch"] == "feature/cache" && json["base"] == "main")
    #expect(json["commits"]?.array?.count == 2 && json["rejected"]?.array?.count == 1)
    #expect(json["uncommitted"] == ["b", "new", "untracked"])
    #expect(
      json["stashes"] == 1 && json["stashed"]?.array?.count == 1 && json["todos"]?.array?.count == 1
    )
    #expect(json["lines"]?.array?.count == 1)
    // Another branch, from here.
    try sandbox.shell("git stash -q -u && git checkout -q main")
    let other = try resume("feature/cache", "--json").json()
    #expect(other["commits"]?.array?.count == 2 && other["uncommitted"] == [])
    #expect(try resume("--json").json()["branch"] == "main")
    let missing = try sandbox.run("resume", "none")
    #expect(missing.status == 3 && missing.error.contains("“none”"), "\(missing.testDescription)")
  }

  @Test func `lines of the diary that were written on the default branch stay there`() throws {
    let short = try sandbox.shell("git rev-parse --short=7 main").prefix(7)
    try sandbox.shell("git switch -q main")
    try sandbox.run("jot", "a private thought on the main things").expect(0)
    try sandbox.run("jot", "about \(short), the first one").expect(0)
    let onMain =
      try resume("--json").json()["lines"]?.array?.compactMap { $0["text"]?.string } ?? []
    #expect(onMain.count == 1 && onMain[0].contains(short), "\(onMain)")
    #expect(!(try resume().output.contains("private thought")))
  }

  @Test func `finds what was written on the branch, also after another edit and undo`() throws {
    func run(_ words: String...) throws {
      let outcome = try sandbox.run(words)
      try #require(outcome.status == 0, "\(outcome.testDescription)")
    }
    try sandbox.shell("git checkout -q main && git checkout -q -b topic")
    try run("notes", "add", "--body", "Locks were slower", "--tag", "rejected")
    try run("todo", "add", "Measure it")
    try run("jot", "Before lunch")
    try run("jot", "Taken back")
    try run("undo")
    try run("jot", "Again")
    try run("undo")
    try run("redo")
    try sandbox.shell("git checkout -q main")
    try run("jot", "Elsewhere")
    try run("todo", "add", "Something else")
    try run("todo", "edit", "1", "Measure it well")
    // While it is rebased, `HEAD` is a commit.
    try sandbox.shell(
      """
      echo 1 > same && git add same && git commit -qm one && git checkout -q topic &&
        echo 2 > same && git add same && git commit -qm two && ! git rebase -q main 2>/dev/null
      """)
    try run("jot", "In a conflict")
    try sandbox.shell("git rebase --abort && git checkout -q main")
    let json = try resume("topic", "--json").json()
    let lines = (json["lines"]?.array ?? []).compactMap { $0["text"]?.string }
    #expect(
      lines.map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") }
        == ["In a conflict", "Again", "Before lunch"], "\(lines)")
    #expect(json["todos"]?.array?.compactMap { $0["text"]?.string } == ["Measure it well"])
    #expect(json["notes"]?.array?.count == 1 && json["rejected"]?.array?.count == 1)
    // A branch with the same name elsewhere.
    try sandbox.shell("git remote add origin https://github.com/octocat/other")
    #expect(try resume("topic", "--json").json()["lines"]?.array?.count == 3)
  }

  @Test func `a branch that was renamed or deleted keeps what was written on it`() throws {
    try sandbox.run("diary", "write", "--body", "tried A")
    try sandbox.run("todo", "add", "Finish it")
    try sandbox.shell("git branch -m feature/cache cache")
    let renamed = try resume("--json").json()
    #expect(renamed["branch"] == "cache" && renamed["lines"]?.array?.count == 1)
    #expect(renamed["todos"]?.array?.count == 1)
    // The same line, but not on the branch; and words that only contain the name.
    try sandbox.shell("git checkout -q main")
    let other = ["tried A", "tried A", "About cache: later", "uncached"].joined(separator: "\n")
    #expect(try sandbox.run("diary", "write", "--replace", "--body", other).status == 0)
    try sandbox.run("jot", "The CACHE again")
    let lines = try resume("cache", "--json").json()["lines"]?.array ?? []
    #expect(
      lines.compactMap { $0["text"]?.string }
        == ["tried A", "About cache: later"], "\(lines)")
    try sandbox.shell("git branch -qD cache")
    let deleted = try resume("feature/cache", "--json").json()
    #expect(deleted["commits"] == [] && deleted["todos"]?.array?.count == 1)
    #expect(try resume("feature/cache").output.hasPrefix("feature/cache\n"))
    for name in ["main~0", "main^{commit}", "HEAD", "none"] {
      #expect(try sandbox.run("resume", name).status == 3, "\(name)")
    }
  }

  @Test func `a file with another time only is not changed, and submodules are left alone`() throws
  {
    try sandbox.shell(
      """
      touch -d '2001-01-01' a && git init -q ../other && cd ../other && echo s > s && git add s &&
        git -c user.name=a -c user.email=a@b commit -qm s && cd - > /dev/null &&
        git -c protocol.file.allow=always submodule --quiet add ../other sub && git commit -qm sub &&
        echo '* filter=evil' > sub/.gitattributes &&
        git -C sub config filter.evil.clean 'touch "\(sandbox.path)/ran"; cat' && touch -d '2001-01-01' sub/s
      """)
    let before = try sandbox.shell("md5sum < .git/index")
    #expect(try resume("--json").json()["uncommitted"] == [])
    #expect(try sandbox.shell("md5sum < .git/index") == before)
    #expect(try sandbox.shell("test -e '\(sandbox.path)/ran' || echo no") == "no\n")
  }

  @Test func `runs no filter of the clone, and works without a branch`() throws {
    try sandbox.shell(
      """
      echo '* filter=evil' > .gitattributes && git config filter.evil.clean 'touch \(sandbox.path)/ran; cat' &&
        echo 'b filter=a=b' >> .gitattributes && git config filter.a=b.clean 'touch \(sandbox.path)/ran; cat' &&
        echo 2 > b && git config diff.evil.textconv 'touch \(sandbox.path)/ran; cat' && echo x > a
      """)
    #expect(try resume().output.contains("Not committed: .gitattributes, a, b"))
    #expect(try sandbox.shell("test -e '\(sandbox.path)/ran' || echo no") == "no\n")
    try sandbox.shell("git checkout -q -f --detach")
    #expect(try resume("--json").json()["commits"]?.array?.isEmpty == false)
  }
}
