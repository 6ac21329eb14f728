import JSON
import Platform
import SQLite
import Testing

@testable import Journal
@testable import ProgramSupport

extension StressTests {
  /// The release binary, killed while it migrates a journal of each earlier schema: at 208 points
  /// in all, or as often as `COMMITDIARY_TEST_KILLS` says for each schema.
  @Suite struct SchemaKillTests {
    private static let notes = 150

    @Test func `a killed migration from any schema is complete or absent, and is repeated`() throws
    {
      var chance = SeededGenerator()
      let given = Environment.current["COMMITDIARY_TEST_KILLS"].flatMap { Int($0) }
      let attempts = given ?? 200 / (Schema.version - 1) + 1
      var (late, unfinished) = (0, 0)
      for schema in 1..<Schema.version {
        let ends = try killMigrations(from: schema, times: attempts, &chance)
        late += ends.late
        unfinished += ends.unfinished
      }
      #expect(late > 0 && unfinished > 0, chance.comment)
    }

    /// - Returns: how many programs were killed after they had printed the list, and before the
    ///   journal had its new schema.
    private func killMigrations(
      from schema: Int, times attempts: Int, _ chance: inout SeededGenerator
    ) throws -> (late: Int, unfinished: Int) {
      var (late, unfinished) = (0, 0)
      let sandbox = try Sandbox()
      try File.makeDirectory(sandbox.data)
      try make(schema: schema, at: sandbox.journal)
      let old = try File.read(sandbox.journal)
      let list = ["notes", "list", "--limit", "0", "--sort", "oldest", "--json"]
      let usual = try sandbox.measure {
        try renew(sandbox, with: old)
        try sandbox.run(list)
      }
      var aim = Aim(usual: usual)
      for _ in 1...attempts {
        try renew(sandbox, with: old)
        let output = try sandbox.kill(list, after: aim.delay(using: &chance), environment: [:])
        aim.learn(cameTooLate: !output.isEmpty)
        late += output.isEmpty ? 0 : 1
        let file = SQLiteFile(sandbox.journal)
        let found = try file.open().pragma("user_version")
        #expect(found == schema || found == Schema.version, chance.comment)
        unfinished += found == schema ? 1 : 0
        #expect(try file.integrity() == ["ok"], chance.comment)
        if found == Schema.version {
          let copy = SQLiteFile("\(sandbox.journal).schema-\(schema)")
          #expect(try copy.open().pragma("user_version") == schema, chance.comment)
          #expect(try copy.integrity() == ["ok"], chance.comment)
        }
        let texts = try sandbox.notes("--sort", "oldest").compactMap { $0["body"]?.string }
        #expect(texts == (1...Self.notes).map(Self.body), chance.comment)
        #expect(try file.open().pragma("user_version") == Schema.version, chance.comment)
      }
      let history = try sandbox.run("notes", "history", "000000000007", "--json").json()
      #expect(
        history["versions"]?.array?.map { $0["body"]?.string } == ["first", Self.body(7)],
        chance.comment)
      for word in ["number77", "subject77"] {
        let hits = try sandbox.run("notes", "search", word, "--json").json()["notes"]?.array
        #expect(hits?.count == 1, chance.comment)
      }
      if schema >= 4 { try expectEntryAndToDo(in: sandbox, chance) }
      return (late, unfinished)
    }

    private func expectEntryAndToDo(in sandbox: Sandbox, _ chance: SeededGenerator) throws {
      let versions = try sandbox.run("diary", "history", "2025-11-21", "--json").json()["versions"]
      #expect(versions?.array?.map { $0["body"]?.string } == ["첫 글", "둘째 글"], chance.comment)
      let toDos = try sandbox.run("todo", "list", "--from", "2025-11-21", "--json").json()["todos"]
      #expect(toDos?.array?.map { $0["text"]?.string } == ["하나"], chance.comment)
    }

    private static func body(_ number: Int) -> String {
      "number\(number) " + String(repeating: "words ", count: 100)
    }

    private static let entryAndToDo = """
      INSERT INTO entry (day, version, title, weather, created_at, created_offset, updated_at,
        updated_offset, body)
      VALUES (20413, 2, '', NULL, 1763690000, 32400, 1763690100, 32400, '둘째 글');
      INSERT INTO entry_version VALUES (20413, 1, '', '첫 글', 1763690000, 32400);
      INSERT INTO todo (id, day, number, version, text, created_at, created_offset, updated_at,
        updated_offset)
      VALUES ('7kq2m9x4c1ab', 20413, 2, 1, '하나', 1763690000, 32400, 1763690000, 32400);
      INSERT INTO todo_day VALUES (20413, 2);
      """

    private func make(schema: Int, at path: String) throws {
      let separate = min(schema, Schema.lastWithoutRecords)
      let steps = Array(Schema.steps.prefix(separate))
      let journal = try JournalFile(path: path, steps: steps).openForWriting()
      try journal.execute(
        "BEGIN; INSERT INTO repository (id, key, name) VALUES (1, 'github.com/a/b', 'github.com/A/b')"
      )
      for number in 1...Self.notes {
        try journal.run(
          """
          INSERT INTO note (number, id, repository, sha, subject, author, authored_at,
            authored_offset, version, title, body, created_at,
            created_offset, created_day, updated_at, updated_offset)
          VALUES (?1, printf('%012d', ?1), 1, 'abcd', 'subject' || ?1, 'A', 1, 0, 2, '', ?2, 1700000000 + ?1, 0, 19675, 1700000100, 0)
          """, .integer(Int64(number)), .text(Self.body(number)))
        try journal.run(
          "INSERT INTO note_version VALUES (?1, 1, '', 'first', '[]', 1700000000, 0)",
          .integer(Int64(number)))
        guard separate >= 5 else { continue }
        try journal.run(
          "INSERT INTO note_words (rowid, words) VALUES (?1, indexed_words('', ?2))",
          .integer(Int64(number)), .text(Self.body(number)))
      }
      if separate >= 4 { try journal.execute(Self.entryAndToDo) }
      try journal.execute("COMMIT")
      if schema > separate {
        let steps = Array(Schema.steps.prefix(schema))
        _ = try JournalFile(path: path, steps: steps).openForWriting()
      }
    }

    private func renew(_ sandbox: Sandbox, with old: [UInt8]) throws {
      for name in try File.list(sandbox.data) { try File.remove("\(sandbox.data)/\(name)") }
      try File.writeAtomically(old, to: sandbox.journal)
    }
  }
}
