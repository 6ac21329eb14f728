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
  func migrated(_ connection: consuming Connection) throws(JournalError) -> Connection {
    let lock = try lock()
    defer { _ = lock }
    let schema = try knownSchema(of: connection)
    if schema < newest.version {
      if schema > 0 { try copyBeforeMigration(connection, schema: schema) }
      try migrate(connection, from: schema)
    }
    return connection
  }

  func lock() throws(JournalError) -> FileLock {
    let deadline = ContinuousClock.now + .seconds(5)
    while ContinuousClock.now < deadline {
      if InterruptHandler.isRequested { throw .interrupted }
      do {
        if let lock = try FileLock(trying: File.directory(of: path)) { return lock }
      } catch {
        throw .notWritable(path: path, reason: error.code.message)
      }
      Pause.milliseconds(2)
    }
    throw .busy(path: path)
  }

  private func copyBeforeMigration(
    _ connection: borrowing Connection, schema: Int
  ) throws(JournalError) {
    let copy = copyPath(schema: schema)
    let unfinished = copy + Self.unfinished
    try onDisk { () throws(FileError) in
      try File.remove(unfinished)
      try File.create(unfinished)
    }
    try attempt { () throws(SQLiteError) in
      try connection.run("VACUUM INTO ?1", .text(unfinished))
    }
    try onDisk { () throws(FileError) in try File.move(unfinished, to: copy) }
  }

  /// - Parameter last: the schema to stop at, for a damaged journal that is rebuilt with its old
  ///   schema.
  func migrate(
    _ connection: borrowing Connection, from schema: Int, to last: Int? = nil
  ) throws(JournalError) {
    let last = last ?? newest.version
    if schema == 0 {
      // The write-ahead log lets other processes read while one writes. It cannot be enabled inside
      // the transaction, and a journal that is interrupted between the two steps still counts as
      // not created.
      try attempt { () throws(SQLiteError) in
        try connection.execute("PRAGMA journal_mode = WAL")
      }
    }
    try connection.transaction { () throws(JournalError) in
      try attempt { () throws(SQLiteError) in
        for step in newest.statements(from: schema, to: last) { try connection.execute(step) }
        try connection.execute(
          """
          PRAGMA application_id = \(Schema.applicationID);
          PRAGMA user_version = \(last)
          """)
      }
    } mapping: {
      JournalError($0, path: path)
    }
  }
}
