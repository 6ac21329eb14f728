import Platform
import SQLite

/// The user's notes, entries and to-dos, in one SQLite file.
///
/// A write returns only after its transaction is durable. Writes to caches are the exception.
public actor Journal {
  public enum Access: Sendable {
    /// Creates no file: a missing journal reads as an empty one.
    case reading
    case writing
    /// For data that can be fetched or read again: writes do not wait for the disk.
    case caching
  }

  public nonisolated let path: String
  /// The new path of a write-ahead log without a journal, if there was one.
  public nonisolated let strayLogPath: String?
  let database: Database
  /// The drafts, which a purge has to search.
  let drafts: Drafts?
  private var access: Access
  /// The change of the user that is being made in the open transaction.
  var change: RecordedChange?
  /// Whether this process has the lock of an exchange with the remote.
  var isExchanging = false
  /// Whether new tags are those of an agent.
  private(set) var isForAgent = false

  public func setTagsForAgent() { isForAgent = true }

  public var isForWriting: Bool { access == .writing }

  /// - Parameter drafts: the directory of drafts; `nil` if there is none.
  public init(
    at path: String, for access: Access, drafts: Drafts? = nil
  ) throws(JournalError) {
    let file = JournalFile(path: path)
    self.path = path
    self.drafts = drafts
    self.access = access
    switch access {
    case .reading:
      strayLogPath = nil
      database = try file.openForReading()
    case .writing:
      strayLogPath = try file.moveStrayLogAside()
      let opened = try file.openForWriting()
      // A purge that fails now is completed later, and `doctor` reports it.
      _ = try? Purge(file: file, drafts: drafts).complete(opened)
      database = opened
    case .caching:
      strayLogPath = try file.moveStrayLogAside()
      database = try file.openForCaching()
    }
  }

  /// Prepares a journal that was opened for reading for `access`, without opening it a second time.
  /// A journal that was opened for writing keeps waiting for the disk, even for caches.
  ///
  /// - Returns: `false` if the journal has to be opened again, because it did not exist or is not
  ///   writable.
  public func upgrade(to access: Access) throws(JournalError) -> Bool {
    if access == .reading || access == self.access || self.access == .writing { return true }
    guard database.connection.mode == .readWrite else { return false }
    let file = JournalFile(path: path)
    try file.upgrade(database, to: access)
    self.access = access
    if access == .writing { _ = try? Purge(file: file, drafts: drafts).complete(database) }
    return true
  }

  /// Runs `body` with the journal to itself.
  public func run<Result: Sendable>(
    _ body: @Sendable (isolated Journal) throws -> Result
  ) throws -> Result {
    try body(self)
  }

  /// Runs `work` in one transaction, or in that of the change that is being made.
  func write<Result>(_ work: () throws(JournalError) -> Result) throws(JournalError) -> Result {
    if change != nil { return try work() }
    if access == .caching { return try writeWithoutWaiting(work) }
    return try database.transaction(work)
  }

  // MARK: Caches

  /// Runs a transaction of a cache. In a journal that was opened for writing, it does not wait for
  /// the disk either; closing the journal does.
  func writeCache<Result>(
    _ work: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    guard access == .writing else { return try write(work) }
    try database.execute("PRAGMA synchronous = NORMAL")
    let result: Swift.Result<Result, JournalError> = .init { () throws(JournalError) in
      try database.transaction(work)
    }
    try database.execute("PRAGMA synchronous = FULL")
    return try result.get()
  }

  /// Runs a transaction that does not wait for the disk.
  ///
  /// With `synchronous = NORMAL`, SQLite flushes only the header of a log that it starts over.
  /// Without that flush, frames of the previous log could be taken for new ones after a power loss.
  /// An empty log has no such frames, so that `OFF` can skip this flush too. Texts are not at risk:
  /// their transactions use `FULL` and flush the whole log up to their end, including the frames of
  /// earlier transactions.
  private func writeWithoutWaiting<Result>(
    _ work: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    if database.connection.logIsEmpty {
      try database.execute("PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0")
      // The next transaction may find a log that SQLite starts over.
      defer { try? database.execute(JournalFile.cacheSettings) }
      let result = try database.transaction { () throws(JournalError) -> Result? in
        // No other process can write to the log while this one holds the lock.
        guard database.connection.logIsEmpty else { return nil }
        return try work()
      }
      if let result { return result }
    }
    return try database.transaction(work)
  }
}
