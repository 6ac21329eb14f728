import CSQLite
import Glibc
import Synchronization

/// An open database, closed when this value is released.
public struct Connection: ~Copyable {
  public enum Mode: Sendable {
    case readWrite
    /// Creates the file if it does not exist.
    case create
    /// Reads a file that no process writes, in a folder that may be read-only: without locks and
    /// without a log.
    case immutable
    /// A database without a file.
    case memory
  }

  /// What the last connection to a file does with the write-ahead log (WAL) when it closes.
  public enum Closing: Sendable {
    /// Copies the log's pages to the file, flushes both and removes the log.
    case checkpoint
    /// Leaves a log that is not empty to the next writer, which avoids the flush.
    case leaveLog
  }

  let handle: OpaquePointer
  private let wait: UnsafeMutablePointer<BusyHandler>
  /// The mode in which it was opened.
  public let mode: Mode
  private let keepsLog: Atomic<Bool>
  private let statements = StatementCache()

  /// - Parameter isCancelled: Called while waiting for another process's lock. If it returns true,
  ///   the wait ends with a `busy` error.
  public init(
    path: String, mode: Mode, closing: Closing = .checkpoint, busyWait: Duration = .seconds(5),
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(SQLiteError) {
    let (name, flags) =
      switch mode {
      case .readWrite: (path, SQLITE_OPEN_READWRITE)
      case .create: (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      case .immutable:
        (Connection.immutableAddress(of: path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      case .memory: (":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY)
      }
    // A connection is used by one task at a time, so SQLite's mutexes are not needed.
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(on: handle)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    wait = .allocate(capacity: 1)
    wait.initialize(to: BusyHandler(limit: busyWait, isCancelled: isCancelled))
    self.mode = mode
    keepsLog = Atomic(closing == .leaveLog)
    BusyHandler.install(wait, on: handle)
    sqlite3_extended_result_codes(handle, 1)
    _ = diary_sqlite_set_defensive(handle, 1)
    // Otherwise parts of texts get into files in /var/tmp, where a purge does not find them.
    sqlite3_exec(handle, "PRAGMA temp_store = MEMORY", nil, nil, nil)
  }

  deinit {
    statements.close()
    // An empty log is removed on close without a flush.
    if keepsLog.load(ordering: .acquiring) && !logIsEmpty {
      _ = diary_sqlite_keep_log_on_close(handle)
    }
    sqlite3_close_v2(handle)
    wait.deinitialize(count: 1)
    wait.deallocate()
  }

  /// Changes what happens to the log when this connection closes.
  public func setClosing(_ closing: Closing) {
    keepsLog.store(closing == .leaveLog, ordering: .releasing)
  }

  /// A `file:` URI with escapes for the characters of the path that are not valid in it.
  private static func immutableAddress(of path: String) -> String {
    // After `file:`, two slashes at the start of the path would begin a host name.
    var address = path.hasPrefix("//") ? "file://" : "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"), 0x80...0xFF:
        address += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      default:
        address.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return address + "?immutable=1"
  }

  // MARK: The log

  /// Whether the write-ahead log has no pages. The log is not opened: closing a second descriptor
  /// of a file that SQLite has open would release SQLite's locks.
  public var logIsEmpty: Bool {
    guard let name = sqlite3_db_filename(handle, "main"), name[0] != 0,
      let log = sqlite3_filename_wal(name)
    else { return true }
    var status = stat()
    return stat(log, &status) != 0 || status.st_size == 0
  }

  // MARK: Damage

  /// Lets this connection read as much as possible of a file that is shorter than its header says,
  /// or whose schema is damaged.
  public func acceptDamage() throws(SQLiteError) {
    _ = diary_sqlite_set_defensive(handle, 0)
    try execute("PRAGMA writable_schema = ON")
  }

  /// Treats the file as an empty database, and requires that no other process has it open before
  /// anything is written. Used for a file whose first page cannot be read.
  public func resetDatabase() throws(SQLiteError) {
    _ = diary_sqlite_reset_database(handle)
    try execute("PRAGMA locking_mode = EXCLUSIVE")
  }

  // MARK: Statements

  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, on: handle, statements)
  }

  /// Runs one or more statements without values.
  public func execute(_ sql: String) throws(SQLiteError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw SQLiteError(on: handle, sql: sql)
    }
  }

  /// Runs one statement and discards its rows.
  public func run(_ sql: String, _ values: Value...) throws(SQLiteError) {
    try run(sql, values: values)
  }

  public func run(_ sql: String, values: [Value]) throws(SQLiteError) {
    var statement = try prepare(sql)
    try statement.bind(values)
    while try statement.step() {}
  }

  /// The results of `read` for all rows.
  public func rows<Result>(
    _ sql: String, _ values: [Value] = [],
    _ read: (borrowing Statement) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> [Result] {
    var statement = try prepare(sql)
    try statement.bind(values)
    var results: [Result] = []
    while try statement.step() { results.append(try read(statement)) }
    return results
  }

  /// Passes the columns of each row to `take` as it is read, so that the rows before an error are
  /// not lost.
  public func forEachRow(
    _ sql: String, _ take: ([Value]) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    var statement = try prepare(sql)
    while try statement.step() { try take(statement.values) }
  }

  /// The result of `read` for the first row; `nil` if there is none.
  public func first<Result>(
    _ sql: String, _ values: Value...,
    read: (borrowing Statement) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result? {
    try first(sql, values: values, read: read)
  }

  public func first<Result>(
    _ sql: String, values: [Value],
    read: (borrowing Statement) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result? {
    var statement = try prepare(sql)
    try statement.bind(values)
    return try statement.step() ? try read(statement) : nil
  }

  /// The integer value of a pragma.
  public func pragma(_ name: String) throws(SQLiteError) -> Int {
    try first("PRAGMA \(name)") { $0.int(0) } ?? 0
  }

  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  // MARK: Transactions

  /// Runs `work` in a transaction. The write lock is acquired at the start, so that data that
  /// `work` reads cannot change before `work` writes.
  public func transaction<Result, Failure>(
    _ work: () throws(Failure) -> Result,
    mapping: (SQLiteError) -> Failure
  ) throws(Failure) -> Result {
    do { try execute("BEGIN IMMEDIATE") } catch { throw mapping(error) }
    let result: Result
    do {
      result = try work()
    } catch {
      rollBack()
      throw error
    }
    do {
      try execute("COMMIT")
    } catch {
      rollBack()
      throw mapping(error)
    }
    return result
  }

  /// Runs `work` in a read transaction, so that it sees one state of the database regardless of
  /// other writers.
  public func snapshot<Result, Failure>(
    _ work: () throws(Failure) -> Result,
    mapping: (SQLiteError) -> Failure
  ) throws(Failure) -> Result {
    do { try execute("BEGIN") } catch { throw mapping(error) }
    // `work` only reads, so there is nothing to commit.
    defer { rollBack() }
    return try work()
  }

  /// Does nothing if SQLite has already rolled back, as it does after a full disk, for example.
  private func rollBack() {
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }
}

/// Waits for locks of other processes.
///
/// SQLite's own handler sleeps up to 100 ms, and longer with each attempt, so that the process that
/// came last is served first; with eight writers, some starve. This handler sleeps for a random
/// time of 0.5 to 2.5 ms.
struct BusyHandler {
  var deadline: ContinuousClock.Instant = .now
  let limit: Duration
  /// Called before each sleep.
  let isCancelled: @Sendable () -> Bool

  /// Sleeps and returns whether to try again.
  mutating func again(attempt: Int32) -> Bool {
    if attempt == 0 { deadline = .now + limit }
    guard ContinuousClock.now < deadline, !isCancelled() else { return false }
    usleep(.random(in: 500...2500))
    return true
  }

  /// Makes `connection` wait with the handler at `wait`, which must outlive the connection.
  static func install(_ wait: UnsafeMutablePointer<BusyHandler>, on connection: OpaquePointer) {
    sqlite3_busy_handler(
      connection,
      { context, attempt in
        let wait = context?.assumingMemoryBound(to: BusyHandler.self)
        return wait?.pointee.again(attempt: attempt) == true ? 1 : 0
      }, wait)
  }
}
