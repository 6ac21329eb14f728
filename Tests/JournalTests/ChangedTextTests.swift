import Diary
import Platform
import Records
import SQLite
import TestSupport
import Testing

@testable import Journal

/// Texts that a disk has changed without an error.
@Suite struct ChangedTextTests {
  private let place: JournalOnDisk
  private let now = Moment.test("2026-11-21T09:00:00+09:00")

  init() throws { place = try JournalOnDisk() }

  private func moveAside() throws {
    try place.execute(
      "VACUUM INTO '\(JournalFile(path: place.path).copyPath(schema: Schema.current.version))'")
  }

  @Test func `reports no unchanged text`() async throws {
    let note = try await place.add("제목", body: "글", tags: ["b", "a"])
    _ = try await place.journal.edit(
      note.id, to: Text(title: "", body: "", tags: []), basedOn: 1, at: now)
    _ = try await place.journal.append("하루", toEntryOf: now.day, at: now)
    _ = try await place.journal.add(["하나"], on: now.day, at: now)
    #expect(try await place.journal.changedTexts() == [])
  }

  @Test func `names changed texts and restores them from a good copy`() async throws {
    let note = try await place.add("one", body: "first words", tags: ["perf"])
    let edited = try await place.journal.edit(
      note.id, to: Text(title: "one", body: "second words", tags: ["perf"]), basedOn: 1,
      at: now)
    let entry = try await place.journal.append("하루", toEntryOf: now.day, at: now)
    let toDo = try await place.journal.add(["buy milk"], on: now.day, at: now)[0]
    try moveAside()
    try place.execute(
      """
      UPDATE record SET body = 'sXcond words' WHERE kind = 1;
      UPDATE record SET title = 'XX' WHERE kind = 2;
      UPDATE record SET body = 'buy silk' WHERE kind = 3;
      UPDATE record_version SET body = 'fXrst words';
      UPDATE record_tag SET tag = 'pXrf'
      """)
    let id = try await place.journal.shortened([note.id.text])[0]
    let found = try await place.journal.changedTexts()
    #expect(
      Set(found) == [
        ChangedText(kind: .note, name: id, version: 2, hasCopy: true),
        ChangedText(kind: .note, name: id, version: 1, hasCopy: true),
        ChangedText(kind: .entry, name: "2026-11-21", version: 1, hasCopy: true),
        ChangedText(
          kind: .toDo, name: String(toDo.id.text.prefix(4)), version: 1, hasCopy: true),
      ])
    #expect(Set(try await place.journal.restoreChangedTexts()) == Set(found))
    #expect(try await place.journal.changedTexts() == [])
    #expect(try await place.journal.note(id).note == edited)
    #expect(try await place.journal.history(of: note.id)[0].text.isIdentical(to: note.text))
    #expect(try await place.journal.entry(of: now.day) == entry)
    #expect(try await place.journal.toDo("1", on: now.day).toDo == toDo)
    #expect(try await place.found("second") == ["one"])
  }

  @Test func `restores a text after its index was rebuilt with the changed words`() async throws {
    let entry = try await place.journal.write(
      Text(title: "one", body: "first #perf", tags: ["perf"]), on: now.day, basedOn: nil,
      at: now)
    try moveAside()
    // A repair reads the record without its tags, and rebuilds the index.
    try place.execute("DELETE FROM record_tag; UPDATE record SET body = 'fXrst #perf'")
    let database = try JournalFile(path: place.path).open(.readWrite)
    try WordIndex.fill(in: database)
    #expect(try await place.journal.restoreChangedTexts().map(\.hasCopy) == [true])
    #expect(try await place.journal.entry(of: now.day) == entry)
    #expect(try await place.journal.search(SearchQuery(["first"]), EntryFilter()).count == 1)
    for text in ["second", "third"] {
      _ = try await place.journal.append(text, toEntryOf: now.day, at: now)
    }
    #expect(try await place.journal.problems().isEmpty)
  }

  @Test func `without a good copy keeps the text and reports it until it is accepted`() async throws
  {
    try await place.add("one", body: "words")
    try place.execute("UPDATE record SET body = 'wXrds'")
    let restored = try await place.journal.restoreChangedTexts()
    #expect(restored.map(\.hasCopy) == [false])
    // A repair may be killed before it has reported them.
    #expect(try await place.journal.changedTexts() == restored)
    try await place.journal.accept(restored)
    #expect(try await place.journal.changedTexts() == [])
    let note = try #require(try await place.journal.notes(NoteFilter()).first).note
    #expect(note.text.body == "wXrds")
    // The next version has a hash again.
    _ = try await place.journal.edit(
      note.id, to: Text(title: "one", body: "new"), basedOn: 1, at: now)
    try place.execute("UPDATE record SET body = 'nXw'")
    #expect(try await place.journal.changedTexts().map(\.version) == [2])
  }
}

/// Rows that are read from the pages of a file, without its B-tree.
@Suite struct LeafPageTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("journal.sqlite")
  }

  private func rows() throws -> [String: [[Value]]] {
    var rows: [String: [[Value]]] = [:]
    try LeafPages(of: path).forEachRow { row in
      rows["\(row.values.count)", default: []].append([.integer(row.number)] + row.values)
    }
    return rows
  }

  @Test(arguments: [512, 1024, 4096, 65_536])
  func `reads every value as it was written`(pageSize: Int) throws {
    let long = String(repeating: "긴 글 ", count: 20_000)
    let numbers: [Int64] = [
      0, 1, -1, 127, -128, 32_767, 8_388_607, -8_388_608, 1 << 31, 1 << 40, .min, .max,
    ]
    do {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute(
        "PRAGMA page_size = \(pageSize); CREATE TABLE t (a INTEGER PRIMARY KEY, b, c, d, e, f)")
      for (index, number) in numbers.enumerated() {
        try connection.run(
          "INSERT INTO t VALUES (?1, ?2, ?3, ?4, ?5, ?6)", .integer(Int64(index - 3)),
          .integer(number), .text(index == 5 ? long : "글 \(index)"), .blob([1, 2]), .null, .text("")
        )
      }
    }
    let found = try #require(try rows()["6"])
    #expect(found.count == numbers.count)
    for (index, number) in numbers.enumerated() {
      let row = try #require(found.first { $0[0] == .integer(Int64(index - 3)) })
      #expect(
        row[1...] == [
          .null, .integer(number), .text(index == 5 ? long : "글 \(index)"), .blob([1, 2]), .null,
          .text(""),
        ])
    }
  }

  @Test func `reads what it can of any bytes`() throws {
    var random = Seeded(7)
    do {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute("CREATE TABLE t (a, b)")
      for number in 0..<50 {
        try connection.run(
          "INSERT INTO t VALUES (?1, ?2)", .integer(Int64(number)),
          .text(String(repeating: "x", count: number * 300)))
      }
    }
    let sound = try File.read(path)
    for _ in 0..<200 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...200, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      try File.writeAtomically(bytes.prefix(.random(in: 0...bytes.count, using: &random)), to: path)
      _ = try rows()
    }
  }

  @Test func `recovers rows below a lost first page or root page`() async throws {
    let place = try JournalOnDisk()
    for number in 1...200 {
      try await place.add("note \(number)", body: String(repeating: "words ", count: 100))
    }
    try place.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let root = try Connection(path: place.path, mode: .readWrite).first(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'record'"
    ) { $0.int(0) }
    let sound = try File.read(place.path)
    for page in [1, try #require(root)] {
      let folder = try TemporaryFolder()
      let path = folder.file("journal.sqlite")
      var bytes = sound
      bytes.replaceSubrange((page - 1) * 4096..<page * 4096, with: Array(repeating: 0, count: 4096))
      try File.writeAtomically(bytes, to: path)
      let repair = try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
      #expect(!repair.isWhole && repair.texts.notes == 200, "page \(page): \(repair.texts.notes)")
      let journal = try Journal(at: path, for: .writing)
      #expect(try await journal.search(SearchQuery(["words"]), NoteFilter()).count == 200)
      #expect(try await journal.changedTexts().isEmpty)
    }
  }
}
