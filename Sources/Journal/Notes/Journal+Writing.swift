public import Diary
import SQLite

/// A note that is about to be written.
public struct NewNote: Sendable {
  public var repository: Repository
  /// The oldest commit of a clone without a remote.
  public var root: String?
  /// What a clone with a remote was called before it had one: its path.
  public var formerly: String?
  public var commit: Commit?
  public var text: NoteText

  public init(
    repository: Repository, root: String?, formerly: String? = nil, commit: Commit?, text: NoteText
  ) {
    self.formerly = formerly
    self.repository = repository
    self.root = root
    self.commit = commit
    self.text = text
  }
}

extension Journal {
  ///
  /// - Parameter day: the writer's, where it does not end at midnight.
  public func add(
    _ note: NewNote, on day: Day? = nil, at moment: Moment
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      let repository = try row(
        of: note.repository, root: note.root, formerly: note.formerly)
      let number = try insert(note, into: repository, on: day ?? moment.day, at: moment)
      return try self.note(number)
    }
  }

  /// Gives the note a new version, unless somebody else has since `version` was read.
  public func edit(
    _ id: Identifier, to text: NoteText, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      let number = try number(of: id)
      let old = try note(number)
      guard old.version == version, old.deletedAt == nil else {
        throw .changedMeanwhile(id: id.text)
      }
      if old.text.isIdentical(to: text) { return old }
      try replace(number, old, by: text, at: moment)
      return try note(number)
    }
  }

  /// Marks notes as deleted; every word of them stays, for `restore`.
  public func delete(_ ids: [Identifier], at moment: Moment) throws(JournalError) -> [Note] {
    try write { () throws(JournalError) in
      var deleted: [Note] = []
      for id in ids {
        let number = try number(of: id)
        let old = try note(number)
        if old.deletedAt == nil { try mark(number, old, deletedAt: moment) }
        deleted.append(try note(number))
      }
      return deleted
    }
  }

  /// Takes the mark away, and with `version` brings that text back, as a version of its own.
  public func restore(
    _ id: Identifier, version: Int?, at moment: Moment
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      let number = try number(of: id)
      let old = try note(number)
      let wanted = try version.map { (version) throws(JournalError) in
        try self.version(version, of: old, number)
      }
      if old.deletedAt != nil { try mark(number, old, deletedAt: nil) }
      if let wanted, !wanted.text.isIdentical(to: old.text) {
        try replace(number, old, by: wanted.text, at: moment)
      }
      return try note(number)
    }
  }

  // MARK: The rows of a note

  private func insert(
    _ note: NewNote, into repository: Int64, on day: Day, at moment: Moment
  ) throws(JournalError) -> Int64 {
    try ask { () throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO note (id, repository, sha, subject, author, authored_at, authored_offset,
          patch, version, title, body, created_at, created_offset, created_day, updated_at,
          updated_offset)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1, ?9, ?10, ?11, ?12, ?13, ?11, ?12)
        """,
        .text(Identifier.random().text), .integer(repository), Value(note.commit?.sha),
        Value(note.commit?.subject), Value(note.commit?.author),
        Value(note.commit?.date.instant.secondsSince1970), Value(note.commit?.date.offset),
        Value(note.commit?.patchID), .text(note.text.title), .text(note.text.body),
        .integer(moment.instant.secondsSince1970), .integer(Int64(moment.offset)),
        .integer(Int64(day.number)))
      let number = connection.lastInsertedRow
      try tag(number, note.text.tags)
      try index(number, note.text, isDeleted: false)
      return number
    }
  }

  private func replace(
    _ number: Int64, _ old: Note, by text: NoteText, at moment: Moment
  ) throws(JournalError) {
    try ask { () throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO note_version (note, version, title, body, tags, saved_at, saved_offset)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """,
        .integer(number), .integer(Int64(old.version)), .text(old.text.title),
        .text(old.text.body), .text(NoteRow.text(old.text.tags)),
        .integer(old.updatedAt.instant.secondsSince1970), .integer(Int64(old.updatedAt.offset)))
      try connection.run(
        """
        UPDATE note SET version = ?2, title = ?3, body = ?4, updated_at = ?5, updated_offset = ?6
        WHERE number = ?1
        """,
        .integer(number), .integer(Int64(old.version + 1)), .text(text.title), .text(text.body),
        .integer(moment.instant.secondsSince1970), .integer(Int64(moment.offset)))
      try unindex(number, old.text, isDeleted: false)
      try connection.run("DELETE FROM note_tag WHERE note = ?1", .integer(number))
      try tag(number, text.tags)
      try index(number, text, isDeleted: false)
    }
  }

  /// Marks `note` as deleted, or not.
  private func mark(
    _ number: Int64, _ note: Note, deletedAt moment: Moment?
  ) throws(JournalError) {
    try ask { () throws(SQLiteError) in
      try connection.run(
        "UPDATE note SET deleted_at = ?2, deleted_offset = ?3 WHERE number = ?1",
        .integer(number), Value(moment?.instant.secondsSince1970), Value(moment?.offset))
      try unindex(number, note.text, isDeleted: note.deletedAt != nil)
      try index(number, note.text, isDeleted: moment != nil)
    }
  }

  private func tag(_ number: Int64, _ tags: [String]) throws(SQLiteError) {
    for (place, tag) in tags.enumerated() {
      try connection.run(
        "INSERT INTO note_tag (note, place, tag, key) VALUES (?1, ?2, ?3, ?4)",
        .integer(number), .integer(Int64(place)), .text(tag), .text(TagKey.of(tag)))
    }
  }

  // MARK: The index

  func index(_ number: Int64, _ text: NoteText, isDeleted: Bool) throws(SQLiteError) {
    try WordIndex.notes.add(
      text.indexedWords, of: number, isDeleted: isDeleted, on: connection)
  }

  func unindex(_ number: Int64, _ text: NoteText, isDeleted: Bool) throws(SQLiteError) {
    try WordIndex.notes.remove(
      text.indexedWords, of: number, isDeleted: isDeleted, on: connection)
  }
}

extension NoteText {
  /// Its words as the index has them.
  fileprivate var indexedWords: IndexedWords { IndexedWords(heading: [title] + tags, body: body) }
}
