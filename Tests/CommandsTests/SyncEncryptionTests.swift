import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// An encrypted diary: who can read it, and what happens when its key is changed.
@Suite(.inProcess) struct SyncEncryptionTests {
  private typealias Machine = SyncStage.Machine
  private let stage: SyncStage
  private var first: Machine { stage.first }
  private var second: Machine { stage.second }
  private var remote: String { stage.remote }

  init() throws { stage = try SyncStage(isShared: false) }

  // MARK: Setting up

  /// Starts the sharing with keys in files.
  ///
  /// - Returns: the recovery key.
  @discardableResult
  private func share() throws -> String {
    let key = try #require(
      try first.json("sync", "init", remote, "--store", "file")["recoveryKey"]?.string)
    try join(second, with: key)
    try first.run("sync")
    return key
  }

  private func join(_ machine: Machine, with key: String) throws {
    let outcome = try tryToJoin(machine, with: key)
    try #require(outcome.status == 0, "\(outcome.testDescription)")
  }

  private func tryToJoin(_ machine: Machine, with key: String) throws -> Outcome {
    try machine.sandbox.run("sync", "join", remote, "--store", "file", input: Array(key.utf8))
  }

  private func key(of machine: Machine) throws -> String {
    try #require(try machine.json("sync", "key", "show")["recoveryKey"]?.string)
  }

  private func fingerprint(of machine: Machine) throws -> String {
    try #require(try machine.json("sync", "status")["fingerprint"]?.string)
  }

  @discardableResult
  private func shell(_ machine: Machine, _ script: String) throws -> String {
    try machine.sandbox.shell("cd '\(machine.sandbox.path)' && \(script)")
  }

  private func id(of machine: Machine) throws -> String {
    let devices = try machine.json("sync", "status")["devices"]?.array ?? []
    return try #require(devices.first { $0["this"]?.bool == true }?["id"]?.string)
  }

  /// Every file of a folder, and every git object there without its compression.
  private func contents(of folder: String) throws -> String {
    try shell(
      first,
      """
      cd '\(folder)' && find . -type f -print -exec cat {} + &&
        git --git-dir=. cat-file --batch-all-objects --batch
      """)
  }

  @Test func `the recovery key opens the diary on another machine`() throws {
    try first.note("written first")
    let outcome = try first.sandbox.run("sync", "init", remote, "--store", "file")
    #expect(outcome.status == 0 && outcome.output.contains("encrypted"))
    let shown = try key(of: first)
    #expect(outcome.output.contains("\n  \(shown)\n"), "\(outcome.testDescription)")
    #expect(shown.split(separator: "-").count == 13)
    try join(second, with: shown.uppercased() + "\n")
    #expect(try second.bodies() == ["written first"])
    #expect(try key(of: second) == shown)
    #expect(try fingerprint(of: second) == fingerprint(of: first))
    let status = try first.sandbox.run("sync", "status")
    #expect(try status.output.contains(fingerprint(of: first)))
    // Only its owner reads the file with the keys.
    #expect(try shell(first, "stat -c %a data/commitdiary/sync.keys") == "600\n")
  }

  @Test func `a wrong key names its group, and nothing is written`() throws {
    try first.note("written first")
    try first.json("sync", "init", remote, "--store", "file")
    let key = try key(of: first)
    let other = try SyncStage(isShared: false)
    try other.first.json("sync", "init", other.remote, "--store", "file")
    let before = try stage.git("rev-parse commitdiary")
    let files = try shell(second, "find . -type f | sort")
    var groups = key.split(separator: "-").map(String.init)
    groups[4] = "00000"
    for (typed, words) in [
      (groups.joined(separator: "-"), "group 5"),
      (try self.key(of: other.first), "not the recovery key"),
      (String(key.dropLast(6)), "not 12"), ("", "no recovery key"), ("\n", "no recovery key"),
      ("hunter2", "group 1"),
    ] {
      let outcome = try tryToJoin(second, with: typed)
      #expect(outcome.status == 4)
      #expect(outcome.error.contains(words), "\(outcome.testDescription)")
      #expect(try tryToJoin(second, with: typed).error.split(separator: "\n").count == 2)
    }
    // The file that is locked meanwhile has nothing in it.
    let left = try shell(second, "find . -type f ! -name sync.lock | sort")
    #expect(files.split(separator: "\n") == left.split(separator: "\n"))
    #expect(try stage.git("rev-parse commitdiary") == before)
    try join(second, with: key)
    #expect(try second.bodies() == ["written first"])
  }

  @Test func `no word of the diary is in the repository or its copies`() throws {
    let key = try share()
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
    let old = try share()
    let third = try Machine()
    try join(third, with: old)
    try first.run("sync")
    let refused = try first.failure("sync", "forget", try id(of: third))
    #expect(refused.status == 2 && refused.error.contains("--yes"))
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
    #expect(try key(of: second) == new)
    #expect(try second.json("sync", "status")["devices"]?.array?.count == 2)
    let tip = try stage.git("rev-parse commitdiary")
    let out = try third.failure("sync")
    #expect(out.status == 4 && out.error.contains("key"), "\(out.testDescription)")
    #expect(try tryToJoin(third, with: old).status == 4)
    #expect(try stage.git("rev-parse commitdiary") == tip)
    // With the new key it is a member again, and what it had written goes along.
    try join(third, with: new)
    try first.run("sync")
    #expect(try first.bodies() == ["after the loss", "never sent"])
    #expect(try first.json("sync", "status")["devices"]?.array?.count == 3)
  }

  @Test func `a machine that was restored from before it joined gets the next key`() throws {
    let old = try share()
    let third = try Machine()
    try third.note("of the third")
    try shell(third, "cp -r data backup")
    try join(third, with: old)
    try first.run("sync")
    try shell(third, "rm -rf data && mv backup data")
    try join(third, with: old)
    try first.run("sync")
    let changed = try first.json("sync", "forget", "--yes")
    try third.note("after it")
    try third.run("sync")
    #expect(try key(of: third) == changed["recoveryKey"]?.string)
    try first.run("sync")
    #expect(try first.bodies() == ["after it", "of the third"])
  }

  @Test func `a key of someone who was shut out does not count`() throws {
    let old = try share()
    let third = try Machine()
    try join(third, with: old)
    try first.run("sync")
    try second.run("sync")
    try shell(first, "cp -r remote.git evil.git")
    try first.json("sync", "forget", try id(of: third), "--yes")
    try second.run("sync")
    try second.note("for members only")
    // The third machine changes the key more often, and puts its state in the place of the others'.
    let evil = first.sandbox.file("evil.git")
    try shell(
      third,
      """
      sqlite3 data/commitdiary/journal.sqlite "UPDATE sync_remote SET address = '\(evil)'"
      """)
    for _ in 0..<3 { try third.json("sync", "forget", "--yes") }
    try shell(first, "mv remote.git good.git && mv evil.git remote.git")
    for machine in [first, second] {
      let outcome = try machine.failure("sync")
      #expect(outcome.status == 4, "\(outcome.testDescription)")
    }
    // An older state of the same diary does not count either.
    try shell(first, "rm -rf remote.git && cp -r good.git remote.git")
    #expect(try second.json("sync")["sent"] == 1)
    #expect(try first.json("sync")["received"] == 1)
  }

  @Test func `one without encryption is refused, and an older state is replaced if you agree`()
    throws
  {
    try share()
    try shell(first, "cp -r remote.git older.git")
    try first.json("sync", "forget", "--yes")
    try second.run("sync")
    try second.note("secret")
    try shell(first, "rm -rf remote.git && mv older.git remote.git")
    let asked = try second.failure("sync")
    #expect(asked.status == 1 && asked.error.contains("older key"), "\(asked.testDescription)")
    #expect(try stage.git("show commitdiary:format").contains(#""key":1,"#))
    try second.json("sync", "--yes")
    #expect(try stage.git("show commitdiary:format").contains(#""key":2,"#))
    #expect(try first.json("sync")["received"] == 1)
    #expect(try first.bodies() == ["secret"])
    // The same diary, as if it had never been encrypted.
    let diary = try JSONParser.parse(
      Array(stage.git("show commitdiary:format").split(separator: "\n")[0].utf8))["diary"]
    let format =
      #"{"commitdiary":"sync","version":2,"diary":"\#(diary?.string ?? "")","#
      + #""epoch":"00112233445566778899aabbccddeeff","cipher":"none"}"#
    try shell(
      first,
      """
      rm -rf remote.git work && git init -q --bare remote.git && git init -q work && cd work &&
        git checkout -qb commitdiary && echo '\(format)' > format && git add format &&
        git -c user.name=x -c user.email=x commit -qm x && git push -q ../remote.git commitdiary
      """)
    let tip = try stage.git("rev-parse commitdiary")
    let plain = try second.failure("sync", "--yes")
    #expect(plain.status == 1 && plain.error.contains("not encrypted"), "\(plain.testDescription)")
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
    let changed = try first.sandbox.run("sync", "forget", "--store", "file", "--yes")
    #expect(changed.status == 0 && changed.error.contains("sync join"))
    #expect(try !stage.remoteContents().contains("was plain"))
    let told = try second.failure("sync")
    #expect(told.status == 4 && told.error.contains("encrypted"), "\(told.testDescription)")
    try join(second, with: key(of: first))
    try first.run("sync")
    #expect(try first.bodies() == ["not sent yet", "was plain"])
    // From now on the key changes by itself.
    try first.json("sync", "forget", "--yes")
    try second.run("sync")
    #expect(try key(of: second) == key(of: first))
  }

  @Test func `a machine that sleeps through several keys goes on without a question`() throws {
    try share()
    try second.note("written in its sleep")
    for number in 1...3 {
      let id = try first.note("purged \(number)")
      try first.run("sync")
      try first.run("notes", "delete", id, "--purge", "--yes")
      try first.json("sync", "forget", "--yes")
    }
    try second.run("sync")
    try first.run("sync")
    #expect(try first.bodies() == ["written in its sleep"])
    #expect(try second.bodies() == ["written in its sleep"])
    #expect(try key(of: second) == key(of: first))
    // Both keep one key only.
    for machine in [first, second] {
      #expect(
        try shell(machine, "grep -c ^key data/commitdiary/sync.keys") == "1\n")
    }
  }

  @Test func `who is shut out does not come back through a machine that joins again`() throws {
    let old = try share()
    let (lost, other) = (try Machine(), try Machine())
    try join(lost, with: old)
    try first.run("sync")
    try second.run("sync")
    // The second machine does not know the one that changes the key, and has to join again.
    try join(other, with: old)
    try other.json("sync", "forget", try id(of: lost), "--yes")
    #expect(try second.failure("sync").status == 4)
    try join(second, with: key(of: other))
    try second.json("sync", "forget", "--yes")
    try second.note("not for the lost one")
    try second.run("sync")
    #expect(try lost.failure("sync").status == 4)
    #expect(try lost.bodies().isEmpty)
    #expect(try second.json("sync", "status")["devices"]?.array?.count == 3)
  }

  @Test func `a copied machine gets keys of its own`() throws {
    try share()
    let copy = try Machine()
    try shell(first, "rm -rf '\(copy.sandbox.path)/data' && cp -r data '\(copy.sandbox.path)/'")
    try copy.note("by the copy")
    try copy.run("sync")
    try first.note("by the first")
    for machine in [first, copy, second, first, copy, second] { try machine.run("sync") }
    let keys = try shell(
      second,
      "sqlite3 data/commitdiary/journal.sqlite 'SELECT count(DISTINCT public_key) FROM device'")
    #expect(keys == "3\n")
    try second.json("sync", "forget", try id(of: copy), "--yes")
    #expect(try copy.failure("sync").status == 4)
    try first.run("sync")
    #expect(try key(of: first) == key(of: second))
  }

  @Test func `no machine joins a repository that has lost its encryption`() throws {
    let key = try share()
    let format = try stage.git("show commitdiary:format")
    let diary = try JSONParser.parse(Array(format.split(separator: "\n")[0].utf8))["diary"]
    let plain =
      #"{"commitdiary":"sync","version":2,"diary":"\#(diary?.string ?? "")","#
      + #""epoch":"00112233445566778899aabbccddeeff","cipher":"none"}"#
    try shell(
      first,
      """
      rm -rf work && git clone -q -b commitdiary remote.git work && cd work && git rm -qr . &&
        echo '\(plain)' > format && git add -A &&
        git -c user.name=x -c user.email=x commit -qm x && git push -q origin commitdiary
      """)
    let tip = try stage.git("rev-parse commitdiary")
    try first.note("secret")
    let again = try first.sandbox.run(
      "sync", "join", remote, "--plain", "--store", "file", input: Array(key.utf8))
    #expect(again.status == 1, "\(again.testDescription)")
    let new = try tryToJoin(try Machine(), with: key)
    #expect(new.status == 2 && new.error.contains("--plain"), "\(new.testDescription)")
    #expect(try stage.git("rev-parse commitdiary") == tip)
  }

  // MARK: Damage

  @Test func `a segment that does not open is named, and stops nothing`() throws {
    try share()
    try first.note("one")
    try first.run("sync")
    let id = try id(of: second)
    try shell(
      first,
      """
      rm -rf work && git clone -q -b commitdiary remote.git work && cd work &&
        mkdir -p devices/\(id) && head -c 300 /dev/urandom > devices/\(id)/00000900 &&
        for file in devices/*/00000001; do printf x >> $file; done && git add -A &&
        git -c user.name=x -c user.email=x commit -qm x && git push -q origin commitdiary
      """)
    try second.note("two")
    let outcome = try second.sandbox.run("sync")
    #expect(outcome.status == 0 && outcome.error.contains("devices/\(id)/00000900"))
    try first.run("sync")
    #expect(try first.bodies() == ["one", "two"])
    #expect(try second.bodies() == ["one", "two"])
    let doctor = try first.sandbox.run("sync", "status")
    #expect(doctor.error.contains("00000900"), "\(doctor.testDescription)")
    // Who had read the damaged ones has sent their texts again.
    let third = try Machine()
    try join(third, with: key(of: first))
    #expect(try third.bodies() == ["one", "two"])
    #expect(try third.json("sync", "status")["devices"]?.array?.count == 3)
    // A change of the key begins everything again, without them.
    try first.json("sync", "forget", "--yes")
    #expect(try second.json("sync")["unreadable"]?.array?.isEmpty == true)
  }

  @Test func `a damaged format is refused, and nothing is taken in or lost`() throws {
    try share()
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
      try shell(
        first,
        """
        rm -rf work && git clone -q -b commitdiary remote.git work && cp changed work/format &&
          cd work && git add -A && git -c user.name=x -c user.email=x commit -qm x &&
          git push -q origin commitdiary
        """)
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
    try share()
    let id = try id(of: first)
    try shell(
      first,
      """
      rm -rf work && git clone -q -b commitdiary remote.git work && cd work &&
        echo x > devices/\(id)/99999999 && echo x > devices/\(id)/+0000001 && git add -A &&
        git -c user.name=x -c user.email=x commit -qm x && git push -q origin commitdiary
      """)
    for number in 1...2 {
      try first.note("text \(number)")
      try first.run("sync")
    }
    try second.run("sync")
    #expect(try second.bodies() == ["text 1", "text 2"])
  }

  @Test func `a key with a changed digit seals nothing`() throws {
    try share()
    try shell(
      first,
      "tr 0-9 1-90 < data/commitdiary/sync.keys | sed 's/^key 2/key 1/; s/keys 2/keys 1/' > changed"
    )
    try shell(first, "cp changed data/commitdiary/sync.keys")
    try first.note("not sent")
    for words in [["sync"], ["sync", "key", "show"]] {
      let outcome = try first.sandbox.run(words)
      #expect(
        outcome.status == 4 && outcome.error.contains("sync.keys"), "\(outcome.testDescription)")
    }
    let waiting = try first.json("sync", "status")["devices"]?.array?.first?["waiting"]?.integer
    #expect(waiting == 1)
    let doctor = try first.sandbox.run("doctor", "--offline")
    #expect(doctor.output.contains("sync.keys"), "\(doctor.testDescription)")
  }

  @Test func `lost and damaged keys have a way out`() throws {
    let key = try share()
    try second.note("written without keys")
    try shell(second, "echo broken > data/commitdiary/sync.keys")
    let damaged = try second.failure("sync")
    #expect(damaged.status == 4 && damaged.error.contains("sync.keys"))
    try shell(second, "rm data/commitdiary/sync.keys")
    // There is no keyring here.
    #expect(try second.failure("sync").status == 4)
    try join(second, with: key)
    try first.run("sync")
    #expect(try first.bodies() == ["written without keys"])
  }

  @Test(arguments: ["rm sync.keys", "truncate -s 60 sync.keys", "echo x > sync.keys"])
  func `a sync with nothing to send or receive reports lost keys`(damage: String) throws {
    try share()
    #expect(try first.sandbox.run("sync").output.contains("Nothing new."))
    try shell(first, "cd data/commitdiary && \(damage)")
    let outcome = try first.failure("sync")
    #expect(
      outcome.status == 4 && outcome.error.contains("sync.keys"), "\(outcome.testDescription)")
    #expect(!outcome.output.contains("Nothing new."), "\(outcome.testDescription)")
    let doctor = try first.sandbox.run("doctor", "--offline")
    #expect(doctor.output.contains("sync.keys"), "\(doctor.testDescription)")
  }

  @Test(arguments: ["644", "620", "606"])
  func `refuses keys that other users can read or change`(permissions: String) throws {
    try share()
    let path = first.sandbox.file("data/commitdiary/sync.keys")
    try shell(first, "chmod \(permissions) '\(path)'")
    let outcome = try first.failure("sync")
    #expect(
      outcome.status == 4 && outcome.error.contains("chmod 600 \(path)"),
      "\(outcome.testDescription)")
    let doctor = try first.sandbox.run("doctor", "--offline")
    #expect(
      doctor.status == 1 && doctor.output.contains("chmod 600 \(path)"),
      "\(doctor.testDescription)")
    try shell(first, "chmod 600 '\(path)'")
    try first.run("sync")
  }

  @Test func `each mistake with keys has its own sentence`() throws {
    #expect(try first.failure("sync", "forget", "--yes").status == 2)
    #expect(try first.failure("sync", "key", "show").status == 2)
    try share()
    for (words, status, text) in [
      (["sync", "forget", "nobody", "--yes"], 3, "nobody"),
      (["sync", "forget", try id(of: first), "--yes"], 2, "using"),
      (["sync", "init", remote, "--store", "paper"], 2, "paper"),
    ] {
      let outcome = try first.sandbox.run(words)
      #expect(
        outcome.status == status && outcome.error.contains(text), "\(outcome.testDescription)")
    }
    try first.run("sync", "leave")
    #expect(!File.exists(first.sandbox.file("data/commitdiary/sync.keys")))
  }
}
