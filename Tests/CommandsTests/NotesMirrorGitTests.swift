import Diary
import JSON
import Platform
import Testing

@testable import ProgramSupport

/// What `git notes` itself can do with a notes reference, and its settings.
@Suite(.inProcess) struct NotesMirrorGitTests: SandboxUser {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(at: "2026-11-21T09:00:00+09:00")
    try sandbox.shell(
      """
      git remote add origin https://github.com/octocat/hello.git
      for n in 1 2 3; do echo $n > f$n; git add f$n; git commit -q -m "Commit $n"; done
      """)
  }

  private func state(_ words: String...) throws -> JSONValue {
    try sandbox.json(["notes", "mirror"] + words)
  }

  private func count(_ text: String, in whole: String) -> Int {
    whole.split(separator: "\n").count { $0.hasPrefix(text) }
  }

  // MARK: Overwriting and removing

  @Test func `a note that is overwritten with git has the new text, and keeps the old one`() throws
  {
    let id = try mirrored("ours")
    try gitNotes("add -f -m theirs HEAD")
    #expect(try bodies() == ["theirs"])
    #expect(try sandbox.notes().first?["id"]?.string == id)
    let history = try sandbox.json("notes", "history", id)["versions"]?.array
    #expect(history?.compactMap { $0["body"]?.string }.sorted() == ["ours", "theirs"])
    try run("notes", "restore", id, "--version", "1")
    #expect(try gitNotes("show HEAD").contains("ours"))
  }

  @Test func `a note that is overwritten with nothing stays in the journal`() throws {
    let id = try mirrored("ours")
    try gitNotes("add -f -F /dev/null HEAD 2>&1")
    #expect(try bodies() == ["ours"])
    try run("notes", "edit", id, "--body", "ours, edited")
    #expect(try gitNotes("show HEAD").contains("ours, edited"))
    // Nothing is appended.
    try gitNotes("append -m '' HEAD")
    #expect(try bodies() == ["ours, edited"])
    #expect(try sandbox.json("notes", "history", id)["versions"]?.array?.count == 2)
  }

  @Test func `text that is given to several commits is a note on each`() throws {
    try turnOn()
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
    let outcome = try sandbox.json("notes", "mirror", "on", in: sandbox.file("empty"))
    #expect(outcome["notes"]?.integer == 0)
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
    try run("commits", "--repo", ".", environment: environment).expect(
      without: "another reference", "edited")
    #expect(try run("why", "HEAD", environment: environment).output.contains("ours, edited"))
  }

  @Test func `every write is in the reflog`() throws {
    let id = try mirrored("one")
    try run("notes", "edit", id, "--body", "two")
    #expect(try git("reflog show refs/notes/commitdiary").split(separator: "\n").count == 2)
    #expect(try git("show refs/notes/commitdiary@{1}:$(git rev-parse HEAD)").contains("one"))
  }

  // MARK: Git copies notes itself

  @Test(arguments: ["concatenate", "overwrite", "ignore", "cat_sort_uniq"])
  func `a note that git copies to an amended commit is one note`(_ mode: String) throws {
    try sandbox.shell(
      "git config notes.rewriteRef 'refs/notes/*'; git config notes.rewriteMode \(mode)")
    let id = try mirrored("--title", "Why", "--body", "because")
    try sandbox.shell("git commit -q --amend -m 'Commit 3, amended'")
    for _ in 0..<2 {
      #expect(try bodies() == ["because"])
      #expect(try run("notes", "show", "HEAD").output.contains("because"))
    }
    try run("notes", "edit", id, "--body", "because, again")
    #expect(try bodies() == ["because, again"])
    #expect(count("Commitdiary-Note", in: try gitNotes("show HEAD")) == 1)
    #expect(try gitNotes("list").split(separator: "\n").count == 1)
    #expect(try sandbox.json("notes", "history", id)["versions"]?.array?.count == 2)
  }

  @Test func `notes that git joins in a squash stay as many notes`() throws {
    try sandbox.shell("git config notes.rewriteRef 'refs/notes/*'")
    try add("two", "-c", "HEAD~1")
    try mirrored("three")
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
    let id = try mirrored("ours")
    try gitNotes("add -m 'from a colleague' HEAD~1")
    #expect(try bodies() == ["from a colleague", "ours"])
    try squash()
    #expect(try bodies().joined(separator: "\n").contains("from a colleague"))
    let history = try sandbox.json("notes", "history", id)["versions"]?.array
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

/// Changes of both sides of a notes reference: the cases of a merge, and trees that other programs
/// have written.
@Suite(.inProcess) struct NotesMirrorMergeTests: SandboxUser {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(at: "2026-11-21T09:00:00+09:00")
    try sandbox.shell("git remote add origin https://github.com/octocat/hello.git")
  }

  /// Commits with the tags `n1`, `n2` and so on.
  private func commit(_ count: Int) throws {
    try sandbox.shell(
      """
      for n in $(seq \(count)); do git commit -q --allow-empty -m "Commit $n"; git tag n$n; done
      """)
  }

  private func bodies(on revision: String, deleted: Bool = false) throws -> [String] {
    try deleted ? bodies("--commit", revision, "--deleted") : bodies("--commit", revision)
  }

  /// The text of a git note without trailers and empty lines.
  private func gitNote(on revision: String) throws -> [String] {
    try sandbox.shell("git notes --ref commitdiary show \(revision) 2>/dev/null || true")
      .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("Commitdiary-") }
  }

  /// How the two sides come together.
  private static let merges = [
    "update-ref refs/notes/commitdiary refs/notes/theirs",
    "notes --ref commitdiary merge -q -s union theirs",
    "notes --ref commitdiary merge -q -s theirs theirs",
  ]

  @Test(arguments: merges.indices)
  func `nothing that either side wrote is lost`(_ merge: Int) throws {
    try commit(11)
    var ids: [Int: String] = [:]
    for number in 4...11 { ids[number] = try add("--body", "base \(number)", "-c", "n\(number)") }
    try turnOn()
    try sandbox.shell("git update-ref refs/notes/theirs refs/notes/commitdiary")
    // Ours: added, removed and changed.
    try add("--body", "ours 2", "-c", "n2")
    try add("--body", "ours 3", "-c", "n3")
    for number in [4, 5, 6] { try run("notes", "delete", "--yes", ids[number] ?? "") }
    for number in [9, 10, 11] {
      try run("notes", "edit", ids[number] ?? "", "--body", "ours \(number)")
    }
    // Theirs.
    try sandbox.shell(
      """
      notes() { git notes --ref theirs "$@" 2>/dev/null; }
      edit() {
        notes show n$1 | sed "s/base $1/theirs $1/" > "$sandbox/new"
        notes add -f -F "$sandbox/new" n$1
      }
      notes add -m 'theirs 1' n1; notes add -m 'theirs 3' n3
      notes remove n4; edit 6; notes remove n7; edit 8; notes remove n9; edit 11
      git \(Self.merges[merge])
      """)
    try run("notes", "list")

    let isReplaced = merge == 0
    let takesTheirs = merge == 2
    let gone = isReplaced ? [] : takesTheirs ? [7, 9] : [7]
    #expect(try bodies(on: "n1") == ["theirs 1"] && bodies(on: "n2") == ["ours 2"])
    let third = try bodies(on: "n3").joined(separator: " ")
    #expect(third.contains("theirs 3") && (third.contains("ours 3") || takesTheirs))
    #expect(try bodies(on: "n4") == [] && bodies(on: "n4", deleted: true) == ["base 4"])
    #expect(try bodies(on: "n5") == [] && bodies(on: "n5", deleted: true) == ["base 5"])
    // Removed here and changed there: the change counts.
    #expect(try bodies(on: "n6") == ["theirs 6"])
    // Removed there: it stays in the journal.
    #expect(try bodies(on: "n7") == ["base 7"] && gitNote(on: "n7").isEmpty == !isReplaced)
    #expect(try bodies(on: "n8") == ["theirs 8"])
    #expect(try bodies(on: "n9") == ["ours 9"] && gitNote(on: "n9").isEmpty == takesTheirs)
    #expect(try bodies(on: "n10") == ["ours 10"])
    let last = try bodies(on: "n11").joined(separator: " ")
    #expect(last.contains("theirs 11") && (last.contains("ours 11") || takesTheirs))
    try sandbox.run("notes", "history", ids[11] ?? "").expect(output: "ours", "theirs")
    // The reference has what the journal has, except for notes that were removed there.
    for number in 1...11 where !gone.contains(number) {
      let lines = try bodies(on: "n\(number)").flatMap { $0.split(separator: "\n") }
      #expect(try gitNote(on: "n\(number)").sorted() == lines.map(String.init).sorted())
    }
  }

  @Test func `what is no git note stays, also with names like one`() throws {
    try commit(2)
    try sandbox.shell(
      """
      first=$(git rev-parse n1)
      { echo 'commit refs/notes/commitdiary'; echo 'committer A <a@b> 1700000000 +0000'
        echo 'data 0'
        for path in text/plain.txt deadbeef de/adbeef dead/beef $first.txt; do
          echo "M 100644 inline $path"; echo 'data 4'; echo else
        done
        echo "M 100644 inline de/adbeefdeadbeefdeadbeefdeadbeefdeadbeef"; echo 'data 5'; echo gone!
        echo "N inline $first"; echo 'data 6'; echo theirs; } | git fast-import --quiet
      """)
    let before = try sandbox.shell(
      "git ls-tree -r refs/notes/commitdiary | grep -v $(git rev-parse n1)$")
    try turnOn()
    #expect(try bodies(on: "n1") == ["theirs"])
    try add("--body", "ours", "-c", "n2")
    try run(
      "notes", "edit", try #require(try sandbox.notes("--commit", "n1").first?["id"]?.string),
      "--body", "edited")
    let paths = Set(
      try sandbox.shell("git ls-tree -r refs/notes/commitdiary").split(separator: "\n"))
    #expect(paths.isSuperset(of: before.split(separator: "\n")))
    #expect(try gitNote(on: "n1") == ["edited"] && gitNote(on: "n2") == ["ours"])
  }

  @Test func `a note in several places of the tree is one`() throws {
    try commit(1)
    try sandbox.shell(
      """
      sha=$(git rev-parse n1); rest=${sha#??}; first=${sha%$rest}
      { echo 'commit refs/notes/commitdiary'; echo 'committer A <a@b> 1700000000 +0000'
        echo 'data 0'
        for path in $sha $first/$rest; do
          echo "M 100644 inline $path"; echo 'data 5'; echo part$(echo $path | grep -c /)
        done; } | sed 's/part0/partA/; s/part1/partB/' | git fast-import --quiet
      """)
    try turnOn()
    let body = try bodies(on: "n1").joined(separator: " ")
    #expect(body.contains("partA") && body.contains("partB"), "\(body)")
    let id = try #require(try sandbox.notes().first?["id"]?.string)
    try run("notes", "edit", id, "--body", "one")
    #expect(try gitNote(on: "n1") == ["one"])
    #expect(try sandbox.notes().count == 1)
  }

  @Test func `git notes prune deletes no note`() throws {
    try commit(1)
    try sandbox.shell(
      "git checkout -q -b topic; git commit -q --allow-empty -m Gone; git tag -d n1")
    try mirrored("--body", "kept", "-c", "HEAD")
    try sandbox.shell(
      """
      git checkout -q main; git branch -q -D topic
      git reflog expire --expire=all --expire-unreachable=all --all; git gc -q --prune=now
      git notes --ref commitdiary prune
      """)
    #expect(try sandbox.shell("git notes --ref commitdiary list") == "")
    try run("notes", "list")
    #expect(try sandbox.notes().map { $0["body"] } == ["kept"])
  }

  @Test func `an empty git note is no note`() throws {
    try commit(2)
    try sandbox.shell("git notes --ref commitdiary add --allow-empty -m '' n1")
    try turnOn()
    #expect(try sandbox.notes().isEmpty)
    try add("--body", "other", "-c", "n2")
    #expect(try sandbox.shell("git notes --ref commitdiary list | wc -l").trimmed == "2")
  }
}
