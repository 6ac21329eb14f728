import Diary
import JSON
import Platform
import SQLite
import Testing

@testable import ProgramSupport

/// Notes on two machines: each has its own home, journal and clone, and both use one remote.
@Suite(.inProcess) struct NotesMirrorRemoteTests {
  /// A machine with a clone of the remote.
  private struct Machine: SandboxUser {
    let sandbox: Sandbox
    let folder: String?

    @discardableResult
    func add(_ body: String, on commit: String = "HEAD") throws -> String {
      try add("--commit", commit, "--body", body)
    }

    func push() throws { try run("notes", "mirror", "on", "--push", "origin") }

    /// What `git log` shows of the notes.
    func shown(_ commit: String = "HEAD") throws -> [String] {
      try git("log -1 --format=%N --notes=commitdiary \(commit)").split(separator: "\n")
        .map(String.init).filter { !$0.hasPrefix("Commitdiary-") }
    }
  }

  private let first: Machine
  private let second: Machine
  private let server: String

  init() throws {
    let sandbox = try Sandbox()
    server = sandbox.file("server.git")
    try sandbox.shell(
      """
      git init -q --bare -b main '\(server)'; git remote add origin '\(server)'
      for n in 2 3; do
        export GIT_AUTHOR_DATE="170000020$n +0000" GIT_COMMITTER_DATE="170000020$n +0000"
        echo $n > f$n; git add f$n; git commit -q -m "Commit $n"
      done
      git push -q -u origin main
      """)
    first = Machine(sandbox: sandbox, folder: sandbox.directory)
    let other = try Sandbox()
    try other.shell("git clone -q '\(server)' \"$sandbox/here\"")
    second = Machine(sandbox: other, folder: other.file("here"))
  }

  private func tips() throws -> [String] {
    try [first.git("-C '\(server)' rev-parse refs/notes/commitdiary")]
      + [first, second].map { try $0.git("rev-parse refs/notes/commitdiary") }
  }

  // MARK: Fetching

  @Test func `a fresh clone gets all notes, and later ones by git fetch`() throws {
    try first.add("one")
    try first.push()
    try second.push()
    #expect(try second.bodies() == ["one"])
    try first.add("two", on: "HEAD~1")
    try first.push()
    try second.git("fetch -q")
    #expect(try second.bodies() == ["one", "two"])
    #expect(Set(try tips()).count == 1)
    try second.add("three")
    try second.push()
    try first.git("fetch -q")
    try first.add("four")
    #expect(try first.bodies() == ["four", "one", "three", "two"])
  }

  @Test func `git fetch fetches notes while the mirror is on`() throws {
    try first.run("notes", "mirror", "on").expect(error: "everyone who can fetch")
    #expect(try !first.run("notes", "mirror", "on").error.contains("everyone who can fetch"))
    let setting = "+refs/notes/commitdiary*:refs/notes-remote/origin/commitdiary*"
    #expect(try first.git("config --get-all remote.origin.fetch").contains(setting))
    #expect(try first.json("notes", "mirror")["fetchedFrom"] == ["origin"])
    // The remote has no notes yet.
    try first.git("fetch -q")
    try second.add("theirs")
    try second.push()
    try first.git("fetch -q")
    #expect(try first.bodies() == ["theirs"])
    try first.run("notes", "mirror", "off")
    #expect(try !first.git("config --get-all remote.origin.fetch").contains("notes"))
    #expect(try first.git("for-each-ref refs/notes-remote").isEmpty)
  }

  // MARK: Merging

  @Test func `changes of different lines are both kept, without the old ones`() throws {
    let id = try first.add("first\nsecond\nthird")
    try first.push()
    try second.push()
    try first.run("notes", "edit", id, "--body", "first by A\nsecond\nthird")
    try second.run("notes", "edit", id, "--body", "first\nsecond\nthird by B")
    try first.push()
    try second.push()
    #expect(try second.bodies() == ["first by A\nsecond\nthird by B"])
    try first.git("fetch -q")
    #expect(try first.bodies() == ["first by A\nsecond\nthird by B"])
    #expect(Set(try tips()).count == 1)
  }

  @Test func `both of two pushes at once succeed`() async throws {
    for number in 1...3 {
      try first.add("A \(number)")
      try second.add("B \(number)")
      let machines = [first, second]
      try await withThrowingTaskGroup { group in
        for machine in machines {
          // Each task uses a machine of its own.
          nonisolated(unsafe) let machine = machine
          group.addTask { try machine.push() }
        }
        try await group.waitForAll()
      }
    }
    for machine in [first, second] {
      try machine.git("fetch -q")
      #expect(try machine.bodies() == ["A 1", "A 2", "A 3", "B 1", "B 2", "B 3"])
    }
  }

  @Test func `a note that others remove stays in the journal`() throws {
    let id = try first.add("one")
    try first.push()
    try second.push()
    try first.run("notes", "delete", id, "--yes")
    for _ in 0..<2 {
      try first.push()
      try second.push()
    }
    #expect(try first.bodies().isEmpty && second.bodies() == ["one"])
    #expect(try second.git("notes --ref commitdiary list").isEmpty)
    // An edit counts more than a deletion.
    try second.run("notes", "edit", id, "--body", "two")
    try second.push()
    try first.push()
    #expect(try first.bodies() == ["two"])
  }

  @Test func `idle rounds add no commit`() throws {
    try first.add("one")
    try first.push()
    try second.add("two")
    try second.push()
    try first.push()
    let before = try tips()
    #expect(Set(before).count == 1)
    for _ in 0..<10 {
      for machine in [first, second] {
        try machine.git("fetch -q")
        try machine.run("notes", "list")
        try machine.push()
      }
    }
    #expect(try tips() == before)
  }

  // MARK: Rewritten commits

  @Test func `notes follow commits that are amended, rebased and squashed`() throws {
    try first.add("two", on: "HEAD~1")
    try first.add("three")
    try first.push()
    try second.push()
    // As long as the remote has the old commits, they are not rewritten, but copied.
    try first.git("push -q origin HEAD~2:main --force")
    try first.git("commit -q --amend -m 'Commit 3, amended'")
    try first.run("notes", "list")
    #expect(try first.shown() == ["three"])
    #expect(try first.git("notes --ref commitdiary list").split(separator: "\n").count == 2)
    try first.git("reset -q --soft HEAD~2")
    try first.git("commit -q -m Both")
    try first.run("notes", "list")
    #expect(Set(try first.shown()).isSuperset(of: ["two", "three"]))
    #expect(try first.git("notes --ref commitdiary list").split(separator: "\n").count == 1)
    try first.git(
      "reflog expire --expire=now --all && git gc -q --prune=now && git notes --ref commitdiary prune"
    )
    let state = try first.json("notes", "mirror")
    #expect(state["notes"] == 2 && state["notWritten"] == 0 && state["removed"] == 0)
    // The other clone does not have the new commit yet.
    try first.push()
    try second.git("fetch -q origin '+refs/notes/*:refs/notes-remote/origin/*'")
    #expect(try second.bodies() == ["three", "two"])
    let commit = try first.git("rev-parse HEAD")
    #expect(try second.git("notes --ref commitdiary list").hasSuffix(commit))
    try first.git("push -q origin main")
    try second.git("fetch -q && git reset -q --hard origin/main")
    try second.run("notes", "list")
    #expect(try second.run("notes", "show").output.contains("two"))
    #expect(Set(try tips()).count == 1)
  }

  // MARK: Purges

  private func secrets(_ machine: Machine) throws -> Int {
    let found = try machine.git("log --all -p -g 2>/dev/null | grep -c hunter2 || true")
    let others = try machine.git("log --all -p | grep -c hunter2 || true")
    return (Int(found) ?? 0) + (Int(others) ?? 0)
  }

  @Test func `a purge is pending at the remote until the next push`() throws {
    let id = try first.add("hunter2")
    try first.add("kept")
    try first.push()
    try second.push()
    try first.run("notes", "delete", id, "--purge", "--yes")
    #expect(try secrets(first) == 0)
    #expect(try first.git("for-each-ref refs/notes-remote").isEmpty)
    #expect(try first.json("notes", "mirror")["purgePendingAt"] == ["origin"])
    try first.sandbox.run("doctor", "--offline").expect(
      output: "origin of", "still has purged notes")
    // What the remote still has is not merged again.
    try first.git("fetch -q")
    #expect(try first.bodies() == ["kept"])
    #expect(try secrets(first) == 0)
    try second.add("from a colleague")
    try second.push()
    try first.push()
    #expect(try first.bodies() == ["from a colleague", "kept"])
    #expect(try first.json("notes", "mirror")["purgePendingAt"] == [])
    #expect(try first.git("-C '\(server)' log --all -p").contains("hunter2") == false)
    // The colleague follows the new history, and does not push the old one.
    try second.git("fetch -q")
    try second.run("notes", "list")
    try second.push()
    #expect(try first.git("-C '\(server)' log --all -p").contains("hunter2") == false)
    #expect(try second.bodies() == ["from a colleague", "hunter2", "kept"])
    #expect(Set(try tips()).count == 1)
  }

  @Test func `a purge that could not change the reference is finished by the next command`() throws
  {
    let id = try first.add("hunter2")
    try first.push()
    let lock = first.sandbox.directory + "/.git/refs/notes/commitdiary.lock"
    try File.create(lock)
    try first.run("notes", "delete", id, "--purge", "--yes")
    let completed = {
      try SQLiteFile(first.sandbox.journal).open().rows("SELECT completed_at FROM purge") {
        $0.isNull(0)
      }
    }
    #expect(try completed() == [true])
    try first.sandbox.run("doctor", "--offline").expect(output: "still has purged notes")
    try File.remove(lock)
    try first.run("jot", "x")
    #expect(try completed() == [false])
    #expect(try secrets(first) == 0)
    #expect(try first.git("for-each-ref refs/notes-remote").isEmpty)
  }

  // MARK: Transports

  @Test func `nothing that the clone configures is run by a push`() throws {
    let ran = first.sandbox.file("ran")
    let trap = try first.sandbox.makeScript("trap", "touch '\(ran)'; exec \"$@\"")
    let settings = [
      "core.sshCommand", "core.gitProxy", "core.askPass", "credential.helper",
      "remote.origin.uploadpack", "remote.origin.receivepack", "core.alternateRefsCommand",
      "url.ext::\(trap) .insteadOf", "core.hooksPath", "core.fsmonitor",
    ]
    for name in settings { try first.git("config '\(name)' '\(trap)'") }
    try first.git("config protocol.allow always")
    try first.git("config 'url.ext::\(trap) git %s /.insteadOf' '\(server)'")
    try first.sandbox.shell(
      "cp '\(trap)' '\(server)/hooks/pre-receive'; cp '\(trap)' '\(server)/hooks/update'")
    try first.add("one")
    try first.push()
    #expect(try first.git("-C '\(server)' rev-parse refs/notes/commitdiary").count == 40)
    #expect(!File.exists(ran))
    for address in [
      "ext::\(trap) %S", "ssh://localhost:1/x", "localhost:x", "git://localhost:1/x",
      "fd::17/foo", "none::x",
    ] {
      try first.git("config remote.origin.url '\(address)'")
      let outcome = try first.sandbox.run("notes", "mirror", "on", "--push", "origin")
      #expect(outcome.status == 5, "\(address) \(outcome.testDescription)")
      #expect(!File.exists(ran), "\(address)")
    }
    #expect(try first.git("for-each-ref refs/theirs refs/ours").isEmpty)
    #expect(try first.sandbox.shell("ls .git").contains("transport") == false)
  }

  @Test func `the user's own settings are used by a push`() throws {
    try first.add("one")
    try first.git("config remote.origin.url work:notes")
    try first.sandbox.shell(
      "git config --global 'url.\(first.sandbox.path)/.insteadOf' work: && mv '\(server)' \"$sandbox/notes\""
    )
    try first.push()
    #expect(try first.git("-C \"$sandbox/notes\" rev-parse refs/notes/commitdiary").count == 40)
  }

  @Test func `an error of ssh is shown in its own words`() throws {
    try first.add("one")
    try first.git("config remote.origin.url host:notes")
    let ssh = try first.sandbox.makeScript(
      "ssh", "printf 'ssh: connect to host: Connection refused\\r\\n' >&2; exit 255")
    try first.git("config --global core.sshCommand '\(ssh)'")
    try first.sandbox.run(
      ["notes", "mirror", "on", "--push", "origin"], in: first.sandbox.directory
    ).expect(5, error: "origin: ssh: connect to host: Connection")
  }
}

/// An exchange that ends after git has written the reference and before the journal has recorded it:
/// the disk is full, or the program is killed.
@Suite(.inProcess) struct NotesMirrorInterruptionTests: SandboxUser {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox.withOrigin() }

  private func noteInMirror() throws -> String {
    let id = try mirrored("one")
    return id
  }

  /// Runs a command whose exchange is not recorded in the journal.
  private func interrupted(_ words: [String]) throws {
    let state = try SQLiteFile(sandbox.journal).open().rows(
      """
      SELECT 'UPDATE mirror SET tip = ' || quote(tip) || ';' FROM mirror UNION ALL
      SELECT 'UPDATE mirror_note SET sha = ' || quote(sha) || ', version = ' || version
        || ' WHERE note = ' || quote(note) || ';' FROM mirror_note
      """
    ) { $0.text(0) }
    try run(words)
    try SQLiteFile(sandbox.journal).open().execute(state.joined(separator: "\n"))
  }

  private func gitNote(_ commit: String) throws -> String {
    try sandbox.shell("git notes --ref commitdiary show \(commit) 2>&1 || true")
  }

  private func expectNote(_ id: String, isOn subject: String) throws {
    try run("notes", "list")
    let note = try sandbox.json("notes", "show", id, "--deleted")
    #expect(note["commit"]?["message"]?.string == subject)
    #expect(note["deletedAt"] == .null)
    #expect(try gitNote("HEAD").contains("one"))
    #expect(!(try gitNote("HEAD~1")).contains("one"))
  }

  /// An interrupted command, and the one that takes it back.
  @Test(arguments: [
    (["move", "ID", "HEAD~1"], ["move", "ID", "HEAD"]),
    (["delete", "ID", "--yes"], ["restore", "ID"]),
  ])
  func `a note that was moved back or restored stays there`(
    _ words: [String], back: [String]
  ) throws {
    let id = try noteInMirror()
    func named(_ words: [String]) -> [String] { ["notes"] + words.map { $0 == "ID" ? id : $0 } }
    try interrupted(named(words))
    try run(named(back))
    try expectNote(id, isOn: "The second commit")
  }

  @Test func `a note that git could not remove is restored`() throws {
    let id = try noteInMirror()
    let lock = "\"$(git rev-parse --git-dir)/refs/notes/commitdiary.lock\""
    try sandbox.shell("touch \(lock)")
    try run("notes", "delete", id, "--yes")
    try sandbox.shell("rm \(lock)")
    try run("notes", "restore", id)
    try expectNote(id, isOn: "The second commit")
  }
}
