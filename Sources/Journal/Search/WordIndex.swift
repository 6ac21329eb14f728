import SQLite

/// One of the indexes of words, which has no copy of the texts.
///
/// The words of what was deleted stand under the negative of its number: a search then leaves it out
/// without a look at the table.
struct WordIndex {
  let table: String
  let columns: [String]

  static let notes = WordIndex(table: "note_words", columns: ["title", "body", "tags"])
  static let entries = WordIndex(table: "entry_words", columns: ["title", "body"])
  static let toDos = WordIndex(table: "todo_words", columns: ["text"])
  static let all = [notes, entries, toDos]

  /// - Parameter words: of each column, cut by `SearchTokens`.
  func add(
    _ words: [String], of number: Int64, isDeleted: Bool, on connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(
      "INSERT INTO \(table) (rowid, \(names)) VALUES (?1, \(places))",
      values: values(words, of: number, isDeleted: isDeleted))
  }

  /// An index without a copy of the text forgets it only when it is told its words again.
  func remove(
    _ words: [String], of number: Int64, isDeleted: Bool, on connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(
      "INSERT INTO \(table) (\(table), rowid, \(names)) VALUES ('delete', ?1, \(places))",
      values: values(words, of: number, isDeleted: isDeleted))
  }

  /// What matches a query that is bound to `?1`: its number, and how well it does (lower is better).
  func hits(isDeleted: Bool) -> String {
    """
    SELECT abs(rowid) AS hit, rank AS score FROM \(table)
    WHERE \(table) MATCH ?1 AND rowid \(isDeleted ? "<" : ">") 0
    """
  }

  private var names: String { columns.joined(separator: ", ") }

  private var places: String {
    columns.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
  }

  private func values(_ words: [String], of number: Int64, isDeleted: Bool) -> [Value] {
    [.integer(isDeleted ? -number : number)] + words.map(Value.text)
  }
}
