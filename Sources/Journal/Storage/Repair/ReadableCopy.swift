import Diary
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

/// Reads the bytes of a journal that SQLite cannot open.
enum DamagedFile {
  /// The kind of a file according to its header or, without a header, to all of its bytes.
  enum Kind: Equatable {
    /// The file has a SQLite header with this application ID and schema.
    case database(owner: Int, schema: Int)
    /// The file has no SQLite header, but contains a statement that only journals have, or nothing
    /// but zeros.
    case headerless
    case somethingElse
  }

  static let headerLength = 100
  private static let magic = Array("SQLite format 3\0".utf8)
  /// Every journal contains this statement, and no other file does.
  private static let mark = Array("CREATE TABLE record_version (".utf8)

  static func kind(of file: borrowing OpenFile) throws(FileError) -> Kind {
    var header: [UInt8] = []
    var tail: [UInt8] = []
    var isBlank = true
    var isMarked = false
    try file.read { (piece) throws(FileError) in
      if header.isEmpty {
        header = Array(piece.prefix(headerLength))
        // A valid header is enough; the rest is not read.
        if header.starts(with: magic), header.count == headerLength { return false }
      }
      isBlank = isBlank && piece.allSatisfy { $0 == 0 }
      isMarked = isMarked || contains(mark, in: tail + piece)
      tail = piece.suffix(mark.count)
      return !isMarked
    }
    if header.starts(with: magic), header.count == headerLength {
      // Both numbers are signed, as in SQLite's pragmas.
      return .database(
        owner: signedNumber(in: header, at: 68), schema: signedNumber(in: header, at: 60))
    }
    return isMarked || isBlank ? .headerless : .somethingElse
  }

  /// The header of a journal, to replace a lost one. It does not contain the number of pages, so
  /// that SQLite uses the file size.
  static var header: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: headerLength)
    bytes.replaceSubrange(0..<magic.count, with: magic)
    // The page size is 4096 bytes and the mode is WAL; the payload fractions are fixed by the
    // format.
    bytes.replaceSubrange(16..<24, with: [0x10, 0x00, 2, 2, 0, 64, 32, 32])
    bytes[47] = 4
    bytes[59] = 1
    return bytes
  }

  private static func signedNumber(in bytes: [UInt8], at place: Int) -> Int {
    Int(Int32(bitPattern: bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }))
  }

  private static func contains(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
    guard bytes.count >= needle.count, let first = needle.first else { return false }
    return (0...bytes.count - needle.count).contains { start in
      bytes[start] == first && bytes[start..<start + needle.count].elementsEqual(needle)
    }
  }
}

/// Reads a write-ahead log without SQLite, which cannot read a log without its journal.
enum DamagedLog {
  /// The newest version of page 1 in the log. With this page as the journal file, SQLite can read
  /// the rest of the log.
  static func firstPage(of log: [UInt8]) -> [UInt8]? {
    guard log.count >= 32, number(in: log, at: 0) & ~1 == 0x377f_0682 else { return nil }
    let size = number(in: log, at: 8)
    guard (512...65_536).contains(size), size & (size - 1) == 0 else { return nil }
    let salt = log[16..<24]
    var page: [UInt8]?
    var frame = 32
    // Frames from before the last reset of the log have another salt.
    while frame + 24 + size <= log.count, log[frame + 8..<frame + 16].elementsEqual(salt) {
      if number(in: log, at: frame) == 1 { page = Array(log[frame + 24..<frame + 24 + size]) }
      frame += 24 + size
    }
    return page
  }

  private static func number(in bytes: [UInt8], at place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}

// The copies of a journal: those beside it, and the listed ones in folders elsewhere.

extension JournalFile {
  /// The path of the copy that is made before a migration.
  func copyPath(schema: Int) -> String { "\(path)\(Self.schemaInfix)\(schema)" }

  /// The path of the copy of a damaged journal that is made before a repair.
  func damagedPath(at instant: Instant) -> String {
    unused("\(path)\(Self.repairInfix)\(instant.secondsSince1970)")
  }

  static let schemaInfix = ".schema-"
  static let repairInfix = ".before-repair-"
  static let logInfix = ".log-"

  /// All existing copies of the journal, of any kind.
  var copies: [String] {
    get throws(FileError) {
      try filesBeside {
        !["-wal", "-shm", "-journal", Self.unfinished].contains(where: $0.hasSuffix)
          && !$0.contains(Self.unfinished + "-")
      } + listedCopies().all.filter { $0.isThere && $0.isReached }.map(\.path)
    }
  }

  /// The same copies, newest first.
  var copiesNewestFirst: [String] {
    get throws(FileError) {
      let dated = try copies.map { (path: $0, time: File.modified($0) ?? 0) }
      return dated.sorted { ($0.time, $0.path) > ($1.time, $1.path) }.map(\.path)
    }
  }

  /// The copies that repairs have made, newest first.
  var repairCopiesNewestFirst: [String] {
    get throws(FileError) {
      try copiesNewestFirst.filter {
        $0.split(separator: "/").last?.contains(Self.repairInfix) ?? false
      }
    }
  }

  /// Whether a copy is a log without a journal.
  static func isLog(_ copy: String) -> Bool {
    copy.split(separator: "/").last?.contains(logInfix) ?? false
  }

  /// Copies that were not completed and are useless.
  var unfinishedCopies: [String] {
    get throws(FileError) {
      var files = try filesBeside { $0.contains(Self.unfinished) }
      for copy in try listedCopies().all where copy.isReached {
        files += try unfinished(of: copy.path)
      }
      return files
    }
  }

  /// What may be left of a copy, or beside it, by a process that was killed.
  func unfinished(of copy: String) throws(FileError) -> [String] {
    let folder = File.directory(of: copy)
    let name = (copy.split(separator: "/").last.map(String.init) ?? copy) + Self.unfinished
    return try File.listIfThere(folder).filter { $0.hasPrefix(name) }.map { "\(folder)/\($0)" }
  }

  /// The suffix of files that are not yet complete.
  static let unfinished = ".unfinished"

  /// Regular files only: opening a pipe or a device may block forever, and neither is a copy.
  private func filesBeside(_ isWanted: (String) -> Bool) throws(FileError) -> [String] {
    let folder = File.directory(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return try File.listIfThere(folder).filter { file in
      [Self.schemaInfix, Self.repairInfix, Self.logInfix].contains { file.hasPrefix(name + $0) }
        && isWanted(file)
    }
    .map { "\(folder)/\($0)" }
    .filter(File.isRegular)
  }
}
