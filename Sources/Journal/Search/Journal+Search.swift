import Diary
import SQLite

extension Journal {
  /// The notes that have all the words of `query`, the best first.
  public func search(
    _ query: SearchQuery, _ filter: NoteFilter
  ) throws(JournalError) -> [FoundNote] {
    guard !query.isEmpty else { return [] }
    guard filter.isWordsOnly else { return try filtered(query, filter) }
    let hits =
      if let limit = filter.limit, !filter.isDeleted {
        try best(limit, for: query)
      } else {
        try all(query, isDeleted: filter.isDeleted)
      }
    return try found(Array(ranked(hits).prefix(filter.limit ?? .max)))
  }

  /// So many of the newest hits are weighed against one another, and as many of the older ones whose
  /// title or tags are hit. To weigh each of a hundred thousand takes a tenth of a second, and nobody
  /// could say why one of them stands before the other.
  private static var window: Int { 500 }

  private struct Hit {
    var number: Int64
    /// Lower is better.
    var score: Double
  }

  private func best(_ limit: Int, for query: SearchQuery) throws(JournalError) -> [Hit] {
    let size = max(Self.window, limit)
    let words = query.expression
    let titles = "{title tags} : (\(words))"
    return try ask { () throws(SQLiteError) in
      let recent = try newest(size, of: words, below: .max)
      var hits = try hits(of: words, in: recent, limit: limit)
      if recent.lowerBound > 1 {
        let older = try newest(size, of: titles, below: recent.lowerBound)
        hits += try self.hits(of: titles, in: older, limit: limit)
      }
      return hits
    }
  }

  /// The numbers between which the `count` newest hits below `end` stand.
  private func newest(
    _ count: Int, of words: String, below end: Int64
  ) throws(SQLiteError) -> Range<Int64> {
    let start = try connection.first(
      """
      SELECT rowid FROM note_words WHERE note_words MATCH ?1 AND rowid BETWEEN 1 AND ?2
      ORDER BY rowid DESC LIMIT 1 OFFSET \(count - 1)
      """, .text(words), .integer(end - 1)
    ) { $0.integer(0) }
    return (start ?? 1)..<end
  }

  private func all(_ query: SearchQuery, isDeleted: Bool) throws(JournalError) -> [Hit] {
    try ask { () throws(SQLiteError) in
      let numbers: Range<Int64> = isDeleted ? -.max..<0 : 1..<(.max)
      return try hits(of: query.expression, in: numbers, limit: -1)
    }
  }

  private func hits(
    of words: String, in numbers: Range<Int64>, limit: Int
  ) throws(SQLiteError) -> [Hit] {
    try connection.rows(
      """
      SELECT abs(rowid), rank FROM note_words
      WHERE note_words MATCH ?1 AND rowid BETWEEN ?2 AND ?3 ORDER BY rank, rowid DESC LIMIT \(limit)
      """,
      [.text(words), .integer(numbers.lowerBound), .integer(numbers.upperBound - 1)]
    ) { Hit(number: $0.integer(0), score: $0.real(1)) }
  }

  /// The best first; of equally good ones, the newest.
  private func ranked(_ hits: [Hit]) throws(JournalError) -> [Note] {
    let scores = Dictionary(
      hits.map { ($0.number, $0.score) }, uniquingKeysWith: { first, _ in first })
    return try numbered(hits.map(\.number)[...])
      .map { (score: scores[$0.number] ?? 0, number: $0.number, note: $0.note) }
      .sorted { left, right in
        (left.score, right.note.createdAt.instant, right.number)
          < (right.score, left.note.createdAt.instant, left.number)
      }
      .map(\.note)
  }

  /// The hits that also pass the filter.
  private func filtered(
    _ query: SearchQuery, _ filter: NoteFilter
  ) throws(JournalError) -> [FoundNote] {
    let condition = try NoteCondition(filter, repositories: rows(matching: filter), firstPlace: 2)
    let order = filter.order == nil ? "score, \(condition.order)" : condition.order
    let notes = try ask { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT \(NoteRow.columns) FROM
          (\(WordIndex.notes.hits(isDeleted: filter.isDeleted))) JOIN note ON note.number = hit
          JOIN repository ON repository.id = note.repository
        WHERE \(condition.sql) ORDER BY \(order) LIMIT \(filter.limit ?? -1)
        """, [.text(query.expression)] + condition.values
      ) { NoteRow.note($0).note }
    }
    return try found(notes)
  }
}
