import Diary
import JSON
import Platform
import Testing

@testable import ProgramSupport

/// What `git notes` itself can do with a notes reference, and its settings.
@Suite(.inProcess) struct NotesMirrorGitTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00+09:00"
    try sandbox.shell(
      """
      git remote add origin https://github.com/octocat/hello.git
      for n in 1 2 3; do echo $n > f$n; git add f$n; git commit -q -m "Commit $n"; done
      """)
  }

  private func git(_ command: String) throws -> String {
    String(try sandbox.shell("git \(command)").trimmed)
  }

  private func gitNotes(_ command: String) throws -> String {
    try git("notes --ref commitdiary \(command)")
  }

  @discardableResult
  private func run(_ words: String..., environment: [String: String] = [:]) throws -> Outcome {
    let outcome = try sandbox.run(words, environment: environment)
    try #require(outcome.status == 0, "\(words) \(outcome.testDescription)")
    return outcome
  }

  private func add(_ words: String...) throws -> String {
    try #require(try sandbox.run(["notes", "add", "--json"] + words).json()["id"]?.string)
  }

  private func state(_ words: String...) throws -> JSONValue {
    try sandbox.run(["notes", "mirror"] + words + ["--json"]).json()
  }

  private func bodies() throws -> [String] {
    try sandbox.notes().compactMap { $0["body"]?.string }.sorted()
  }

  private func count(_ text: String, in whole: String) -> Int {
    whole.split(separator: "\n").count { $0.hasPrefix(text) }
  }

  // MARK: Overwriting and removing

  @Test func `a note that is overwritten with git has the new text, and keeps the old one`() throws
  {
    let id = try add("ours")
    try run("notes", "mirror", "on")
    _ = try gitNotes("add -f -m theirs HEAD")
    #expect(try bodies() == ["theirs"])
    #expect(try sandbox.notes().first?["id"]?.string == id)
    let history = try sandbox.run("notes", "history", id, "--json").json()["versions"]?.array
    #expect(history?.compactMap { $0["body"]?.string }.sorted() == ["ours", "theirs"])
    try run("notes", "restore", id, "--version", "1")
    #expect(try gitNotes("show HEAD").contains("ours"))
  }

  @Test func `a note that is overwritten with nothing stays in the journal`() throws {
    let id = try add("ours")
    try run("notes", "mirror", "on")
    _ = try gitNotes("add -f -F /dev/null HEAD 2>&1")
    #expect(try bodies() == ["ours"])
    try run("notes", "edit", id, "--body", "ours, edited")
    #expect(try gitNotes("show HEAD").contains("ours, edited"))
    // Nothing is appended.
    _ = try gitNotes("append -m '' HEAD")
    #expect(try bodies() == ["ours, edited"])
    #expect(try sandbox.run("notes", "history", id, "--json").json()["versions"]?.array?.count == 2)
  }

  @Test func `text that is given to several commits is a note on each`() throws {
    try run("notes", "mirror", "on")
    try sandbox.shell(
      """
      git notes --ref commitdiary add -m reviewed HEAD~2
      git notes --ref commitdiary add -C $(git notes --ref commitdiary list HEAD~2) HEAD~1
      echo $(git rev-parse HEAD~1) $(git rev-parse HEAD) | git notes --ref commitdiary copy --stdin
      """)
    let notes = try sandbox.notes()
    #expect(notes.count == 3)
    #expect(Set(notes.map { $0["commit"]?["sha"]?.string }).count == 3)
    try run("notes", "list")
    #expect(try bodies() == ["reviewed", "reviewed", "reviewed"])
  }

  // MARK: What is no note on a commit

  @Test func `notes on trees, files and tags are left alone`() throws {
    try sandbox.shell(
      """
      git tag -a -m 'A tag' v1 HEAD~1
      for object in HEAD: HEAD:f1 v1; do
        git notes --ref commitdiary add -m "on $object" $object
      done
      """)
    let id = try add("on the commit")
    let on = try state("on")
    #expect(on["notes"]?.integer == 1 && on["leftAlone"]?.integer == 3)
    #expect(try bodies() == ["on the commit"])
    try run("notes", "delete", id, "--yes")
    for object in ["HEAD:", "HEAD:f1", "v1"] {
      #expect(try gitNotes("show \(object)") == "on \(object)")
    }
  }

  @Test func `a clone without commits has nothing to write`() throws {
    try sandbox.shell("git init -q -b main \"$sandbox/empty\"")
    let outcome = try sandbox.run(
      "notes", "mirror", "on", "--json", in: sandbox.file("empty"))
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(try outcome.json()["notes"]?.integer == 0)
    #expect(try sandbox.shell("git -C \"$sandbox/empty\" for-each-ref").isEmpty)
  }

  @Test(arguments: ["/", "refs/remotes/bogus", "refs/tags/v1", "HEAD", "refs/notes", "refs"])
  func `a reference that is not one of notes is refused`(_ name: String) throws {
    let outcome = try sandbox.run("notes", "mirror", "on", "--ref", name)
    if outcome.status == 0 {
      // A name of one word is below `refs/notes/`.
      #expect(try git("for-each-ref --format='%(refname)'").contains("refs/notes/") == false)
      #expect(try state()["ref"]?.string == "refs/notes/\(name)")
    } else {
      #expect(outcome.status == 2, "\(outcome.testDescription)")
      #expect(outcome.error.split(separator: "\n").count <= 2, "\(outcome.error)")
      #expect(try state()["on"] == false)
    }
  }

  // MARK: Settings

  @Test func `settings and variables for notes change nothing`() throws {
    try sandbox.shell(
      """
      git notes --ref other add -m 'another reference' HEAD
      git config core.notesRef refs/notes/other
      git config --add notes.displayRef 'refs/notes/*'
      """)
    let id = try add("ours")
    let environment = [
      "GIT_NOTES_REF": "refs/notes/other", "GIT_NOTES_DISPLAY_REF": "refs/notes/*",
    ]
    try run("notes", "mirror", "on", environment: environment)
    try run("notes", "edit", id, "--body", "ours, edited", environment: environment)
    #expect(try bodies() == ["ours, edited"])
    #expect(try git("notes --ref other show HEAD") == "another reference")
    #expect(try git("log -1").contains("ours, edited"))
    let shown = try run("commits", "--repo", ".", environment: environment)
    #expect(!shown.output.contains("another reference") && !shown.output.contains("edited"))
    #expect(try run("why", "HEAD", environment: environment).output.contains("ours, edited"))
  }

  @Test func `every write is in the reflog`() throws {
    let id = try add("one")
    try run("notes", "mirror", "on")
    try run("notes", "edit", id, "--body", "two")
    let log = try git("reflog show refs/notes/commitdiary").split(separator: "\n")
    #expect(log.count == 2, "\(log)")
    #expect(try git("show refs/notes/commitdiary@{1}:$(git rev-parse HEAD)").contains("one"))
  }

  // MARK: Git copies notes itself

  @Test(arguments: ["concatenate", "overwrite", "ignore", "cat_sort_uniq"])
  func `a note that git copies to an amended commit is one note`(_ mode: String) throws {
    try sandbox.shell(
      "git config notes.rewriteRef 'refs/notes/*'; git config notes.rewriteMode \(mode)")
    let id = try add("--title", "Why", "--body", "because")
    try run("notes", "mirror", "on")
    try sandbox.shell("git commit -q --amend -m 'Commit 3, amended'")
    for _ in 0..<2 {
      #expect(try bodies() == ["because"])
      #expect(try run("notes", "show", "HEAD").output.contains("because"))
    }
    try run("notes", "edit", id, "--body", "because, again")
    #expect(try bodies() == ["because, again"])
    #expect(count("Commitdiary-Note", in: try gitNotes("show HEAD")) == 1)
    #expect(try gitNotes("list").split(separator: "\n").count == 1)
    #expect(
      try sandbox.run("notes", "history", id, "--json").json()["versions"]?.array?.count == 2)
  }

  @Test func `notes that git joins in a squash stay as many notes`() throws {
    try sandbox.shell("git config notes.rewriteRef 'refs/notes/*'")
    _ = try add("two", "-c", "HEAD~1")
    _ = try add("three")
    try run("notes", "mirror", "on")
    try squash()
    for _ in 0..<2 { #expect(try bodies() == ["three", "two"]) }
    for id in try sandbox.notes().compactMap({ $0["id"]?.string }) {
      try run("notes", "edit", id, "--tag", "seen")
    }
    let text = try gitNotes("show HEAD")
    for body in ["two", "three"] { #expect(count(body, in: text) == 1, "\(text)") }
    #expect(try bodies() == ["three", "two"])
  }

  @Test func `text of others that git joins with a note is kept`() throws {
    try sandbox.shell("git config notes.rewriteRef 'refs/notes/*'")
    let id = try add("ours")
    try run("notes", "mirror", "on")
    _ = try gitNotes("add -m 'from a colleague' HEAD~1")
    #expect(try bodies() == ["from a colleague", "ours"])
    try squash()
    #expect(try bodies().joined(separator: "\n").contains("from a colleague"))
    let history = try sandbox.run("notes", "history", id, "--json").json()["versions"]?.array
    #expect(history?.contains { $0["body"] == "ours" } == true)
    #expect(try sandbox.notes().count == 2)
  }

  /// Joins all commits with `git rebase`.
  private func squash() throws {
    try sandbox.shell(
      """
      GIT_SEQUENCE_EDITOR="sed -i -e '2,\\$s/^pick/squash/'" GIT_EDITOR=true \\
        git rebase -q -i --root >/dev/null 2>&1
      """)
  }
}
