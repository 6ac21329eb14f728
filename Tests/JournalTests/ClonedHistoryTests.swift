import Diary
import TestSupport
import Testing

@testable import Journal

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
