import Diary
import JSON
import Platform
import Testing

@testable import ProgramSupport

/// A purge takes what its machine has seen. What another one has written without that knowledge is kept
/// there as a draft.
@Suite(.inProcess) struct SyncPurgeTests: SyncSuite {
  let stage: SyncStage
  private let day = "2026-11-20"

  init() throws { stage = try SyncStage() }

  private func purgeEntry(on machine: Machine) throws {
    try machine.run("diary", "delete", day, "--purge", "--yes")
  }

  private func add(_ text: String, on machine: Machine) throws {
    try machine.run("diary", "write", day, "--body", text)
  }

  private func drafts(of machine: Machine) throws -> [String] {
    let texts = try machine.sandbox.shell(
      "cd \"$sandbox\"; for draft in $(find . -name 'entry-*.md'); do cat $draft; echo ===; done")
    return texts.split(separator: "===\n").map { String($0.trimmed) }
  }

  private func isAnywhere(_ word: String, on machine: Machine) throws -> Bool {
    let found = try machine.sandbox.shell(
      """
      cd "$sandbox"; grep -rl '\(word)' --exclude-dir=remote.git . || :
      for git in $(find . -name sync.git); do
        git --git-dir=$git cat-file --batch-all-objects --batch | grep '\(word)' || :
      done
      """)
    return !found.isEmpty
  }

  @Test func `two machines that purge a day at once come to rest`() throws {
    // Which of the IDs is the smaller one is chance.
    for day in ["2026-11-10", "2026-11-11", "2026-11-12", "2026-11-13"] {
      try first.run("jot", "here", "--at", "\(day) 9:00")
      try second.run("jot", "there", "--at", "\(day) 10:00")
      try stage.sync(second, first)
      // Only the first one knows both.
      try first.run("diary", "delete", day, "--purge", "--yes")
      try second.run("diary", "delete", day, "--purge", "--yes")
      for _ in 0..<3 { try stage.exchange() }
      #expect(try first.run("sync").output == "Nothing new.\n")
      #expect(try second.run("sync").output == "Nothing new.\n")
      #expect(try first.run("sync").output == "Nothing new.\n")
    }
  }

  @Test func `paragraphs that the purging machine had not seen become drafts of their writers`()
    throws
  {
    try add("the password is hunter2", on: first)
    try stage.exchange()
    let third = try stage.joined()
    try purgeEntry(on: first)
    try first.run("sync")
    try add("three hours of work", on: second)
    try add("and a walk", on: second)
    try add("written on the third", on: third)
    try second.run("sync").expect(
      output: "purged on another machine: \(day)", "2 paragraphs", "diary edit \(day)")
    #expect(try drafts(of: second) == ["three hours of work\n\nand a walk"])
    let result = try third.json("sync")
    #expect(result["putAside"]?.array?.first?["paragraphs"] == 1)
    #expect(result["purgedTexts"] == [.string(day)])
    #expect(try drafts(of: third) == ["written on the third"])
    // Who has purged it is told where something was kept, and not what.
    let told = try first.json("sync")["putAside"]?.array ?? []
    #expect(told.compactMap { $0["paragraphs"]?.integer }.sorted() == [1, 2])
    #expect(told.allSatisfy { $0["day"] == .string(day) })
    #expect(try !stage.remoteContents().contains("three hours"))
    for machine in [first, second, third] {
      #expect(try machine.sandbox.run("diary", "show", day).status == 3)
      #expect(try !isAnywhere("hunter2", on: machine))
    }
    // It is shown until the draft is saved or discarded, also where nothing was exchanged.
    for words in [["sync"], ["sync", "status"], ["today"]] {
      #expect(try second.sandbox.run(words).output.contains("2 paragraphs"), "\(words)")
    }
    #expect(try first.json("sync")["putAside"] == [])
  }

  @Test func `what was changed, moved or copied from the purged text is not kept`() throws {
    try add("the password is hunter2\n\nmore\n\nlast line", on: first)
    try stage.exchange()
    try purgeEntry(on: first)
    try first.run("sync")
    try second.run(
      "diary", "write", day, "--replace", "--body",
      "more\n\nlast line\nwith more\n\nthe password is hunter3\n\nnot from there")
    try second.run("sync")
    #expect(try drafts(of: second) == ["not from there"])
    #expect(try !isAnywhere("hunter", on: second))
  }

  @Test
  func `a draft is kept once if the exchange is repeated, and removed if it was seen after all`()
    throws
  {
    try add("secret", on: first)
    try stage.exchange()
    let third = try stage.joined()
    try add("of the second", on: second)
    try second.run("sync")
    // The first machine purges what it has seen; the third one also what the second had sent.
    try purgeEntry(on: first)
    try third.run("sync")
    try purgeEntry(on: third)
    try add("not sent yet", on: second)
    try stage.sync(first, second)
    #expect(try drafts(of: second) == ["of the second\n\nnot sent yet"])
    try stage.sync(third, second)
    #expect(try drafts(of: second) == ["not sent yet"])
    for machine in [first, second, third] { #expect(try !isAnywhere("of the", on: machine)) }
  }

  @Test func `what was added after two entries had become one is kept`() throws {
    try add("secret", on: first)
    try add("begun on the second", on: second)
    try first.run("sync")
    try purgeEntry(on: first)
    try second.run("sync")
    try add("a whole paragraph", on: second)
    try stage.exchange()
    try second.run("sync")
    let texts = try second.entry(day) + drafts(of: second).joined()
    #expect(texts.contains("a whole paragraph"), "\(texts)")
    #expect(try !isAnywhere("secret", on: second))
  }

  @Test func `what a machine has written that was shut out is kept where it was purged`() throws {
    let encrypted = first.sandbox.file("encrypted.git")
    for machine in [first, second] { try machine.run("sync", "leave") }
    let key = try stage.share(at: encrypted)
    let third = try Machine()
    try stage.join(third, with: key, at: encrypted)
    try add("secret", on: first)
    try stage.exchange()
    try third.run("sync")
    try add("of the second", on: second)
    try second.run("sync")
    let devices = try third.json("sync", "status")["devices"]?.array ?? []
    let own = try second.json("sync", "status")["devices"]?.array?.first { $0["this"] == true }
    #expect(devices.count == 3)
    try purgeEntry(on: first)
    let new = try third.json("sync", "forget", #require(own?["id"]?.string), "--yes")
    #expect(new["recoveryKey"]?.string != nil)
    #expect(try first.json("sync")["putAside"]?.array?.count == 1)
    #expect(try drafts(of: first) == ["of the second"])
    try third.run("sync")
    #expect(try drafts(of: third) == [])
    #expect(try third.sandbox.run("diary", "show", day).status == 3)
  }

  @Test func `what was written before a machine got another ID is kept there`() throws {
    try add("the secret", on: first)
    try stage.exchange()
    let copy = try stage.copyOfFirst()
    try copy.note("by the copy")
    try copy.run("sync")
    try add("of the first", on: first)
    try first.run("sync")
    try purgeEntry(on: second)
    try stage.sync(second, copy, first)
    #expect(try drafts(of: first) == ["of the first"])
    for machine in [first, second, copy] { #expect(try !isAnywhere("secret", on: machine)) }
  }

  // MARK: Purges that were interrupted

  @Test func `an exchange completes a purge that was interrupted`() throws {
    let id = try first.note("the password")
    try stage.exchange()
    // As after a kill: the purge was recorded, and nothing was removed.
    try first.sandbox.shell(
      """
      python3 - "$(find "$sandbox" -name journal.sqlite)" \(id) <<'END'
      import sqlite3, sys
      journal = sqlite3.connect(sys.argv[1], isolation_level=None)
      journal.execute("INSERT INTO purge (kind, id, day, begun_at) VALUES (1, ?, 20000, 0)", sys.argv[2:])
      journal.execute("INSERT INTO purged_version (id, purge, was_seen) SELECT version_id, last_insert_rowid(), 1 FROM record")
      END
      """)
    try first.run("sync").expect(output: "sent")
    try second.run("sync")
    #expect(try !stage.remoteContents().contains("the password"))
    for machine in [first, second] { #expect(try !isAnywhere("the password", on: machine)) }
    #expect(try first.json("sync", "status")["devices"]?.array?.first?["waiting"] == 0)
  }
}
