import SQLite

extension Journal {
  /// Checks a part of the file in a short time: all of a small file; of a large one, both ends of
  /// every table and index, and samples from all tables.
  ///
  /// - Returns: the problems, and whether the whole file was checked.
  public func quickProblems() throws(JournalError) -> (problems: [String], isAll: Bool) {
    let length = try database.pragma("page_count") * database.pragma("page_size")
    if length <= Self.short { return (try problems(), true) }
    do {
      let changed = try changedDeclarations()
      if changed.isEmpty { try quickCheck() }
      return (changed, false)
    } catch {
      guard error.kind == .corrupt || error.kind == .notADatabase else {
        throw JournalError(error, path: path)
      }
      return ([error.message], false)
    }
  }

  /// The size in bytes up to which a full check takes less than a quarter of a second.
  private static let short = 16 << 20

  /// The number of rows to read at each end of a table, and as samples.
  private static let sample = 100

  private func changedDeclarations() throws(SQLiteError) -> [String] {
    let declarations = try Declarations(ofSchemaIn: database.connection)
    return try declarations?.changed(in: database.connection).map { "declaration of \($0)" } ?? []
  }

  private func quickCheck() throws(SQLiteError) {
    for table in try Salvage.tables(of: database.connection) {
      let isNumbered: [Int] = try database.connection.values(
        "SELECT 1 FROM pragma_table_list WHERE name = ?1 AND NOT wr", [.text(table)])
      if !isNumbered.isEmpty {
        try readFirstAndLastRows(of: table, orderedBy: ["rowid"])
        try sample(table)
      }
      let indexes: [String] = try database.connection.values(
        "SELECT name FROM pragma_index_list(?1) WHERE partial = 0", [.text(table)])
      for index in indexes {
        let columns: [String] = try database.connection.values(
          "SELECT name FROM pragma_index_info(?1) ORDER BY seqno", [.text(index)])
        try readFirstAndLastRows(of: "\(table) INDEXED BY \(index)", orderedBy: columns)
      }
    }
  }

  private func readFirstAndLastRows(of table: String, orderedBy columns: [String])
    throws(SQLiteError)
  {
    for direction in ["", " DESC"] {
      let order = columns.map { $0 + direction }.joined(separator: ", ")
      try database.connection.forEachRow(
        "SELECT * FROM \(table) ORDER BY \(order) LIMIT \(Self.sample)"
      ) { _ in }
    }
  }

  /// Reads rows at even distances.
  private func sample(_ table: String) throws(SQLiteError) {
    let ends = try database.connection.first(
      """
      SELECT (SELECT rowid FROM \(table) ORDER BY rowid LIMIT 1) AS first,
        (SELECT rowid FROM \(table) ORDER BY rowid DESC LIMIT 1) AS last
      """
    ) { (first: $0["first"] as Int64, last: $0["last"] as Int64) }
    guard let ends, ends.last > ends.first else { return }
    let distance = max((ends.last - ends.first) / Int64(Self.sample), 1)
    for number in stride(from: ends.first, to: ends.last, by: Int64.Stride(distance)) {
      _ = try database.connection.first(
        "SELECT * FROM \(table) WHERE rowid >= ?1 ORDER BY rowid LIMIT 1", .integer(number)
      ) { $0.values.count }
    }
  }

  /// Checks the whole file: every page, every row, every index entry and every foreign key.
  public func problems(
    _ report: @Sendable (_ number: Int, _ count: Int) -> Void = { _, _ in }
  ) throws(JournalError) -> [String] {
    let tables: [String] = try database.values(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name")
    let count = tables.count + 2
    var found = try database.mapErrors { () throws(SQLiteError) in try changedDeclarations() }
    // SQLite cannot check what is declared otherwise.
    guard found.isEmpty else { return found }
    for (index, table) in tables.enumerated() {
      report(index + 1, count)
      found += try database.values("PRAGMA integrity_check('\(table)')")
    }
    // Checking table by table leaves out pages that belong to no table.
    report(count - 1, count)
    found += try database.values("PRAGMA quick_check(5)")
    report(count, count)
    found += try database.rows("PRAGMA foreign_key_check") {
      "foreign key of \($0["table"] as String)"
    }
    return found.filter { $0 != "ok" }
  }
}
