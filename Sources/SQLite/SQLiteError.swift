import CSQLite
import Glibc

/// What SQLite could not do, and to which statement. Values that were bound to it are not in here:
/// they are what people wrote.
public struct SQLiteError: Error, Hashable {
  /// What a caller may want to tell apart.
  public enum Kind: Hashable, Sendable {
    /// Another program held the lock for longer than we waited.
    case busy
    case diskFull
    /// Reading or writing failed below SQLite: a bad disk, a file-size limit.
    case inputOutput
    case readOnly
    case cannotOpen
    case corrupt
    case notADatabase
    case tooBig
    case outOfMemory
    /// A value that the table does not allow.
    case constraint
    case interrupted
    case other
  }

  /// SQLite's extended result code.
  public let code: Int32
  public let message: String
  public let sql: String?
  /// What the system said, where SQLite had asked it for something.
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
      // Where the memory that readers share has no room, SQLite does not say so itself.
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
