public import Diary

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
      if record.isDeleted { try forgetGitNotes(of: id) }
      guard let version else {
        try restore(record, to: nil, at: moment)
        return try note(record.number)
      }
      guard let wanted = try versions(of: record).first(where: { $0.number == version }) else {
        throw .noVersion(.note(id.text), version: version)
      }
      try restore(record, to: nil, at: moment)
      try change(
        self.record(record.number), to: wanted.content, at: place(of: record, in: version),
        at: moment)
      return try note(record.number)
    }
  }

  func record(of id: Identifier) throws(JournalError) -> Record {
    guard let record = try record(.note, id: id.text) else { throw .missing(.note(id.text)) }
    return record
  }
}
