import Platform
import SQLite

/// A copy of the journal that is open for reading, whatever it is a copy of.
struct ReadableCopy: ~Copyable {
  let connection: Connection
  /// The schema that it was written with; the newest where that cannot be read.
  let schema: Int
  private let path: String

  init(of copy: String) throws {
    let (path, mode) = try Self.readable(copy)
    let connection = try Connection(path: path, mode: mode, closing: .leaveLog)
    try connection.acceptDamage()
    let schema = (try? connection.pragma("user_version")) ?? 0
    self.schema =
      (1...Schema.version).contains(schema) ? schema : Salvage.schema(byTablesOf: connection)
    self.connection = connection
    self.path = path
  }

  /// A log needs a first page in the place of its journal; both are removed in the end.
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

  /// Whether notes, entries and to-dos are records here.
  var hasRecords: Bool { schema > Schema.lastWithoutRecords }

  /// Writes all that can be read to a new journal of the same schema.
  borrowing func rebuild(at path: String) throws {
    let file = JournalFile(path: path)
    try File.create(path)
    let target = try file.open(.readWrite)
    try file.migrate(target, from: 0, to: schema)
    _ = try Salvage.copyAll(from: connection, in: self.path, to: target)
  }

  /// The numbers in an index of words of texts that are known there as deleted: their words are kept
  /// under the negative of the number. What comes before a damaged page is better than nothing.
  borrowing func deletedNumbers(in index: WordIndex) -> Set<Int64> {
    var numbers: Set<Int64> = []
    func take(_ values: [Value]) {
      if case .integer(let number)? = values.first { numbers.insert(-number) }
    }
    do throws(SQLiteError) {
      // Schemas before the fifth have a table of the lengths of texts.
      try connection.forEachRow("SELECT id FROM \(index.table)_docsize WHERE id < 0", take)
    } catch {
      let vocabulary = "vocabulary_of_\(index.table)"
      try? connection.execute(
        "CREATE VIRTUAL TABLE temp.\(vocabulary) USING fts5vocab(main, \(index.table), instance)")
      try? connection.forEachRow(
        "SELECT DISTINCT doc FROM temp.\(vocabulary) WHERE doc < 0", take)
    }
    return numbers
  }
}

extension JournalFile {
  /// Removes what was made only to read logs without their journals. What cannot be removed now is
  /// by the next repair, and by every purge.
  func removeReadableLogs() {
    for file in unfinishedCopies where Self.isLog(file) { try? File.remove(file) }
  }
}
