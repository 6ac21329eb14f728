import SQLite

/// All that a person wrote, in one SQLite file.
///
/// Whatever a method returns is on disk: a write is over only when its transaction is durable.
public actor Journal {
  public enum Access: Sendable {
    /// Makes nothing: a journal not yet born reads as an empty one.
    case reading
    case writing
  }

  public nonisolated let path: String
  let connection: Connection

  public init(at path: String, for access: Access) throws(JournalError) {
    let file = JournalFile(path: path)
    self.path = path
    connection =
      switch access {
      case .reading: try file.openForReading()
      case .writing: try file.openForWriting()
      }
  }

  /// Runs `work` in one transaction: all of it, or nothing.
  func write<Result>(_ work: () throws(JournalError) -> Result) throws(JournalError) -> Result {
    try connection.transaction(work) { JournalError($0, path: path) }
  }

  /// Runs statements, and says what went wrong in the journal's words.
  func ask<Result>(_ work: () throws(SQLiteError) -> Result) throws(JournalError) -> Result {
    do { return try work() } catch { throw JournalError(error, path: path) }
  }
}
