import JSON
import Platform
import Testing

@testable import ProgramSupport

/// Two machines that share a diary through a git repository in a folder.
@Suite(.inProcess) struct SyncTests: SyncSuite {
  let stage: SyncStage

  init() throws { stage = try SyncStage() }

  private func run(_ machine: SyncStage.Machine, at time: String, _ words: String...) throws {
    try machine.run(words, environment: ["COMMITDIARY_NOW": time, "TZ": "UTC"])
  }

  // MARK: Exchanging

  @Test func `what either machine writes is on both, and nothing is sent twice`() throws {
    try first.note("one")
    try second.note("two")
    try second.run("todo", "add", "milk")
    #expect(try first.json("sync")["sent"] == 1)
    let result = try second.json("sync")
    expect(result, has: ["sent": 2, "received": 1])
    #expect(try first.run("sync").output == "Synced: received 2.\n")
    try stage.expectBodies(["one", "two"])
    #expect(try first.toDos() == ["1 milk"])
    #expect(try first.run("sync").output == "Nothing new.\n")
    #expect(try second.run("sync").output == "Nothing new.\n")
  }

  @Test func `jots on two machines are one entry, in the order of their times`() throws {
    try first.run("jot", "late", "--at", "2026-11-20 18:00")
    try second.run("jot", "early", "--at", "2026-11-20 9:00")
    try stage.exchange()
    let both = "9:00 AM early\n\n6:00 PM late"
    #expect(try first.entry("2026-11-20") == both)
    #expect(try second.entry("2026-11-20") == both)
    // The daily case: both go on with the same entry.
    try first.run("jot", "noon", "--at", "2026-11-20 12:00")
    try second.run("jot", "eleven", "--at", "2026-11-20 11:00")
    try stage.exchange()
    let all = "9:00 AM early\n\n11:00 AM eleven\n\n12:00 PM noon\n\n6:00 PM late"
    #expect(try first.entry("2026-11-20") == all)
    #expect(try second.entry("2026-11-20") == all)
    #expect(try first.json("diary", "history", "2026-11-20")["versions"]?.array?.count == 5)
  }

  @Test func `different fields and words of a note are merged`() throws {
    let id = try first.note("The quick brown fox", "--title", "Fox", "--tag", "a")
    try stage.exchange()
    try first.run("notes", "edit", id, "--body", "A quick brown fox", "--tag", "b")
    try second.run("notes", "edit", id, "--title", "The fox", "--tag", "c", "--untag", "a")
    try second.run("notes", "edit", id, "--body", "The quick brown fox jumps")
    try stage.exchange()
    for machine in [first, second] {
      let note = try machine.json("notes", "show", id)
      expect(
        note, has: ["body": "A quick brown fox jumps", "title": "The fox", "tags": ["b", "c"]])
      #expect(try machine.run("notes", "list").output.contains("see the history") == false)
    }
    // The next edit continues both.
    try first.run("notes", "edit", id, "--body", "It jumps")
    try stage.exchange()
    #expect(try second.bodies() == ["It jumps"])
    #expect(try second.json("sync")["toLookAt"] == [])
  }

  @Test func `to-dos get numbers on arrival, and done counts`() throws {
    try first.run("todo", "add", "one")
    try second.run("todo", "add", "two")
    try stage.exchange()
    #expect(try first.toDos().sorted() == ["1 one", "2 two"])
    #expect(try second.toDos().sorted() == ["1 two", "2 one"])
    try first.run("todo", "done", "1")
    try second.run("todo", "edit", "2", "one more")
    try stage.exchange()
    for machine in [first, second] {
      let toDos = try machine.json("todo", "list", "--all")["todos"]?.array ?? []
      #expect(try #require(toDos.first { $0["text"] == "one more" })["done"] == true)
    }
  }

  @Test func `a recurring to-do that is finished on both has one successor`() throws {
    try first.run("todo", "add", "water", "--every", "day")
    try stage.exchange()
    try first.run("todo", "done", "1")
    try second.run("todo", "done", "1")
    try stage.exchange()
    #expect(try first.json("todo", "list", "--open")["todos"]?.array?.count == 1)
    #expect(try second.json("todo", "list", "--open")["todos"]?.array?.count == 1)
  }

  @Test func `reopening a to-do that was done on both takes back its one successor`() throws {
    let day = "2026-11-21T09:00:00Z"
    // Which machine's copy of a successor counts is random.
    for number in 1...5 {
      try run(
        first, at: "2026-11-20T09:00:00Z", "todo", "add", "water \(number)", "--every", "week")
    }
    try run(first, at: "2026-11-20T09:01:00Z", "sync")
    try run(second, at: "2026-11-20T09:01:00Z", "sync")
    try run(first, at: "2026-11-20T10:00:00Z", "todo", "done", "1-5")
    try run(second, at: day, "todo", "done", "1-5")
    for machine in [first, second, first] { try run(machine, at: day, "sync") }
    let toDos = try first.json("todo", "list", "--all")["todos"]?.array ?? []
    for toDo in toDos where toDo["done"] == true {
      try run(first, at: day, "todo", "reopen", try #require(toDo["id"]?.string))
    }
    let open = try first.json("todo", "list", "--all")["todos"]?.array ?? []
    let days = open.filter { $0["done"] == false }.compactMap { $0["day"]?.string }
    #expect(days == Array(repeating: "2026-11-20", count: 5))
  }

  @Test func `the same file imported on both is there once`() throws {
    let file = first.sandbox.file("journal.txt")
    try File.write(Array("[2026-11-20 09:00:00 AM] Imported\nThe rest.\n".utf8), to: file)
    try first.run("import", "jrnl", file)
    try second.run("import", "jrnl", file)
    try stage.exchange()
    let text = try first.entry("2026-11-20")
    #expect(try second.entry("2026-11-20") == text)
    #expect(
      try second.json("diary", "show", "2026-11-20").text(.compact).components(of: "Imported") == 1)
    // Both know where it came from.
    #expect(try second.json("import", "jrnl", file)["unchanged"] == 1)
  }

  @Test func `tag renames and undo are changes like others`() throws {
    let id = try first.note("text", "--tag", "old")
    try stage.exchange()
    try second.run("tags", "rename", "old", "new", "--yes")
    try stage.exchange()
    #expect(try first.json("notes", "show", id)["tags"] == ["new"])
    try second.run("undo")
    try stage.exchange()
    #expect(try first.json("notes", "show", id)["tags"] == ["old"])
    // What has arrived is not taken back here.
    #expect(try first.sandbox.run("undo", "--list", "--json").output.contains("tags") == false)
  }

  // MARK: Undoing an import

  @Test func `undo of an import does not delete what other machines have written`() throws {
    let id = try first.note("precious")
    try first.run("sync")
    let archive = first.sandbox.file("archive.json")
    try first.run("export", "json", archive)
    let third = try SyncStage.Machine()
    try third.run("import", "json", archive)
    try third.run("sync", "join", stage.remote, "--plain")
    try third.failure("undo").expect(error: "other machines")
    try stage.sync(third, first)
    #expect(try first.bodies() == ["precious"])
    #expect(try third.bodies() == ["precious"])
    // A change of its own can be taken back as ever.
    try third.run("notes", "edit", id, "--body", "changed")
    try third.run("undo")
    #expect(try third.bodies() == ["precious"])
  }

  @Test func `an import that was taken back before joining deletes nothing either`() throws {
    try first.note("precious")
    try first.run("sync")
    let archive = first.sandbox.file("archive.json")
    try first.run("export", "json", archive)
    let third = try SyncStage.Machine()
    try third.run("import", "json", archive)
    try third.run("undo")
    #expect(try third.bodies() == [])
    try third.run("sync", "join", stage.remote, "--plain")
    #expect(try third.bodies() == ["precious"])
    try stage.exchange()
    try stage.expectBodies(["precious"])
  }

  @Test func `what was taken back is not sent to a new remote, but can be made again`() throws {
    try first.note("precious")
    let archive = first.sandbox.file("archive.json")
    try first.run("export", "json", archive)
    let third = try SyncStage.Machine()
    try third.run("import", "json", archive)
    try third.run("undo")
    let other = third.sandbox.file("other.git")
    #expect(try third.json("sync", "init", other, "--plain")["sent"] == 0)
    try third.run("redo")
    #expect(try third.bodies() == ["precious"])
    #expect(try third.json("sync")["sent"] == 1)
    let fourth = try SyncStage.Machine()
    try fourth.run("sync", "join", other, "--plain")
    #expect(try fourth.bodies() == ["precious"])
  }

  // MARK: What needs eyes

  @Test func `words that both have changed are marked until somebody looks`() throws {
    let id = try first.note("It was slow today", "--title", "T")
    try stage.exchange()
    try first.run("notes", "edit", id, "--body", "It was fast today")
    try second.run("notes", "edit", id, "--body", "It was fine today")
    try stage.exchange()
    // Which edit is the later one depends on the second in which each was made.
    let shown = try first.bodies()
    #expect(["It was fine today", "It was fast today"].contains(shown.first))
    #expect(try second.bodies() == shown)
    for words in [["notes", "list"], ["notes", "show", id], ["today"]] {
      let output = try first.sandbox.run(words).output
      #expect(output.contains("see the history"), "\(words) \(output)")
    }
    #expect(try first.json("sync", "status")["toLookAt"] == [.string(id)])
    #expect(try first.run("sync", "status").output.contains("notes history"))
    #expect(try first.sandbox.run("doctor", "--offline").output.contains("changed on two machines"))
    // All texts are in the history.
    let history = try first.run("notes", "history", id).output
    #expect(history.contains("fast") && history.contains("fine") && history.contains("slow"))
    #expect(try first.json("sync", "status")["toLookAt"] == [])
    #expect(try !first.run("notes", "list").output.contains("see the history"))
    // The other machine still has to look, unless the text is written again.
    #expect(try second.json("sync", "status")["toLookAt"] == [.string(id)])
    try first.run("notes", "edit", id, "--body", "It was good today")
    try stage.exchange()
    #expect(try second.json("sync", "status")["toLookAt"] == [])
    #expect(try second.bodies() == ["It was good today"])
  }

  @Test func `a change beats a deletion, and says so`() throws {
    let id = try first.note("text")
    try stage.exchange()
    try first.run("notes", "delete", id, "--yes")
    try second.run("notes", "edit", id, "--body", "text, changed")
    try stage.exchange()
    try stage.expectBodies(["text, changed"])
    #expect(try first.json("sync", "status")["toLookAt"] == [.string(id)])
    try second.run("notes", "delete", id, "--yes")
    try stage.exchange()
    #expect(try first.bodies() == [])
  }

  // MARK: Purging

  @Test func `a purge reaches the remote and the other machine`() throws {
    let id = try first.note("the password")
    try first.note("something else")
    try stage.exchange()
    try first.run("notes", "delete", id, "--purge", "--yes")
    #expect(
      try first.sandbox.run("doctor", "--offline").output.contains("may still be on the remote"))
    #expect(try stage.remoteContents().contains("the password"))
    try second.note("from the second")
    try first.run("sync")
    #expect(try !stage.remoteContents().contains("the password"))
    #expect(
      try !first.sandbox.run("doctor", "--offline").output.contains("may still be on the remote"))
    #expect(try second.json("sync")["purged"] == 1)
    #expect(try second.bodies() == ["from the second", "something else"])
    try first.run("sync")
    #expect(try first.bodies() == ["from the second", "something else"])
    for machine in [first, second] {
      let found = try machine.sandbox.shell(
        """
        cd "$sandbox"; grep -rl 'the password' . || :
        for git in $(find . -name sync.git); do
          git --git-dir=$git cat-file --batch-all-objects --batch | grep -c 'the password' || :
        done
        """)
      #expect(found.split(separator: "\n").allSatisfy { $0 == "0" }, "\(found)")
    }
    // It does not come back from a device that did not know of the purge.
    let third = try stage.joined()
    #expect(try third.bodies() == ["from the second", "something else"])
  }

  @Test func `an entry is as old on each machine after another of its day was purged`() throws {
    let day = "2026-11-20"
    try run(first, at: "2026-11-20T08:00:00Z", "diary", "write", day, "--body", "of the first")
    try first.run("sync")
    try run(first, at: "2026-11-20T09:00:00Z", "diary", "delete", day, "--purge", "--yes")
    try run(second, at: "2026-11-21T10:00:00Z", "diary", "write", day, "--body", "of the second")
    // It gets the entry that was purged, and both are one.
    try second.run("sync")
    try stage.exchange()
    for machine in [first, second] {
      let entry = try machine.json("diary", "show", day)
      expect(entry, has: ["title": "of the second", "createdAt": "2026-11-21T10:00:00Z"])
    }
  }

  @Test func `a purge removes only the entry of the day that it knew`() throws {
    try first.run("diary", "write", "2026-11-20", "--body", "09:00 secret")
    try second.run("diary", "write", "2026-11-20", "--body", "10:00 mine")
    try first.run("sync")
    try first.run("diary", "delete", "2026-11-20", "--purge", "--yes")
    try stage.exchange()
    #expect(try second.entry("2026-11-20") == "10:00 mine")
    #expect(try first.entry("2026-11-20") == "10:00 mine")
    // After both were joined, a purge takes both.
    try first.run("diary", "delete", "2026-11-20", "--purge", "--yes")
    try stage.exchange()
    #expect(try second.sandbox.run("diary", "show", "2026-11-20").status == 3)
    try second.run("diary", "write", "2026-11-20", "--body", "new")
    try stage.exchange()
    #expect(try first.json("diary", "show", "2026-11-20")["title"] == "new")
  }

  // MARK: Remotes that are not as they were

  @Test func `an emptied remote is asked about, and gets everything again`() throws {
    try first.note("one")
    try stage.exchange()
    try stage.git("update-ref -d refs/heads/commitdiary")
    try first.failure("sync").expect(1, error: "no longer a diary at")
    try first.run("sync", "--yes")
    let third = try stage.joined()
    #expect(try third.bodies() == ["one"])
    try second.note("two")
    try stage.sync(second, first)
    #expect(try first.bodies() == ["one", "two"])
  }

  @Test func `a remote that went back is asked about`() throws {
    try first.note("one")
    try stage.exchange()
    let old = try stage.git("rev-parse commitdiary")
    try first.note("two")
    try stage.exchange()
    try stage.git("update-ref refs/heads/commitdiary \(old)")
    try second.failure("sync").expect(1, error: "earlier state")
    try second.run("sync", "--yes")
    let third = try stage.joined()
    #expect(try third.bodies() == ["one", "two"])
  }

  @Test func `a foreign or newer remote is refused, and nothing is changed`() throws {
    try first.note("one")
    try stage.exchange()
    let tip = try stage.git("rev-parse commitdiary")
    let other = try SyncStage(isShared: true)
    try first.sandbox.shell(
      "git --git-dir='\(stage.remote)' fetch -q '\(other.remote)' +commitdiary:commitdiary")
    try first.failure("sync").expect(1, error: "something other than this diary")
    try stage.git("update-ref refs/heads/commitdiary \(tip)")
    try first.run("sync")
    try stage.change(#"sed -i 's/"version":2/"version":3/' format"#)
    #expect(try first.failure("sync").expect(1).error.contains("newer"))
    #expect(try first.bodies() == ["one"])
  }

  @Test func `a shallow clone as the remote is asked about once`() throws {
    try first.note("one")
    try stage.exchange()
    try first.note("two")
    try first.run("sync")
    try first.sandbox.shell(
      """
      mv '\(stage.remote)' '\(stage.remote).old'
      git clone -q --bare --depth 1 -b commitdiary 'file://\(stage.remote).old' '\(stage.remote)'
      """)
    try second.failure("sync").expect(1, error: "shallow")
    try second.run("sync", "--yes")
    #expect(try second.bodies() == ["one", "two"])
    try second.note("three")
    try second.run("sync")
  }

  @Test func `a damaged segment is left out, and read when it is whole again`() throws {
    try first.note("one")
    try first.run("sync")
    try first.note("two")
    try first.run("sync")
    let before = try stage.git("rev-parse commitdiary")
    // A hash that does not fit the text, in a file that is whole.
    try stage.change(#"sed -i 's/"body":"two"/"body":"TWO"/' devices/*/*"#)
    #expect(try second.run("sync").error.contains("Skipped an unreadable file: devices/"))
    #expect(try second.bodies() == ["one"])
    #expect(try second.run("sync").output == "Nothing new.\n")
    try stage.git("update-ref refs/heads/commitdiary \(before)")
    try second.run("sync", "--yes")
    #expect(try second.bodies() == ["one", "two"])
  }

  // MARK: Copies

  @Test func `two copies of the remote that were united by their files have everything`() throws {
    try first.note("one")
    try stage.exchange()
    try first.sandbox.shell("cp -r '\(stage.remote)' '\(stage.remote).copy'")
    try first.note("left")
    try first.run("sync")
    try first.sandbox.shell(
      "mv '\(stage.remote)' '\(stage.remote).left'; mv '\(stage.remote).copy' '\(stage.remote)'")
    try second.note("right")
    try second.run("sync")
    for order in [["left", "."], [".", "left"]] {
      try first.sandbox.shell(
        order[0] == "left"
          ? "cp -rf '\(stage.remote).left/.' '\(stage.remote)/'"
          : "cp -rf '\(stage.remote)/.' '\(stage.remote).left/'")
    }
    try first.run("sync", "--yes")
    try second.run("sync", "--yes")
    try first.run("sync", "--yes")
    try stage.expectBodies(["left", "one", "right"])
    let third = try stage.joined()
    #expect(try third.bodies() == ["left", "one", "right"])
  }

  @Test func `a copied folder becomes a device of its own`() throws {
    try first.note("one")
    try stage.exchange()
    let copy = try stage.copyOfFirst()
    try first.note("two")
    try copy.note("three")
    try stage.sync(first, copy, first)
    try first.note("four")
    try copy.note("five")
    try stage.sync(first, copy)
    try stage.exchange()
    try copy.run("sync")
    let all = ["five", "four", "one", "three", "two"]
    for machine in [first, second, copy] { #expect(try machine.bodies() == all) }
  }

  // MARK: Leaving

  @Test func `leaving removes nothing, and a new remote gets everything`() throws {
    try first.note("one")
    try stage.exchange()
    try first.run("sync", "leave")
    #expect(try first.failure("sync").status == 2)
    #expect(try first.bodies() == ["one"])
    let other = first.sandbox.file("other.git")
    #expect(try first.json("sync", "init", other, "--plain")["sent"] == 1)
    let third = try SyncStage.Machine()
    #expect(try third.json("sync", "join", other, "--plain")["received"] == 1)
    #expect(try third.bodies() == ["one"])
  }

  @Test func `a failure is shown after a day`() throws {
    try first.note("one")
    try first.sandbox.shell("mv '\(stage.remote)' '\(stage.remote).away'")
    #expect(try first.failure("sync").expect(5).error.components(of: "\n") == 2)
    #expect(try !first.run("today").output.contains("No sync since"))
    let later = ["COMMITDIARY_NOW": "2099-01-01T00:00:00Z"]
    #expect(try first.sandbox.run("today", environment: later).output.contains("No sync since"))
    #expect(try first.sandbox.run("status", environment: later).output.contains("No sync since"))
    try first.sandbox.shell("mv '\(stage.remote).away' '\(stage.remote)'")
    try first.run("sync")
    #expect(try !first.sandbox.run("today", environment: later).output.contains("No sync since"))
  }
}

/// Remotes that cannot be used from the beginning.
@Suite(.inProcess) struct SyncSetupTests: SyncSuite {
  let stage: SyncStage

  init() throws { stage = try SyncStage(isShared: false) }

  @Test func `each mistake has its own sentence, and sets nothing up`() throws {
    let (first, remote) = (stage.first, stage.remote)
    let cases: [(words: [String], status: Int32, text: String)] = [
      (["sync"], 2, "not synced"), (["sync", "status"], 2, "not synced"),
      (["sync", "leave"], 2, "not synced"), (["sync", "init", remote], 4, "no keyring"),
      (["sync", "init", "https://me:secret@example.org/x.git", "--plain"], 2, "password"),
      (["sync", "join", "https://ghp_secret@github.com/o/n.git"], 2, "password"),
      (["sync", "join", remote], 5, "cannot be used"),
      (["sync", "init", "ext::sh -c touch% /tmp/x", "--plain"], 5, "cannot be used"),
      (["sync", "init", "", "--plain"], 2, "empty"), (["sync", "join", " "], 2, "empty"),
    ]
    for (words, status, text) in cases {
      let outcome = try first.sandbox.run(words)
      #expect(outcome.status == status, "\(words) \(outcome.testDescription)")
      #expect(outcome.error.contains(text), "\(words) \(outcome.testDescription)")
      #expect(!outcome.error.contains("secret"))
    }
    #expect(try first.failure("sync", "status").status == 2)
    // A folder that exists and is empty, as on a new stick.
    try first.sandbox.shell("mkdir '\(remote)'")
    try first.sandbox.run("sync", "init", remote, "--plain").expect(
      0, error: "commitdiary sync join \(remote) --plain")
    #expect(try first.failure("sync", "init", remote, "--plain").status == 2)
    let second = stage.second
    try second.failure("sync", "init", remote, "--plain").expect(error: "already has a diary")
    // A branch of this name with something else is no diary that one could join.
    let other = second.sandbox.file("other.git")
    try second.shell(
      """
      git init -q --bare '\(other)' && cd "$sandbox" && git init -q work && cd work &&
        git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x &&
        git push -q '\(other)' HEAD:refs/heads/commitdiary
      """)
    try second.failure("sync", "init", other, "--plain").expect(
      error: "it has the branch commitdiary")
    let empty = first.sandbox.file("empty.git")
    try first.sandbox.shell("git init -q --bare '\(empty)'")
    #expect(try second.failure("sync", "join", empty).error.contains("no diary"))
    try second.run("sync", "join", remote, "--plain")
    #expect(try second.failure("sync", "join", empty).status == 1)
  }

  @Test func `a repository with other branches is asked about`() throws {
    let work = stage.first.sandbox.file("work.git")
    try stage.first.sandbox.shell(
      """
      cd "$sandbox"; git init -q -b main code; cd code; git commit -q --allow-empty -m x
      git clone -q --bare . '\(work)'
      """)
    try stage.first.failure("sync", "init", work, "--plain").expect(1, error: "main")
    #expect(try stage.first.failure("sync").status == 2)
    try stage.first.run("sync", "init", work, "--plain", "--yes")
  }

  @Test func `joining merges what both have, and moves to a new address`() throws {
    let (first, second, remote) = (stage.first, stage.second, stage.remote)
    try first.note("one")
    try second.note("two")
    try first.run("sync", "init", remote, "--plain")
    try second.run("sync", "join", remote, "--plain")
    try first.run("sync")
    #expect(try first.bodies() == ["one", "two"])
    let moved = first.sandbox.file("moved.git")
    try first.sandbox.shell("mv '\(remote)' '\(moved)'")
    try second.note("three")
    try second.run("sync", "join", moved, "--plain")
    try first.run("sync", "join", moved, "--plain")
    #expect(try first.bodies() == ["one", "three", "two"])
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
