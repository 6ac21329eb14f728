public import Diary
import Platform
public import Records
import SQLite

extension Journal {
  public struct Repair: Hashable, Sendable {
    /// The path of the copy of the damaged journal.
    public var copy: String
    /// The number of texts that could be read, including deleted ones.
    public var texts: RecordCounts
    /// Whether the whole old file could be read.
    public var isWhole: Bool
    /// The number of texts that could be read before the repair, but not after it.
    public var missing: Int
  }

  /// Copies a damaged journal and replaces its contents by everything that can still be read.
  ///
  /// The file is never renamed, because other processes may have it open and SQLite finds the log
  /// by the name. They wait for the write lock during the repair and continue with the repaired
  /// journal. The contents are replaced in one transaction, so that a reader sees either all of the
  /// old or all of the new ones.
  public static func repair(at path: String, now: Moment) async throws(JournalError) -> Repair {
    let file = JournalFile(path: path)
    // The lock would otherwise create a file in place of a missing directory.
    try checkPresence(of: file)
    // The lock keeps other processes from creating, migrating or repairing this journal. Names of
    // copies are chosen under the lock, because another repair may have just used one.
    let lock = try file.lock()
    defer { _ = lock }
    try checkPresence(of: file)
    return try await FileRepair(file: file, now: now.instant).run()
  }

  private static func checkPresence(of file: JournalFile) throws(JournalError) {
    switch try file.state() {
    case .absent, .empty:
      // Copies may still contain the texts of a file that is empty or gone now.
      let copies = try file.onDisk { () throws(FileError) in try file.copies }
      if copies.isEmpty {
        throw .nothingToRepair(path: file.path, isThere: File.exists(file.path))
      }
    case .present, .logOnly: break
    }
  }
}

/// One repair. The caller holds the lock.
private struct FileRepair {
  let file: JournalFile
  /// The path of the copy of the damaged journal.
  let copy: String
  /// The path of that copy while it is incomplete.
  let unfinished: String
  /// The path of the journal that is rebuilt.
  let rebuilt: String

  init(file: JournalFile, now: Instant) {
    self.file = file
    copy = file.damagedPath(at: now)
    unfinished = copy + JournalFile.unfinished
    rebuilt = unfinished + "-new"
  }

  func run() async throws(JournalError) -> Journal.Repair {
    try removeUnfinished()
    // Files that cannot be removed now are removed by the next repair or purge.
    defer { try? removeUnfinished() }
    return try await replace(file.state())
  }

  private func removeUnfinished() throws(JournalError) {
    try file.onDisk { () throws(FileError) in
      for leftover in try file.unfinishedCopies { try File.remove(leftover) }
    }
  }

  private func replace(_ state: JournalFile.State) async throws(JournalError) -> Journal.Repair {
    var log: String?
    if case .logOnly = state { log = try file.moveLockedStrayLogAside() }
    if !File.exists(file.target) {
      try file.onDisk { () throws(FileError) in try File.create(file.target) }
    }
    // Closing any descriptor of a file releases all locks of this process on the file. Therefore
    // this descriptor outlives all connections.
    let old: OpenFile
    do {
      old = try OpenFile(file.target)
    } catch {
      throw .notReadable(path: file.path, reason: .system(error.code))
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
    // No process can add to the journal or its log while this one holds the lock. A checkpoint may
    // still move pages from the log to the journal, which are then in both.
    if log == nil { try copyAside(old) }
    let readable = try makeReadable(readability, log: log)
    let (isWhole, before) = try salvage(from: readable, schema: schema)
    let saved = try await Journal(at: rebuilt, for: .caching).rebuildIndexes()
    try check()
    if log == nil { try finishCopy() }
    do { try backup.copyAll() } catch { throw JournalError(error, path: file.path) }
    // The new contents are durable. If other processes are reading, the next writer runs the
    // checkpoint.
    try? backup.target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Journal.Repair(
      copy: log ?? copy, texts: saved, isWhole: isWhole && log == nil,
      missing: max(before - saved.total, 0))
  }

  // MARK: Examination

  private enum Readability {
    /// SQLite can open the file and lock it.
    case opens(pageSize: Int)
    /// The first page is damaged, so that SQLite does not recognize the file as a database.
    case firstPageLost(hasHeader: Bool)
  }

  /// Checks that the file is a journal with a known schema; other files are not changed.
  ///
  /// - Returns: the schema too; the newest one if it cannot be read.
  private func examine(
    _ old: borrowing OpenFile
  ) throws(JournalError) -> (Readability, schema: Int) {
    do throws(JournalError) {
      let database = try file.open(.readWrite, closing: .leaveLog)
      try database.mapErrors { () throws(SQLiteError) in try database.connection.acceptDamage() }
      let isWithoutSchema = try file.header(of: database).isJournalWithoutSchema
      let schema = isWithoutSchema ? 0 : try file.knownSchema(of: database)
      let size = try database.pragma("page_size")
      return (.opens(pageSize: size), schema > 0 ? schema : file.newest.version)
    } catch {
      switch error {
      case .damaged, .notAJournal: break
      default: throw error
      }
      let kind = try file.onDisk { () throws(FileError) in try DamagedFile.kind(of: old) }
      switch kind {
      case .database(let owner, let schema):
        guard owner == Schema.applicationID else { throw .notAJournal(path: file.path) }
        if schema > 0 { try file.checkSchema(schema) }
        return (.firstPageLost(hasHeader: true), schema > 0 ? schema : file.newest.version)
      case .headerless: return (.firstPageLost(hasHeader: false), file.newest.version)
      case .somethingElse: throw .notAJournal(path: file.path)
      }
    }
  }

  // MARK: The lock

  /// A backup from a new, empty journal to the damaged one. It holds the write lock of the damaged
  /// journal.
  private func lockedBackup(
    _ readability: Readability, schema: Int
  ) throws(JournalError) -> Backup {
    let new = try newJournal(readability, schema: schema)
    let live = try file.open(.readWrite, closing: .leaveLog).connection
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

  /// The new journal has the page size of the old one, because a backup cannot change the page size
  /// of a database in WAL mode.
  private func newJournal(
    _ readability: Readability, schema: Int
  ) throws(JournalError) -> Connection {
    let new = JournalFile(path: rebuilt)
    try file.onDisk { () throws(FileError) in try File.create(rebuilt) }
    let database = try new.open(.readWrite)
    if case .opens(let pageSize) = readability {
      try database.execute("PRAGMA page_size = \(pageSize)")
    }
    try new.migrate(database, from: 0, to: schema)
    return database.connection
  }

  // MARK: The copy

  private func copyAside(_ old: borrowing OpenFile) throws(JournalError) {
    let log = file.target + "-wal"
    try file.onDisk { () throws(FileError) in
      try old.copy(to: unfinished)
      if (File.size(log) ?? 0) > 0 { try File.copy(log, to: unfinished + "-wal") }
    }
  }

  /// Renames the copy to its final name. The journal is changed only after this.
  private func finishCopy() throws(JournalError) {
    try file.onDisk { () throws(FileError) in
      for suffix in ["-wal", ""] where File.exists(unfinished + suffix) {
        try File.move(unfinished + suffix, to: copy + suffix)
      }
    }
  }

  /// A second copy, which SQLite can open and may change.
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

  // MARK: Salvage

  /// Rebuilds the journal from all readable rows in its original schema, and migrates it.
  ///
  /// - Returns: whether every row could be read, and how many texts were readable before.
  private func salvage(
    from readable: String, schema: Int
  ) throws(JournalError) -> (isWhole: Bool, before: Int) {
    let new = JournalFile(path: rebuilt, newest: file.newest)
    let target = try new.open(.readWrite)
    let result = try target.mapErrors { () throws(SQLiteError) in
      let source = try Connection(path: readable, mode: .readWrite, closing: .leaveLog)
      // Nothing else opens this copy. Without a file of shared memory, which a full or failing disk
      // refuses, an intact journal is not taken for one that cannot be read.
      try source.execute("PRAGMA locking_mode = EXCLUSIVE")
      try source.acceptDamage()
      var before = try count(in: source)
      let declarations = try Salvage.unlessDamaged { () throws(SQLiteError) in
        try Declarations(ofSchemaIn: source)
      }
      if let declarations {
        try declarations.restore(in: source)
        before = max(before, try count(in: source))
      }
      let isWhole = try Salvage.copyAll(from: source, in: readable, to: target.connection)
      return (isWhole, before)
    }
    if schema < file.newest.version { try new.migrate(target, from: schema) }
    return result
  }

  /// The number of texts that SQLite finds; 0 if it finds damage instead.
  private func count(in source: borrowing Connection) throws(SQLiteError) -> Int {
    try Salvage.unlessDamaged { () throws(SQLiteError) in
      try source.first("SELECT count(*) FROM record NOT INDEXED") { $0.int(0) }
    } ?? 0
  }

  private func check() throws(JournalError) {
    let new = JournalFile(path: rebuilt)
    let database = try new.open(.readWrite)
    let problems: [String] = try database.values("PRAGMA integrity_check(1)")
    guard problems == ["ok"], try !database.hasRow("PRAGMA foreign_key_check") else {
      throw .damaged(path: file.path)
    }
  }
}

extension Journal {
  /// Rebuilds the word index and returns the number of texts of each kind.
  fileprivate func rebuildIndexes() throws(JournalError) -> RecordCounts {
    try write { () throws(JournalError) in
      try WordIndex.fill(in: database)
      return try counts("true")
    }
  }
}
