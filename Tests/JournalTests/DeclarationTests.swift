import Diary
import Platform
import Records
import SQLite
import TestSupport
import Testing

@testable import Journal

/// One damaged byte in the declarations of tables, indexes, views and triggers.
@Suite struct DeclarationTests {
  private let place: JournalOnDisk
  private let moment = Moment.test("2026-12-01T00:00:00Z")
  private let titles = (1...12).map { "note \($0)" }

  init() async throws {
    place = try JournalOnDisk()
    for title in titles { try await place.add(title, body: "words", tags: ["tag"]) }
    try place.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// The places in the file of the name, the table, the root page and the text of each object.
  private func declarations(in bytes: [UInt8]) throws -> [Range<Int>] {
    let connection = try Connection(path: place.path, mode: .readWrite, closing: .leaveLog)
    return try connection.rows("SELECT sql, name FROM sqlite_schema WHERE sql <> ''") { row in
      let text = Array(row.text(0).utf8)
      let start = bytes.indices.dropLast(text.count).first { start in
        bytes[start] == text[0] && bytes[start..<start + text.count].elementsEqual(text)
      }
      return start.map { $0 - 2 * row.text(1).utf8.count..<$0 + text.count } ?? 0..<0
    }
  }

  private func damage(_ old: String, _ new: String, in path: String) throws {
    var bytes = try File.read(path)
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    let starts = bytes.indices.dropLast(old.count).filter { start in
      bytes[start] == old[0] && bytes[start..<start + old.count].elementsEqual(old)
    }
    try #require(!starts.isEmpty && old.count == new.count)
    for start in starts { bytes.replaceSubrange(start..<start + new.count, with: new) }
    try File.writeAtomically(bytes, to: path)
  }

  private func restored(at path: String) async throws -> [String] {
    let repair = try await Journal.repair(at: path, now: moment)
    #expect(repair.missing == 0)
    let journal = try Journal(at: path, for: .writing)
    _ = try await journal.restoreLostTexts(at: moment)
    #expect(try await journal.problems() == [])
    #expect(try JournalFile(path: path).unfinishedCopies == [])
    return try await journal.notes(NoteFilter()).map(\.note.text.title).sorted()
  }

  private func expectDamageFound(at path: String, _ location: SourceLocation) async throws {
    do {
      let journal = try Journal(at: path, for: .reading)
      #expect(try await !journal.quickProblems().problems.isEmpty, sourceLocation: location)
      #expect(try await !journal.problems().isEmpty, sourceLocation: location)
    } catch JournalError.damaged {
    }
  }

  @Test func `a repair loses no text to a damaged byte`() async throws {
    let intact = try File.read(place.path)
    let places = try declarations(in: intact).flatMap(\.self)
    try #require(places.count > 8000)
    for (index, place) in places.enumerated() where index % 331 == 7 {
      let folder = try TemporaryFolder()
      let path = folder.file("journal.sqlite")
      var bytes = intact
      bytes[place] ^= [1, 4, 32, 128][index % 4]
      try File.writeAtomically(bytes, to: path)
      try await expectDamageFound(at: path, #_sourceLocation)
      let text = String(decoding: intact[place - 20..<place + 10], as: UTF8.self)
      #expect(try await restored(at: path) == titles.sorted(), "\(place): \(text)")
    }
  }

  @Test(arguments: [
    ("parents BLOB", "Qarents BLOB"), ("TABLE record (", "TABLE recorc ("),
    ("recordrecord", "recoqdrecord"), ("'ascii'", "'asdii'"),
    ("record_version (record,", "record_version (hecord,"), ("WHERE kind = 1", "WHERE kind = 2"),
    ("kind BETWEEN 1 AND 3", "kind BETWEEN 2 AND 3"),
  ])
  func `damage that SQLite may not notice is found`(old: String, new: String) async throws {
    try damage(old, new, in: place.path)
    try await expectDamageFound(at: place.path, #_sourceLocation)
    #expect(try await restored(at: place.path) == titles.sorted())
  }

  @Test func `texts are restored from a copy with a damaged declaration`() async throws {
    let file = JournalFile(path: place.path)
    try place.execute("VACUUM INTO '\(file.copyPath(schema: 5))'")
    try damage("body TEXT", "bodx TEXT", in: file.copyPath(schema: 5))
    try place.execute("PRAGMA foreign_keys = ON; DELETE FROM record WHERE number < 5")
    let bytes = try File.read(file.copyPath(schema: 5))
    #expect(try await place.journal.lostTexts().total == 4)
    #expect(try await place.journal.restoreLostTexts(at: moment).total == 4)
    #expect(try await place.titles().count == titles.count)
    #expect(try await place.journal.problems() == [])
    #expect(try File.read(file.copyPath(schema: 5)) == bytes && file.unfinishedCopies == [])
  }

  @Test func `a purge removes earlier versions despite a damaged declaration`() async throws {
    let file = JournalFile(path: place.path)
    let note = try await place.add("secretword")
    _ = try await place.journal.edit(
      note.id, to: Text(title: "changed", body: ""), basedOn: 1, at: moment)
    let copy = file.copyPath(schema: 5)
    try place.execute("VACUUM INTO '\(copy)'")
    // Without this reference, SQLite keeps the versions of a deleted text.
    let (old, new) = ("REFERENCES record (number)", "REFERENCES recorc (number)")
    try damage(old, new, in: copy)
    try await place.journal.purge([note.id])
    #expect(!String(decoding: try File.read(copy), as: UTF8.self).contains("secretword"))
  }

  @Test func `a journal with a damaged declaration is purged after its repair`() async throws {
    let note = try await place.add("secretword")
    try place.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try damage("REFERENCES record (number)", "REFERENCES recorc (number)", in: place.path)
    let journal = try Journal(at: place.path, for: .writing)
    await #expect(throws: JournalError.damaged(path: place.path)) {
      try await journal.purge([note.id])
    }
    _ = try await Journal.repair(at: place.path, now: moment)
    let next = try Journal(at: place.path, for: .writing)
    #expect(try await next.unfinishedPurges() == 0)
    for name in try File.list(place.folder.path) {
      let text = String(decoding: try File.read(place.folder.file(name)), as: UTF8.self)
      #expect(!text.contains("secretword"), "\(name)")
    }
  }
}
