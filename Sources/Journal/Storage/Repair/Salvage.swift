import SQLite

/// Reads a damaged journal row by row.
enum Salvage {
  /// Tables with data that can be fetched or read again. All other tables contain the user's texts
  /// or data about them. Numbers of rows that are not consecutive, such as names of commits, are only
  /// in these tables: damaged pages of other tables are skipped number by number.
  private static let caches: Set = [
    "answer", "remote", "account_remote", "remote_commit", "walk", "walk_commit", "contribution",
    "clone_history", "clone_used", "clone_search", "clone_problem", "clone_commit",
    "examined_commit", "account_event", "pull_request", "pull_request_commit",
  ]

  /// The schema of a journal without a schema number, inferred from its tables.
  static func schema(byTablesOf connection: borrowing Connection) -> Int {
    let tables = try? connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") {
      $0.text(0)
    }
    let isOld = tables?.contains("note") == true
    return isOld ? Schema.lastWithoutRecords : Schema.version
  }

  /// Copies all readable rows of a journal to an empty one of the same schema.
  ///
  /// - Parameter file: the file of the source, for rows that SQLite cannot find.
  ///
  /// - Returns: whether every row could be read.
  static func copyAll(
    from source: borrowing Connection, in file: String, to target: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    try target.execute("PRAGMA foreign_keys = OFF")
    return try target.transaction { () throws(SQLiteError) in
      let tables = try tables(of: target)
      if tables.contains("device") { try target.execute("DELETE FROM device") }
      let sourceTables = try unlessDamaged { () throws(SQLiteError) in
        try source.rows("SELECT name FROM sqlite_schema") { $0.text(0) }
      }
      var isWhole = true
      for table in tables {
        // If the list of tables is readable, a table that is not in it never existed, so that no
        // rows are lost.
        if let sourceTables, sourceTables.contains("repository"), !sourceTables.contains(table) {
          continue
        }
        if try !copy(table, from: source, to: target) { isWhole = false }
      }
      if !isWhole {
        _ = try unlessDamaged { () throws(SQLiteError) in
          try source.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) }
        }
        try copyLeaves(of: file, to: target)
      }
      for (table, statement) in referenceRepairs where tables.contains(table) {
        try target.execute(statement)
      }
      return isWhole
    } mapping: {
      $0
    }
  }

  /// Adds rows from the file that are not reachable from the root of their table. The number of
  /// columns identifies the table; constraints reject rows that do not fit.
  private static func copyLeaves(
    of file: String, to target: borrowing Connection
  ) throws(SQLiteError) {
    guard let leaves = try? LeafPages(of: file) else { return }
    var statements: [Int: String] = [:]
    for table in [
      "repository", "record", "record_version", "note", "note_version", "entry",
      "entry_version", "todo", "todo_version",
    ] {
      let columns = try columns(of: table, in: target)
      guard !columns.isEmpty, try isTable(table, in: target) else { continue }
      // Tables with the same number of columns cannot be distinguished.
      let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      let isFirst = statements[columns.count] == nil
      statements[columns.count] =
        isFirst
        ? "INSERT OR IGNORE INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
        : ""
    }
    try leaves.forEachRow { (row) throws(SQLiteError) in
      guard let statement = statements[row.values.count], !statement.isEmpty else { return }
      var values = row.values
      // The row number is stored outside of the columns, and its column is NULL.
      if values[0] == .null { values[0] = .integer(row.number) }
      do throws(SQLiteError) {
        try target.run(statement, values: values)
      } catch {
        if error.kind != .constraint { throw error }
      }
    }
    guard try isTable("purge", in: target) else { return }
    try target.execute(
      """
      DELETE FROM record WHERE EXISTS (SELECT 1 FROM purge WHERE purge.kind = record.kind
        AND purge.id = record.id AND purge.created_at = record.created_at
        AND purge.completed_at IS NOT NULL)
      """)
  }

  private static func isTable(
    _ name: String, in connection: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    try connection.first(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1", .text(name)
    ) { $0.int(0) } != nil
  }

  /// Repairs references: a text without its repository gets a placeholder, and a version without
  /// its text is deleted.
  private static let referenceRepairs = [
    (
      "note",
      """
      INSERT INTO repository (id, key, name)
        SELECT DISTINCT repository, 'lost/' || repository, 'lost/' || repository FROM note
        WHERE repository NOT IN (SELECT id FROM repository)
      """
    ),
    ("note_version", "DELETE FROM note_version WHERE note NOT IN (SELECT number FROM note)"),
    ("note_tag", "DELETE FROM note_tag WHERE note NOT IN (SELECT number FROM note)"),
    ("entry_version", "DELETE FROM entry_version WHERE day NOT IN (SELECT day FROM entry)"),
    ("todo_version", "DELETE FROM todo_version WHERE todo NOT IN (SELECT serial FROM todo)"),
    (
      "todo",
      """
      INSERT INTO todo_day (day, last) SELECT day, max(number) FROM todo WHERE true GROUP BY day
        ON CONFLICT (day) DO UPDATE SET last = max(last, excluded.last)
      """
    ),
    (
      "record",
      """
      INSERT INTO repository (id, key, name)
        SELECT DISTINCT repository, 'lost/' || repository, 'lost/' || repository FROM record
        WHERE repository IS NOT NULL AND repository NOT IN (SELECT id FROM repository);
      DELETE FROM record_version WHERE record NOT IN (SELECT number FROM record);
      DELETE FROM record_tag WHERE record NOT IN (SELECT number FROM record);
      INSERT INTO device (number, id, clock)
        SELECT number, randomblob(16), 0 FROM (SELECT 1 AS number UNION
          SELECT device FROM record UNION SELECT device FROM record_version)
        WHERE number NOT IN (SELECT number FROM device);
      UPDATE device SET clock = max(clock, coalesce((SELECT max(clock) FROM record), 0))
        WHERE number = 1;
      INSERT INTO todo_day (day, last)
        SELECT day, max(place) FROM record WHERE kind = 3 GROUP BY day
        ON CONFLICT (day) DO UPDATE SET last = max(last, excluded.last)
      """
    ),
    ("tag_rename", "DELETE FROM tag_rename WHERE record NOT IN (SELECT number FROM record)"),
    ("note_commit", "DELETE FROM note_commit WHERE record NOT IN (SELECT number FROM record)"),
    ("mirror_note", "DELETE FROM mirror_note WHERE mirror NOT IN (SELECT number FROM mirror)"),
    (
      "followed_clone",
      """
      UPDATE followed_clone SET repository = NULL
        WHERE repository NOT IN (SELECT id FROM repository);
      DELETE FROM followed_commit WHERE clone NOT IN (SELECT number FROM followed_clone)
      """
    ),
  ]

  /// The tables of an intact journal, except those that can be rebuilt.
  static func tables(of connection: borrowing Connection) throws(SQLiteError) -> [String] {
    let indexes = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'"
    ) { $0.text(0) }
    let tables = try connection.rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'
        AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name
      """
    ) { $0.text(0) }
    return tables.filter { table in
      !caches.contains(table) && !indexes.contains { table.hasPrefix($0 + "_") }
    }
  }

  static func columns(
    of table: String, in connection: borrowing Connection
  ) throws(SQLiteError) -> [String] {
    try connection.rows("SELECT name FROM pragma_table_info(?1)", [.text(table)]) { $0.text(0) }
  }

  /// Copies all readable rows of a table, in the columns that both files have.
  ///
  /// - Returns: whether every row could be read.
  static func copy(
    _ table: String, from source: borrowing Connection, to target: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    let sourceColumns =
      try unlessDamaged { () throws(SQLiteError) in try columns(of: table, in: source) } ?? []
    let names = try columns(of: table, in: target).filter(sourceColumns.contains)
    guard !names.isEmpty else { return false }
    let places = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    var insertRow = try target.prepare(
      """
      INSERT OR IGNORE INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))
      """)
    var isWhole = true
    var failure: SQLiteError?
    let wasRead = try forEachRow(of: table, names, in: source) { values in
      do throws(SQLiteError) {
        try insertRow.bind(values)
        while try insertRow.step() {}
      } catch {
        // A constraint violation means damage; other errors, such as a full disk, are not skipped.
        if error.kind != .constraint {
          failure = error
          return false
        }
        isWhole = false
      }
      return true
    }
    if let failure { throw failure }
    return isWhole && wasRead
  }
}
