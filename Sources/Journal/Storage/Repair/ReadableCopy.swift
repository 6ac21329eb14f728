import Platform
import SQLite

/// A copy of the journal or of its log, open for reading.
struct ReadableCopy: ~Copyable {
  let connection: Connection
  /// The schema of the copy; the newest one if it cannot be read.
  let schema: Int
  private let path: String

  init(of copy: String) throws {
    let (path, mode) = try Self.readable(copy)
    let connection = try Connection(path: path, mode: mode, closing: .leaveLog)
    try connection.acceptDamage()
    let schema = (try? connection.pragma("user_version")) ?? 0
    let known = Schema.current
    self.schema = (known.first...known.version).contains(schema) ? schema : known.version
    self.connection = connection
    self.path = path
  }

  /// The file and the mode with which SQLite can read the copy. A log can be read only beside a
  /// journal file with a first page, so a temporary one is written, which is removed later.
  private static func readable(_ copy: String) throws -> (String, Connection.Mode) {
    guard JournalFile.isLog(copy) else {
      return (copy, (File.size(copy + "-wal") ?? 0) > 0 ? .readWrite : .immutable)
    }
    let readable = copy + JournalFile.unfinished
    for suffix in ["", "-wal", "-shm"] { try File.remove(readable + suffix) }
    try File.writeAtomically(DamagedLog.firstPage(of: try File.read(copy)) ?? [], to: readable)
    try File.copy(copy, to: readable + "-wal")
    return (readable, .readWrite)
  }

  /// Writes all readable rows to a new journal with the same schema.
  borrowing func rebuild(at path: String) throws {
    let file = JournalFile(path: path)
    try File.create(path)
    let target = try file.open(.readWrite)
    try file.migrate(target, from: 0, to: schema)
    _ = try Salvage.copyAll(from: connection, in: self.path, to: target.connection)
  }

  /// The numbers of deleted texts in a word index, where their words are stored under the negative
  /// number. If a page is damaged, the result has the numbers before it.
  borrowing func deletedNumbers(in index: WordIndex) -> Set<Int64> {
    var numbers: Set<Int64> = []
    let vocabulary = "vocabulary_of_\(index.table)"
    try? connection.execute(
      "CREATE VIRTUAL TABLE temp.\(vocabulary) USING fts5vocab(main, \(index.table), instance)")
    try? connection.forEachRow("SELECT DISTINCT doc FROM temp.\(vocabulary) WHERE doc < 0") {
      if case .integer(let number)? = $0.first { numbers.insert(-number) }
    }
    return numbers
  }
}

extension JournalFile {
  /// Removes the temporary files for reading logs. Files that cannot be removed now are removed by
  /// the next repair or purge.
  func removeReadableLogs() {
    for file in (try? unfinishedCopies) ?? [] where Self.isLog(file) { try? File.remove(file) }
  }
}
