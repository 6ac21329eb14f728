import Platform
import SQLite

/// All that a person wrote, in one SQLite file.
///
/// Whatever a method returns is on disk: a write is over only when its transaction is durable.
/// Caches alone are not waited for.
public actor Journal {
  public enum Access: Sendable {
    /// Makes nothing: a journal not yet born reads as an empty one.
    case reading
    case writing
    /// For what can be fetched or read again: no write waits for the disk.
    case caching
  }

  public nonisolated let path: String
  /// Where a log was put that had lost its journal, in case there was one.
  public nonisolated let strayLogPath: String?
  let connection: Connection
  /// Where texts in the making are kept, which a purge has to know.
  let drafts: Drafts?
  private var access: Access

  /// - Parameter drafts: where texts in the making are kept; `nil` where there are none.
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
      connection = try file.openForReading()
    case .writing:
      strayLogPath = try file.moveStrayLogAside()
      let opened = try file.openForWriting()
      // What cannot be completed now is completed later, and `doctor` says so.
      try? Purge(file: file, drafts: drafts).complete(opened)
      connection = opened
    case .caching:
      strayLogPath = try file.moveStrayLogAside()
      connection = try file.openForCaching()
    }
  }

  /// Makes a journal that was opened to be read fit for more where it stands, without opening it a
  /// second time. What may write texts goes on waiting for the disk, in caches too.
  ///
  /// - Returns: `false` where it has to be opened anew: it was not there, or cannot be written.
  public func upgrade(to access: Access) throws(JournalError) -> Bool {
    if access == .reading || access == self.access || self.access == .writing { return true }
    guard connection.mode == .readWrite else { return false }
    let file = JournalFile(path: path)
    try file.upgrade(connection, to: access)
    self.access = access
    if access == .writing { try? Purge(file: file, drafts: drafts).complete(connection) }
    return true
  }

  /// Runs `work` in one transaction: all of it, or nothing.
  func write<Result>(_ work: () throws(JournalError) -> Result) throws(JournalError) -> Result {
    if access == .caching { return try writeWithoutWaiting(work) }
    return try connection.transaction(work) { JournalError($0, path: path) }
  }

  /// Runs statements, and says what went wrong in the journal's words.
  func mapErrors<Result: ~Copyable>(
    _ work: () throws(SQLiteError) -> Result
  ) throws(JournalError) -> Result {
    do { return try work() } catch { throw JournalError(error, path: path) }
  }

  // MARK: Caches

  /// A transaction that does not wait for the disk.
  ///
  /// `synchronous = NORMAL` flushes nothing but the header of a log that starts over, without which
  /// frames of the log before could be taken for new ones after a loss of power. In an empty log
  /// there are none, and `OFF` saves that flush too. Texts lose nothing by either: their own
  /// transactions, with `FULL`, flush all of the log up to their end, what stands before them in it
  /// included.
  private func writeWithoutWaiting<Result>(
    _ work: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    if connection.logIsEmpty {
      try mapErrors { () throws(SQLiteError) in
        try connection.execute("PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0")
      }
      // Whatever comes next may find a log that starts over.
      defer { try? connection.execute(JournalFile.cacheSettings) }
      let result: Result?? = try connection.transaction { () throws(JournalError) -> Result? in
        // With the lock held nobody else can begin the log.
        guard connection.logIsEmpty else { return nil }
        return try work()
      } mapping: {
        JournalError($0, path: path)
      }
      if case .some(.some(let result)) = result { return result }
    }
    return try connection.transaction(work) { JournalError($0, path: path) }
  }
}
