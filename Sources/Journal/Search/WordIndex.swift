import Records
import SQLite

/// A full-text index without a copy of the texts.
///
/// Words of a deleted text are stored under the negative of its number, so that a search can skip
/// it without reading it. The index knows which words a text has, but not their positions: a query
/// for the newest texts reads the lists of numbers from their ends and stops when it has enough.
/// Prefixes of words have their own lists, up to `longestPrefix` characters.
struct WordIndex {
  let table: String
  /// Whether the texts have headings, whose words are marked.
  let hasHeadings: Bool

  static let notes = WordIndex(table: "note_words", hasHeadings: true)
  static let entries = WordIndex(table: "entry_words", hasHeadings: true)
  static let toDos = WordIndex(table: "todo_words", hasHeadings: false)
  static let all = [notes, entries, toDos]

  /// The number of Unicode scalars of the longest prefix that the schema indexes.
  static let longestPrefix = 9

  func add(
    _ words: IndexedWords, of number: Int64, isDeleted: Bool, in database: borrowing Database
  ) throws(JournalError) {
    try database.run(
      "INSERT INTO \(table) (rowid, words) VALUES (?1, ?2)",
      [isDeleted ? -number : number, words.line])
  }

  /// Merges the index into one segment, which contains no removed words any more.
  func optimize(in database: borrowing Database) throws(JournalError) {
    try database.execute("INSERT INTO \(table) (\(table)) VALUES ('optimize')")
  }

  /// Rebuilds the index with the words of the records of a kind.
  func fill(with kind: RecordKind, in database: borrowing Database) throws(JournalError) {
    try database.execute("INSERT INTO \(table) (\(table)) VALUES ('delete-all')")
    // FTS5 starts a new segment whenever a number is lower than the previous one.
    for (isDeleted, order) in [(true, "DESC"), (false, "ASC")] {
      let numbers: [Int64] = try database.values(
        """
        SELECT number FROM record WHERE kind = ?1 AND deleted_at IS \(isDeleted ? "NOT" : "") NULL
        ORDER BY number \(order)
        """, [kind.rawValue])
      for number in numbers {
        let record = try database.first(
          "SELECT \(Record.columns) FROM record WHERE number = ?1", [number]
        ) { Record($0) }
        guard let record else { continue }
        try add(record.words, of: number, isDeleted: isDeleted, in: database)
      }
    }
  }

  /// Removes a text. An index without a copy of the texts needs the words for this.
  func remove(
    _ words: IndexedWords, of number: Int64, isDeleted: Bool, in database: borrowing Database
  ) throws(JournalError) {
    try database.run(
      "INSERT INTO \(table) (\(table), rowid, words) VALUES ('delete', ?1, ?2)",
      [isDeleted ? -number : number, words.line])
  }
}
