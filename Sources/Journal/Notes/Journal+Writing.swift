public import Diary
import Records

extension Journal {
  /// Marks notes as deleted. Their texts are kept for `restore`.
  public func delete(_ ids: [Identifier], at moment: Moment) throws(JournalError) -> [Note] {
    try write { () throws(JournalError) in
      var deleted: [Note] = []
      for id in ids {
        let record = try record(of: id)
        try mark(record, deleted: true, at: moment)
        deleted.append(try note(record.number))
      }
      return deleted
    }
  }

  /// Restores a deleted note. With `version`, that version's text and commit become a new version.
  public func restore(
    _ id: Identifier, version: Int?, at moment: Moment
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      let record = try record(of: id)
      let wanted = try self.version(version, of: record, named: .note(id.text))
      if record.isDeleted { try forgetGitNotes(of: id) }
      try restore(record, to: wanted, at: moment)
      return try note(record.number)
    }
  }

  func record(of id: Identifier) throws(JournalError) -> Record {
    guard let record = try record(.note, id: id.text) else { throw .missing(.note(id.text)) }
    return record
  }
}
