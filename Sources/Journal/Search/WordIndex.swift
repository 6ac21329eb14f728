import Diary
import Records
import SQLite

/// The full-text index of all texts, without a copy of them.
///
/// Each word begins with the mark of its kind of record, so that a search in notes does not read the words of
/// to-dos. Words of a deleted text are stored under the negative of its number, so that a search can skip
/// it without reading it. The index knows which words a text has, but not their positions: a query
/// for the newest texts reads the lists of numbers from their ends and stops when it has enough.
/// Prefixes of words have their own lists, up to `longestPrefix` characters with the mark.
enum WordIndex {
  static let table = "word_index"

  /// The number of Unicode scalars of the longest prefix that the schema indexes.
  static let longestPrefix = 10

  static func add(
    _ words: IndexedWords, of number: Int64, in database: borrowing Database
  ) throws(JournalError) {
    try database.run(
      "INSERT INTO \(table) (rowid, words) VALUES (?1, ?2)",
      [words.isDeleted ? -number : number, words.line])
  }

  /// Removes a text. An index without a copy of the texts needs the words for this.
  static func remove(
    _ words: IndexedWords, of number: Int64, in database: borrowing Database
  ) throws(JournalError) {
    try database.run(
      "INSERT INTO \(table) (\(table), rowid, words) VALUES ('delete', ?1, ?2)",
      [words.isDeleted ? -number : number, words.line])
  }

  static func removeAll(in database: borrowing Database) throws(JournalError) {
    try database.execute("INSERT INTO \(table) (\(table)) VALUES ('delete-all')")
  }

  /// Merges the index into one segment, which contains no removed words any more.
  static func optimize(in database: borrowing Database) throws(JournalError) {
    try database.execute("INSERT INTO \(table) (\(table)) VALUES ('optimize')")
  }

  /// Rebuilds the index with the words of all records.
  static func fill(in database: borrowing Database) throws(JournalError) {
    try removeAll(in: database)
    // FTS5 starts a new segment whenever a number is lower than the previous one.
    for (isDeleted, order) in [(true, "DESC"), (false, "ASC")] {
      let numbers: [Int64] = try database.values(
        """
        SELECT number FROM record WHERE deleted_at IS \(isDeleted ? "NOT" : "") NULL
        ORDER BY number \(order)
        """)
      for number in numbers {
        let record = try database.first(
          "SELECT \(Record.columns) FROM record WHERE number = ?1", [number]
        ) { Record($0) }
        guard let record else { continue }
        try add(record.words, of: number, in: database)
      }
    }
  }
}

/// The words of a text for the search index, each with the mark of its kind in front. Words of the heading
/// (title and tags) are added a second time with another mark, so that a query can look for headings only.
struct IndexedWords {
  /// The words as one line. The `ascii` tokenizer of SQLite splits it at the same places as
  /// `SearchTokens`, because it treats every character outside ASCII as part of a word.
  let line: String
  let isDeleted: Bool

  /// A control character outside ASCII, which no word contains.
  static let headingMark: Unicode.Scalar = "\u{80}"

  /// - Parameter subject: the subject of the commit that a note is about.
  init(of kind: RecordKind, _ text: Text, subject: String = "", isDeleted: Bool = false) {
    self.isDeleted = isDeleted
    var line = ""
    func add(_ word: String, inHeading: Bool = false) {
      line.unicodeScalars.append(kind.wordMark)
      if inHeading { line.unicodeScalars.append(Self.headingMark) }
      line += word
      line += " "
    }
    for word in ([text.title] + text.tags).flatMap({ SearchTokens($0).words }) {
      add(word)
      add(word, inHeading: true)
    }
    for word in SearchTokens(text.body).words + SearchTokens(subject).words { add(word) }
    self.line = line
  }
}

extension RecordKind {
  /// What the words of its records begin with in the index. The index of every journal has it.
  var wordMark: Unicode.Scalar {
    switch self {
    case .note: "n"
    case .entry: "e"
    case .toDo: "t"
    }
  }

  /// Whether its texts have headings, whose words are marked.
  var hasHeadings: Bool { self != .toDo }
}
