import Diary
import Platform
import SQLite
import TestSupport
import Testing

@testable import Journal

/// The schemas of released packages, as their journals declare them. `Released` has a file for each
/// schema number: what the table `sqlite_schema` of a new journal contained.
@Suite struct ReleasedSchemaTests {
  private static let folder = File.directory(of: "\(#filePath)") + "/Released"

  private static func text(of schema: Int) throws -> String {
    String(decoding: try File.read("\(folder)/schema-\(schema).sql"), as: UTF8.self)
  }

  /// The schema numbers of released packages.
  private static let released = ((try? File.list(folder)) ?? [])
    .compactMap { Int($0.dropFirst("schema-".count).dropLast(".sql".count)) }.sorted()

  private func declarations(in connection: borrowing Connection) throws -> [String] {
    try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name") {
      row in [row.text(0), row.text(1), row.text(2), row.text(3)].joined(separator: "|")
    }
  }

  @Test func `every schema since the first release is kept`() {
    #expect(Self.released == Array(Schema.current.first...Schema.current.version))
  }

  @Test(arguments: released)
  func `a released schema never changes`(_ schema: Int) throws {
    let kept = try Connection(path: "", mode: .memory)
    try kept.execute(try Self.text(of: schema))
    let made = try Connection(path: "", mode: .memory)
    for step in Schema.current.statements(from: 0, to: schema) { try made.execute(step) }
    #expect(try declarations(in: kept) == declarations(in: made))
  }

  @Test(arguments: released)
  func `a journal of a released schema is read and written`(_ schema: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    let file = try Connection(path: path, mode: .create)
    try file.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA application_id = \(Schema.applicationID);
      \(try Self.text(of: schema))
      INSERT INTO device (number, id, clock) VALUES (1, randomblob(16), 0);
      PRAGMA user_version = \(schema)
      """)
    let journal = try Journal(at: path, for: .writing)
    let place = NotePlace(RepositoryKey(Repository(name: "github.com/a/b")), commit: nil)
    let moment = Moment.test("2026-12-01T00:00:00Z")
    _ = try await journal.add(Text(title: "kept", body: "", tags: []), to: place, at: moment)
    #expect(try await journal.notes(NoteFilter()).map(\.note.text.title) == ["kept"])
    #expect(try await journal.problems() == [])
  }
}
