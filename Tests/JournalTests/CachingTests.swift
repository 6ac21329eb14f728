import Diary
import Platform
import SQLite
import TestSupport
import Testing

@testable import Journal

/// Writes that do not wait for the disk, and checkpoints of the log.
@Suite struct CachingTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("journal.sqlite")
  }

  private static let history: [String: [UInt8]] = ["/c": [1]]

  private func write(_ text: String) async throws {
    let journal = try Journal(at: path, for: .writing)
    _ = try await journal.add([text], on: Day(number: 0), at: .test("2026-11-21T00:00:00Z"))
  }

  /// - Returns: the `synchronous` setting of the last write.
  private func cache(at seconds: Int64 = 0) async throws -> Int {
    let journal = try Journal(at: path, for: .caching)
    try await journal.save(
      histories: Self.history, by: "w", readAt: Instant(secondsSince1970: seconds))
    return try await journal.flushing()
  }

  private var logSize: Int { File.size(path + "-wal") ?? 0 }

  @Test func `cache writes stay in the log until a text is written`()
    async throws
  {
    try await write("one")
    #expect(logSize == 0)
    #expect(try await cache() == 1)
    let kept = logSize
    #expect(kept > 0)
    #expect(try await cache(at: 1) == 1)
    let bytes = try File.read(path)
    do {
      let reader = try Journal(at: path, for: .reading)
      #expect(try await reader.histories(of: ["/c"], by: "w") == Self.history)
    }
    #expect(logSize > kept)
    #expect(try File.read(path) == bytes)
    try await write("two")
    #expect(logSize == 0)
    let later = try Journal(at: path, for: .reading)
    #expect(try await later.histories(of: ["/c"], by: "w") == Self.history)
  }

  @Test func `a text is flushed even after cache writes`() async throws {
    try await write("one")
    _ = try await cache()
    let journal = try Journal(at: path, for: .writing)
    #expect(try await journal.flushing() == 2)
  }

  @Test func `access is upgraded in place and never lowered`()
    async throws
  {
    try await write("one")
    _ = try await cache()
    let journal = try Journal(at: path, for: .reading)
    #expect(try await journal.upgrade(to: .caching))
    #expect(try await journal.flushing() == 1)
    try await journal.save(
      histories: Self.history, by: "w", readAt: Instant(secondsSince1970: 0))
    #expect(try await journal.upgrade(to: .writing))
    #expect(try await journal.flushing() == 2)
    #expect(try await journal.upgrade(to: .caching))
    #expect(try await journal.flushing() == 2)
    _ = try await journal.add(["two"], on: Day(number: 0), at: .test("2026-11-21T00:00:00Z"))
    #expect(try await journal.openToDos(on: Day(number: 1)).count == 2)
  }

  @Test func `an upgraded journal checkpoints its log on close`()
    async throws
  {
    try await write("one")
    _ = try await cache()
    #expect(logSize > 0)
    do {
      let journal = try Journal(at: path, for: .reading)
      #expect(try await journal.upgrade(to: .writing))
    }
    #expect(logSize == 0)
  }

  @Test func `a missing journal cannot be upgraded`() async throws {
    let journal = try Journal(at: path, for: .reading)
    #expect(try await journal.upgrade(to: .reading))
    #expect(try await !journal.upgrade(to: .caching))
    #expect(try await !journal.upgrade(to: .writing))
    #expect(!File.exists(path))
  }
}

extension Journal {
  fileprivate func flushing() throws(JournalError) -> Int {
    try database.pragma("synchronous")
  }
}

@Suite struct ClonedHistoryTests {
  let disk: JournalOnDisk

  init() throws { disk = try JournalOnDisk() }

  private func history(of clone: String, by writer: String = "own") async throws -> [UInt8]? {
    try await disk.journal.histories(of: [clone], by: writer)[clone]
  }

  private func keep(_ bytes: [UInt8], of clone: String, by writer: String = "own", at second: Int64)
    async throws
  {
    try await disk.journal.save(
      histories: [clone: bytes], by: writer, readAt: Instant(secondsSince1970: second))
  }

  @Test func `the next program reads a stored history`() async throws {
    try await keep([0, 255], of: "/a/.git", at: 1)
    try await keep([2], of: "/a/.git", by: "named x", at: 1)
    let later = try Journal(at: disk.path, for: .reading)
    #expect(try await later.histories(of: ["/a/.git"], by: "own") == ["/a/.git": [0, 255]])
    #expect(try await later.histories(of: ["/a/.git"], by: "named x") == ["/a/.git": [2]])
    #expect(try await later.histories(of: ["/b/.git"], by: "own").isEmpty)
  }

  @Test func `a newer history replaces the older`() async throws {
    try await keep([1], of: "/a/.git", at: 1)
    try await keep([3], of: "/a/.git", at: 2)
    #expect(try await history(of: "/a/.git") == [3])
  }

  @Test func `drops the least recently used history`() async throws {
    let limit = Journal.cloneHistoryLimit
    let histories = Dictionary(uniqueKeysWithValues: (0..<limit).map { ("/\($0)", [UInt8(1)]) })
    try await disk.journal.save(
      histories: histories, by: "own", readAt: Instant(secondsSince1970: 0))
    // One of the oldest is saved again, so that it is no longer one of them.
    try await keep([2], of: "/0", at: 1)
    try await keep([2], of: "/new", at: 1)
    #expect(try await history(of: "/0") == [2])
    #expect(try await history(of: "/new") == [2])
    let kept = try await disk.journal.histories(of: Set(histories.keys), by: "own")
    #expect(kept.count == limit - 1)
  }

  @Test func `a new journal has no history`() async throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(at: folder.file("none.sqlite"), for: .reading)
    #expect(try await journal.histories(of: ["/a"], by: "own").isEmpty)
  }
}
