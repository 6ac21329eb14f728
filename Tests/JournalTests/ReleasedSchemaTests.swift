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
    _ = try await journal.add(NoteText(title: "kept", body: "", tags: []), to: place, at: moment)
    #expect(try await journal.notes(NoteFilter()).map(\.note.text.title) == ["kept"])
    #expect(try await journal.problems() == [])
  }

  @Test func `numbers of days become numbers of the journal`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    let file = try Connection(path: path, mode: .create)
    func toDo(_ id: String, on day: Int, _ place: Int, done: Int? = nil) -> String {
      """
      INSERT INTO record (kind, id, created_at, created_offset, place, version, version_id, parents,
        device, clock, updated_at, updated_offset, day, done_at, done_day, title, body)
      VALUES (3, '\(id)', 0, 0, \(place), 1, randomblob(16), x'', 1, 1, 0, 0, \(day),
        \(done.map { "\($0)" } ?? "NULL"), \(done.map { "\($0)" } ?? "NULL"), '', '\(id)');
      """
    }
    try file.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA application_id = \(Schema.applicationID);
      \(try Self.text(of: 18))
      INSERT INTO device (number, id, clock) VALUES (1, randomblob(16), 0);
      \(toDo("aaaa", on: 100, 1)) \(toDo("bbbb", on: 100, 2, done: 100))
      \(toDo("cccc", on: 101, 1)) \(toDo("dddd", on: 101, 2)) \(toDo("eeee", on: 102, 1))
      PRAGMA user_version = 18
      """)
    let journal = try Journal(at: path, for: .writing)
    // The oldest one keeps its number.
    let today = Day(number: 102)
    let numbers = try await journal.toDos(ToDoFilter(), on: today).map {
      "\($0.toDo.text) \($0.toDo.number(on: today) ?? 0)"
    }
    #expect(numbers.sorted() == ["aaaa 1", "bbbb 0", "cccc 3", "dddd 2", "eeee 4"])
    let moment = Moment.test("2026-12-01T00:00:00Z")
    #expect(try await journal.add(["new"], on: today, at: moment).map(\.number) == [5])
    #expect(try await journal.problems() == [])
  }
}
