import Platform
import SQLite

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
