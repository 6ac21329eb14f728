import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// An encrypted diary: who can read it, and what happens when its key is changed.
@Suite(.inProcess) struct SyncEncryptionTests: SyncSuite {
  let stage: SyncStage

  init() throws { stage = try SyncStage(isShared: false) }

  // MARK: Setting up

  private func tryToJoin(_ machine: Machine, with key: String) throws -> Outcome {
    try machine.sandbox.run("sync", "join", remote, "--store", "file", input: Array(key.utf8))
  }

  private func fingerprint(of machine: Machine) throws -> String {
    try #require(try machine.json("sync", "status")["fingerprint"]?.string)
  }

  private func id(of machine: Machine) throws -> String {
    let devices = try machine.json("sync", "status")["devices"]?.array ?? []
    return try #require(devices.first { $0["this"]?.bool == true }?["id"]?.string)
  }

  /// The format of this diary, as if it had never been encrypted.
  private func plainFormat() throws -> String {
    let format = try stage.git("show commitdiary:format")
    let diary = try JSONParser.parse(Array(format.split(separator: "\n")[0].utf8))["diary"]
    return #"{"commitdiary":"sync","version":2,"diary":"\#(diary?.string ?? "")","#
      + #""epoch":"00112233445566778899aabbccddeeff","cipher":"none"}"#
  }

  /// Every file of a folder, and every git object there without its compression.
  private func contents(of folder: String) throws -> String {
    try first.shell(
      """
      cd '\(folder)' && find . -type f -print -exec cat {} + &&
        git --git-dir=. cat-file --batch-all-objects --batch
      """)
  }

  @Test func `the recovery key opens the diary on another machine`() throws {
    try first.note("written first")
    let outcome = try first.sandbox.run("sync", "init", remote, "--store", "file").expect(
      0, output: "Recovery key")
    let shown = try first.key()
    #expect(outcome.output.contains("\n  \(shown)\n"), "\(outcome.testDescription)")
    #expect(shown.split(separator: "-").count == 13)
    try stage.join(second, with: shown.uppercased() + "\n")
    #expect(try second.bodies() == ["written first"])
    #expect(try second.key() == shown)
    #expect(try fingerprint(of: second) == fingerprint(of: first))
    let status = try first.sandbox.run("sync", "status")
    #expect(try status.output.contains(fingerprint(of: first)))
    // Only its owner reads the file with the keys.
    #expect(try first.shell("stat -c %a data/commitdiary/sync.keys") == "600\n")
  }

  @Test func `a wrong key names its group, and nothing is written`() throws {
    try first.note("written first")
    try first.json("sync", "init", remote, "--store", "file")
    let key = try first.key()
    let other = try SyncStage(isShared: false)
    try other.first.json("sync", "init", other.remote, "--store", "file")
    let before = try stage.git("rev-parse commitdiary")
    let files = try second.shell("find . -type f | sort")
    var groups = key.split(separator: "-").map(String.init)
    groups[4] = "00000"
    for (typed, words) in [
      (groups.joined(separator: "-"), "group 5"),
      (try other.first.key(), "not the recovery key"),
      (String(key.dropLast(6)), "not 12"), ("", "no recovery key"), ("\n", "no recovery key"),
      ("hunter2", "group 1"),
    ] {
      try tryToJoin(second, with: typed).expect(4, error: words)
      #expect(try tryToJoin(second, with: typed).error.split(separator: "\n").count == 2)
    }
    // The file that is locked meanwhile has nothing in it.
    let left = try second.shell("find . -type f ! -name sync.lock | sort")
    #expect(files.split(separator: "\n") == left.split(separator: "\n"))
    #expect(try stage.git("rev-parse commitdiary") == before)
    try stage.join(second, with: key)
    #expect(try second.bodies() == ["written first"])
  }

  @Test func `no word of the diary is in the repository or its copies`() throws {
    let key = try stage.share()
    try first.run(
      "notes", "add", "--repo", "octo/planted1", "--no-commit", "--title", "planted2", "--body",
      "planted3 한글4", "--tag", "planted5")
    try first.run("jot", "planted6", "--tag", "planted7")
    try first.run("todo", "add", "planted8", "#planted9", "--every", "week")
    try second.note("planted10")
    try stage.exchange()
    try second.run("notes", "add", "--repo", "o/r", "--no-commit", "--body", "planted11")
    try second.run("sync")
    try first.run("sync", "forget", "--yes")
    try first.run("sync")
    let devices = try first.json("sync", "status")["devices"]?.array
    let name = try #require(devices?.first?["name"]?.string)
    let words =
      (1...11).map { "planted\($0)" } + ["한글", "octo", "\(name)\"", "\"note\"", "versions", key]
    for folder in [
      remote, first.sandbox.file("data/commitdiary/sync.git"),
      second.sandbox.file("data/commitdiary/sync.git"),
    ] {
      let contents = try contents(of: folder)
      for word in words { #expect(!contents.contains(word), "\(word) in \(folder)") }
    }
    try second.run("sync")
    #expect(try first.bodies() == second.bodies())
  }

  // MARK: Another key

  @Test func `a machine that is shut out reads nothing new, and the others go on`() throws {
    let old = try stage.share()
    let third = try Machine()
    try stage.join(third, with: old)
    try first.run("sync")
    try first.failure("sync", "forget", try id(of: third)).expect(2, error: "--yes")
    try third.note("never sent")
    let changed = try first.json("sync", "forget", try String(id(of: third).prefix(8)), "--yes")
    let new = try #require(changed["recoveryKey"]?.string)
    #expect(new != old)
    try first.note("after the loss")
    try first.run("sync")
    // Another machine gets the key without a question, and says so.
    let told = try second.run("sync")
    #expect(try told.output.contains(fingerprint(of: first)), "\(told.testDescription)")
    #expect(try second.bodies() == ["after the loss"])
    #expect(try second.key() == new)
    #expect(try second.json("sync", "status")["devices"]?.array?.count == 2)
    let tip = try stage.git("rev-parse commitdiary")
    try third.failure("sync").expect(4, error: "key")
    #expect(try tryToJoin(third, with: old).status == 4)
    #expect(try stage.git("rev-parse commitdiary") == tip)
    // With the new key it is a member again, and what it had written goes along.
    try stage.join(third, with: new)
    try first.run("sync")
    #expect(try first.bodies() == ["after the loss", "never sent"])
    #expect(try first.json("sync", "status")["devices"]?.array?.count == 3)
  }

  @Test func `a machine that was restored from before it joined gets the next key`() throws {
    let old = try stage.share()
    let third = try Machine()
    try third.note("of the third")
    try third.shell("cp -r data backup")
    try stage.join(third, with: old)
    try first.run("sync")
    try third.shell("rm -rf data && mv backup data")
    try stage.join(third, with: old)
    try first.run("sync")
    let changed = try first.json("sync", "forget", "--yes")
    try third.note("after it")
    try third.run("sync")
    #expect(try third.key() == changed["recoveryKey"]?.string)
    try first.run("sync")
    #expect(try first.bodies() == ["after it", "of the third"])
  }

  @Test func `a key of someone who was shut out does not count`() throws {
    let old = try stage.share()
    let third = try Machine()
    try stage.join(third, with: old)
    try stage.sync(first, second)
    try first.shell("cp -r remote.git evil.git")
    try first.json("sync", "forget", try id(of: third), "--yes")
    try second.run("sync")
    try second.note("for members only")
    // The third machine changes the key more often, and puts its state in the place of the others'.
    let evil = first.sandbox.file("evil.git")
    try third.shell(
      """
      sqlite3 data/commitdiary/journal.sqlite "UPDATE sync_remote SET address = '\(evil)'"
      """)
    for _ in 0..<3 { try third.json("sync", "forget", "--yes") }
    try first.shell("mv remote.git good.git && mv evil.git remote.git")
    for machine in [first, second] {
      try machine.failure("sync").expect(4)
    }
    // An older state of the same diary does not count either.
    try first.shell("rm -rf remote.git && cp -r good.git remote.git")
    #expect(try second.json("sync")["sent"] == 1)
    #expect(try first.json("sync")["received"] == 1)
  }

  @Test func `one without encryption is refused, and an older state is replaced if you agree`()
    throws
  {
    try stage.share()
    try first.shell("cp -r remote.git older.git")
    try first.json("sync", "forget", "--yes")
    try second.run("sync")
    try second.note("secret")
    try first.shell("rm -rf remote.git && mv older.git remote.git")
    try second.failure("sync").expect(1, error: "older key")
    #expect(try stage.git("show commitdiary:format").contains(#""key":1,"#))
    try second.json("sync", "--yes")
    #expect(try stage.git("show commitdiary:format").contains(#""key":2,"#))
    #expect(try first.json("sync")["received"] == 1)
    #expect(try first.bodies() == ["secret"])
    // The same diary, as if it had never been encrypted.
    let format = try plainFormat()
    try first.shell(
      """
      rm -rf remote.git work && git init -q --bare remote.git && git init -q work && cd work &&
        git checkout -qb commitdiary && echo '\(format)' > format && git add format &&
        git -c user.name=x -c user.email=x commit -qm x && git push -q ../remote.git commitdiary
      """)
    let tip = try stage.git("rev-parse commitdiary")
    try second.failure("sync", "--yes").expect(1, error: "no longer encrypted")
    #expect(try stage.git("rev-parse commitdiary") == tip)
  }

  @Test func `a diary that was not encrypted is encrypted by forget`() throws {
    try first.run("sync", "init", remote, "--plain")
    try second.run("sync", "join", remote, "--plain")
    try first.note("was plain")
    try first.run("sync")
    #expect(try stage.remoteContents().contains("was plain"))
    try second.note("not sent yet")
    #expect(try first.failure("sync", "key", "show").status == 2)
    try first.failure("sync", "forget", "--yes").expect(
      4, error: "--store file", without: "sync join")
    // The other machine has no key of its own yet, so it cannot be given the new one.
    try first.sandbox.interactively(
      ["sync", "forget", "--store", "file"], answering: Answers(confirmed: true)
    ).expect(0, error: "sync join", without: "automatically")
    #expect(try !stage.remoteContents().contains("was plain"))
    try second.failure("sync").expect(4, error: "encrypted")
    try stage.join(second, with: first.key())
    try first.run("sync")
    #expect(try first.bodies() == ["not sent yet", "was plain"])
    // From now on the key changes by itself.
    try first.json("sync", "forget", "--yes")
    try second.run("sync")
    #expect(try second.key() == first.key())
  }

  @Test func `a machine that sleeps through several keys goes on without a question`() throws {
    try stage.share()
    try second.note("written in its sleep")
    for number in 1...3 {
      let id = try first.note("purged \(number)")
      try first.run("sync")
      try first.run("notes", "delete", id, "--purge", "--yes")
      try first.json("sync", "forget", "--yes")
    }
    try stage.sync(second, first)
    try stage.expectBodies(["written in its sleep"])
    #expect(try second.key() == first.key())
    // Both keep one key only.
    for machine in [first, second] {
      #expect(try machine.shell("grep -c ^key data/commitdiary/sync.keys") == "1\n")
    }
  }

  @Test func `who is shut out does not come back through a machine that joins again`() throws {
    let old = try stage.share()
    let (lost, other) = (try Machine(), try Machine())
    try stage.join(lost, with: old)
    try stage.sync(first, second)
    // The second machine does not know the one that changes the key, and has to join again.
    try stage.join(other, with: old)
    try other.json("sync", "forget", try id(of: lost), "--yes")
    #expect(try second.failure("sync").status == 4)
    try stage.join(second, with: other.key())
    try second.json("sync", "forget", "--yes")
    try second.note("not for the lost one")
    try second.run("sync")
    #expect(try lost.failure("sync").status == 4)
    #expect(try lost.bodies().isEmpty)
    #expect(try second.json("sync", "status")["devices"]?.array?.count == 3)
  }

  @Test func `a copied machine gets keys of its own`() throws {
    try stage.share()
    let copy = try stage.copyOfFirst()
    try copy.note("by the copy")
    try copy.run("sync")
    try first.note("by the first")
    for machine in [first, copy, second, first, copy, second] { try machine.run("sync") }
    let keys = try second.shell(
      "sqlite3 data/commitdiary/journal.sqlite 'SELECT count(DISTINCT public_key) FROM device'")
    #expect(keys == "3\n")
    try second.json("sync", "forget", try id(of: copy), "--yes")
    #expect(try copy.failure("sync").status == 4)
    try first.run("sync")
    #expect(try first.key() == second.key())
  }

  @Test func `no machine joins a repository that has lost its encryption`() throws {
    let key = try stage.share()
    let plain = try plainFormat()
    try stage.change("git rm -qr . && echo '\(plain)' > format")
    let tip = try stage.git("rev-parse commitdiary")
    try first.note("secret")
    try first.sandbox.run(
      "sync", "join", remote, "--plain", "--store", "file", input: Array(key.utf8)
    ).expect(1)
    try tryToJoin(try Machine(), with: key).expect(2, error: "--plain")
    #expect(try stage.git("rev-parse commitdiary") == tip)
  }

  // MARK: Damage

  @Test func `a segment that does not open is named, and stops nothing`() throws {
    try stage.share()
    try first.note("one")
    try first.run("sync")
    let id = try id(of: second)
    try stage.change(
      """
      mkdir -p devices/\(id) && head -c 300 /dev/urandom > devices/\(id)/00000900 &&
        for file in devices/*/00000001; do printf x >> $file; done
      """)
    try second.note("two")
    try second.sandbox.run("sync").expect(0, error: "devices/\(id)/00000900")
    try first.run("sync")
    try stage.expectBodies(["one", "two"])
    try first.sandbox.run("sync", "status").expect(error: "00000900")
    // Who had read the damaged ones has sent their texts again.
    let third = try Machine()
    try stage.join(third, with: first.key())
    #expect(try third.bodies() == ["one", "two"])
    #expect(try third.json("sync", "status")["devices"]?.array?.count == 3)
    // A change of the key begins everything again, without them.
    try first.json("sync", "forget", "--yes")
    #expect(try second.json("sync")["unreadable"]?.array?.isEmpty == true)
  }

  @Test func `a damaged format is refused, and nothing is taken in or lost`() throws {
    try stage.share()
    try first.note("kept")
    try first.run("sync")
    try second.note("waiting")
    let format = try stage.git("show commitdiary:format")
    let good = try stage.git("rev-parse commitdiary")
    let bytes = Array((format + "\n").utf8)
    for index in stride(from: 0, to: bytes.count, by: 23) {
      var changed = bytes
      changed[index] ^= 1
      try File.writeAtomically(changed, to: first.sandbox.file("changed"))
      try stage.change("cp ../changed format")
      let outcome = try second.failure("sync")
      #expect([1, 4].contains(outcome.status), "byte \(index): \(outcome.testDescription)")
      #expect(outcome.error.split(separator: "\n").count <= 2, "\(outcome.testDescription)")
      try stage.git("update-ref refs/heads/commitdiary \(good)")
    }
    #expect(try second.bodies() == ["waiting"])
    try second.run("sync")
    #expect(try second.bodies() == ["kept", "waiting"])
  }

  @Test func `numbers that nobody reaches do not hide the texts that follow`() throws {
    try stage.share()
    let id = try id(of: first)
    try stage.change("echo x > devices/\(id)/99999999 && echo x > devices/\(id)/+0000001")
    for number in 1...2 {
      try first.note("text \(number)")
      try first.run("sync")
    }
    try second.run("sync")
    #expect(try second.bodies() == ["text 1", "text 2"])
  }

  @Test func `a key with a changed digit seals nothing`() throws {
    try stage.share()
    try first.shell(
      "tr 0-9 1-90 < data/commitdiary/sync.keys | sed 's/^key 2/key 1/; s/keys 2/keys 1/' > changed"
    )
    try first.shell("cp changed data/commitdiary/sync.keys")
    try first.note("not sent")
    for words in [["sync"], ["sync", "key", "show"]] {
      try first.sandbox.run(words).expect(4, error: "sync.keys")
    }
    #expect(try first.json("sync", "status")["devices"]?.array?.first?["waiting"]?.integer == 1)
    try first.sandbox.run("doctor", "--offline").expect(output: "sync.keys")
  }

  @Test func `lost and damaged keys have a way out`() throws {
    let key = try stage.share()
    try second.note("written without keys")
    try second.shell("echo broken > data/commitdiary/sync.keys")
    try second.failure("sync").expect(4, error: "sync.keys")
    try second.shell("rm data/commitdiary/sync.keys")
    // There is no keyring here.
    #expect(try second.failure("sync").status == 4)
    try stage.join(second, with: key)
    try first.run("sync")
    #expect(try first.bodies() == ["written without keys"])
  }

  @Test(arguments: ["rm sync.keys", "truncate -s 60 sync.keys", "echo x > sync.keys"])
  func `a sync with nothing to send or receive reports lost keys`(damage: String) throws {
    try stage.share()
    #expect(try first.sandbox.run("sync").output.contains("Nothing new."))
    try first.shell("cd data/commitdiary && \(damage)")
    try first.failure("sync").expect(4, error: "sync.keys", without: "Nothing new.")
    try first.sandbox.run("doctor", "--offline").expect(output: "sync.keys")
  }

  @Test(arguments: ["644", "620", "606"])
  func `refuses keys that other users can read or change`(permissions: String) throws {
    try stage.share()
    let path = first.sandbox.file("data/commitdiary/sync.keys")
    try first.shell("chmod \(permissions) '\(path)'")
    try first.failure("sync").expect(4, error: "chmod 600 \(path)")
    try first.sandbox.run("doctor", "--offline").expect(1, output: "chmod 600 \(path)")
    try first.shell("chmod 600 '\(path)'")
    try first.run("sync")
  }

  @Test func `each mistake with keys has its own sentence`() throws {
    #expect(try first.failure("sync", "forget", "--yes").status == 2)
    #expect(try first.failure("sync", "key", "show").status == 2)
    try stage.share()
    for (words, status, text) in [
      (["sync", "forget", "nobody", "--yes"], 3, "nobody"),
      (["sync", "forget", try id(of: first), "--yes"], 2, "remove itself"),
      (["sync", "init", remote, "--store", "paper"], 2, "paper"),
    ] as [([String], Int32, String)] {
      try first.sandbox.run(words).expect(status, error: text)
    }
    try first.run("sync", "leave")
    #expect(!File.exists(first.sandbox.file("data/commitdiary/sync.keys")))
  }
}
