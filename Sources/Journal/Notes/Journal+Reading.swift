public import Diary
import SQLite

/// A note and the shortest unique prefix of its ID.
public struct FoundNote: Sendable {
  public var note: Note
  public var shortID: String

  public init(note: Note, shortID: String) {
    self.note = note
    self.shortID = shortID
  }
}

extension Journal {
  // MARK: One note

  /// The note whose ID begins with `typed`.
  ///
  /// - Parameter deleted: whether to return a deleted note too.
  public func note(_ typed: String, deleted: Bool = false) throws(JournalError) -> FoundNote {
    guard let prefix = Identifier.prefix(typed) else { throw .noNote(typed: typed) }
    let found = try candidates(prefix)
    guard let first = found.first else { throw .noNote(typed: typed) }
    guard found.count == 1 else {
      var names: [String] = []
      for (id, _) in found.prefix(8) { names.append(try shortened(id)) }
      throw .ambiguousNote(typed: typed, candidates: names)
    }
    let note = try note(first.number)
    if note.deletedAt != nil && !deleted {
      throw .deletedNote(typed: typed, id: try shortened(first.id))
    }
    return FoundNote(note: note, shortID: try shortened(first.id))
  }

  private func candidates(_ prefix: String) throws(JournalError) -> [(id: String, number: Int64)] {
    try mapErrors { () throws(SQLiteError) in
      // `{` is the character after `z`. A range of IDs can use the index.
      try connection.rows(
        "SELECT id, number FROM note WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT 9",
        [.text(prefix), .text(prefix + "{")]
      ) { row in (row.text(0), row.integer(1)) }
    }
  }

  func note(_ number: Int64) throws(JournalError) -> Note {
    let note = try mapErrors { () throws(SQLiteError) in
      try connection.first(
        "SELECT \(NoteColumn.list) FROM \(NoteRow.source) WHERE note.number = ?1",
        .integer(number)
      ) { NoteRow.note($0).note }
    }
    guard let note else { throw .damaged(path: path) }
    return note
  }

  /// The shortest prefix of `id` that no other ID has.
  public func shortened(_ id: String) throws(JournalError) -> String {
    try shortened([id])[0]
  }

  /// The shortest unique prefixes of these IDs. The IDs with the longest common prefix are
  /// neighbors in the index, so that comparing those two is enough.
  ///
  /// - Parameter table: the table to compare with. Notes and to-dos are separate, because no
  ///   command accepts both.
  func shortened(_ ids: [String], in table: String = "note") throws(JournalError) -> [String] {
    try mapErrors { () throws(SQLiteError) in
      var neighbors = try connection.prepare(
        """
        SELECT max(id) FROM \(table) WHERE id < ?1
        UNION ALL SELECT min(id) FROM \(table) WHERE id > ?1
        """)
      var shortened: [String] = []
      for id in ids {
        try neighbors.bind([.text(id)])
        var others: [String] = []
        while try neighbors.step() { others.append(neighbors.text(0)) }
        shortened.append(Identifier(stored: id).shortened(besides: others))
      }
      return shortened
    }
  }

  // MARK: Versions

  /// All versions of the note, oldest first.
  public func history(of id: Identifier) throws(JournalError) -> [NoteVersion] {
    let record = try record(of: id)
    var versions: [NoteVersion] = []
    for version in try self.versions(of: record) {
      versions.append(
        NoteVersion(
          number: version.number, text: NoteText(version.content),
          commit: try place(of: record, in: version.number).commit, savedAt: version.savedAt))
    }
    return versions
  }

  // MARK: Lists

  public func notes(_ filter: NoteFilter) throws(JournalError) -> [FoundNote] {
    let condition = try NoteCondition(filter, repositories: rows(matching: filter))
    let notes = try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT \(NoteColumn.list) FROM \(NoteRow.source) WHERE \(condition.sql)
        ORDER BY \(condition.order) LIMIT \(filter.limit ?? -1)
        """, condition.values
      ) { NoteRow.note($0).note }
    }
    return try found(notes)
  }

  /// Passes the notes that match the filter to `body`, in order and in batches of `count`, with a
  /// flag for the first batch. All notes come from one snapshot of the database.
  ///
  /// - Returns: the number of notes.
  public func forEachBatch(
    _ filter: NoteFilter, count: Int = 200,
    _ body: @Sendable (_ notes: [Note], _ isFirst: Bool) throws -> Void
  ) throws -> Int {
    let condition = try NoteCondition(filter, repositories: rows(matching: filter))
    return try connection.snapshot { () throws(any Error) in
      let numbers = try mapErrors { () throws(SQLiteError) in
        try connection.rows(
          """
          SELECT note.number FROM \(NoteRow.source) WHERE \(condition.sql)
          ORDER BY \(condition.order) LIMIT \(filter.limit ?? -1)
          """, condition.values
        ) { $0.integer(0) }
      }
      for start in stride(from: 0, to: numbers.count, by: count) {
        let batch = numbers[start..<min(start + count, numbers.count)]
        try body(try notes(numbered: batch).map(\.note), start == 0)
      }
      return numbers.count
    } mapping: {
      JournalError($0, path: path)
    }
  }

  /// The notes with these numbers. Notes that were purged in the meantime are left out.
  func notes(
    numbered numbers: ArraySlice<Int64>
  ) throws(JournalError) -> [(number: Int64, note: Note)] {
    try mapErrors { () throws(SQLiteError) in
      var statement = try connection.prepare(
        "SELECT \(NoteColumn.list) FROM \(NoteRow.source) WHERE note.number = ?1")
      var notes: [(number: Int64, note: Note)] = []
      for number in numbers {
        try statement.bind([.integer(number)])
        if try statement.step() { notes.append(NoteRow.note(statement)) }
      }
      return notes
    }
  }

  /// The notes that match the filter, without their bodies. A list of 20,000 summaries fits into
  /// memory where the full texts would not.
  public func summaries(_ filter: NoteFilter) throws(JournalError) -> [NoteSummary] {
    let condition = try NoteCondition(filter, repositories: rows(matching: filter))
    let rows = try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT \(NoteSummary.Column.list) FROM \(NoteRow.source) WHERE \(condition.sql)
        ORDER BY \(condition.order) LIMIT \(filter.limit ?? -1)
        """, condition.values
      ) { NoteSummary($0) }
    }
    return zip(rows, try shortened(rows.map(\.shortID))).map { row, id in
      var row = row
      row.shortID = id
      return row
    }
  }

  func found(_ notes: [Note]) throws(JournalError) -> [FoundNote] {
    zip(notes, try shortened(notes.map(\.id.text))).map(FoundNote.init)
  }

  /// The number of notes that are not deleted.
  public func noteCount() throws(JournalError) -> Int {
    try mapErrors { () throws(SQLiteError) in
      try connection.first("SELECT count(*) FROM note WHERE deleted_at IS NULL") { $0.int(0) } ?? 0
    }
  }
}
