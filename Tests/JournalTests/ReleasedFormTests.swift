import Diary
import JSON
import Platform
import Records
import SQLite
import Sync
import TestSupport
import Testing

@testable import Journal

/// An archive and a segment that schema 23 has written, in which every column of a version is filled:
/// `Released/schema-23.json` and `Released/segment-23.jsonl`. They have merged records, fields and a record
/// of a newer program, a clone without a remote, weather, imported and purged texts, and a to-do that recurs.
/// `Released/schema-22.json` has the same texts as a development version has written them.
@Suite struct ReleasedFormTests {
  private let now = Moment.test("2026-12-01T09:00:00+09:00")

  private static func bytes(_ name: String) throws -> [UInt8] {
    try File.read(File.directory(of: "\(#filePath)") + "/Released/" + name)
  }

  private static let archive = Result { try JSONParser.parse(bytes("schema-23.json")) }
  private static let former = Result { try JSONParser.parse(bytes("schema-22.json")) }

  private func records(of journal: Journal) async throws -> [String] {
    try await journal.run { journal in
      var found: [String] = []
      try journal.archive(journal.archivedNumbers(ArchiveFilter())) {
        found.append($0.text(.compact))
      }
      for record in try journal.unknownRecords() { found.append(record.text(.compact)) }
      return found
    }
  }

  private func filled(with archive: JSONValue, former isFormer: Bool = false) async throws
    -> JournalOnDisk
  {
    let place = try JournalOnDisk()
    _ = try await place.journal.make("import", on: now.day, at: now, isImport: true) { journal in
      var unarchiving = Unarchiving()
      unarchiving.isFormer = isFormer
      for json in archive["repositories"]?.array ?? [] {
        try unarchiving.addRepository(json, to: journal)
      }
      for json in archive["purged"]?.array ?? [] { try unarchiving.addPurge(json, to: journal) }
      for json in archive["purgedOrigins"]?.array ?? [] {
        try unarchiving.addPurgedOrigin(json, to: journal)
      }
      for json in archive["records"]?.array ?? [] { _ = try unarchiving.add(json, to: journal) }
      try unarchiving.finish(in: journal, at: now.instant)
    }
    return place
  }

  @Test func `the archive has every column, and fields that are unknown here`() throws {
    let archive = try Self.archive.get()
    let versions = archive["records"]?.array?.flatMap { $0["versions"]?.array ?? [] } ?? []
    let names = Set(versions.flatMap { $0.object?.map(\.name) ?? [] })
    let columns = Set(ArchivedColumn.all.map(\.name)).subtracting(["others"])
    #expect(columns.subtracting(names) == [])
    #expect(
      names.subtracting(columns) == [
        "tags", "every", "priority", "effort", "people", "mood", "wait", "formerDay", "streak",
      ])
    let kinds = Set(archive["records"]?.array?.compactMap { $0["kind"]?.string } ?? [])
    #expect(kinds == ["note", "entry", "todo", "habit"])
  }

  @Test func `the archive comes in, and is written again, byte for byte`() async throws {
    let place = try await filled(with: Self.archive.get())
    let expected = try #require(try Self.archive.get()["records"]?.array)
    #expect(try await records(of: place.journal) == expected.map { $0.text(.compact) })
    #expect(try await place.journal.problems() == [])
    #expect(try await place.journal.changedTexts() == [])
  }

  @Test func `an archive of a development version comes in whole`() async throws {
    let former = try await filled(with: Self.former.get(), former: true)
    let expected = try #require(try Self.archive.get()["records"]?.array)
    #expect(
      try await records(of: former.journal)
        == expected.filter { $0["kind"] != "habit" }.map { $0.text(.compact) })
    #expect(try await former.journal.changedTexts() == [])
    // A text that was changed by the disk is found by the hash of that version.
    let record = try #require(try Self.former.get()["records"]?.array?.first)
    let text = record.text(.compact).replacing("\"body\":\"", with: "\"body\":\"x")
    #expect(throws: DamagedRecord.self) {
      try FormerArchive.converted(JSONParser.parse(Array(text.utf8)))
    }
  }

  @Test func `the segment is the same journal on another device`() async throws {
    let segment = try Segment(Self.bytes("segment-23.jsonl"))
    let place = try JournalOnDisk()
    let remote = SyncRemote(
      address: "/x", diary: String(repeating: "0", count: 32),
      epoch: String(repeating: "1", count: 32))
    try await place.journal.save(remote)
    let name = SegmentName(device: segment.device, number: 1)
    _ = try await place.journal.run { journal in
      var arrived = [ArrivedSegment(name: name, blob: "b", segment: segment)]
      return try journal.receive(remote, comparingAll: true, at: now) { arrived.popLast() }
    }
    // The origins of imported texts are named by the remote's devices too.
    let here = try await records(of: place.journal).sorted()
    let there = try await records(of: filled(with: Self.archive.get()).journal).sorted()
    #expect(here == there)
  }
}

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
