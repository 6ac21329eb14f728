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

  /// The same for what a purge has to remove.
  func erasing<Result>(
    _ work: () throws(FileError) -> Result
  ) throws(JournalError) -> Result {
    do { return try work() } catch { throw .copyNotPurged(path: error.path) }
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

// How a journal is created, and brought to the newest schema.

extension JournalFile {
  /// Creates an empty file that only its owner can read; SQLite gives the log the same permissions.
  func create() throws(JournalError) {
    try onDisk { () throws(FileError) in
      try File.makeDirectory(File.directory(of: path))
      try File.create(target)
    }
  }

  /// Migrates the journal. A process that waited for the lock finds the work done.
  func migrated(_ database: consuming Database) throws(JournalError) -> Database {
    let lock = try lock()
    defer { _ = lock }
    let schema = try knownSchema(of: database)
    if schema < newest.version {
      if schema > 0 { try copyBeforeMigration(database, schema: schema) }
      try migrate(database, from: schema)
    }
    return database
  }

  func lock() throws(JournalError) -> FileLock {
    let deadline = ContinuousClock.now + .seconds(5)
    while ContinuousClock.now < deadline {
      if InterruptHandler.isRequested { throw .interrupted }
      do {
        if let lock = try FileLock(trying: File.directory(of: path)) { return lock }
      } catch {
        throw .notWritable(path: path, reason: .system(error.code))
      }
      Pause.milliseconds(2)
    }
    throw .busy(path: path)
  }

  private func copyBeforeMigration(
    _ database: borrowing Database, schema: Int
  ) throws(JournalError) {
    let copy = copyPath(schema: schema)
    let unfinished = copy + Self.unfinished
    try onDisk { () throws(FileError) in
      try File.remove(unfinished)
      try File.create(unfinished)
    }
    try database.run("VACUUM INTO ?1", [unfinished])
    try onDisk { () throws(FileError) in try File.move(unfinished, to: copy) }
  }

  /// - Parameter last: the schema to stop at, for a damaged journal that is rebuilt with its old
  ///   schema.
  func migrate(
    _ database: borrowing Database, from schema: Int, to last: Int? = nil
  ) throws(JournalError) {
    let last = last ?? newest.version
    if schema == 0 {
      // The write-ahead log lets other processes read while one writes. It cannot be enabled inside
      // the transaction, and a journal that is interrupted between the two steps still counts as
      // not created.
      try database.execute("PRAGMA journal_mode = WAL")
    }
    try database.transaction { () throws(JournalError) in
      for step in newest.statements(from: schema, to: last) { try database.execute(step) }
      try database.execute(
        """
        PRAGMA application_id = \(Schema.applicationID);
        PRAGMA user_version = \(last)
        """)
    }
  }
}
