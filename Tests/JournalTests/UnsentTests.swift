import Diary
import Records
import Sync
import Testing

@testable import Journal

/// What is sent to a remote, and what is too long for that.
@Suite struct UnsentTests {
  private let file: JournalOnDisk
  private let journal: Journal

  init() async throws {
    file = try JournalOnDisk()
    journal = file.journal
    try await journal.save(
      SyncRemote(
        address: "/x", diary: String(repeating: "0", count: 32),
        epoch: String(repeating: "1", count: 32)))
  }

  @Test func `a version that is too long for a line stays here, and the others are sent`()
    async throws
  {
    try await file.add("short")
    try await file.add("long", body: String(repeating: "\u{1}", count: 1_000))
    let sent = try await journal.sendAll(longestLine: 2_000)
    #expect(sent.lines.count { $0.contains("\"record\"") } == 1)
    #expect(sent.tooLong == 1)
    #expect(try await journal.unsentCount() == 1)
    // Nothing but it is left.
    let again = try await journal.sendAll(longestLine: 2_000)
    #expect(again.isEmpty && again.tooLong == 1)
    #expect(try await !journal.sendAll(longestLine: 8_000).isEmpty)
    #expect(try await journal.unsentCount() == 0)
  }

  @Test func `a text does not become longer than what can be sent`() throws {
    let longest = Text(title: "ab", body: String(repeating: "x", count: (64 << 20) - 2))
    #expect(try longest.checked.body.utf8.count == (64 << 20) - 2)
    var longer = longest
    longer.title += "c"
    #expect(throws: JournalError.textTooLong(limit: 64 << 20)) { try longer.checked }
    #expect(Text.limit * 6 < Segment.longestLine)
  }
}

extension Journal {
  fileprivate func sendAll(
    longestLine: Int
  ) throws -> (lines: [String], isEmpty: Bool, tooLong: Int) {
    var lines: [String] = []
    let texts = try unsent(
      everything: false, deviceName: "name", longestLine: longestLine
    ) { lines.append($0.text) }
    try write { () throws(JournalError) in
      try markSent(texts, at: Instant(secondsSince1970: 1_764_000_000))
    }
    return (lines, texts.isEmpty, texts.tooLong)
  }
}
