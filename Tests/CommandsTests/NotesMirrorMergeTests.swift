import Diary
import JSON
import Platform
import Testing

@testable import ProgramSupport

/// Changes of both sides of a notes reference: the cases of a merge, and trees that other programs
/// have written.
@Suite(.inProcess) struct NotesMirrorMergeTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00+09:00"
    try sandbox.shell("git remote add origin https://github.com/octocat/hello.git")
  }

  /// Commits with the tags `n1`, `n2` and so on.
  private func commit(_ count: Int) throws {
    try sandbox.shell(
      """
      for n in $(seq \(count)); do git commit -q --allow-empty -m "Commit $n"; git tag n$n; done
      """)
  }

  private func run(_ words: String...) throws {
    let outcome = try sandbox.run(words)
    try #require(outcome.status == 0, "\(words) \(outcome.testDescription)")
  }

  private func add(_ body: String, on revision: String) throws -> String {
    let added = try sandbox.run("notes", "add", "-c", revision, "--body", body, "--json")
    return try #require(try added.json()["id"]?.string)
  }

  private func bodies(on revision: String, deleted: Bool = false) throws -> [String] {
    let notes = try sandbox.run(
      ["notes", "list", "--limit", "0", "--json", "--commit", revision]
        + (deleted ? ["--deleted"] : []))
    return (try notes.json()["notes"]?.array ?? []).compactMap { $0["body"]?.string }.sorted()
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
    for number in 4...11 { ids[number] = try add("base \(number)", on: "n\(number)") }
    try run("notes", "mirror", "on")
    try sandbox.shell("git update-ref refs/notes/theirs refs/notes/commitdiary")
    // Ours: added, removed and changed.
    _ = try add("ours 2", on: "n2")
    _ = try add("ours 3", on: "n3")
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
    let history = try sandbox.run("notes", "history", ids[11] ?? "").output
    #expect(history.contains("ours") && history.contains("theirs"), "\(history)")
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
    try run("notes", "mirror", "on")
    #expect(try bodies(on: "n1") == ["theirs"])
    _ = try add("ours", on: "n2")
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
    try run("notes", "mirror", "on")
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
    _ = try add("kept", on: "HEAD")
    try run("notes", "mirror", "on")
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
    try run("notes", "mirror", "on")
    #expect(try sandbox.notes().isEmpty)
    _ = try add("other", on: "n2")
    #expect(try sandbox.shell("git notes --ref commitdiary list | wc -l").trimmed == "2")
  }
}
