public import Diary
import Platform
import SQLite

extension Journal {
  /// Takes notes away for good: every version, their words in the index, and what stands of them in
  /// the log and in the copies that were set aside, overwritten with zeros.
  public func purge(_ ids: [Identifier]) throws(JournalError) {
    try purge("note", "id", ids.map { .text($0.text) }) { () throws(JournalError) in
      for id in ids {
        let number = try number(of: id)
        let note = try note(number)
        try ask { () throws(SQLiteError) in
          try unindex(number, note.text, isDeleted: note.deletedAt != nil)
          // Versions and tags go with it.
          try connection.run("DELETE FROM note WHERE number = ?1", .integer(number))
        }
      }
      try ask { () throws(SQLiteError) in
        try connection.execute(
          "DELETE FROM repository WHERE id NOT IN (SELECT repository FROM note)")
      }
    }
  }

  /// Takes the entries of days away for good, as notes are, and their weather with them.
  public func purgeEntries(of days: [Day]) throws(JournalError) {
    try purge("entry", "day", days.map(EntryRow.key)) { () throws(JournalError) in
      for day in days {
        let entry = try entry(of: day, deleted: true)
        try ask { () throws(SQLiteError) in
          try unindex(entry)
          try connection.run("DELETE FROM entry WHERE day = ?1", EntryRow.key(day))
        }
      }
    }
  }

  /// Takes to-dos away for good, as notes are. Their numbers are not given again.
  public func purgeToDos(_ ids: [Identifier]) throws(JournalError) {
    try purge("todo", "id", ids.map { .text($0.text) }) { () throws(JournalError) in
      for id in ids {
        let (serial, toDo) = try numbered(id)
        try ask { () throws(SQLiteError) in
          try unindex(serial, toDo)
          try connection.run("DELETE FROM todo WHERE serial = ?1", .integer(serial))
        }
      }
    }
  }

  // MARK: Nothing is left

  private func purge(
    _ table: String, _ column: String, _ values: [Value],
    _ work: () throws(JournalError) -> Void
  ) throws(JournalError) {
    let file = JournalFile(path: path)
    // Copies come first. A purge that is interrupted then leaves the text in the journal, where the
    // same command finds it again, and never in a copy alone: a repair would restore it from there.
    var purged: Set<String> = []
    for copy in file.copies where (try? purge(table, column, values, from: copy)) != nil {
      purged.insert(copy)
    }
    try ask { () throws(SQLiteError) in try connection.execute("PRAGMA secure_delete = ON") }
    try write { () throws(JournalError) in
      try work()
      try ask { () throws(SQLiteError) in
        for index in WordIndex.all {
          try connection.execute("INSERT INTO \(index.table) (\(index.table)) VALUES ('optimize')")
        }
      }
    }
    try emptyLog()
    // Those that could not be purged before, and those that a repair has made meanwhile.
    for copy in file.copies where !purged.contains(copy) {
      try purge(table, column, values, from: copy)
    }
    for copy in file.unfinishedCopies {
      do { try File.remove(copy) } catch { throw .copyNotPurged(path: copy) }
    }
  }

  /// Moves what stands in the log to its place and cuts the log to nothing.
  private func emptyLog() throws(JournalError) {
    let wasBusy = try ask { () throws(SQLiteError) in
      try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) } ?? 0
    }
    if wasBusy != 0 { throw .busy(path: path) }
  }

  /// A copy is only there to go back to, and loses its indexes, which a repair makes again.
  /// From a damaged one the text may be impossible to remove: the error names it.
  private func purge(
    _ table: String, _ column: String, _ values: [Value], from copy: String
  ) throws(JournalError) {
    do {
      let connection = try Connection(path: copy, mode: .readWrite)
      try connection.execute("PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON")
      let tables = try connection.rows("SELECT name FROM sqlite_schema") { $0.text(0) }
      // A copy of a schema that had no such table holds nothing of it.
      guard tables.contains(table) else { return }
      try connection.transaction { () throws(SQLiteError) in
        for value in values {
          try connection.run("DELETE FROM \(table) WHERE \(column) = ?1", value)
        }
        for index in WordIndex.all where tables.contains(index.table) {
          try connection.execute(
            """
            INSERT INTO \(index.table) (\(index.table)) VALUES ('delete-all');
            INSERT INTO \(index.table) (\(index.table)) VALUES ('optimize')
            """)
        }
      } mapping: {
        $0
      }
      _ = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) }
    } catch {
      throw .copyNotPurged(path: copy)
    }
  }
}
