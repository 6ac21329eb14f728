import CSQLite
import Glibc
import Synchronization

/// An open database, closed when its owner lets go of it.
public struct Connection: ~Copyable {
  public enum Mode: Sendable {
    case readWrite
    /// Makes the file where there is none.
    case create
    /// A file that nobody writes, in a place where nothing can be written: no lock, no log.
    case immutable
    /// No file at all.
    case memory
  }

  /// What the last connection to a file does with the log (WAL) when it closes.
  public enum Closing: Sendable {
    /// Moves the log's pages into the file, flushes both and removes the log.
    case checkpoint
    /// Leaves a log that holds something to the next writer, and waits for no disk.
    case leaveLog
  }

  let handle: OpaquePointer
  private let wait: UnsafeMutablePointer<BusyHandler>
  /// How it was opened.
  public let mode: Mode
  private let keepsLog: Atomic<Bool>
  private let statements = StatementCache()

  /// - Parameter isCancelled: asked while another program's lock is waited for; the wait ends, as
  ///   busy, once it is true.
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
    // One task at a time uses a connection, so its own mutexes would only cost.
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
  }

  deinit {
    statements.close()
    // An empty log needs no checkpoint: closing removes it without a flush.
    if keepsLog.load(ordering: .acquiring) && !logIsEmpty {
      _ = diary_sqlite_keep_log_on_close(handle)
    }
    sqlite3_close_v2(handle)
    wait.deinitialize(count: 1)
    wait.deallocate()
  }

  /// Decides anew what happens with the log when this connection closes.
  public func setClosing(_ closing: Closing) {
    keepsLog.store(closing == .leaveLog, ordering: .releasing)
  }

  /// `file:` with everything escaped that a path may hold and an address may not.
  private static func immutableAddress(of path: String) -> String {
    // Two slashes at the start of the path would make its first folder the name of a host.
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

  /// Whether the log (WAL) holds no page. It is only looked up by name: a descriptor of a file that
  /// SQLite has open would take its locks along when it is closed.
  public var logIsEmpty: Bool {
    guard let name = sqlite3_db_filename(handle, "main"), name[0] != 0,
      let log = sqlite3_filename_wal(name)
    else { return true }
    var status = stat()
    return stat(log, &status) != 0 || status.st_size == 0
  }

  // MARK: Damage

  /// Lets this connection read as much as it can of a file that is shorter than its header says, or
  /// whose schema is damaged.
  public func acceptDamage() throws(SQLiteError) {
    _ = diary_sqlite_set_defensive(handle, 0)
    try execute("PRAGMA writable_schema = ON")
  }

  /// Takes whatever is in the file for an empty database, and makes sure that no other process has
  /// it open before anything is written. For a file whose first page cannot be read.
  public func resetDatabase() throws(SQLiteError) {
    _ = diary_sqlite_reset_database(handle)
    try execute("PRAGMA locking_mode = EXCLUSIVE")
  }

  // MARK: Statements

  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, on: handle, statements)
  }

  /// Runs statements without values, one after the other.
  public func execute(_ sql: String) throws(SQLiteError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw SQLiteError(on: handle, sql: sql)
    }
  }

  /// Runs one statement to its end.
  public func run(_ sql: String, _ values: Value...) throws(SQLiteError) {
    try run(sql, values: values)
  }

  public func run(_ sql: String, values: [Value]) throws(SQLiteError) {
    var statement = try prepare(sql)
    try statement.bind(values)
    while try statement.step() {}
  }

  /// What `read` makes of each row.
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

  /// Hands over the columns of each row as it comes, for whoever takes what there is until it fails.
  public func forEachRow(
    _ sql: String, _ take: ([Value]) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    var statement = try prepare(sql)
    while try statement.step() { try take(statement.values) }
  }

  /// What `read` makes of the first row.
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

  /// The number of a pragma.
  public func pragma(_ name: String) throws(SQLiteError) -> Int {
    try first("PRAGMA \(name)") { $0.int(0) } ?? 0
  }

  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  // MARK: Transactions

  /// All of `work`, or nothing of it. The write lock is taken at the start, so that what was read
  /// inside cannot have changed by the time it is written.
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

  /// Everything that `work` reads is of one moment, whatever others write meanwhile.
  public func snapshot<Result>(
    _ work: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try snapshot(work) { $0 }
  }

  public func snapshot<Result, Failure>(
    _ work: () throws(Failure) -> Result,
    mapping: (SQLiteError) -> Failure
  ) throws(Failure) -> Result {
    do { try execute("BEGIN") } catch { throw mapping(error) }
    // Nothing was written, so that there is nothing to commit.
    defer { rollBack() }
    return try work()
  }

  /// Some errors, a full disk among them, have rolled back already; then there is nothing to do.
  private func rollBack() {
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }
}
