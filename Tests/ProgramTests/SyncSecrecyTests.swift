import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// Where the words and the keys of an encrypted diary are.
@Suite struct SyncSecrecyTests {
  private let stage: SyncStage
  private var first: SyncStage.Machine { stage.first }
  private var second: SyncStage.Machine { stage.second }
  private var remote: String { stage.remote }

  init() throws { stage = try SyncStage(isShared: false) }

  private func recoveryKey(_ machine: SyncStage.Machine) throws -> String {
    try #require(try machine.json("sync", "key", "show")["recoveryKey"]?.string)
  }

  // MARK: Keys

  @Test func `keys are in the keyring, and a locked one stops only the exchange`() throws {
    let services = (try SecretService(), try SecretService())
    first.sandbox.use(services.0)
    second.sandbox.use(services.1)
    try first.note("one")
    try first.run("sync", "init", remote)
    #expect(try services.0.numberOfItems() == 1)
    let key = try recoveryKey(first)
    let joined = try second.sandbox.run("sync", "join", remote, input: Array(key.utf8))
    #expect(joined.status == 0, "\(joined.testDescription)")
    try first.run("sync")
    try first.run("sync", "forget", "--yes")
    try second.run("sync")
    #expect(try recoveryKey(second) == recoveryKey(first))
    #expect(!File.exists(first.sandbox.data + "/sync.keys"))
    // Without the keyring, the key is missed only when something has to be opened or sealed.
    let environment = first.sandbox.environment
    first.sandbox.environment["DBUS_SESSION_BUS_ADDRESS"] = nil
    try first.run("sync")
    try first.note("two")
    let failed = try first.failure("sync")
    #expect(failed.status == 4 && failed.error.contains("keyring"), "\(failed.testDescription)")
    let waiting = try first.json("sync", "status")["devices"]?.array?.first?["waiting"]?.integer
    #expect(waiting == 1)
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
    try File.writeAtomically(
      Array("[2026-11-18 09:00:00 AM] \(word())\n\(word()) @\(word())\n".utf8), to: journal)
    try machine.run("import", "jrnl", journal, "--yes")
    try machine.run("jot", "\(word()):: 4")
    return words
  }

  @Test func `no planted word is written outside the journal, nor sent`() throws {
    let words = try plant(first, "a") + plant(second, "b")
    #expect(words.count >= 40)
    try first.run("sync", "init", remote, "--store", "file")
    let key = try recoveryKey(first)
    var traces = ""
    func traced(_ machine: SyncStage.Machine, _ command: String) throws {
      let log = machine.sandbox.file("trace")
      let outcome = try machine.sandbox.script(
        """
        strace -f -y -s 1000000 -e trace=write,pwrite64,writev,pwritev,sendto,sendmsg -o '\(log)' \
          "$commitdiary" \(command)
        """, input: Array(key.utf8))
      try #require(outcome.status == 0, "\(outcome.testDescription)")
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
    let folders = [
      remote, first.sandbox.data + "/sync.git", second.sandbox.data + "/sync.git",
    ]
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
