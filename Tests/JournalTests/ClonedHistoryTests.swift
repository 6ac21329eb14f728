import Diary
import TestSupport
import Testing

@testable import Journal

@Suite struct ClonedHistoryTests {
  let disk: JournalOnDisk

  init() throws { disk = try JournalOnDisk() }

  private func history(_ name: UInt64, unpushed: Bool = false) -> SavedHistory {
    let commits = PackedCommits([
      .init(name: name, authoredAt: -5), .init(name: .max, authoredAt: PackedCommit.undated),
    ])
    return SavedHistory(
      basis: [0, 255, UInt8(truncatingIfNeeded: name)], commits: commits,
      unpushed: unpushed ? PackedCommits() : nil)
  }

  private func keep(_ clone: String, _ writer: String, _ known: SavedHistory, at second: Int64)
    async throws
  {
    try await disk.journal.keep(
      [SavedCloneHistory(clone: clone, writer: writer, known: known)],
      readAt: Instant(secondsSince1970: second))
  }

  @Test func `the next program reads a stored history`() async throws {
    try await keep("/a/.git", "own", history(1, unpushed: true), at: 1)
    try await keep("/a/.git", "named x", history(2), at: 1)
    let later = try Journal(at: disk.path, for: .reading)
    #expect(try await later.history(of: "/a/.git", by: "own") == history(1, unpushed: true))
    #expect(try await later.history(of: "/a/.git", by: "named x") == history(2))
    #expect(try await later.history(of: "/b/.git", by: "own") == nil)
  }

  @Test func `a newer history replaces the older`() async throws {
    try await keep("/a/.git", "own", history(1, unpushed: true), at: 1)
    try await keep("/a/.git", "own", history(3), at: 2)
    #expect(try await disk.journal.history(of: "/a/.git", by: "own") == history(3))
  }

  @Test func `drops the least recently used history`() async throws {
    let limit = Int64(Journal.cloneHistoryLimit)
    let histories = (0..<limit).map {
      SavedCloneHistory(clone: "/\($0)", writer: "own", known: history(1))
    }
    try await disk.journal.keep(histories, readAt: Instant(secondsSince1970: 0))
    // The oldest history is saved again, so it is no longer the oldest.
    try await keep("/0", "own", history(1), at: limit)
    try await keep("/new", "own", history(1), at: limit)
    #expect(try await disk.journal.history(of: "/0", by: "own") != nil)
    #expect(try await disk.journal.history(of: "/new", by: "own") != nil)
    #expect(try await disk.journal.history(of: "/1", by: "own") == nil)
    #expect(try await disk.journal.history(of: "/2", by: "own") != nil)
  }

  @Test func `ignores a damaged history`() async throws {
    try await keep("/a/.git", "own", history(1), at: 1)
    try disk.execute("UPDATE clone_history SET commits = x'0102'")
    #expect(try await disk.journal.history(of: "/a/.git", by: "own") == nil)
  }

  @Test func `a new journal has no history`() async throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(at: folder.file("none.sqlite"), for: .reading)
    #expect(try await journal.history(of: "/a", by: "own") == nil)
  }
}
