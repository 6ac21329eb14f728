import Diary
import Platform
import SQLite

/// Opens the journal's file, whatever its state, and migrates it to the newest schema.
struct JournalFile {
  let path: String
  /// The schema to bring the journal to; tests use others.
  var newest = Schema.current

  /// Opens the journal for reading. A missing journal reads as an empty one, and no file is
  /// created. A reader does not wait for the disk: it leaves the checkpoint of the log to the next
  /// writer.
  func openForReading() throws(JournalError) -> Database {
    switch try state() {
    case .absent, .empty:
      return try empty()
    case .logOnly(let log):
      throw .logWithoutJournal(path: path, log: log)
    case .present:
      let database = try open(.readWrite, closing: .leaveLog)
      let schema: Int
      do {
        schema = try knownSchema(of: database)
      } catch let error where error.isAboutWriting {
        return try openImmutable(because: error)
      }
      if schema == newest.version { return database }
      // The creation of this journal was interrupted. A reader does not continue it.
      if schema == 0 { return try empty() }
      return try migrated(database)
    }
  }

  /// Opens the journal for writing and creates it if it does not exist.
  func openForWriting() throws(JournalError) -> Database {
    let database = try openToChange(closing: .checkpoint)
    try flushName(ofLogOf: database)
    return database
  }

  /// Flushes the directory entry of a log that a cache connection created without a flush. SQLite
  /// flushes it only when it creates the log.
  private func flushName(ofLogOf database: borrowing Database) throws(JournalError) {
    guard !database.connection.logIsEmpty else { return }
    try onDisk { () throws(FileError) in
      try File.makeDurable(directory: File.directory(of: target))
    }
  }

  /// Opens the journal for data that can be fetched or read again: writes do not wait for the disk.
  func openForCaching() throws(JournalError) -> Database {
    let database = try openToChange(closing: .leaveLog)
    try database.execute(Self.cacheSettings)
    return database
  }

  /// Connections that write texts move the log into the file. The limit of 64 MiB keeps the log
  /// from growing without bound if no text is ever written.
  static let cacheSettings = "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 16384"

  /// Prepares a connection that was opened for reading, with the newest schema, for `access`.
  func upgrade(
    _ database: borrowing Database, to access: Journal.Access
  ) throws(JournalError) {
    try database.execute(Self.textSettings)
    if access == .caching { try database.execute(Self.cacheSettings) }
    guard access == .writing else { return }
    database.connection.setClosing(.checkpoint)
    try flushName(ofLogOf: database)
  }

  /// The default settings; cache connections use others.
  private static let textSettings =
    """
    PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 1000;
    PRAGMA secure_delete = ON
    """

  private func openToChange(closing: Connection.Closing) throws(JournalError) -> Database {
    try moveStrayLogAside()
    if try state() != .present { try create() }
    let database = try open(.readWrite, closing: closing)
    let schema = try knownSchema(of: database)
    try database.execute(Self.textSettings)
    if schema == newest.version { return database }
    return try migrated(database)
  }

  func onDisk<Result>(
    _ work: () throws(FileError) -> Result
  ) throws(JournalError) -> Result {
    do {
      return try work()
    } catch {
      throw error.code.isFull
        ? .diskFull(path: error.path)
        : .notWritable(path: error.path, reason: .system(error.code))
    }
  }
}

extension JournalError {
  /// Whether only writing failed, so that reading may still work.
  fileprivate var isAboutWriting: Bool {
    switch self {
    case .notWritable, .notReadable, .diskFull: true
    default: false
    }
  }
}
