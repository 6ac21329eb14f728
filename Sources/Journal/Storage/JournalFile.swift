import Diary
import Platform
import SQLite

/// Opens the journal's file, whatever state it is in, and brings it to the newest schema.
struct JournalFile {
  let path: String
  /// The steps to bring it to; tests stop earlier or go further.
  var steps = Schema.steps

  /// For reading. A journal not yet born reads as an empty one, and nothing is made.
  func openForReading() throws(JournalError) -> Connection {
    switch try state() {
    case .absent, .unborn:
      return try empty()
    case .present:
      let connection = try open(.readWrite)
      let schema: Int
      do {
        schema = try knownSchema(of: connection)
      } catch let error where error.isAboutWriting {
        return try openWhereNothingCanBeWritten(because: error)
      }
      if schema == steps.count { return connection }
      // Its birth was cut short, and whoever only reads does not go on with it.
      if schema == 0 { return try empty() }
      return try grown(connection)
    }
  }

  /// For writing: made where it is not there yet.
  func openForWriting() throws(JournalError) -> Connection {
    if try state() != .present { try create() }
    let connection = try open(.readWrite)
    let schema = try knownSchema(of: connection)
    try attempt { () throws(SQLiteError) in
      try connection.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
    }
    if schema == steps.count { return connection }
    return try grown(connection)
  }

  // MARK: What is there

  private enum State { case absent, unborn, present }

  private func state() throws(JournalError) -> State {
    if File.isDirectory(path) { throw .isDirectory(path: path) }
    guard let size = File.size(path) else {
      // What we may not look at may well be there.
      let code = Errno.current
      guard code == .notFound else { throw .notReadable(path: path, reason: code.message) }
      return .absent
    }
    return size == 0 ? .unborn : .present
  }

  private func open(_ mode: Connection.Mode) throws(JournalError) -> Connection {
    do {
      return try Connection(path: path, mode: mode)
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

  /// In a folder that cannot be written SQLite cannot keep its log, but where no log is left over
  /// the file alone is the whole journal.
  private func openWhereNothingCanBeWritten(
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

  /// The schema of an open file, after making sure that it is a journal that we understand.
  private func knownSchema(of connection: borrowing Connection) throws(JournalError) -> Int {
    let owner: Int
    let schema: Int
    let tables: Int
    do {
      owner = try connection.pragma("application_id")
      schema = try connection.pragma("user_version")
      tables =
        owner == Schema.applicationID
        ? 0 : try connection.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
    } catch {
      throw JournalError(error, path: path)
    }
    if owner != Schema.applicationID && (owner != 0 || schema != 0 || tables != 0) {
      throw .notAJournal(path: path)
    }
    if schema > steps.count { throw .newer(path: path, schema: schema, known: steps.count) }
    return schema
  }

  // MARK: Birth and growth

  /// Makes an empty file that only its owner can read; SQLite gives its log the same permissions.
  private func create() throws(JournalError) {
    try onDisk { () throws(FileError) in
      try File.makeDirectory(File.directory(of: path))
      try File.create(path)
    }
  }

  /// One process at a time: whoever waited finds the work done.
  private func grown(_ connection: consuming Connection) throws(JournalError) -> Connection {
    let lock = try lock()
    defer { _ = lock }
    let schema = try knownSchema(of: connection)
    if schema < steps.count {
      if schema > 0 { try setAside(connection, schema: schema) }
      try migrate(connection, from: schema)
    }
    return connection
  }

  private func lock() throws(JournalError) -> FileLock {
    let deadline = ContinuousClock.now + .seconds(5)
    while ContinuousClock.now < deadline {
      do {
        if let lock = try FileLock(trying: File.directory(of: path)) { return lock }
      } catch {
        throw .notWritable(path: path, reason: error.code.message)
      }
      Pause.milliseconds(2)
    }
    throw .busy(path: path)
  }

  /// Where the journal is copied before its schema changes.
  func copyPath(schema: Int) -> String { "\(path).schema-\(schema)" }

  /// Where a damaged journal is kept once a new one stands in its place.
  func damagedPath(at instant: Instant) -> String {
    "\(path).before-repair-\(instant.secondsSince1970)"
  }

  /// The copies that are there, of either kind.
  var copies: [String] {
    beside { !["-wal", "-shm", "-journal", Self.unfinished].contains(where: $0.hasSuffix) }
  }

  /// Copies whose making was cut short, of no use to anybody.
  var unfinishedCopies: [String] { beside { $0.hasSuffix(Self.unfinished) } }

  private static let unfinished = ".unfinished"

  private func beside(_ isWanted: (String) -> Bool) -> [String] {
    let folder = File.directory(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    // A folder that cannot be read has no copy that could be changed.
    let names = (try? File.list(folder)) ?? []
    return names.filter { file in
      [".schema-", ".before-repair-"].contains { file.hasPrefix(name + $0) } && isWanted(file)
    }
    .map { "\(folder)/\($0)" }
  }

  private func setAside(
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

  private func migrate(_ connection: borrowing Connection, from schema: Int) throws(JournalError) {
    if schema == 0 {
      // The log is what lets many processes read while one writes. It cannot be turned on inside
      // the transaction, and a journal that dies between the two is still unborn.
      try attempt { () throws(SQLiteError) in
        try connection.execute("PRAGMA journal_mode = WAL")
      }
    }
    try connection.transaction { () throws(JournalError) in
      try attempt { () throws(SQLiteError) in
        for step in steps[schema...] { try connection.execute(step) }
        try connection.execute(
          """
          PRAGMA application_id = \(Schema.applicationID);
          PRAGMA user_version = \(steps.count)
          """)
      }
    } mapping: {
      JournalError($0, path: path)
    }
  }

  private func onDisk(_ work: () throws(FileError) -> Void) throws(JournalError) {
    do {
      try work()
    } catch {
      throw error.code.isFull
        ? .diskFull(path: error.path)
        : .notWritable(path: error.path, reason: error.code.message)
    }
  }

  private func attempt(_ work: () throws(SQLiteError) -> Void) throws(JournalError) {
    do { try work() } catch { throw JournalError(error, path: path) }
  }
}

extension JournalError {
  /// Whether only the attempt to write went wrong, so that reading may still do.
  fileprivate var isAboutWriting: Bool {
    switch self {
    case .notWritable, .notReadable, .diskFull: true
    default: false
    }
  }
}
