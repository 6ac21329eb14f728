import CSQLite

/// Replaces all of one database by another, in one transaction of the one that is replaced: its
/// readers keep what they see, its writers wait, and its file stays the same file.
///
/// It owns both connections, which have to outlive it.
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

  /// What was not copied whole is rolled back.
  deinit { sqlite3_backup_finish(handle) }

  /// Takes the write lock of the target, which is held until the backup ends. The source has to
  /// have a page by now: an empty one is copied whole at once, and would empty the target.
  public func lockTarget() throws(SQLiteError) {
    let code = sqlite3_backup_step(handle, 0)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Copies all of the source, as it is now, and commits.
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
