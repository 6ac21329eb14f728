import Diary
import Platform
import SQLite

/// Opens the journal's file, whatever state it is in, and brings it to the newest schema.
struct JournalFile {
  let path: String
  /// The steps to bring it to; tests stop earlier or go further.
  var steps = Schema.steps

  /// For reading. A journal not yet born reads as an empty one, and nothing is made. A reader waits
  /// for no disk: it leaves a log that holds something to the next writer.
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
      // Its birth was cut short, and whoever only reads does not go on with it.
      if schema == 0 { return try empty() }
      return try grown(connection)
    }
  }

  /// For writing: made where it is not there yet.
  func openForWriting() throws(JournalError) -> Connection {
    let connection = try openToChange(closing: .checkpoint)
    try flushName(ofLogOf: connection)
    return connection
  }

  /// The name of a log that a cache has begun was never flushed, and SQLite flushes it only for
  /// whoever begins the log.
  private func flushName(ofLogOf connection: borrowing Connection) throws(JournalError) {
    guard !connection.logIsEmpty else { return }
    try onDisk { () throws(FileError) in
      try File.makeDurable(directory: File.directory(of: target))
    }
  }

  /// For writing what can be fetched or read again: no write waits for the disk.
  func openForCaching() throws(JournalError) -> Connection {
    let connection = try openToChange(closing: .leaveLog)
    try attempt { () throws(SQLiteError) in try connection.execute(Self.cacheSettings) }
    return connection
  }

  /// The pages of the log are left to the writers of texts, which move them into the file when they
  /// are done. Where nobody ever writes a text, the log must not grow without bound: at 64 MiB.
  static let cacheSettings = "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 16384"

  /// Prepares a connection that was opened for reading, to a file of the newest schema, for `access`.
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

  /// What is usual; a connection that kept caches has other ones.
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
    return try grown(connection)
  }

  // MARK: What is there

  enum State: Equatable {
    case absent, unborn, present
    /// A log (WAL) that holds something, without the journal that it belongs to.
    case logOnly(String)
  }

  func state() throws(JournalError) -> State {
    if File.isDirectory(path) { throw .isDirectory(path: path) }
    try refuseSpecialFiles()
    guard let size = File.size(path) else {
      // What we may not look at may well be there.
      let code = Errno.current
      guard code == .notFound else { throw .notReadable(path: path, reason: code.message) }
      return besideStrayLog ?? .absent
    }
    if size > 0 { return .present }
    return besideStrayLog ?? .unborn
  }

  /// Where SQLite looks for the log and its like: beside what a symbolic link points to, whether or
  /// not that is there.
  var target: String { File.followingLinks(path) }

  /// What a file that was absent or empty is by what is beside it. A journal that is just being made
  /// has a log only after it is no longer empty itself, and so it is looked at again.
  private var besideStrayLog: State? {
    let log = target + "-wal"
    guard (File.size(log) ?? 0) > 0 else { return nil }
    return (File.size(path) ?? 0) > 0 ? .present : .logOnly(log)
  }

  /// To open a pipe or a device may wait for ever, and what comes from it is no journal.
  private func refuseSpecialFiles() throws(JournalError) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      let file = target + suffix
      if File.isSpecial(file) { throw .notAFile(path: file) }
    }
  }

  /// SQLite would remove a log that it finds beside no journal, or beside an empty one, and the
  /// texts in it. It gets a name of its own instead.
  ///
  /// - Returns: that name, where there was such a log.
  @discardableResult
  func moveStrayLogAside() throws(JournalError) -> String? {
    guard case .logOnly = try state() else { return nil }
    let lock = try lock()
    defer { _ = lock }
    return try moveLockedStrayLogAside()
  }

  /// The same for a caller that holds the lock.
  func moveLockedStrayLogAside() throws(JournalError) -> String? {
    guard case .logOnly(let log) = try state() else { return nil }
    let seconds = (File.modified(log) ?? 0) / 1_000_000_000
    let name = unused("\(path)\(Self.logInfix)\(seconds)")
    try onDisk { () throws(FileError) in try File.move(log, to: name) }
    return name
  }

  /// `name`, or the first of `name-2`, `name-3` and so on that no file has.
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

  /// In a folder that cannot be written SQLite cannot keep its log, but where no log is left over
  /// the file alone is the whole journal.
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

  /// The schema of an open file, after making sure that it is a journal that we understand.
  ///
  /// All is read at one moment: between two statements another process may have made the tables.
  func knownSchema(of connection: borrowing Connection) throws(JournalError) -> Int {
    let header = try header(of: connection)
    // The transaction that makes the tables sets both numbers: a journal without a schema has lost
    // it, and what its tables hold is not to be written over.
    if header.isJournalWithoutSchema { throw .damaged(path: path) }
    if !header.isOurs && (header.owner != 0 || header.schema != 0 || header.tables != 0) {
      throw .notAJournal(path: path)
    }
    if header.schema > steps.count {
      throw .newer(path: path, schema: header.schema, known: steps.count)
    }
    return header.schema
  }

  /// What an open file says of itself.
  struct Header {
    var owner: Int
    var schema: Int
    /// Counted only in a file that is not ours.
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

  // MARK: Birth and growth

  /// Makes an empty file that only its owner can read; SQLite gives its log the same permissions.
  private func create() throws(JournalError) {
    try onDisk { () throws(FileError) in
      try File.makeDirectory(File.directory(of: path))
      try File.create(target)
    }
  }

  /// One process at a time: whoever waited finds the work done.
  private func grown(_ connection: consuming Connection) throws(JournalError) -> Connection {
    let lock = try lock()
    defer { _ = lock }
    let schema = try knownSchema(of: connection)
    if schema < steps.count {
      if schema > 0 { try moveAside(connection, schema: schema) }
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

  /// Where the journal is copied before its schema changes.
  func copyPath(schema: Int) -> String { "\(path)\(Self.schemaInfix)\(schema)" }

  /// Where a damaged journal is kept when it is repaired.
  func damagedPath(at instant: Instant) -> String {
    unused("\(path)\(Self.repairInfix)\(instant.secondsSince1970)")
  }

  private static let schemaInfix = ".schema-"
  private static let repairInfix = ".before-repair-"
  private static let logInfix = ".log-"

  /// The copies that are there, of any kind.
  var copies: [String] {
    beside {
      !["-wal", "-shm", "-journal", Self.unfinished].contains(where: $0.hasSuffix)
        && !$0.contains(Self.unfinished + "-")
    }
  }

  /// The same by when they were made, those of the latest time first.
  var copiesNewestFirst: [String] {
    let dated = copies.map { (path: $0, time: File.modified($0) ?? 0) }
    return dated.sorted { ($0.time, $0.path) > ($1.time, $1.path) }.map(\.path)
  }

  /// Whether a copy is a log that had lost its journal.
  static func isLog(_ copy: String) -> Bool {
    copy.split(separator: "/").last?.contains(logInfix) ?? false
  }

  /// Copies whose making was cut short, of no use to anybody.
  var unfinishedCopies: [String] { beside { $0.contains(Self.unfinished) } }

  /// What the name of a file ends in for as long as it is being made.
  static let unfinished = ".unfinished"

  private func beside(_ isWanted: (String) -> Bool) -> [String] {
    let folder = File.directory(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    // A folder that cannot be read has no copy that could be changed.
    let names = (try? File.list(folder)) ?? []
    return names.filter { file in
      [Self.schemaInfix, Self.repairInfix, Self.logInfix].contains { file.hasPrefix(name + $0) }
        && isWanted(file)
    }
    .map { "\(folder)/\($0)" }
  }

  private func moveAside(
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

  /// - Parameter newest: where to stop, for a damaged journal that is put together again as it was.
  func migrate(
    _ connection: borrowing Connection, from schema: Int, to newest: Int? = nil
  ) throws(JournalError) {
    let newest = newest ?? steps.count
    if schema == 0 {
      // The log is what lets many processes read while one writes. It cannot be turned on inside
      // the transaction, and a journal that dies between the two is still unborn.
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
  /// Whether only the attempt to write went wrong, so that reading may still do.
  fileprivate var isAboutWriting: Bool {
    switch self {
    case .notWritable, .notReadable, .diskFull: true
    default: false
    }
  }
}
