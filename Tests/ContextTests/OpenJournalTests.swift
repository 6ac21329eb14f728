import Journal
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Context

/// The journal of a run, which is opened as rarely as possible.
@Suite struct OpenJournalTests {
  private let folder: TemporaryFolder
  private let journal: OpenJournal
  private let count = Counter()

  init() throws {
    folder = try TemporaryFolder()
    journal = OpenJournal(
      at: folder.file("journal.sqlite"), drafts: Drafts(in: folder.file("drafts"))
    ) { [count] _ in count.add() }
  }

  private func opened(for accesses: Journal.Access...) async throws -> Int {
    for access in accesses { _ = try await journal(for: access) }
    return count.value
  }

  @Test func `opens an existing journal once for any access`() async throws {
    _ = try Journal(at: folder.file("journal.sqlite"), for: .writing)
    #expect(try await opened(for: .reading, .caching, .reading, .writing, .caching) == 1)
  }

  @Test func `creates the journal at the first write`() async throws {
    #expect(try await opened(for: .reading, .reading) == 1)
    #expect(!File.exists(folder.file("journal.sqlite")))
    #expect(try await opened(for: .caching, .writing, .reading) == 2)
    #expect(File.exists(folder.file("journal.sqlite")))
  }

  @Test func `reopens a closed journal`() async throws {
    #expect(try await opened(for: .writing) == 1)
    await journal.close()
    #expect(try await opened(for: .reading, .writing) == 2)
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func add() { count.withLock { $0 += 1 } }
}
