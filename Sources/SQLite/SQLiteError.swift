import CSQLite
import Glibc

/// An error of SQLite, with its statement. Bound values are not included, because they contain the
/// user's texts.
public struct SQLiteError: Error, Hashable {
  /// The errors that callers distinguish.
  public enum Kind: Hashable, Sendable {
    /// Another process held the lock longer than the wait.
    case busy
    case diskFull
    /// Reading or writing failed outside of SQLite: a bad disk, for example.
    case inputOutput
    case readOnly
    case cannotOpen
    case corrupt
    case notADatabase
    case tooBig
    case outOfMemory
    /// A value violates a constraint of the table.
    case constraint
    case interrupted
    case other
  }

  /// SQLite's extended result code.
  public let code: Int32
  public let message: String
  public let sql: String?
  /// The `errno` of the last failed system call of SQLite; 0 if there was none.
  let systemCode: Int32

  init(code: Int32, message: String, sql: String? = nil, systemCode: Int32 = 0) {
    self.code = code
    self.message = message
    self.sql = sql
    self.systemCode = systemCode
  }

  init(on handle: OpaquePointer?, sql: String? = nil) {
    self.init(
      code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)),
      sql: sql, systemCode: sqlite3_system_errno(handle))
  }

  public var kind: Kind {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .diskFull
    case SQLITE_IOERR:
      // If the shared memory of the log cannot grow, SQLite reports an I/O error.
      [ENOSPC, EDQUOT, EFBIG].contains(systemCode) ? .diskFull : .inputOutput
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_CORRUPT: .corrupt
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_TOOBIG: .tooBig
    case SQLITE_NOMEM: .outOfMemory
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH: .constraint
    case SQLITE_INTERRUPT: .interrupted
    default: .other
    }
  }
}

/// Replaces the contents of a database with those of another one, in one transaction of the target:
/// its readers keep their snapshot, its writers wait, and its file is not replaced.
///
/// The backup owns both connections, because they must outlive it.
public struct Backup: ~Copyable {
  public let source: Connection
  public let target: Connection
  private let handle: OpaquePointer

  public init(
    from source: consuming Connection, into target: consuming Connection
  ) throws(SQLiteError) {
    let handle = sqlite3_backup_init(target.handle, "main", source.handle, "main")
    guard let handle else { throw SQLiteError(on: target.handle) }
    self.handle = handle
    self.source = source
    self.target = target
  }

  /// Rolls back an incomplete copy.
  deinit { sqlite3_backup_finish(handle) }

  /// Takes the write lock of the target, which is held until the backup ends. The source must
  /// already have a page: an empty one would be copied at once and empty the target.
  public func lockTarget() throws(SQLiteError) {
    let code = sqlite3_backup_step(handle, 0)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Copies the current contents of the source and commits.
  public func copyAll() throws(SQLiteError) {
    let code = sqlite3_backup_step(handle, -1)
    guard code == SQLITE_DONE else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> SQLiteError {
    SQLiteError(
      code: code, message: String(cString: sqlite3_errstr(code)),
      systemCode: sqlite3_system_errno(target.handle))
  }
}
