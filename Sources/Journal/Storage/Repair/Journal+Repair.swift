public import Diary
import Platform
import SQLite

extension Journal {
  public struct Repair: Hashable, Sendable {
    /// Where what was there before is kept.
    public var copy: String
    /// How many notes could be read,
    public var notes: Int
    /// and entries,
    public var entries: Int
    /// and to-dos, deleted ones among all of them.
    public var toDos: Int
    /// Whether all of the old file could be read.
    public var isWhole: Bool
  }

  /// Keeps a copy of a damaged journal, and replaces what is in it by all that can still be read.
  ///
  /// The file is not renamed, and keeps its name at every moment: other processes may have it open,
  /// and SQLite finds the log by the name. They wait for the write lock meanwhile, and go on with the
  /// repaired journal. It is replaced in one transaction, so that whoever looks sees all of the old
  /// or all of the new.
  public static func repair(at path: String, now: Moment) async throws(JournalError) -> Repair {
    let file = JournalFile(path: path)
    // A lock on a folder that is not there would make something else of that name.
    try checkPresence(of: file)
    // Nobody makes, migrates or repairs this journal at the same time. The names of copies are chosen
    // under the lock too: another repair may just have taken one.
    let lock = try file.lock()
    defer { _ = lock }
    try checkPresence(of: file)
    return try await JournalRepair(file: file, now: now.instant).run()
  }

  private static func checkPresence(of file: JournalFile) throws(JournalError) {
    switch try file.state() {
    case .absent: throw .nothingToRepair(path: file.path, isThere: false)
    // Copies may still hold what an emptied file has lost.
    case .unborn where file.copies.isEmpty:
      throw .nothingToRepair(path: file.path, isThere: true)
    case .unborn, .present, .logOnly: break
    }
  }
}

/// One repair, under the lock.
private struct JournalRepair {
  let file: JournalFile
  /// Where what is there before is kept,
  let copy: String
  /// what it is called while it is being written,
  let unfinished: String
  /// and where the new contents are put together.
  let rebuilt: String

  private static let logSuffixes = ["-wal", "-shm", "-journal"]

  init(file: JournalFile, now: Instant) {
    self.file = file
    copy = file.damagedPath(at: now)
    unfinished = copy + JournalFile.unfinished
    rebuilt = unfinished + "-new"
  }

  func run() async throws(JournalError) -> Journal.Repair {
    try removeUnfinished()
    // What is left over is removed by the next repair too, and by every purge.
    defer { try? removeUnfinished() }
    return try await replace(file.state())
  }

  private func removeUnfinished() throws(JournalError) {
    let leftovers = file.unfinishedCopies
    try file.onDisk { () throws(FileError) in
      for leftover in leftovers { try File.remove(leftover) }
    }
  }

  private func replace(_ state: JournalFile.State) async throws(JournalError) -> Journal.Repair {
    var log: String?
    if case .logOnly = state {
      log = try file.moveLockedStrayLogAside()
      try file.onDisk { () throws(FileError) in try File.create(file.target) }
    }
    // To close any descriptor of a file is to give up the locks that this process has on it. So this
    // one, by which it is read, outlives all connections.
    let old: OpenFile
    do {
      old = try OpenFile(file.target)
    } catch {
      throw .notReadable(path: file.path, reason: error.code.message)
    }
    do throws(JournalError) {
      return try await replace(old, log: log)
    } catch {
      if let log { try? putBack(log) }
      throw error
    }
  }

  private func putBack(_ log: String) throws(FileError) {
    guard File.size(file.target) == 0 else { return }
    try File.move(log, to: file.target + "-wal")
  }

  private func replace(
    _ old: borrowing OpenFile, log: String?
  ) async throws(JournalError) -> Journal.Repair {
    let (readability, schema) = try examine(old)
    let backup = try lockedBackup(readability, schema: schema)
    // With the lock held nothing can be added to the journal or its log any more. A checkpoint may
    // still move pages from the log to the journal; they are in both then.
    if log == nil { try copyAside(old) }
    let readable = try makeReadable(readability, log: log)
    let isWhole = try salvage(from: readable, schema: schema)
    let saved = try await Journal(at: rebuilt, for: .caching).indexAnew()
    try check()
    if log == nil { try finishCopy() }
    try file.attempt { () throws(SQLiteError) in try backup.copyAll() }
    // It is durable by now. Where somebody reads, the next writer moves it from the log to the file.
    try? backup.target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Journal.Repair(
      copy: log ?? copy, notes: saved.notes, entries: saved.entries, toDos: saved.toDos,
      isWhole: isWhole && log == nil)
  }

  // MARK: What is there

  private enum Readability {
    /// SQLite can open the file and lock it.
    case opens(pageSize: Int)
    /// The first page cannot be read: SQLite takes it for no database.
    case firstPageLost(hasHeader: Bool)
  }

  /// Makes sure that the file is a journal, and one that we understand; others are left as they are.
  ///
  /// - Returns: its schema too; the newest where that cannot be read.
  private func examine(
    _ old: borrowing OpenFile
  ) throws(JournalError) -> (Readability, schema: Int) {
    do throws(JournalError) {
      let connection = try file.open(.readWrite, closing: .leaveLog)
      try file.attempt { () throws(SQLiteError) in try connection.acceptDamage() }
      let isWithoutSchema = try file.header(of: connection).isJournalWithoutSchema
      let schema =
        isWithoutSchema
        ? Salvage.schema(byTablesOf: connection) : try file.knownSchema(of: connection)
      let size = try file.attempt { () throws(SQLiteError) in try connection.pragma("page_size") }
      return (.opens(pageSize: size), schema > 0 ? schema : file.steps.count)
    } catch {
      switch error {
      case .damaged, .notAJournal: break
      default: throw error
      }
      let kind = try file.onDisk { () throws(FileError) in try DamagedFile.kind(of: old) }
      switch kind {
      case .database(let owner, let schema):
        guard owner == Schema.applicationID else { throw .notAJournal(path: file.path) }
        guard schema <= file.steps.count else {
          throw .newer(path: file.path, schema: schema, known: file.steps.count)
        }
        return (.firstPageLost(hasHeader: true), schema > 0 ? schema : file.steps.count)
      case .headerless: return (.firstPageLost(hasHeader: false), file.steps.count)
      case .somethingElse: throw .notAJournal(path: file.path)
      }
    }
  }

  // MARK: The lock

  /// A backup from a new, empty journal into the damaged one, which holds the write lock of that.
  private func lockedBackup(
    _ readability: Readability, schema: Int
  ) throws(JournalError) -> Backup {
    let new = try newJournal(readability, schema: schema)
    let live = try file.open(.readWrite, closing: .leaveLog)
    do throws(SQLiteError) {
      switch readability {
      case .opens: try live.acceptDamage()
      case .firstPageLost: try live.resetDatabase()
      }
      try live.execute("PRAGMA synchronous = FULL")
      let backup = try Backup(from: new, into: live)
      try backup.lockTarget()
      return backup
    } catch {
      throw JournalError(error, path: file.path)
    }
  }

  /// Pages are as long as those of the old one: no backup changes that in the midst of a log.
  private func newJournal(
    _ readability: Readability, schema: Int
  ) throws(JournalError) -> Connection {
    let new = JournalFile(path: rebuilt)
    try file.onDisk { () throws(FileError) in try File.create(rebuilt) }
    let connection = try new.open(.readWrite)
    if case .opens(let pageSize) = readability {
      try file.attempt { () throws(SQLiteError) in
        try connection.execute("PRAGMA page_size = \(pageSize)")
      }
    }
    try new.migrate(connection, from: 0, to: schema)
    return connection
  }

  // MARK: The copy

  private func copyAside(_ old: borrowing OpenFile) throws(JournalError) {
    let log = file.target + "-wal"
    try file.onDisk { () throws(FileError) in
      try old.copy(to: unfinished)
      if (File.size(log) ?? 0) > 0 { try File.copy(log, to: unfinished + "-wal") }
    }
  }

  /// Gives the copy its name. Only then is the journal changed.
  private func finishCopy() throws(JournalError) {
    try file.onDisk { () throws(FileError) in
      for suffix in ["-wal", ""] where File.exists(unfinished + suffix) {
        try File.move(unfinished + suffix, to: copy + suffix)
      }
    }
  }

  /// A copy that SQLite can open, and that may be changed by that.
  private func makeReadable(
    _ readability: Readability, log: String?
  ) throws(JournalError) -> String {
    let readable = unfinished + "-readable"
    try file.onDisk { () throws(FileError) in
      if let log {
        let bytes = try File.read(log)
        try File.writeAtomically(DamagedLog.firstPage(of: bytes) ?? [], to: readable)
        try File.copy(log, to: readable + "-wal")
        return
      }
      if case .firstPageLost(hasHeader: false) = readability {
        let bytes = try File.read(unfinished)
        try File.writeAtomically(
          DamagedFile.header + bytes.dropFirst(DamagedFile.headerLength), to: readable)
      } else {
        try File.copy(unfinished, to: readable)
      }
      if File.exists(unfinished + "-wal") {
        try File.copy(unfinished + "-wal", to: readable + "-wal")
      }
    }
    return readable
  }

  // MARK: What can be read

  /// What can be read is put together in the schema in which it was written, and then migrated as
  /// every journal is.
  ///
  /// - Returns: whether every row could be read.
  private func salvage(from readable: String, schema: Int) throws(JournalError) -> Bool {
    let new = JournalFile(path: rebuilt, steps: file.steps)
    let target = try new.open(.readWrite)
    let isWhole = try file.attempt { () throws(SQLiteError) in
      let source = try Connection(path: readable, mode: .readWrite, closing: .leaveLog)
      try source.acceptDamage()
      return try Salvage.copyAll(from: source, in: readable, to: target)
    }
    if schema < file.steps.count { try new.migrate(target, from: schema) }
    return isWhole
  }

  private func check() throws(JournalError) {
    let new = JournalFile(path: rebuilt)
    let connection = try new.open(.readWrite)
    let problems = try file.attempt { () throws(SQLiteError) in
      try connection.rows("PRAGMA integrity_check(1)") { $0.text(0) }.filter { $0 != "ok" }
        + connection.rows("PRAGMA foreign_key_check") { $0.text(0) }
    }
    guard problems.isEmpty else { throw .damaged(path: file.path) }
  }
}

extension Journal {
  /// Fills the indexes of words, and says how many texts of each kind there are.
  fileprivate func indexAnew() throws(JournalError) -> (notes: Int, entries: Int, toDos: Int) {
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        for kind in RecordKind.allCases { try kind.index.fill(with: kind, on: connection) }
        func count(_ kind: RecordKind) throws(SQLiteError) -> Int {
          try connection.first(
            "SELECT count(*) FROM record WHERE kind = ?1", .integer(kind.rawValue)
          ) { $0.int(0) } ?? 0
        }
        return (try count(.note), try count(.entry), try count(.toDo))
      }
    }
  }
}
