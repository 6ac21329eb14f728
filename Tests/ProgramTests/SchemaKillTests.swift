import JSON
import Platform
import SQLite
import Testing

@testable import Journal
@testable import ProgramSupport

extension StressTests {
  /// The release binary, killed while it migrates a journal of each schema with a table
  /// of notes.
  @Suite struct SchemaKillTests {
    private static let notes = 150

    @Test(arguments: 1...Schema.lastWithoutRecords)
    func `a killed migration is complete or absent, and is repeated`(
      from schema: Int
    ) throws {
      var chance = SeededGenerator()
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
      for _ in 1...40 {
        try renew(sandbox, with: old)
        let output = try sandbox.kill(list, after: aim.delay(using: &chance), environment: [:])
        aim.learn(cameTooLate: !output.isEmpty)
        let file = SQLiteFile(sandbox.journal)
        let found = try file.open().pragma("user_version")
        #expect(found == schema || found == Schema.version, chance.comment)
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
      #expect(aim.wasSpread, chance.comment)
      let history = try sandbox.run("notes", "history", "000000000007", "--json").json()
      #expect(
        history["versions"]?.array?.map { $0["body"]?.string } == ["first", Self.body(7)],
        chance.comment)
      for word in ["number77", "subject77"] {
        let hits = try sandbox.run("notes", "search", word, "--json").json()["notes"]?.array
        #expect(hits?.count == 1, chance.comment)
      }
    }

    private static func body(_ number: Int) -> String {
      "number\(number) " + String(repeating: "words ", count: 100)
    }

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
