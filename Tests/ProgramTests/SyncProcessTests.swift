import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// Purges beside an editor, and beside another process that exchanges the diary.
@Suite struct SyncPurgeProcessTests: SyncSuite {
  let stage: SyncStage
  private let day = "2026-11-20"

  init() throws { stage = try SyncStage() }

  private func add(_ text: String, on machine: SyncStage.Machine) throws {
    try machine.run("diary", "write", day, "--body", text)
  }

  private func drafts(of machine: SyncStage.Machine) throws -> String {
    try machine.sandbox.shell("cd \"$sandbox\"; cat $(find . -name 'entry-*.md') /dev/null")
  }

  @Test func `what was kept is added to the entry of the day, and shared when it is saved`() throws
  {
    try add("secret", on: first)
    try stage.exchange()
    try first.run("diary", "delete", day, "--purge", "--yes")
    try first.run("sync")
    try add("mine", on: second)
    try second.run("sync")
    // A later purge of the day does not take the draft.
    try add("second secret", on: first)
    try stage.exchange()
    try first.run("diary", "delete", day, "--purge", "--yes")
    try stage.exchange()
    #expect(try drafts(of: second) == "mine\n")
    try add("last", on: second)
    try second.sandbox.onTerminal(
      "diary", "edit", day, environment: Sandbox.idleEditor, typing: "y\n"
    ).expect(0)
    #expect(try drafts(of: second).isEmpty)
    try stage.exchange()
    let entry = try first.json("diary", "show", day)
    expect(entry, has: ["title": "last", "body": "mine"])
  }

  @Test func `a purge waits for an exchange that is running, and says so`() throws {
    let id = try first.note("the password")
    try first.run("sync")
    try first.sandbox.script(
      """
      cd "$sandbox"
      flock "$(find . -name sync.lock)" sh -c 'touch held; until [ -e released ]; do sleep 0.02; done' &
      until [ -e held ]; do sleep 0.02; done
      "$commitdiary" notes delete \(id) --purge --yes > out 2> err &
      purge=$!
      until grep -q Waiting err; do kill -0 $purge || break; sleep 0.02; done
      touch released
      wait $purge
      echo "status $?"; cat out err; find . -name sync.git; "$commitdiary" sync
      """
    ).expect(output: "status 0", "A sync with the remote is running", without: "sync.git")
    #expect(try !stage.remoteContents().contains("the password"))
  }
}

/// The process that exchanges the diary in the background.
@Suite struct SyncProcessTests {
  @Test func `changes are exchanged by themselves, once and half a minute after the last`() throws {
    let stage = try SyncStage()
    let (first, second) = (stage.first, stage.second)
    try first.run("config", "unset", "sync.auto")
    let before = try stage.git("rev-list --count commitdiary")
    let start = ContinuousClock.now
    for number in 1...3 { try first.note("note \(number)") }
    while try stage.git("rev-list --count commitdiary") == before,
      ContinuousClock.now - start < .seconds(90)
    {
      Pause.milliseconds(200)
    }
    #expect(ContinuousClock.now - start > .seconds(25))
    // One process has sent all three.
    #expect(try Int(stage.git("rev-list --count commitdiary")) == Int(before).map { $0 + 1 })
    #expect(try second.json("sync")["received"] == 3)
    #expect(try second.bodies() == ["note 1", "note 2", "note 3"])
  }
}

/// Where the words and the keys of an encrypted diary are.
@Suite struct SyncSecrecyTests: SyncSuite {
  let stage: SyncStage

  init() throws { stage = try SyncStage(isShared: false) }

  // MARK: Keys

  @Test func `keys are in the keyring, and a locked one stops only the exchange`() throws {
    let services = (try SecretService(), try SecretService())
    first.sandbox.use(services.0)
    second.sandbox.use(services.1)
    try first.note("one")
    try first.run("sync", "init", remote)
    #expect(try services.0.numberOfItems() == 1)
    let key = try first.key()
    try second.sandbox.run("sync", "join", remote, input: Array(key.utf8)).expect(0)
    try first.run("sync")
    try first.run("sync", "forget", "--yes")
    try second.run("sync")
    #expect(try second.key() == first.key())
    #expect(!File.exists(first.sandbox.data + "/sync.keys"))
    // Without the keyring, the key is missed only when something has to be opened or sealed.
    let environment = first.sandbox.environment
    first.sandbox.environment["DBUS_SESSION_BUS_ADDRESS"] = nil
    try first.run("sync")
    try first.note("two")
    try first.failure("sync").expect(4, error: "keyring")
    #expect(try first.json("sync", "status")["devices"]?.array?.first?["waiting"]?.integer == 1)
    first.sandbox.environment = environment
    #expect(try first.json("sync")["sent"] == 1)
    try first.run("sync", "leave")
    #expect(try services.0.numberOfItems() == 0)
  }

  // MARK: Words

  /// What is planted: in each kind of text, in each field, and beside them.
  private func plant(_ machine: SyncStage.Machine, _ name: String) throws -> [String] {
    var words: [String] = []
    func word() -> String {
      words.append("planted\(name)\(words.count)x")
      return words[words.count - 1]
    }
    let sandbox = machine.sandbox
    let (author, mail, subject) = (word(), word(), word())
    try sandbox.shell(
      """
      mkdir -p '\(sandbox.path)/made' && cd '\(sandbox.path)/made' && git init -q -b main . &&
        git config user.name \(author) && git config user.email \(mail)@example.org &&
        git remote add origin https://github.com/\(word())/\(word()).git &&
        git commit -q --allow-empty -m \(subject)
      """,
      environment: ["GIT_AUTHOR_NAME": author, "GIT_AUTHOR_EMAIL": "\(mail)@example.org"])
    let clone = sandbox.file("made")
    for _ in 0..<3 {
      try sandbox.run(
        ["notes", "add", "--title", word(), "--body", "\(word()) and \(word())", "--tag", word()],
        in: clone)
      try machine.run("jot", "\(word()) #\(word())", "--tag", word())
      try machine.run("todo", "add", word(), "#\(word())", "--every", "week")
    }
    let deleted = try machine.note(word())
    try machine.run("notes", "delete", deleted, "--yes")
    try machine.run("tags", "rename", words[words.count - 2], word(), "--yes")
    let journal = sandbox.file("\(word()).txt")
    try sandbox.write("[2026-11-18 09:00:00 AM] \(word())\n\(word()) @\(word())\n", to: journal)
    try machine.run("import", "jrnl", journal, "--yes")
    try machine.run("jot", "\(word()):: 4")
    return words
  }

  @Test func `no planted word is written outside the journal, nor sent`() throws {
    let words = try plant(first, "a") + plant(second, "b")
    #expect(words.count >= 40)
    try first.run("sync", "init", remote, "--store", "file")
    let key = try first.key()
    var traces = ""
    func traced(_ machine: SyncStage.Machine, _ command: String) throws {
      let log = machine.sandbox.file("trace")
      try machine.sandbox.script(
        """
        strace -f -y -s 1000000 -e trace=write,pwrite64,writev,pwritev,sendto,sendmsg -o '\(log)' \
          "$commitdiary" \(command)
        """, input: Array(key.utf8)
      ).expect(0)
      traces += String(decoding: try File.read(log), as: UTF8.self)
    }
    try traced(second, "sync join '\(remote)' --store file")
    try traced(first, "sync")
    try first.run("notes", "add", "--repo", "o/r", "--no-commit", "--body", words[0])
    try traced(first, "sync")
    try traced(second, "sync")
    try traced(first, "sync forget --yes")
    try traced(second, "sync")
    let outside = traces.split(separator: "\n").filter { !$0.contains("/journal.sqlite") }
    #expect(outside.count > 100)
    for line in outside where line.contains("planted") || line.contains("\"versions\"") {
      Issue.record("\(line.prefix(300))")
    }
    try first.run("sync")
    let folders = [remote, first.sandbox.data + "/sync.git", second.sandbox.data + "/sync.git"]
    let contents = try folders.map { folder in
      try first.sandbox.shell(
        """
        cd '\(folder)' && find . -type f -print -exec cat {} + &&
          git --git-dir=. cat-file --batch-all-objects --batch
        """)
    }.joined()
    let name = try #require(
      try first.json("sync", "status")["devices"]?.array?.first?["name"]?.string)
    for word in words + [name + "\"", key, String(key.prefix(5))] {
      #expect(!contents.contains(word), "\(word)")
    }
    // Nor in the form in which proofs and keys are written.
    let digits = "planted".utf8.map { String($0, radix: 16) }.joined()
    #expect(!contents.contains(digits))
  }
}
