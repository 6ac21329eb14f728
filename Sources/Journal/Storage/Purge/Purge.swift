import Diary
import Platform
import SQLite

/// The work of taking texts away for good that the journal's table `purge` lists.
struct Purge {
  let file: JournalFile
  /// Where texts in the making are kept.
  let drafts: Drafts?

  /// A text that is to be gone. That it was written at `createdAt` tells an entry from one that was
  /// written on the same day after it was purged.
  private struct Target {
    var kind: RecordKind
    var id: String
    var createdAt: Int64

    var values: [Value] { [.integer(kind.rawValue), .text(id), .integer(createdAt)] }
  }

  /// Completes every purge that was begun. One that cannot be completed now is tried again.
  func complete(_ journal: borrowing Connection) throws(JournalError) {
    let targets = try begun(in: journal)
    if targets.isEmpty { return }
    // A repair or a migration is writing the very files that are removed here.
    let lock = try file.lock()
    defer { _ = lock }
    // What cannot be removed from one file is no reason to leave it in the others.
    var failure: JournalError?
    func attempt(_ work: () throws(JournalError) -> Void) {
      do { try work() } catch { failure = failure ?? error }
    }
    attempt { () throws(JournalError) in try removeDrafts(of: targets, in: journal) }
    for copy in file.copies {
      attempt { () throws(JournalError) in try remove(targets, fromCopy: copy) }
    }
    attempt { () throws(JournalError) in try eraseUnfinished() }
    try remove(targets, from: journal)
    try emptyLog(of: journal)
    if let failure { throw failure }
    try file.attempt { () throws(SQLiteError) in
      try journal.run(
        "UPDATE purge SET completed_at = ?1 WHERE completed_at IS NULL",
        .integer(LocalTime.now().secondsSince1970))
    }
  }

  /// What was left by whatever was killed while it wrote a copy.
  private func eraseUnfinished() throws(JournalError) {
    do throws(FileError) {
      for leftover in file.unfinishedCopies { try File.erase(leftover) }
      try File.eraseUnfinished(in: File.directory(of: file.path))
    } catch {
      throw .copyNotPurged(path: error.path)
    }
  }

  private func begun(in journal: borrowing Connection) throws(JournalError) -> [Target] {
    try file.attempt { () throws(SQLiteError) in
      try journal.rows("SELECT kind, id, created_at FROM purge WHERE completed_at IS NULL") {
        (kind: RecordKind(rawValue: $0.integer(0)), id: $0.text(1), createdAt: $0.integer(2))
      }
    }
    .compactMap { row in
      row.kind.map { Target(kind: $0, id: row.id, createdAt: row.createdAt) }
    }
  }

  // MARK: Drafts

  private func removeDrafts(
    of targets: [Target], in journal: borrowing Connection
  ) throws(JournalError) {
    guard let drafts else { return }
    for target in targets {
      let contents = try file.attempt { () throws(SQLiteError) in
        try journal.rows(
          """
          SELECT title, body FROM record WHERE kind = ?1 AND id = ?2 AND created_at = ?3
          UNION ALL SELECT old.title, old.body FROM record JOIN record_version AS old
            ON old.record = record.number WHERE kind = ?1 AND id = ?2 AND created_at = ?3
          """, target.values
        ) { RecordContent(title: $0.text(0), body: $0.text(1)) }
      }
      // Where the text is gone already, a draft on its day may be of the text after it.
      if contents.isEmpty, target.kind == .entry { continue }
      do throws(FileError) {
        try drafts.purge(target.kind, id: target.id, contents: contents)
      } catch {
        throw .copyNotPurged(path: error.path)
      }
    }
  }

  // MARK: The journal

  private func remove(
    _ targets: [Target], from journal: borrowing Connection
  ) throws(JournalError) {
    try journal.transaction { () throws(JournalError) in
      try file.attempt { () throws(SQLiteError) in
        try journal.execute("PRAGMA secure_delete = ON")
        for target in targets {
          let record = try journal.first(
            """
            SELECT \(RecordColumn.list) FROM record WHERE kind = ?1 AND id = ?2 AND created_at = ?3
            """, values: target.values
          ) { Record($0) }
          guard let record else { continue }
          try record.kind.index.remove(
            record.content.words, of: record.number, isDeleted: record.isDeleted, on: journal)
          // Versions and tags go with it.
          try journal.run("DELETE FROM record WHERE number = ?1", .integer(record.number))
        }
        try journal.execute(
          """
          DELETE FROM repository
            WHERE id NOT IN (SELECT repository FROM record WHERE repository IS NOT NULL)
          """)
        for index in WordIndex.all { try index.optimize(on: journal) }
      }
    } mapping: {
      JournalError($0, path: file.path)
    }
  }

  /// Moves what stands in the log to its place and cuts the log to nothing.
  private func emptyLog(of journal: borrowing Connection) throws(JournalError) {
    let wasBusy = try file.attempt { () throws(SQLiteError) in
      try journal.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) } ?? 0
    }
    if wasBusy != 0 { throw .busy(path: file.path) }
  }

  // MARK: Copies

  /// A copy is only there to go back to, and loses its indexes, which a repair makes again. One that
  /// is damaged is replaced by what can be read of it.
  private func remove(_ targets: [Target], fromCopy copy: String) throws(JournalError) {
    do {
      if !JournalFile.isLog(copy), (try? removeRows(targets, from: copy)) != nil { return }
      try replace(copy, without: targets)
    } catch {
      throw .copyNotPurged(path: copy)
    }
  }

  private func removeRows(_ targets: [Target], from copy: String) throws {
    let connection = try Connection(path: copy, mode: .readWrite)
    try Schema.defineFunctions(on: connection)
    try connection.execute("PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON")
    let tables = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") {
      $0.text(0)
    }
    try connection.transaction { () throws(SQLiteError) in
      for target in targets {
        if tables.contains("record") {
          try connection.run(
            "DELETE FROM record WHERE kind = ?1 AND id = ?2 AND created_at = ?3",
            values: target.values)
        } else if tables.contains(target.kind.view) {
          let name = target.kind == .entry ? "day_name(day)" : "id"
          try connection.run(
            "DELETE FROM \(target.kind.view) WHERE \(name) = ?2 AND created_at = ?3",
            values: target.values)
        }
      }
      for index in WordIndex.all where tables.contains(index.table) {
        try connection.execute(
          "INSERT INTO \(index.table) (\(index.table)) VALUES ('delete-all')")
        try index.optimize(on: connection)
      }
    } mapping: {
      $0
    }
    let problems = try connection.rows("PRAGMA quick_check(1)") { $0.text(0) }
    guard problems == ["ok"] else { throw JournalError.damaged(path: copy) }
    _ = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) }
  }

  private func replace(_ copy: String, without targets: [Target]) throws {
    // What is read from a log without its journal is a journal.
    let name = JournalFile.isLog(copy) ? file.damagedPath(at: LocalTime.now()) : copy
    let old = name + JournalFile.unfinished + "-old"
    let new = name + JournalFile.unfinished + "-new"
    for file in [old, new] { try File.remove(file) }
    try ReadableCopy(of: copy).rebuild(at: new)
    file.removeReadableLogs()
    try removeRows(targets, from: new)
    // The copy is there at every moment, by its old contents or its new.
    try File.link(copy, as: old)
    try File.move(new, to: name)
    if name != copy { try File.remove(copy) }
    for suffix in ["-wal", "-shm", "-journal"] { try File.erase(copy + suffix) }
    try File.erase(old)
  }
}
