import Diary
import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// A journal of a development version: only an import of all that it has takes its place.
@Suite(.inProcess) struct DevelopmentJournalTests {
  private let machine: SyncStage.Machine
  private var sandbox: Sandbox { machine.sandbox }
  private var kept: String { sandbox.journal + ".schema22" }

  init() throws {
    machine = try SyncStage.Machine()
    try machine.note("secretword one")
    try machine.run("todo", "add", "two", "--due", "tomorrow")
    try machine.run("export", "json", backup)
  }

  private var backup: String { sandbox.file("backup.json") }

  /// Development versions have the same tables of versions.
  private func makeOld() throws {
    try sandbox.shell("sqlite3 '\(sandbox.journal)' 'PRAGMA user_version = 22' >/dev/null")
  }

  private func schema(of path: String) throws -> String {
    try sandbox.shell("sqlite3 'file:\(path)?mode=ro' 'PRAGMA user_version'").trimmed.description
  }

  @Test func `an export takes its place, and the old one is kept`() throws {
    try makeOld()
    try machine.failure("notes", "list").expectRefusal(6, "import json")
    try machine.run("import", "json", backup, "--dry-run").expect(output: "1 note")
    #expect(try schema(of: sandbox.journal) == "22" && !File.exists(kept))
    try machine.run("import", "json", backup).expect(error: kept)
    #expect(try machine.bodies() == ["secretword one"])
    #expect(try machine.toDos() == ["1 two"])
    #expect(try schema(of: kept) == "22")
    #expect(try File.list(sandbox.data).allSatisfy { !$0.contains("import") })
    #expect(try machine.failure("undo").error.contains("nothing to undo"))
    #expect(try machine.run("doctor", "--offline").status == 0)
    // Never over another one.
    try makeOld()
    try machine.run("import", "json", backup)
    #expect(File.exists(kept) && File.exists(kept + "-2"))
  }

  @Test func `an export that lacks something is refused, and nothing is changed`() throws {
    try machine.note("three")
    try machine.run("config", "set", "sync.auto", "false")
    try makeOld()
    let before = try sandbox.shell("sha256sum '\(sandbox.journal)'")
    try machine.failure("import", "json", backup).expectRefusal(6, "lacks 1 version")
    #expect(try sandbox.shell("sha256sum '\(sandbox.journal)'") == before)
    #expect(
      try File.list(sandbox.data).allSatisfy { !$0.contains("import") && !$0.contains("schema22") })
    try File.write(Array("{\"commitdiary\":1,\"records\":[{".utf8), to: backup)
    #expect(try machine.failure("import", "json", backup).status != 0)
    #expect(try sandbox.shell("sha256sum '\(sandbox.journal)'") == before)
  }

  @Test func `an export with a damaged record that is skipped is refused too`() throws {
    try machine.note("three")
    let whole = sandbox.file("whole.json")
    try machine.run("export", "json", whole)
    try makeOld()
    let contents = "sqlite3 'file:\(sandbox.journal)?mode=ro' .dump"
    let before = try sandbox.shell(contents)
    // The record is damaged, while its versions have their IDs.
    try sandbox.shell(
      """
      python3 - '\(whole)' <<'END'
      import json, sys
      archive = json.load(open(sys.argv[1]))
      note = next(one for one in archive["records"] if "three" in json.dumps(one))
      note["createdAt"] = "yesterday"
      json.dump(archive, open(sys.argv[1], "w"))
      END
      """)
    try machine.failure("import", "json", whole, "--skip-damaged").expectRefusal(
      6, "lacks 1 version")
    #expect(try sandbox.shell(contents) == before && schema(of: sandbox.journal) == "22")
    #expect(
      try File.list(sandbox.data).allSatisfy { !$0.contains("import") && !$0.contains("schema22") })
  }

  @Test func `while another process has it open, nothing is changed`() throws {
    try makeOld()
    let holder = try sandbox.shell(
      """
      python3 - '\(sandbox.journal)' >/dev/null 2>&1 <<'END' &
      import sqlite3, sys, time
      journal = sqlite3.connect(sys.argv[1]); journal.execute("SELECT count(*) FROM record").fetchone()
      open(sys.argv[1] + ".open", "w").close(); time.sleep(60)
      END
      echo $!
      until [ -e '\(sandbox.journal).open' ]; do sleep 0.05; done
      """
    ).trimmed
    let refused = try machine.failure("import", "json", backup)
    try sandbox.shell("kill \(holder)")
    refused.expectRefusal(6)
    #expect(refused.error.contains("busy") || refused.error.contains("use"), "\(refused.error)")
    #expect(try schema(of: sandbox.journal) == "22" && !File.exists(kept))
    #expect(try machine.run("import", "json", backup).status == 0)
  }

  @Test func `a purge asks to delete what was set aside, or stays pending`() throws {
    try makeOld()
    try machine.run("import", "json", backup)
    try File.makeDirectory(sandbox.data + "/sync.git.form1")
    try File.write(Array("secretword".utf8), to: sandbox.data + "/sync.git.form1/object")
    let id = try #require(try machine.json("notes", "list")["notes"]?.array?.first?["id"]?.string)
    try machine.run("notes", "delete", id, "--purge", "--yes").expect(without: "schema22")
    #expect(!File.exists(kept) && !File.exists(sandbox.data + "/sync.git.form1"))
    #expect(try sandbox.shell("grep -rl secretword '\(sandbox.data)' || true") == "")
    // Purged where nobody was asked: it is named until it is gone.
    try machine.note("thirdword")
    try machine.run("export", "json", backup + "2")
    try makeOld()
    try machine.run("import", "json", backup + "2")
    try sandbox.shell(
      """
      sqlite3 '\(sandbox.journal)' "INSERT INTO purge (kind, id, day, begun_at)
        SELECT kind, id, day, 0 FROM record WHERE kind = 1"
      """)
    try sandbox.run(["doctor", "--offline"]).expect(output: "schema22")
    try File.remove(kept)
    #expect(try sandbox.run(["doctor", "--offline"]).output.contains("permanently") == false)
  }
}
