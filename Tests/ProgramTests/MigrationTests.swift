import Glibc
import JSON
import Platform
import SQLite
import Testing

@testable import Journal
@testable import ProgramSupport

extension StressTests {
  /// A migration from one schema to the next, killed at any time.
  ///
  /// The binary migrates only to its own schema. Here its code migrates further in a process that is
  /// killed, with a step that takes long enough to be interrupted.
  @Suite struct MigrationTests {
    /// The kinds of statements that a step may contain, slow enough to be interrupted.
    static let schema = Schema.current.adding(
      """
      ALTER TABLE record ADD COLUMN mood TEXT;
      CREATE TABLE mood (day INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
      UPDATE record SET mood = 'calm';
      INSERT INTO mood (day, body) SELECT number, body FROM record WHERE kind = 1;
      CREATE INDEX record_by_mood ON record (mood, created_at)
      """)

    @Test func `a killed migration is complete or absent and can be repeated`() async throws {
      var chance = SeededGenerator()
      let sandbox = try Sandbox()
      for number in 1...40 {
        try sandbox.add("--body", "note \(number) " + String(repeating: "word ", count: 1000))
      }
      let notes = try sandbox.notes()
      let old = try File.read(sandbox.journal)
      let usual = try sandbox.measure {
        try renew(sandbox, with: old)
        _ = try JournalFile(path: sandbox.journal, newest: Self.schema).openForWriting()
      }
      var aim = Aim(usual: usual)
      for _ in 1...60 {
        try renew(sandbox, with: old)
        let delay = Int(aim.delay(using: &chance) / .microseconds(1))
        await #expect(processExitsWith: .signal(SIGKILL)) {
          [path = sandbox.journal as String, delay = delay as Int] in
          Self.dieAfter(microseconds: delay)
          _ = try JournalFile(path: path, newest: Self.schema).openForWriting()
          try File.create(path + ".acknowledged")
          while true { pause() }
        }

        let isAcknowledged = File.exists(sandbox.journal + ".acknowledged")
        aim.learn(cameTooLate: isAcknowledged)
        let schema = try SQLiteFile(sandbox.journal).open().pragma("user_version")
        #expect(
          schema == Self.schema.version || !isAcknowledged && schema == Schema.current.version,
          chance.comment)
        #expect(try sandbox.integrity() == ["ok"], chance.comment)
        if schema == Schema.current.version {
          #expect(try sandbox.notes() == notes, chance.comment)
        } else {
          try expectCopy(of: old, in: sandbox, chance)
        }
        try expectMigrated(sandbox.journal, notes: notes.count, chance)
      }
      #expect(aim.wasSpread, chance.comment)
    }

    /// Uses its own thread, because the main thread is migrating.
    private static func dieAfter(microseconds delay: Int) {
      _ = Thread.detached {
        usleep(useconds_t(max(delay, 1)))
        kill(getpid(), SIGKILL)
      }
    }

    private func renew(_ sandbox: Sandbox, with old: [UInt8]) throws {
      try sandbox.shell("rm -f \"$XDG_DATA_HOME\"/commitdiary/*")
      try File.writeAtomically(old, to: sandbox.journal)
    }

    /// Checks that the old file was copied before any change.
    private func expectCopy(
      of old: [UInt8], in sandbox: Sandbox, _ chance: SeededGenerator
    ) throws {
      let copy = SQLiteFile(sandbox.journal + ".schema-\(Schema.current.version)")
      #expect(try copy.integrity() == ["ok"], chance.comment)
      #expect(try copy.open().pragma("user_version") == Schema.current.version, chance.comment)
      #expect(try copy.open().pragma("application_id") == Schema.applicationID, chance.comment)
      #expect(try texts(copy) == texts(SQLiteFile(sandbox.journal)), chance.comment)
      #expect(File.permissions(copy.path) == 0o600, chance.comment)
    }

    private func texts(_ file: SQLiteFile) throws -> [String] {
      try file.open().rows("SELECT id || body FROM record ORDER BY number") { $0.text(0) }
    }

    private func expectMigrated(_ path: String, notes: Int, _ chance: SeededGenerator) throws {
      let connection = try JournalFile(path: path, newest: Self.schema).openForWriting()
      #expect(
        try connection.rows(
          "SELECT count(*) FROM record WHERE mood = 'calm' UNION ALL SELECT count(*) FROM mood"
        ) { $0.int(0) } == [notes, notes], chance.comment)
      #expect(
        try connection.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"], chance.comment)
    }
  }
}
