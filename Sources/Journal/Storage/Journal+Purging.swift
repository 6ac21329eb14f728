public import Diary
import Platform
import SQLite

extension Journal {
  /// Takes notes away for good: every version, their words in the index, and what stands of them in
  /// the log and in the copies that were set aside, overwritten with zeros.
  public func purge(_ ids: [Identifier]) throws(JournalError) {
    try ask { () throws(SQLiteError) in try connection.execute("PRAGMA secure_delete = ON") }
    try write { () throws(JournalError) in
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
          """
          DELETE FROM repository WHERE id NOT IN (SELECT repository FROM note);
          INSERT INTO note_words (note_words) VALUES ('optimize')
          """)
      }
    }
    try emptyLog()
    let file = JournalFile(path: path)
    for copy in file.copies { try purge(ids, from: copy) }
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

  /// A copy is only there to go back to, and loses its index: that is made again by whoever does.
  /// One that is damaged may not let go of what it holds; then somebody has to be told.
  private func purge(_ ids: [Identifier], from copy: String) throws(JournalError) {
    do {
      let connection = try Connection(path: copy, mode: .readWrite)
      try connection.execute("PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON")
      try connection.transaction { () throws(SQLiteError) in
        for id in ids { try connection.run("DELETE FROM note WHERE id = ?1", .text(id.text)) }
        try connection.execute(
          """
          INSERT INTO note_words (note_words) VALUES ('delete-all');
          INSERT INTO note_words (note_words) VALUES ('optimize')
          """)
      } mapping: {
        $0
      }
      _ = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) }
    } catch {
      throw .copyNotPurged(path: copy)
    }
  }
}
