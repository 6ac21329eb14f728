import Platform
import SQLite

/// A copy of the journal or of its log, open for reading.
struct ReadableCopy: ~Copyable {
  let connection: Connection
  /// The schema of the copy; the newest one if it cannot be read.
  let schema: Int
  private let path: String
  private let temporary: TemporaryFile?

  init(of copy: String) throws {
    try JournalFile.refuseSpecialFiles(at: copy)
    var temporary: TemporaryFile?
    if JournalFile.isLog(copy) { temporary = try TemporaryFile(forLog: copy) }
    let hasLog = temporary != nil || (File.size(copy + "-wal") ?? 0) > 0
    var path = temporary?.path ?? copy
    var connection = try Self.open(path, hasLog ? .readWrite : .immutable)
    if let declarations = try? Declarations(ofSchemaIn: connection),
      (try? declarations.changed(in: connection)) != []
    {
      if temporary == nil {
        let file = try TemporaryFile(like: copy)
        path = file.path
        temporary = file
        connection = try Self.open(path, .readWrite)
      }
      try declarations.restore(in: connection)
    }
    let schema = (try? connection.pragma("user_version")) ?? 0
    let known = Schema.current
    self.schema = (known.first...known.version).contains(schema) ? schema : known.version
    self.path = path
    self.temporary = temporary
    self.connection = connection
  }

  private static func open(_ path: String, _ mode: Connection.Mode) throws -> Connection {
    let connection = try Connection(path: path, mode: mode, closing: .leaveLog)
    try connection.acceptDamage()
    return connection
  }

  /// Writes all readable rows to a new journal with the same schema.
  borrowing func rebuild(at path: String) throws {
    let file = JournalFile(path: path)
    try File.create(path)
    let target = try file.open(.readWrite)
    try file.migrate(target, from: 0, to: schema)
    _ = try Salvage.copyAll(from: connection, in: self.path, to: target.connection)
  }

  /// The numbers of deleted texts in the word index, where their words are stored under the negative
  /// number. If a page is damaged, the result has the numbers before it.
  var deletedNumbers: Set<Int64> {
    var numbers: Set<Int64> = []
    try? connection.execute(
      "CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, \(WordIndex.table), instance)")
    try? connection.forEachRow("SELECT DISTINCT doc FROM temp.vocabulary WHERE doc < 0") {
      if case .integer(let number)? = $0.first { numbers.insert(-number) }
    }
    return numbers
  }
}

/// A file beside a copy that SQLite may change. It is removed with this value; if the process is
/// killed, the next repair or purge removes it.
private final class TemporaryFile {
  let path: String

  private init(at path: String) throws {
    self.path = path
    try removeAll()
  }

  /// SQLite can read a log only beside a journal file with a first page.
  convenience init(forLog log: String) throws {
    try self.init(at: log + JournalFile.unfinished)
    try File.writeAtomically(DamagedLog.firstPage(of: try File.read(log)) ?? [], to: path)
    try File.copy(log, to: path + "-wal")
  }

  /// A copy of a copy, with its log.
  convenience init(like copy: String) throws {
    try self.init(at: copy + JournalFile.unfinished)
    try File.copy(copy, to: path)
    if File.exists(copy + "-wal") { try File.copy(copy + "-wal", to: path + "-wal") }
  }

  private func removeAll() throws(FileError) {
    for suffix in ["", "-wal", "-shm", "-journal"] { try File.remove(path + suffix) }
  }

  deinit { try? removeAll() }
}
