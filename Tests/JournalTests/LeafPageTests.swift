import Diary
import Platform
import Records
import SQLite
import TestSupport
import Testing

@testable import Journal

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
