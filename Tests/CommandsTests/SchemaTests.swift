import JSON
import Platform
import SQLite
import Testing

@testable import Journal
@testable import ProgramSupport

/// Journals of earlier versions of the program.
@Suite(.inProcess) struct SchemaTests {
  /// The contents of a note in every schema that had a table of notes. `OldJournalTests` have the
  /// later ones.
  @Test(arguments: 1...Schema.lastWithoutRecords)
  func `a journal of every earlier schema opens and keeps all of it`(schema: Int) throws {
    let sandbox = try Sandbox()
    try File.makeDirectory(sandbox.data)
    do {
      let steps = Array(Schema.steps.prefix(schema))
      let old = try JournalFile(path: sandbox.journal, steps: steps).openForWriting()
      try old.execute(
        """
        INSERT INTO repository (id, key, name) VALUES (1, 'github.com/a/b', 'github.com/A/b');
        INSERT INTO note (id, repository, version, title, body, created_at, created_offset,
          created_day, updated_at, updated_offset)
        VALUES ('7kq2m9x4c1ab', 1, 2, '제목', 'second', 1700000000, 32400, 19675, 1700000100, 32400);
        INSERT INTO note_version VALUES (1, 1, 'old', 'first', '[]', 1700000000, 32400);
        INSERT INTO note_tag VALUES (1, 1, 'Perf', 'perf')
        """)
    }
    let note = try #require(try sandbox.notes("--tag", "perf").first)
    #expect(note["title"]?.string == "제목")
    #expect(note["repo"]?.string == "github.com/A/b")
    let history = try sandbox.run("notes", "history", "7kq2", "--json").json()["versions"]?.array
    #expect(history?.map { $0["body"]?.string } == ["first", "second"])
    #expect(try sandbox.integrity() == ["ok"])
    #expect(File.exists("\(sandbox.journal).schema-\(schema)"))
  }
}
