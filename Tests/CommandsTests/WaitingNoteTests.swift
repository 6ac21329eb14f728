import JSON
import Platform
import Testing

@testable import ProgramSupport

/// Notes that are written before their commit: `notes add --next`.
@Suite(.inProcess) struct WaitingNoteTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(at: "2026-11-21T12:00:00+09:00")
    try sandbox.shell("git config user.email author@example.com && git config user.name Author")
  }

  private func wait(_ text: String = "the reason") throws {
    try sandbox.run("notes", "add", "--next", text).expect(0)
  }

  private func commit(_ message: String, _ options: String = "") throws {
    try sandbox.shell("git commit -q --allow-empty \(options) -m '\(message)'")
  }

  /// The subject of the commit of each note, the oldest first.
  private func subjects() throws -> [String?] {
    try sandbox.notes().reversed().map { $0["commit"]?["message"]?.string }
  }

  @Test func `the next own commit on the branch gets all of them`() throws {
    try wait("one")
    try wait("two")
    try sandbox.run("notes", "list").expect(0, output: "next commit on main")
    #expect(try sandbox.notes().map { $0["waitsFor"] } == ["main", "main"])
    #expect(try sandbox.json("search", "one")["notes"]?.array?.count == 1)
    try commit("Mine")
    #expect(try subjects() == ["Mine", "Mine"])
    try sandbox.run("why", "HEAD").expect(0, output: "one", "two")
    #expect(try sandbox.notes().map { $0["waitsFor"] } == [.null, .null])
    try commit("Later")
    #expect(try subjects() == ["Mine", "Mine"])
    // It is a version of the note.
    let id = try #require(try sandbox.notes().first?["id"]?.string)
    try sandbox.run("notes", "history", id).expect(0, output: "Mine")
  }

  @Test(arguments: [
    ("git commit -q --amend --allow-empty -m Amended", "Mine"),
    ("git switch -q -c side && git commit -q --allow-empty -m Side && git switch -q main", "Mine"),
    (
      "git switch -q -c side HEAD && git commit -q --allow-empty -m Side && git switch -q main "
        + "&& git merge -q --no-ff --no-edit side", "Mine"
    ),
    (
      "git switch -q -c side && git commit -q --allow-empty -m Side && git switch -q main "
        + "&& git merge -q side", "Mine"
    ),
    ("git commit -q --allow-empty -m Other --author 'Other <other@example.com>'", "Mine"),
    (
      "git branch old && git commit -q --amend --allow-empty -m A && git reset -q --hard old",
      "Mine"
    ),
  ])
  func `what is no commit of one's own on the branch does not count`(
    _ before: String, _ subject: String
  ) throws {
    try wait()
    try sandbox.shell(before)
    #expect(try subjects() == [nil], "\(before)")
    try commit("Mine")
    #expect(try subjects() == [subject], "\(before)")
  }

  @Test func `a pull and a rebase in between do not count, and a later amend is followed`() throws {
    try sandbox.shell(
      """
      git clone -q . ../home/origin && git remote add origin ../home/origin
      cd ../home/origin && git -c user.email=other@example.com commit -q --allow-empty -m Theirs && cd - >/dev/null
      """)
    try wait()
    try sandbox.shell("git pull -q --ff-only origin main")
    #expect(try subjects() == [nil])
    try commit("Mine")
    #expect(try subjects() == ["Mine"])
    try commit("Mine, amended", "--amend")
    try sandbox.run("why", "HEAD").expect(0, output: "the reason")
  }

  @Test func `another branch does not get it, and a branch without a commit its first`() throws {
    try wait()
    try sandbox.shell("git switch -q -c side")
    try commit("Side")
    #expect(try subjects() == [nil])
    try sandbox.shell("git switch -q main")
    try commit("Mine")
    #expect(try subjects() == ["Mine"])
    try sandbox.shell("git switch -q --orphan new")
    try wait("first")
    try commit("Root")
    #expect(try subjects() == ["Mine", "Root"])
    try sandbox.shell("git switch -q --detach")
    try wait("detached")
    #expect(try sandbox.notes().first?["waitsFor"] == "HEAD")
    try commit("Loose")
    #expect(try subjects() == ["Mine", "Root", "Loose"])
  }

  @Test func `what was taken back is not made again`() throws {
    try wait()
    try commit("Mine")
    #expect(try subjects() == ["Mine"])
    try sandbox.run("undo").expect(0)
    #expect(try subjects() == [nil])
    try commit("Later")
    #expect(try subjects() == [nil])
    try sandbox.run("undo").expect(0)
    #expect(try sandbox.notes().isEmpty)
    try sandbox.run("redo").expect(0)
    #expect(try subjects() == [nil])
  }

  @Test(arguments: ["none", "HEAD"])
  func `a note that is moved by hand waits no more`(_ place: String) throws {
    try wait()
    let id = try #require(try sandbox.notes().first?["id"]?.string)
    _ = try sandbox.run("notes", "move", id, place)
    try commit("Mine")
    #expect(try subjects() != ["Mine"])
    _ = try sandbox.run("notes", "move", id, "none")
    try commit("Later")
    #expect(try subjects() == [nil])
  }

  @Test func `a clone without reflogs finds it by the history`() throws {
    try sandbox.shell("git config core.logAllRefUpdates false && rm -rf .git/logs")
    try wait()
    try commit("Mine")
    #expect(try subjects() == ["Mine"])
  }

  @Test func `one that waits in vain is named`() throws {
    try sandbox.shell("git switch -q -c side")
    try wait()
    try sandbox.run("doctor").expect(0, without: "wait")
    try sandbox.shell("git switch -q main && git branch -q -D side")
    try sandbox.run("doctor").expect(
      0, output: "1 note is waiting for a commit that may never come")
    try sandbox.run("resume").expect(0, error: "1 note is waiting for a commit")
    let later = ["COMMITDIARY_NOW": "2026-12-29T12:00:00+09:00"]
    try wait("another")
    try sandbox.run("doctor", environment: later).expect(
      0, output: "2 notes are waiting for commits")
  }

  // MARK: Rebases, branches and working trees that are gone

  /// A branch with two commits, at a stop of an interactive rebase after the first.
  private func stopAtFirst() throws {
    try sandbox.shell("git switch -q -c feature")
    for name in ["One", "Two"] {
      try sandbox.shell("echo \(name) > \(name) && git add \(name)")
      try commit(name)
    }
    try sandbox.shell(
      "GIT_SEQUENCE_EDITOR='sed -i 1s/pick/edit/' git rebase -q -i HEAD~2 2>/dev/null")
  }

  @Test func `a note at a stop of a rebase gets the commit that is made there`() throws {
    try stopAtFirst()
    try wait()
    #expect(try subjects() == [nil])
    try commit("Extra")
    #expect(try subjects() == ["Extra"])
    try sandbox.shell("git rebase --continue >/dev/null 2>&1")
    try sandbox.run("why", "HEAD^").expect(0, output: "the reason")
  }

  @Test func `or else the next one on the branch`() throws {
    try stopAtFirst()
    try wait()
    try sandbox.shell(
      "echo more >> One && git commit -q -a --amend --no-edit && git rebase --continue >/dev/null 2>&1"
    )
    #expect(try subjects() == [nil])
    try commit("Next")
    #expect(try subjects() == ["Next"])
  }

  @Test func `a resolved conflict is the commit`() throws {
    try sandbox.shell(
      """
      git switch -q -c feature && echo a > f && git add f && git commit -q -m Ours
      git switch -q main && echo b > f && git add f && git commit -q -m Theirs
      git switch -q feature && git rebase -q main >/dev/null 2>&1 || true
      """)
    try wait()
    #expect(try subjects() == [nil])
    try sandbox.shell(
      "echo c > f && git add f && GIT_EDITOR=true git rebase --continue >/dev/null 2>&1")
    #expect(try subjects() == ["Ours"])
  }

  @Test func `a detached commit on another branch does not count`() throws {
    try commit("Second")
    try sandbox.shell("git switch -q --detach HEAD^")
    try wait()
    try sandbox.shell("git switch -q main")
    try commit("On main")
    #expect(try subjects() == [nil])
    try sandbox.shell("git switch -q --detach HEAD~2")
    try commit("Loose")
    #expect(try subjects() == ["Loose"])
  }

  @Test(arguments: ["merge -q", "merge -q --no-ff --no-edit"])
  func `a branch that was merged and deleted before anybody looked`(_ merge: String) throws {
    try sandbox.shell("git switch -q -c side")
    try wait()
    try commit("Mine")
    try sandbox.shell("git switch -q main && git \(merge) side && git branch -q -d side")
    #expect(try subjects() == ["Mine"])
  }

  @Test func `a working tree that was removed, and a branch that was renamed`() throws {
    let tree = sandbox.file("tree")
    try sandbox.shell("git worktree add -q -b side \(tree)")
    try sandbox.run(["notes", "add", "--next", "the reason"], in: tree).expect(0)
    try sandbox.shell(
      "cd \(tree) && git commit -q --allow-empty -m Mine && cd - >/dev/null && git worktree remove \(tree)"
    )
    #expect(try subjects() == ["Mine"])
    try sandbox.shell("git switch -q -c old")
    try wait()
    try sandbox.shell("git branch -q -m old new")
    try commit("Renamed")
    #expect(try subjects() == ["Mine", "Renamed"])
  }

  @Test func `the tie is told, and named by undo`() throws {
    try wait()
    try commit("Mine")
    try sandbox.run("notes", "list").expect(0, error: "is now attached to commit")
    try sandbox.run("undo").expect(0, output: "notes add --next")
  }

  @Test func `a journal that does not own the clone refuses it`() throws {
    try sandbox.run("config", "set", "journals.work", sandbox.directory).expect(0)
    try sandbox.run("notes", "add", "--next", "x", "--journal", "default").expectRefusal(
      2, "--journal work")
    try sandbox.run("notes", "add", "--repo", sandbox.directory, "x", in: sandbox.file("home"))
      .expectRefusal(2, "--journal work")
  }
}
