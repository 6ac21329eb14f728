import Diary
import SQLite

extension Journal {
  /// The notes that have all the words of `query`, the best first.
  public func search(
    _ query: SearchQuery, _ filter: NoteFilter
  ) throws(JournalError) -> [FoundNote] {
    guard !query.isEmpty else { return [] }
    let side = filter.isDeleted ? "rowid < 0" : "rowid > 0"
    let limit = filter.limit ?? -1
    let notes: [Note]
    if filter.isWordsOnly {
      // Only the best are looked up in the table of notes; of equals, those written last.
      notes = try ask { () throws(SQLiteError) in
        try connection.rows(
          """
          SELECT \(NoteRow.columns) FROM
            (SELECT abs(rowid) AS hit, rank FROM note_words
              WHERE note_words MATCH ?1 AND \(side) ORDER BY rank, hit DESC LIMIT \(limit))
            JOIN note ON note.number = hit
            JOIN repository ON repository.id = note.repository
          ORDER BY rank, note.created_at DESC, note.number DESC
          """, [.text(query.expression)]
        ) { NoteRow.note($0).note }
      }
    } else {
      let condition = try NoteCondition(
        filter, repositories: rows(matching: filter), firstPlace: 2)
      notes = try ask { () throws(SQLiteError) in
        try connection.rows(
          """
          SELECT \(NoteRow.columns) FROM
            (SELECT abs(rowid) AS hit, rank AS score FROM note_words
              WHERE note_words MATCH ?1 AND \(side))
            JOIN note ON note.number = hit
            JOIN repository ON repository.id = note.repository
          WHERE \(condition.sql)
          ORDER BY \(filter.order == nil ? "score" : condition.order),
            note.created_at DESC, note.number DESC
          LIMIT \(limit)
          """, [.text(query.expression)] + condition.values
        ) { NoteRow.note($0).note }
      }
    }
    return try found(notes)
  }
}
