import CSQLite

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
