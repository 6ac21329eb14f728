import Glibc
import JSON
import Platform
import SQLite
import TestSupport
import Testing

@testable import ProgramSupport

/// `doctor --repair` while other programs run, killed while it runs, and on files that are not
/// journals.
@Suite struct RepairTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil) }

  private func repair(_ words: String...) throws -> Outcome {
    try sandbox.run(["doctor", "--repair", "--offline"] + words)
  }

  @Test func `repairs beside three writers lose nothing acknowledged`() throws {
    for number in 1...10 { try sandbox.add("--body", "seed \(number)") }
    try sandbox.shell(
      """
      for writer in 1 2 3; do
        (
          while [ ! -e "$sandbox/enough" ]; do
            "$commitdiary" notes add --repo github.com/octocat/hello --no-commit --quiet \
              --body "writer $writer" >>"$sandbox/out" 2>>"$sandbox/err" || echo "$?" >>"$sandbox/bad"
          done
        ) &
      done
      for repair in 1 2 3 4; do
        "$commitdiary" doctor --repair --offline >>"$sandbox/repairs" 2>&1 || echo "repair $?" \
          >>"$sandbox/bad"
      done
      : >"$sandbox/enough"
      wait
      test ! -e "$sandbox/bad"
      """)
    let acknowledged = try sandbox.shell("cat \"$sandbox/out\"").split(separator: "\n")
    #expect(acknowledged.count > 4)
    let found = try sandbox.notes().compactMap { $0["id"]?.string }
    #expect(Set(found).isSuperset(of: acknowledged.map(String.init)))
    #expect(found.count == acknowledged.count + 10)
    #expect(try sandbox.integrity() == ["ok"])
  }

  private var copies: [String] {
    get throws {
      try File.list(sandbox.data).filter { $0.contains(".before-repair-") }.sorted()
    }
  }

  @Test func `only copies of repairs that have something of their own are kept for ever`() throws {
    try sandbox.add("--body", "lost")
    #expect(try repair().status == 0)
    // The names of copies have the second in which they were made.
    let first = try #require(try copies.first)
    try Connection(path: sandbox.journal, mode: .readWrite).execute("DELETE FROM record")
    for number in 1...6 {
      try sandbox.add("--body", "note \(number)")
      #expect(try repair().status == 0)
    }
    // The first has a text that the journal lacks, and the others have none.
    #expect(try copies.count == 4)
    #expect(try copies.contains(first))
    #expect(try repair("--yes").status == 0)
    #expect(try sandbox.notes().count == 7)
    #expect(try copies.count == 3)
  }

  @Test func `two repairs at once do not take each other's copy`() throws {
    for number in 1...5 { try sandbox.add("--body", "zqxjkvwy \(number)") }
    try sandbox.shell(
      """
      dd if=/dev/zero of="$XDG_DATA_HOME/commitdiary/journal.sqlite" bs=4096 count=1 conv=notrunc \
        2>/dev/null
      "$commitdiary" doctor --repair --offline >/dev/null 2>&1 &
      "$commitdiary" doctor --repair --offline >/dev/null 2>&1 &
      wait
      """)
    let copies = try FolderContents(sandbox.data).files(holding: "zqxjkvwy 5")
    #expect(copies.contains { $0.contains(".before-repair-") }, "\(copies)")
    #expect(try sandbox.integrity() == ["ok"])
  }

  @Test(arguments: ["rename", "fsync,fdatasync", "pwrite64", "unlink", "ftruncate"])
  func `a repair killed at any system call keeps the journal in place`(_ calls: String) throws {
    for number in 1...5 { try sandbox.add("--body", "note \(number)") }
    for place in [1, 2, 3, 5, 8, 13, 21] {
      let result = try Child.run(
        [
          "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(calls)", "-e",
          "inject=\(calls):signal=SIGKILL:when=\(place)", sandbox.program, "doctor", "--repair",
          "--offline", "--quiet",
        ], environment: sandbox.environment)
      #expect(File.isRegular(sandbox.journal))
      #expect(try sandbox.notes().count == 5, "\(place) of \(calls)")
      #expect(try sandbox.integrity() == ["ok"])
      // The repair makes fewer calls than that, so all of them have been tried.
      if result.status == .exited(0) { break }
    }
    #expect(try repair().status == 0)
    #expect(try File.list(sandbox.data).filter { $0.contains(".unfinished") } == [])
  }

  @Test func `a failing disk is not taken for damage of an intact journal`() throws {
    try sandbox.add("--body", "note", "--tag", "kept")
    #expect(try sandbox.run("todo", "add", "moved").status == 0)
    // Only the table of last numbers now tells that number 1 of today has been given.
    #expect(try sandbox.run("todo", "move", "1", "--to", "tomorrow").status == 0)
    var failures = 0
    for place in 1...10 {
      let result = try Child.run(
        [
          "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=ftruncate", "-e",
          "inject=ftruncate:error=EIO:when=\(place)+", sandbox.program, "doctor", "--repair",
          "--offline",
        ], environment: sandbox.environment)
      if result.status != .exited(0) { failures += 1 }
      let words = String(decoding: result.output + result.errorOutput, as: UTF8.self)
      #expect(!words.contains("could not be read"), "\(place): \(words)")
      #expect(try sandbox.notes().compactMap { $0["tags"] } == [["kept"]], "\(place)")
    }
    #expect(failures > 0)
    try sandbox.run("todo", "add", "next").expect(output: "to-do 2:")
    #expect(try sandbox.integrity() == ["ok"])
  }

  @Test func `a purge is not complete while the copies cannot be listed`() throws {
    let id = try sandbox.add("--body", "secretword")
    try sandbox.shell(
      "cp \"$journal\" \"$journal.schema-3\"", environment: ["journal": sandbox.journal])
    // The program opens the folder of the journal to list it, and to flush it.
    let failed = try Child.run(
      [
        "strace", "-f", "-qq", "-o", "/dev/null", "-P", sandbox.data, "-e", "trace=openat", "-e",
        "inject=openat:error=EMFILE", sandbox.program, "notes", "delete", id, "--purge", "--yes",
      ], environment: sandbox.environment)
    #expect(failed.status == .exited(6))
    #expect(try sandbox.text(of: sandbox.journal + ".schema-3").contains("secretword"))
    #expect(try sandbox.run("doctor", "--offline").status == 0)
    #expect(try !sandbox.text(of: sandbox.journal + ".schema-3").contains("secretword"))
  }

  @Test func `lists lost texts in copies, and --yes restores them`() throws {
    let id = try sandbox.add("--body", "only in the copy")
    try sandbox.add("--body", "stays")
    try sandbox.shell(
      "cp \"$journal\" \"$journal.schema-3\"", environment: ["journal": sandbox.journal])
    do {
      try SQLiteFile(sandbox.journal).open().execute(
        "PRAGMA foreign_keys = ON; DELETE FROM record WHERE id = '\(id)'")
    }
    try repair().expect(
      0, error: "1 item is missing from the journal but is in a copy", "doctor --repair --yes")
    #expect(try sandbox.run("notes", "show", id).status == 3)
    let taken = try repair("--yes", "--json")
    #expect(try taken.json()["repair"]?["takenIn"] == 1, "\(taken.testDescription)")
    #expect(try sandbox.run("notes", "show", id).output.contains("only in the copy"))
    #expect(try repair("--json").json()["repair"]?["lost"] == 0)
  }

  @Test func `reports a log without its journal and keeps it`() throws {
    try File.makeDirectory(sandbox.data)
    let holder = try Connection(path: sandbox.journal + "-x", mode: .create)
    try holder.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
    try sandbox.shell(
      "cd \"$XDG_DATA_HOME/commitdiary\" && cp journal.sqlite-x-wal journal.sqlite-wal")
    let log = try File.read(sandbox.journal + "-wal")
    try sandbox.run("notes", "list").expectRefusal(6, "journal.sqlite-wal")
    let added = try sandbox.run(Sandbox.anywhere + ["--body", "new"]).expect(0)
    let kept = try File.list(sandbox.data).filter { $0.hasPrefix("journal.sqlite.log-") }
    #expect(kept.count == 1 && added.error.contains(kept.first ?? "-"), "\(added.testDescription)")
    #expect(try File.read("\(sandbox.data)/\(kept.first ?? "")") == log)
    #expect(try sandbox.notes().count == 1)
  }

  @Test func `repair names the log of a journal that is gone`() throws {
    try File.makeDirectory(sandbox.data)
    let holder = try Connection(path: sandbox.journal + "-x", mode: .create)
    try holder.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
    try sandbox.shell(
      "cd \"$XDG_DATA_HOME/commitdiary\" && cp journal.sqlite-x-wal journal.sqlite-wal")
    let outcome = try repair()
    let kept = try File.list(sandbox.data).filter { $0.hasPrefix("journal.sqlite.log-") }
    #expect(
      kept.count == 1 && outcome.error.contains(kept.first ?? "-"), "\(outcome.testDescription)")
  }

  @Test func `repair says when there is no journal or an empty file`() throws {
    try repair().expectRefusal(6, "no journal at \(sandbox.journal)").expect(
      without: "permissions")
    #expect(!File.exists(sandbox.data))
    try File.makeDirectory(sandbox.data)
    try File.create(sandbox.journal)
    try repair().expectRefusal(6, "is empty")
    #expect(File.size(sandbox.journal) == 0)
  }

  @Test func `every command reports a missing schema number as damage`() throws {
    try sandbox.add("--body", "kept text")
    do { try SQLiteFile(sandbox.journal).open().execute("PRAGMA user_version = 0") }
    for words in [["notes", "list"], Sandbox.anywhere + ["--body", "x"], ["status"]] {
      try sandbox.run(words).expectRefusal(6, "is damaged")
    }
    #expect(try repair().status == 0)
    #expect(try sandbox.notes().count == 1)
  }

  @Test func `every command refuses a pipe as the journal`() throws {
    try sandbox.shell(
      "mkdir -p \"$XDG_DATA_HOME/commitdiary\" && mkfifo \"$journal\"",
      environment: ["journal": sandbox.journal])
    for words in [
      ["notes", "list"], Sandbox.anywhere + ["--body", "x"], ["today", "--offline"],
      ["todo", "add", "x"], ["diary", "write", "--body", "x"], ["search", "x"], ["status"],
      ["doctor", "--repair", "--offline"],
    ] {
      try sandbox.run(words).expectRefusal(6)
    }
    #expect(try sandbox.run("doctor", "--offline").status == 6)
  }

  @Test func `refuses a day after the last year with a message`() throws {
    try sandbox.run("todo", "add", "x", environment: ["COMMITDIARY_NOW": "9999-12-31T23:59:59Z"])
      .expectRefusal(2, "1 to 9999")
  }

  @Test func `doctor --full reads the whole journal`() throws {
    try sandbox.add("--body", "one")
    #expect(try sandbox.run("doctor", "--full", "--offline").status == 0)
    try sandbox.onTerminal("doctor", "--full", "--offline").expect(
      0, output: "Checking the journal")
  }
}
