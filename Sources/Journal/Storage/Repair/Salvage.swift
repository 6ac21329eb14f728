import SQLite

/// Reads a damaged journal row by row.
enum Salvage {
  /// Tables with data that can be fetched or read again. All other tables contain the user's texts
  /// or data about them. Numbers of rows that are not consecutive, such as names of commits, are only
  /// in these tables: damaged pages of other tables are skipped number by number.
  private static let caches: Set = [
    "answer", "remote", "account_remote", "remote_commit", "walk", "walk_commit", "contribution",
    "clone_history", "clone_used", "clone_search", "clone_problem", "clone_commit",
    "examined_commit", "account_event", "pull_request",
  ]

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
      try target.execute("DELETE FROM device")
      var isWhole = true
      for table in tables {
        if try !copy(table, from: source, to: target) { isWhole = false }
      }
      if !isWhole {
        _ = try unlessDamaged { () throws(SQLiteError) in
          try source.run("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try copyLeaves(of: file, to: target)
      }
      try target.execute(referenceRepairs)
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
    var statements: [Int: [String]] = [:]
    for table in ["repository", "record", "record_version"] {
      let columns = try columns(of: table, in: target)
      statements[columns.count, default: []].append(
        SQL.insertion(of: columns, into: table, ifThere: .ignore))
    }
    try leaves.forEachRow { (row) throws(SQLiteError) in
      guard let statements = statements[row.values.count] else { return }
      var values = row.values
      // The row number is stored outside of the columns, and its column is NULL.
      if values[0] == .null { values[0] = .integer(row.number) }
      for statement in statements {
        do throws(SQLiteError) {
          try target.run(statement, values: values)
        } catch {
          if error.kind != .constraint { throw error }
        }
      }
    }
    try target.execute(
      """
      DELETE FROM record WHERE EXISTS (SELECT 1 FROM purge WHERE purge.kind = record.kind
        AND purge.id = record.id AND purge.removed_at IS NOT NULL)
      """)
  }

  /// Repairs references: a text without its repository gets a placeholder, and a version without
  /// its text is deleted.
  static let referenceRepairs = """
    INSERT INTO repository (id, key, name)
      SELECT repository, 'lost/' || repository, 'lost/' || repository FROM (
        SELECT repository FROM record UNION SELECT repository FROM record_version)
      WHERE repository IS NOT NULL AND repository NOT IN (SELECT id FROM repository);
    UPDATE record SET hash = NULL WHERE repository IN \(lostRepositories);
    UPDATE record_version SET hash = NULL WHERE repository IN \(lostRepositories);
    DELETE FROM record_version WHERE record NOT IN (SELECT number FROM record);
    DELETE FROM record_tag WHERE record NOT IN (SELECT number FROM record);
    INSERT INTO device (number, id, clock)
      SELECT number, randomblob(16), 0 FROM (SELECT 1 AS number UNION
        SELECT device FROM record UNION SELECT device FROM record_version)
      WHERE number NOT IN (SELECT number FROM device);
    UPDATE device SET clock = max(clock, coalesce((SELECT max(clock) FROM record), 0))
      WHERE number = 1;
    DELETE FROM todo_number WHERE record NOT IN (SELECT number FROM record WHERE kind = 3);
    \(missingNumbers)
    DELETE FROM change_record WHERE record NOT IN (SELECT number FROM record)
      OR change NOT IN (SELECT number FROM change);
    DELETE FROM origin WHERE record NOT IN (SELECT number FROM record);
    UPDATE origin SET change = NULL WHERE change NOT IN (SELECT number FROM change);
    DELETE FROM mirror_note WHERE mirror NOT IN (SELECT number FROM mirror);
    DELETE FROM mirror_remote WHERE mirror NOT IN (SELECT number FROM mirror);
    UPDATE followed_clone SET repository = NULL
      WHERE repository NOT IN (SELECT id FROM repository);
    DELETE FROM followed_commit WHERE clone NOT IN (SELECT number FROM followed_clone);
    DELETE FROM taken_back WHERE record NOT IN (SELECT number FROM record);
    DELETE FROM look WHERE record NOT IN (SELECT number FROM record);
    DELETE FROM purged_version WHERE purge NOT IN (SELECT number FROM purge);
    DELETE FROM unsent;
    DELETE FROM sync_segment;
    UPDATE sync_remote SET tip = NULL;
    """

  /// Their names are a part of what hashes are of.
  private static let lostRepositories = "(SELECT id FROM repository WHERE key LIKE 'lost/%')"

  /// Gives a number to the open to-dos that have none.
  private static let missingNumbers = """
    INSERT INTO todo_number (number, record)
      SELECT ifnull((SELECT max(number) FROM todo_number), 0)
          + row_number() OVER (ORDER BY day, place, number), number
      FROM record WHERE kind = 3 AND done_at IS NULL AND deleted_at IS NULL
        AND number NOT IN (SELECT record FROM todo_number);
    UPDATE record SET place = (SELECT number FROM todo_number WHERE record = record.number)
      WHERE number IN (SELECT record FROM todo_number);
    """

  /// The tables of an intact journal, except those that can be rebuilt.
  static func tables(of connection: borrowing Connection) throws(SQLiteError) -> [String] {
    let indexes: [String] = try connection.values(
      "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'")
    let tables: [String] = try connection.values(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'
        AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name
      """)
    return tables.filter { table in
      !caches.contains(table) && !indexes.contains { table.hasPrefix($0 + "_") }
    }
  }

  static func columns(
    of table: String, in connection: borrowing Connection
  ) throws(SQLiteError) -> [String] {
    try connection.values("SELECT name FROM pragma_table_info(?1)", [.text(table)])
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
    var insertRow = try target.prepare(
      SQL.insertion(of: names, into: table, ifThere: .ignore))
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
