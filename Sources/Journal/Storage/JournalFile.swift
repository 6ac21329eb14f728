import Diary
import Platform
import SQLite

/// Opens the journal's file, whatever its state, and migrates it to the newest schema.
struct JournalFile {
  let path: String
  /// The migrations to apply; tests use fewer or more.
  var steps = Schema.steps

  /// Opens the journal for reading. A missing journal reads as an empty one, and no file is
  /// created. A reader does not wait for the disk: it leaves the checkpoint of the log to the next
  /// writer.
  func openForReading() throws(JournalError) -> Connection {
    switch try state() {
    case .absent, .unborn:
      return try empty()
    case .logOnly(let log):
      throw .logWithoutJournal(path: path, log: log)
    case .present:
      let connection = try open(.readWrite, closing: .leaveLog)
      let schema: Int
      do {
        schema = try knownSchema(of: connection)
      } catch let error where error.isAboutWriting {
        return try openImmutable(because: error)
      }
      if schema == steps.count { return connection }
      // The creation of this journal was interrupted. A reader does not continue it.
      if schema == 0 { return try empty() }
      return try migrated(connection)
    }
  }

  /// Opens the journal for writing and creates it if it does not exist.
  func openForWriting() throws(JournalError) -> Connection {
    let connection = try openToChange(closing: .checkpoint)
    try flushName(ofLogOf: connection)
    return connection
  }

  /// Flushes the directory entry of a log that a cache connection created without a flush. SQLite
  /// flushes it only when it creates the log.
  private func flushName(ofLogOf connection: borrowing Connection) throws(JournalError) {
    guard !connection.logIsEmpty else { return }
    try onDisk { () throws(FileError) in
      try File.makeDurable(directory: File.directory(of: target))
    }
  }

  /// Opens the journal for data that can be fetched or read again: writes do not wait for the disk.
  func openForCaching() throws(JournalError) -> Connection {
    let connection = try openToChange(closing: .leaveLog)
    try attempt { () throws(SQLiteError) in try connection.execute(Self.cacheSettings) }
    return connection
  }

  /// Connections that write texts move the log into the file. The limit of 64 MiB keeps the log
  /// from growing without bound if no text is ever written.
  static let cacheSettings = "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 16384"

  /// Prepares a connection that was opened for reading, with the newest schema, for `access`.
  func upgrade(
    _ connection: borrowing Connection, to access: Journal.Access
  ) throws(JournalError) {
    try attempt { () throws(SQLiteError) in
      try connection.execute(Self.textSettings)
      if access == .caching { try connection.execute(Self.cacheSettings) }
    }
    guard access == .writing else { return }
    connection.setClosing(.checkpoint)
    try flushName(ofLogOf: connection)
  }

  /// The default settings; cache connections use others.
  private static let textSettings =
    """
    PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 1000;
    PRAGMA secure_delete = ON
    """

  private func openToChange(closing: Connection.Closing) throws(JournalError) -> Connection {
    try moveStrayLogAside()
    if try state() != .present { try create() }
    let connection = try open(.readWrite, closing: closing)
    let schema = try knownSchema(of: connection)
    try attempt { () throws(SQLiteError) in
      try connection.execute(Self.textSettings)
    }
    if schema == steps.count { return connection }
    return try migrated(connection)
  }

  // MARK: State

  enum State: Equatable {
    case absent, unborn, present
    /// A write-ahead log with content, but without its journal.
    case logOnly(String)
  }

  func state() throws(JournalError) -> State {
    if File.isDirectory(path) { throw .isDirectory(path: path) }
    try refuseSpecialFiles()
    guard let size = File.size(path) else {
      // A file without permission to read its attributes may exist.
      let code = Errno.current
      guard code == .notFound else { throw .notReadable(path: path, reason: code.message) }
      return stateWithStrayLog ?? .absent
    }
    if size > 0 { return .present }
    return stateWithStrayLog ?? .unborn
  }

  /// The path next to which SQLite keeps the log and related files: the target of a symbolic link,
  /// even if it does not exist.
  var target: String { File.followingLinks(path) }

  /// The state of a missing or empty journal that has a log. A journal that is being created has a
  /// log only when it is no longer empty, so its size is checked again.
  private var stateWithStrayLog: State? {
    let log = target + "-wal"
    guard (File.size(log) ?? 0) > 0 else { return nil }
    return (File.size(path) ?? 0) > 0 ? .present : .logOnly(log)
  }

  /// Opening a pipe or a device may block forever, and neither can be a journal.
  private func refuseSpecialFiles() throws(JournalError) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      let file = target + suffix
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
  ) throws(JournalError) -> Connection {
    do {
      let connection = try Connection(path: path, mode: mode, closing: closing) {
        InterruptHandler.isRequested
      }
      try Schema.defineFunctions(on: connection)
      return connection
    } catch {
      throw JournalError(error, path: path)
    }
  }

  private func empty() throws(JournalError) -> Connection {
    let connection = try open(.memory)
    try attempt { () throws(SQLiteError) in
      for step in steps { try connection.execute(step) }
    }
    return connection
  }

  /// SQLite cannot create a log in a read-only directory. If there is no log, the file alone is the
  /// whole journal.
  private func openImmutable(
    because error: JournalError
  ) throws(JournalError) -> Connection {
    guard (File.size(path + "-wal") ?? 0) == 0 else { throw error }
    let connection = try open(.immutable)
    switch try knownSchema(of: connection) {
    case 0: return try empty()
    case steps.count: return connection
    default: throw error
    }
  }

  /// The schema of an open file. Throws unless the file is a journal with a known schema.
  ///
  /// The values are read in one snapshot: another process may create the tables between two
  /// statements.
  func knownSchema(of connection: borrowing Connection) throws(JournalError) -> Int {
    let header = try header(of: connection)
    // The transaction that creates the tables sets both numbers. A journal without a schema number
    // has lost it, and its tables must not be overwritten.
    if header.isJournalWithoutSchema { throw .damaged(path: path) }
    if !header.isOurs && (header.owner != 0 || header.schema != 0 || header.tables != 0) {
      throw .notAJournal(path: path)
    }
    if header.schema > steps.count {
      throw .newer(path: path, schema: header.schema, known: steps.count)
    }
    return header.schema
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

  func header(of connection: borrowing Connection) throws(JournalError) -> Header {
    do {
      return try connection.snapshot { () throws(SQLiteError) in
        var header = Header(
          owner: try connection.pragma("application_id"),
          schema: try connection.pragma("user_version"), tables: 0)
        if !header.isOurs {
          header.tables =
            try connection.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
        }
        return header
      }
    } catch {
      throw JournalError(error, path: path)
    }
  }

  // MARK: Creation and migration

  /// Creates an empty file that only its owner can read; SQLite gives the log the same permissions.
  private func create() throws(JournalError) {
    try onDisk { () throws(FileError) in
      try File.makeDirectory(File.directory(of: path))
      try File.create(target)
    }
  }

  /// Migrates the journal. A process that waited for the lock finds the work done.
  private func migrated(_ connection: consuming Connection) throws(JournalError) -> Connection {
    let lock = try lock()
    defer { _ = lock }
    let schema = try knownSchema(of: connection)
    if schema < steps.count {
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

  /// The path of the copy that is made before a migration.
  func copyPath(schema: Int) -> String { "\(path)\(Self.schemaInfix)\(schema)" }

  /// The path of the copy of a damaged journal that is made before a repair.
  func damagedPath(at instant: Instant) -> String {
    unused("\(path)\(Self.repairInfix)\(instant.secondsSince1970)")
  }

  private static let schemaInfix = ".schema-"
  private static let repairInfix = ".before-repair-"
  private static let logInfix = ".log-"

  /// All existing copies of the journal, of any kind.
  var copies: [String] {
    filesBeside {
      !["-wal", "-shm", "-journal", Self.unfinished].contains(where: $0.hasSuffix)
        && !$0.contains(Self.unfinished + "-")
    }
  }

  /// The same copies, newest first.
  var copiesNewestFirst: [String] {
    let dated = copies.map { (path: $0, time: File.modified($0) ?? 0) }
    return dated.sorted { ($0.time, $0.path) > ($1.time, $1.path) }.map(\.path)
  }

  /// Whether a copy is a log without a journal.
  static func isLog(_ copy: String) -> Bool {
    copy.split(separator: "/").last?.contains(logInfix) ?? false
  }

  /// Copies that were not completed and are useless.
  var unfinishedCopies: [String] { filesBeside { $0.contains(Self.unfinished) } }

  /// The suffix of files that are not yet complete.
  static let unfinished = ".unfinished"

  private func filesBeside(_ isWanted: (String) -> Bool) -> [String] {
    let folder = File.directory(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    // An unreadable directory has no copies that could be changed.
    let names = (try? File.list(folder)) ?? []
    return names.filter { file in
      [Self.schemaInfix, Self.repairInfix, Self.logInfix].contains { file.hasPrefix(name + $0) }
        && isWanted(file)
    }
    .map { "\(folder)/\($0)" }
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

  /// - Parameter newest: the schema to stop at, for a damaged journal that is rebuilt with its old
  ///   schema.
  func migrate(
    _ connection: borrowing Connection, from schema: Int, to newest: Int? = nil
  ) throws(JournalError) {
    let newest = newest ?? steps.count
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
        for step in steps[schema..<newest] { try connection.execute(step) }
        try connection.execute(
          """
          PRAGMA application_id = \(Schema.applicationID);
          PRAGMA user_version = \(newest)
          """)
      }
    } mapping: {
      JournalError($0, path: path)
    }
  }

  func onDisk<Result>(
    _ work: () throws(FileError) -> Result
  ) throws(JournalError) -> Result {
    do {
      return try work()
    } catch {
      throw error.code.isFull
        ? .diskFull(path: error.path)
        : .notWritable(path: error.path, reason: error.code.message)
    }
  }

  func attempt<Result: ~Copyable>(
    _ work: () throws(SQLiteError) -> Result
  ) throws(JournalError) -> Result {
    do { return try work() } catch { throw JournalError(error, path: path) }
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
