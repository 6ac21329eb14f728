import SQLite

extension Journal {
  /// How far an examination of all of the journal has come.
  public struct IntegrityCheckProgress: Hashable, Sendable {
    public var number: Int
    public var count: Int
  }

  /// What is wrong with a part of the file that is read at once, however long the file is: all of a
  /// short one; of a long one both ends of every table and index, and rows from all over them.
  ///
  /// - Returns: what is wrong, and whether that was all of the file.
  public func quickProblems() throws(JournalError) -> (problems: [String], isAll: Bool) {
    let length = try mapErrors { () throws(SQLiteError) in
      try connection.pragma("page_count") * connection.pragma("page_size")
    }
    if length <= Self.short { return (try problems(), true) }
    do {
      try quickCheck()
      return ([], false)
    } catch {
      guard error.kind == .corrupt || error.kind == .notADatabase else {
        throw JournalError(error, path: path)
      }
      return ([error.message], false)
    }
  }

  /// In bytes: what takes less than a quarter of a second.
  private static let short = 16 << 20

  /// How many rows to read at either end of a table, and from all over it.
  private static let sample = 100

  private func quickCheck() throws(SQLiteError) {
    for table in try Salvage.tables(of: connection) {
      let isNumbered = try connection.first(
        "SELECT wr = 0 FROM pragma_table_list WHERE name = ?1", .text(table)
      ) { $0.int(0) }
      if isNumbered == 1 {
        try readFirstAndLastRows(of: table, orderedBy: ["rowid"])
        try sample(table)
      }
      let indexes = try connection.rows(
        "SELECT name FROM pragma_index_list(?1) WHERE partial = 0", [.text(table)]
      ) { $0.text(0) }
      for index in indexes {
        let columns = try connection.rows(
          "SELECT name FROM pragma_index_info(?1) ORDER BY seqno", [.text(index)]
        ) { $0.text(0) }
        try readFirstAndLastRows(of: "\(table) INDEXED BY \(index)", orderedBy: columns)
      }
    }
  }

  private func readFirstAndLastRows(of table: String, orderedBy columns: [String])
    throws(SQLiteError)
  {
    for direction in ["", " DESC"] {
      let order = columns.map { $0 + direction }.joined(separator: ", ")
      _ = try connection.rows("SELECT * FROM \(table) ORDER BY \(order) LIMIT \(Self.sample)") {
        $0.values.count
      }
    }
  }

  /// Rows at even distances.
  private func sample(_ table: String) throws(SQLiteError) {
    let ends = try connection.first(
      """
      SELECT (SELECT rowid FROM \(table) ORDER BY rowid LIMIT 1),
        (SELECT rowid FROM \(table) ORDER BY rowid DESC LIMIT 1)
      """
    ) { (first: $0.integer(0), last: $0.integer(1)) }
    guard let ends, ends.last > ends.first else { return }
    var statement = try connection.prepare(
      "SELECT * FROM \(table) WHERE rowid >= ?1 ORDER BY rowid LIMIT 1")
    let distance = max((ends.last - ends.first) / Int64(Self.sample), 1)
    for number in stride(from: ends.first, to: ends.last, by: Int64.Stride(distance)) {
      try statement.bind([.integer(number)])
      while try statement.step() { _ = statement.values }
    }
  }

  /// What is wrong anywhere in the file: every page, every row, every entry of every index, and every
  /// reference from one table to another.
  public func problems(
    _ tell: @Sendable (IntegrityCheckProgress) -> Void = { _ in }
  ) throws(JournalError) -> [String] {
    try mapErrors { () throws(SQLiteError) in
      let tables = try connection.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name"
      ) { $0.text(0) }
      let count = tables.count + 2
      var found: [String] = []
      for (index, table) in tables.enumerated() {
        tell(IntegrityCheckProgress(number: index + 1, count: count))
        found += try connection.rows("PRAGMA integrity_check('\(table)')") { $0.text(0) }
      }
      // One table after the other leaves out the pages that belong to none.
      tell(IntegrityCheckProgress(number: count - 1, count: count))
      found += try connection.rows("PRAGMA quick_check(5)") { $0.text(0) }
      tell(IntegrityCheckProgress(number: count, count: count))
      found += try connection.rows("PRAGMA foreign_key_check") { "foreign key of \($0.text(0))" }
      return found.filter { $0 != "ok" }
    }
  }
}
