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
