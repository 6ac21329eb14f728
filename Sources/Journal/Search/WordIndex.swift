import SQLite

/// One of the indexes of words, which has no copy of the texts.
///
/// The words of a deleted text are under the negative of its number: a search then leaves it out
/// without reading it. The index knows which words a text has, but not where: a query for the
/// newest texts with some words reads its lists of numbers from their ends and stops when it has
/// enough. Beginnings of words have lists of their own, up to `longestBeginning` letters.
struct WordIndex {
  let table: String
  /// Whether its texts have headings, whose words are marked.
  let hasHeadings: Bool

  static let notes = WordIndex(table: "note_words", hasHeadings: true)
  static let entries = WordIndex(table: "entry_words", hasHeadings: true)
  static let toDos = WordIndex(table: "todo_words", hasHeadings: false)
  static let all = [notes, entries, toDos]

  /// How many Unicode scalars of a word the schema has lists of beginnings for.
  static let longestBeginning = 9

  func add(
    _ words: IndexedWords, of number: Int64, isDeleted: Bool, on connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(
      "INSERT INTO \(table) (rowid, words) VALUES (?1, ?2)",
      .integer(isDeleted ? -number : number), .text(words.line))
  }

  /// Writes the index as one piece: what was removed is in none of its pieces any more.
  func optimize(on connection: borrowing Connection) throws(SQLiteError) {
    try connection.execute("INSERT INTO \(table) (\(table)) VALUES ('optimize')")
  }

  /// Empties the index and fills it with the words of the records of a kind.
  func fill(with kind: RecordKind, on connection: borrowing Connection) throws(SQLiteError) {
    try connection.execute("INSERT INTO \(table) (\(table)) VALUES ('delete-all')")
    // FTS5 writes a piece whenever a number is lower than the last.
    for (isDeleted, order) in [(true, "DESC"), (false, "ASC")] {
      let numbers = try connection.rows(
        """
        SELECT number FROM record WHERE kind = ?1 AND deleted_at IS \(isDeleted ? "NOT" : "") NULL
        ORDER BY number \(order)
        """, [.integer(kind.rawValue)]
      ) { $0.integer(0) }
      for number in numbers {
        let record = try connection.first(
          "SELECT \(RecordColumn.list) FROM record WHERE number = ?1", .integer(number)
        ) { Record($0) }
        guard let record else { continue }
        try add(record.content.words, of: number, isDeleted: isDeleted, on: connection)
      }
    }
  }

  /// An index without a copy of the text forgets it only when it is told its words again.
  func remove(
    _ words: IndexedWords, of number: Int64, isDeleted: Bool, on connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(
      "INSERT INTO \(table) (\(table), rowid, words) VALUES ('delete', ?1, ?2)",
      .integer(isDeleted ? -number : number), .text(words.line))
  }
}
