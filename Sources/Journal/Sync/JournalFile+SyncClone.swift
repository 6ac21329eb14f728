public import Platform

extension JournalFile {
  /// The local clone of the remote: a cache of segments, beside the journal.
  var syncClone: String { Self.syncClone(ofJournalAt: path) }

  static func syncClone(ofJournalAt path: String) -> String {
    File.directory(of: path) + "/sync.git"
  }

  /// Erases the clone, because its segments may have purged text. The next exchange fetches it again.
  ///
  /// - Parameter isLocked: whether this process has the lock of an exchange.
  func eraseSyncClone(isLocked: Bool = false) throws(JournalError) {
    let clone = syncClone
    guard File.isDirectory(clone) else { return }
    do throws(FileError) {
      if isLocked { return try File.eraseFolder(clone) }
      // An exchange may be writing to it.
      if let lock = try FileLock(trying: Journal.syncLock(ofJournalAt: path)) {
        defer { _ = lock }
        return try File.eraseFolder(clone)
      }
    } catch {
      throw .copyNotPurged(path: error.path)
    }
    throw .exchanging
  }
}

extension Journal {
  /// Says that this process exchanges texts, and has the lock for that.
  public func beginExchange() { isExchanging = true }

  /// The process gives the lock away.
  public func endExchange() { isExchanging = false }

  /// Erases the clone. The caller has the lock of an exchange.
  public func eraseSyncClone() throws(JournalError) {
    try Self.eraseSyncClone(ofJournalAt: path)
  }

  public static func eraseSyncClone(ofJournalAt path: String) throws(JournalError) {
    try JournalFile(path: path).eraseSyncClone(isLocked: true)
  }

  public static func syncClone(ofJournalAt path: String) -> String {
    JournalFile.syncClone(ofJournalAt: path)
  }

  /// The file that an exchange locks.
  public static func syncLock(ofJournalAt path: String) -> String {
    File.directory(of: path) + "/sync.lock"
  }
}
