import JSON
import Platform
import Testing

@testable import ProgramSupport

/// Remotes and local copies that are damaged, too large, or used for something else too.
@Suite(.inProcess) struct SyncDamageTests: SyncSuite {
  let stage: SyncStage

  init() throws { stage = try SyncStage() }

  @Test func `a file that is not readable is named once, and in the status`() throws {
    let folder = "devices/00000000000000000000000000000000"
    try stage.change("mkdir -p \(folder) && echo junk > \(folder)/00000001")
    let outcome = try second.run("sync").expect(error: "\(folder)/00000001")
    // It would encrypt the diary.
    #expect(!outcome.error.contains("sync forget"))
    try first.note("one")
    try first.run("sync")
    try second.run("sync").expect(output: "received 1").expectExactly(error: "")
    #expect(try second.run("sync", "status").error.contains("\(folder)/00000001"))
    try second.sandbox.run("doctor", "--offline").expect(
      0, output: "1 file on the remote cannot be read")
    // It may go again without a question.
    try stage.change("git rm -q \(folder)/00000001")
    for machine in [first, second] {
      try machine.run("sync")
      #expect(try machine.json("sync", "status")["unreadable"] == [])
    }
    #expect(try !second.sandbox.run("doctor", "--offline").output.contains("cannot be read"))
  }

  @Test func `what is left of a lost sharing is found, and joining again brings all texts`() throws
  {
    try first.note("sent")
    try second.note("of the second")
    try stage.exchange()
    #expect(try !first.sandbox.run("doctor", "--offline").output.contains("sync join"))
    try first.shell(
      "sqlite3 data/commitdiary/journal.sqlite 'DELETE FROM sync_remote; DELETE FROM record'"
    )
    for words in [["doctor", "--offline"], ["doctor", "--repair", "--offline"]] {
      let outcome = try first.sandbox.run(words).expect(output: "sync join")
      #expect(outcome.error.contains("sync join") == words.contains("--repair"))
    }
    try first.run("sync", "join", remote, "--plain")
    #expect(try first.bodies() == ["of the second", "sent"])
    // Nothing is left of one that was ended or did not begin.
    try first.run("sync", "leave")
    _ = try first.failure("sync", "init", remote, "--plain")
    #expect(try !first.sandbox.run("doctor", "--offline").output.contains("sync join"))
  }

  @Test func `a large file that is no segment is left out by itself`() throws {
    try first.note("before")
    try first.run("sync")
    let folder = "devices/00000000000000000000000000000000"
    try stage.change("mkdir -p \(folder) && head -c 68000000 /dev/zero > \(folder)/00000001")
    try second.run("sync")
    try first.note("after")
    try stage.exchange()
    let third = try stage.joined()
    for machine in [first, second, third] {
      #expect(try machine.bodies() == ["after", "before"])
      #expect(try machine.json("sync", "status")["unreadable"]?.array?.count == 1)
    }
  }

  @Test func `a segment of more than 64 MiB is read`() throws {
    // A text of quotation marks is twice as long as JSON, and one of control characters six times.
    let device = String(repeating: "0", count: 32)
    let header = #"{"segment":2,"device":"\#(device)","name":"x","sentAt":"2026-01-01T00:00:00Z""#
    try stage.change(
      """
      mkdir -p devices/\(device) && {
        printf '%s,"lines":1}\\n{"later":"' '\(header)'
        head -c 68000000 /dev/zero | tr '\\0' a && printf '"}\\n'
      } > devices/\(device)/00000001
      """)
    try second.run("sync")
    let status = try second.json("sync", "status")
    #expect(status["unreadable"] == [])
    #expect(status["devices"]?.array?.contains { $0["name"] == "x" } == true)
  }

  @Test func `a text with many large versions travels in parts`() throws {
    let id = try first.note("0 " + String(repeating: "a", count: 700_000))
    for number in 1...3 {
      let file = first.sandbox.file("text")
      try File.write(Array("\(number) \(String(repeating: "b", count: 700_000))".utf8), to: file)
      try first.run("notes", "edit", id, "--file", file)
    }
    let purged = try first.note("purged")
    try first.run("sync")
    try first.run("notes", "delete", purged, "--purge", "--yes")
    try stage.exchange()
    let sizes = try stage.git("ls-tree -r -l commitdiary").split(separator: "\n").compactMap {
      Int($0.split(whereSeparator: \.isWhitespace)[3])
    }
    #expect(sizes.allSatisfy { $0 < 1_600_000 } && sizes.reduce(0, +) > 2_800_000, "\(sizes)")
    for machine in [second, try stage.joined()] {
      let versions = try machine.json("notes", "history", id)["versions"]?.array ?? []
      #expect(versions.count == 4)
      #expect(versions.last?["body"]?.string?.hasPrefix("3 b") == true)
    }
  }

  @Test(arguments: [
    ": > sync.git/HEAD", "echo junk > sync.git/config", "rm -rf sync.git/refs sync.git/objects",
    "find sync.git/objects -type f -exec chmod u+w {} + -exec truncate -s0 {} +",
    "rm -rf sync.git && echo x > sync.git", "rm -rf sync.git/objects && mkdir sync.git/objects",
  ])
  func `a damaged local copy is fetched again`(damage: String) throws {
    try first.note("one")
    try stage.exchange()
    try first.shell("cd data/commitdiary && \(damage)")
    try first.note("two")
    try second.note("three")
    try second.run("sync")
    try stage.exchange()
    try stage.expectBodies(["one", "three", "two"])
  }

  @Test func `what is lost in a repository that is used for something else too is kept`() throws {
    try first.shell(
      """
      git init -q work && cd work && git config user.name x && git config user.email x &&
        echo 1 > f && git add f && git commit -qm 1 && echo 2 > f && git stash -q &&
        echo 3 > f && git commit -qam lost && git reset -q --hard HEAD~1
      """)
    let work = first.sandbox.file("work")
    try first.run("sync", "leave")
    try first.run("sync", "init", work, "--plain", "--yes")
    let id = try first.note("secret words")
    try first.run("sync")
    try first.run("notes", "delete", id, "--purge", "--yes")
    try first.run("sync")
    let left = try first.shell("cd work && git stash list && git reflog && git show ORIG_HEAD")
    #expect(left.contains("stash@{0}") && left.contains("lost"))
    #expect(try !first.shell("cd work && git show commitdiary --stat -p").contains("secret words"))
  }

  @Test func `a machine that leaves and joins again gets the next key`() throws {
    let encrypted = first.sandbox.file("encrypted.git")
    for machine in [first, second] { try machine.run("sync", "leave") }
    let key = try stage.share(at: encrypted)
    try second.run("sync", "leave")
    try stage.join(second, with: key, at: encrypted)
    try second.note("after it")
    try stage.sync(second, first)
    try first.json("sync", "forget", "--yes")
    try second.run("sync")
    #expect(try first.bodies() == ["after it"])
  }

  @Test(arguments: [
    "> objects/$(git rev-parse commitdiary | sed 's|..|&/|')",
    "git gc -q && chmod u+w objects/pack/* && for pack in objects/pack/*.pack; do truncate -s 60 $pack; done",
  ])
  func `a remote that git cannot read is replaced, if you agree`(damage: String) throws {
    try first.note("one")
    try stage.exchange()
    try first.shell("cd remote.git && \(damage)")
    try first.note("two")
    let third = try Machine()
    try third.failure("sync", "join", remote, "--plain").expect(
      error: "the diary at \(remote) is damaged")
    try first.failure("sync").expect(1, error: "git cannot read", "--yes")
    try first.run("sync", "--yes")
    try second.note("three")
    try stage.exchange()
    for machine in [first, second, try stage.joined()] {
      #expect(try machine.bodies() == ["one", "three", "two"])
    }
  }

  /// Git does not look for what it does not need to fetch.
  @Test func `a remote whose loss only a new machine sees is begun again`() throws {
    try first.note("one")
    try stage.exchange()
    try first.shell(
      "cd remote.git && rm -f objects/$(git rev-parse commitdiary^{tree} | sed 's|..|&/|')")
    let third = try Machine()
    try third.failure("sync", "join", remote, "--plain").expect(error: "remove the branch")
    try stage.git("update-ref -d refs/heads/commitdiary")
    try first.run("sync", "--yes")
    try third.run("sync", "join", remote, "--plain")
    #expect(try third.bodies() == ["one"])
  }

  @Test func `a machine that could not send yet has joined all the same`() throws {
    try first.note("theirs")
    try first.run("sync")
    let third = try Machine()
    try third.note("ours")
    // No branch can be written there.
    try first.shell("mkdir -p remote.git/refs/heads/commitdiary.lock/in-use")
    try third.failure("sync", "join", remote, "--plain").expect(error: "to try again")
    #expect(try third.bodies() == ["ours", "theirs"])
    // A first exchange that sends nothing leaves nothing set up.
    let fourth = try Machine()
    try first.shell(
      "git init -q --bare new.git && mkdir -p new.git/refs/heads/commitdiary.lock/in-use")
    try fourth.failure("sync", "init", first.sandbox.file("new.git"), "--plain").expect(
      error: "Nothing was changed", without: "to try again")
    #expect(try fourth.failure("sync", "status").status == 2)
    try first.shell("rm -r remote.git/refs/heads/commitdiary.lock")
    try stage.sync(third, first)
    #expect(try first.bodies() == ["ours", "theirs"])
  }

  @Test func `to-dos and notes of one file are there once, however often and where it is imported`()
    throws
  {
    for machine in [first, second] {
      let file = machine.sandbox.file("todo.txt")
      try machine.sandbox.write(
        "buy milk\nbuy milk\n(A) 2026-01-01 open thing due:2026-02-01\n", to: file)
      try machine.run("import", file)
    }
    try stage.exchange()
    for machine in [first, second] {
      let texts = try machine.toDos().map { $0.drop { $0 != " " } }.sorted()
      #expect(texts == [" buy milk", " buy milk", " open thing"], "\(texts)")
    }
  }
}
