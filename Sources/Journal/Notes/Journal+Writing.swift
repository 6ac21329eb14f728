public import Diary
import SQLite

/// A note that is about to be written.
public struct NewNote: Sendable {
  public var repository: Repository
  /// The oldest commit of a clone without a remote.
  public var root: String?
  /// What a clone with a remote was called before it had one: its path.
  public var previousName: String?
  public var commit: Commit?
  public var text: NoteText

  public init(
    repository: Repository, root: String?, previousName: String? = nil, commit: Commit?,
    text: NoteText
  ) {
    self.previousName = previousName
    self.repository = repository
    self.root = root
    self.commit = commit
    self.text = text
  }
}

extension Journal {
  /// - Parameter day: the writer's, where it does not end at midnight.
  public func add(
    _ note: NewNote, on day: Day? = nil, at moment: Moment
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      let repository = try row(
        of: note.repository, root: note.root, previousName: note.previousName)
      let commit = note.commit
      let number = try insert(
        .note, id: Identifier.random().text, note.text.content, of: day ?? moment.day,
        createdAt: moment,
        columns: [
          "repository": .integer(repository), "sha": Value(commit?.sha),
          "subject": Value(commit?.subject), "author": Value(commit?.author),
          "authored_at": Value(commit?.date.instant.secondsSince1970),
          "authored_offset": Value(commit?.date.offset), "patch": Value(commit?.patchID),
        ])
      return try self.note(number)
    }
  }

  /// Gives the note a new version, unless somebody else has since `version` was read.
  public func edit(
    _ id: Identifier, to text: NoteText, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      let record = try record(of: id)
      guard record.version == version, !record.isDeleted else {
        throw .changedMeanwhile(id: id.text)
      }
      try change(record, to: text.content, at: moment)
      return try note(record.number)
    }
  }

  /// Marks notes as deleted; every word of them stays, for `restore`.
  public func delete(_ ids: [Identifier], at moment: Moment) throws(JournalError) -> [Note] {
    try write { () throws(JournalError) in
      var deleted: [Note] = []
      for id in ids {
        let record = try record(of: id)
        try mark(record, deletedAt: record.deletedAt ?? moment)
        deleted.append(try note(record.number))
      }
      return deleted
    }
  }

  /// Takes the mark away, and with `version` brings that text back, as a version of its own.
  public func restore(
    _ id: Identifier, version: Int?, at moment: Moment
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      let record = try record(of: id)
      var wanted: RecordVersion?
      if let version {
        wanted = try versions(of: record).first { $0.number == version }
        if wanted == nil { throw .noVersion(id: id.text, version: version) }
      }
      try restore(record, to: wanted?.content, at: moment)
      return try note(record.number)
    }
  }

  func record(of id: Identifier) throws(JournalError) -> Record {
    guard let record = try record(.note, id: id.text) else { throw .noNote(typed: id.text) }
    return record
  }
}
