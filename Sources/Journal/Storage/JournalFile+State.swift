import Diary
import Platform
import Records
import SQLite

// What is at the path of the journal, before and after it is opened.

extension JournalFile {
  enum State: Equatable {
    case absent, empty, present
    /// A write-ahead log with content, but without its journal.
    case logOnly(String)
  }

  func state() throws(JournalError) -> State {
    if File.isDirectory(path) { throw .isDirectory(path: path) }
    try Self.refuseSpecialFiles(at: target)
    guard let size = File.size(path) else {
      // A file without permission to read its attributes may exist.
      let code = Errno.current
      guard code == .notFound else { throw .notReadable(path: path, reason: .system(code)) }
      return stateWithStrayLog ?? .absent
    }
    if size > 0 { return .present }
    return stateWithStrayLog ?? .empty
  }

  /// The path next to which SQLite keeps the log and related files: the target of a symbolic link,
  /// even if it does not exist.
  var target: String { File.followingLinks(path) }

  /// The state of a missing or empty journal that has a log. A journal that is being created has a
  /// log only when it is no longer empty, so its size is checked again.
  var stateWithStrayLog: State? {
    let log = target + "-wal"
    guard (File.size(log) ?? 0) > 0 else { return nil }
    return (File.size(path) ?? 0) > 0 ? .present : .logOnly(log)
  }

  /// Opening a pipe or a device may block forever, and neither can be a journal.
  static func refuseSpecialFiles(at path: String) throws(JournalError) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      let file = path + suffix
      if File.isSpecial(file) { throw .notAFile(path: file) }
    }
  }

  /// Renames a log whose journal is missing or empty. SQLite would delete such a log together with
  /// the texts in it.
  ///
  /// - Returns: the new path, if there was such a log.
  @discardableResult
  func moveStrayLogAside() throws(JournalError) -> String? {
    guard case .logOnly = try state() else { return nil }
    let lock = try lock()
    defer { _ = lock }
    return try moveLockedStrayLogAside()
  }

  /// The same for callers that hold the lock.
  func moveLockedStrayLogAside() throws(JournalError) -> String? {
    guard case .logOnly(let log) = try state() else { return nil }
    let seconds = (File.modified(log) ?? 0) / 1_000_000_000
    let name = unused("\(path)\(Self.logInfix)\(seconds)")
    try onDisk { () throws(FileError) in try File.move(log, to: name) }
    return name
  }

  /// `name`, or the first of `name-2`, `name-3` and so on that does not exist.
  func unused(_ name: String) -> String {
    var candidate = name
    var count = 1
    while File.exists(candidate) {
      count += 1
      candidate = "\(name)-\(count)"
    }
    return candidate
  }

  func open(
    _ mode: Connection.Mode, closing: Connection.Closing = .checkpoint
  ) throws(JournalError) -> Database {
    do {
      let connection = try Connection(path: path, mode: mode, closing: closing) {
        InterruptHandler.isRequested
      }
      return Database(connection: connection, path: path)
    } catch {
      throw JournalError(error, path: path)
    }
  }

  func empty() throws(JournalError) -> Database {
    let database = try open(.memory)
    for step in newest.statements(from: 0, to: newest.version) { try database.execute(step) }
    return database
  }

  /// SQLite cannot create a log in a read-only directory. If there is no log, the file alone is the
  /// whole journal.
  func openImmutable(
    because error: JournalError
  ) throws(JournalError) -> Database {
    guard (File.size(path + "-wal") ?? 0) == 0 else { throw error }
    let database = try open(.immutable)
    switch try knownSchema(of: database) {
    case 0: return try empty()
    case newest.version: return database
    default: throw error
    }
  }

  /// The schema of an open file. Throws unless the file is a journal with a known schema.
  ///
  /// The values are read in one snapshot: another process may create the tables between two
  /// statements.
  func knownSchema(of database: borrowing Database) throws(JournalError) -> Int {
    let header = try header(of: database)
    // The transaction that creates the tables sets both numbers. A journal without a schema number
    // has lost it, and its tables must not be overwritten.
    if header.isJournalWithoutSchema { throw .damaged(path: path) }
    if !header.isOurs && (header.owner != 0 || header.schema != 0 || header.tables != 0) {
      throw .notAJournal(path: path)
    }
    if header.schema > 0 { try checkSchema(header.schema) }
    return header.schema
  }

  func checkSchema(_ schema: Int) throws(JournalError) {
    if schema > newest.version {
      throw .newer(path: path, schema: schema, known: newest.version)
    }
    if schema < newest.first { throw .fromDevelopment(path: path, schema: schema) }
  }

  /// The header values of an open file.
  struct Header {
    var owner: Int
    var schema: Int
    /// Only counted if the file is not a journal.
    var tables: Int

    var isOurs: Bool { owner == Schema.applicationID }
    var isJournalWithoutSchema: Bool { isOurs && schema <= 0 }
  }

  func header(of database: borrowing Database) throws(JournalError) -> Header {
    try database.snapshot { () throws(JournalError) in
      var header = Header(
        owner: try database.pragma("application_id"),
        schema: try database.pragma("user_version"), tables: 0)
      if !header.isOurs {
        header.tables = try database.value("SELECT count(*) FROM sqlite_schema") ?? 0
      }
      return header
    }
  }
}

extension Journal {
  /// The bytes of the file and of its log, in which the newest texts may still be.
  public nonisolated var size: Int { (File.size(path) ?? 0) + (File.size("\(path)-wal") ?? 0) }

  /// The schema of the journal. One that does not exist yet will be created with the newest.
  public func schema() throws(JournalError) -> Int {
    let schema = try database.pragma("user_version")
    return schema == 0 ? Schema.current.version : schema
  }
}
