import CSQLite

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

  private let handle: OpaquePointer
  private let wait: UnsafeMutablePointer<BusyWait>

  public init(path: String, mode: Mode, busyWait: Duration = .seconds(5)) throws(SQLiteError) {
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
    wait.initialize(to: BusyWait(limit: busyWait))
    BusyWait.install(wait, on: handle)
    sqlite3_extended_result_codes(handle, 1)
    _ = diary_sqlite_set_defensive(handle)
  }

  deinit {
    sqlite3_close_v2(handle)
    wait.deinitialize(count: 1)
    wait.deallocate()
  }

  /// `file:` with everything escaped that a path may hold and an address may not.
  private static func immutableAddress(of path: String) -> String {
    var address = "file:"
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

  // MARK: Statements

  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, on: handle)
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

  /// Some errors, a full disk among them, have rolled back already; then there is nothing to do.
  private func rollBack() {
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }
}
