import SQLite

/// The schema of the journal: the tables of its first version, and the steps that changed them since.
///
/// A released schema never changes; every change is a step, which runs in one transaction after a copy
/// of the journal was made. Tests keep the declarations of every released schema.
///
/// The text of a declaration never changes, not even a line break: SQLite stores it, and
/// `Declarations` compares it. Every start reads all of them, so that there are as few as possible: what few
/// rows have needs no index.
struct Schema: Sendable {
  /// The number of the schema without steps. Lower numbers were used during development.
  var first: Int
  /// Creates the tables of the schema without steps.
  var tables: @Sendable () -> String
  /// Step 0 changes schema `first` to `first + 1`, and so on.
  var steps: [String] = []

  /// The schema of this program.
  static let current = Schema(
    first: 23,
    tables: {
      [records, following, clones, account, changes, synchronization].joined(separator: "\n")
    },
    steps: [
      // The subject of the commit on which notes are now.
      "ALTER TABLE followed_commit ADD COLUMN subject TEXT",
      // Notes that wait for the next commit in a clone of this machine: on this branch, or where `HEAD` is detached,
      // on top of this commit. `logged` is the length of the reflog. A note that was given its commit, or another
      // one, waits no more, even if that is taken back.
      """
      CREATE TABLE waiting_note (
        note TEXT PRIMARY KEY,
        clone TEXT NOT NULL,
        root TEXT NOT NULL,
        branch TEXT,
        head TEXT,
        logged INTEGER NOT NULL,
        branch_logged INTEGER,
        since INTEGER NOT NULL,
        ended_at INTEGER
      ) STRICT, WITHOUT ROWID
      """,
    ])

  /// The newest schema number.
  var version: Int { first + steps.count }

  /// The statements that bring a journal from one schema to another; 0 is an empty file.
  func statements(from old: Int, to new: Int) -> [String] {
    (old == 0 ? [tables()] : []) + steps[(max(old, first) - first)..<(new - first)]
  }

  /// The schema with one more step.
  func adding(_ step: String) -> Schema {
    var schema = self
    schema.steps.append(step)
    return schema
  }

  /// The application ID in the file header, `cdry` in ASCII, which distinguishes a journal from
  /// other databases.
  static let applicationID = 0x6364_7279
}

/// What the table `sqlite_schema` of a journal contains, apart from the places of its tables.
///
/// The schema number decides this, not the file: a damaged declaration hides rows or columns, often
/// without an error.
struct Declarations {
  private static let query = "SELECT rowid, type, name, tbl_name, sql FROM sqlite_schema"

  /// The columns of `query`, for each table, index, view and trigger.
  private let rows: [[Value]]

  /// The declarations of the schema whose number is in the file; `nil` if that number is unknown.
  init?(ofSchemaIn connection: borrowing Connection) throws(SQLiteError) {
    let schema = try connection.pragma("user_version")
    let newest = Schema.current
    guard (newest.first...newest.version).contains(schema) else { return nil }
    let intact = try Connection(path: "", mode: .memory)
    for step in newest.statements(from: 0, to: schema) { try intact.execute(step) }
    rows = try intact.rows(Self.query) { $0.values }
  }

  /// The names of the tables, indexes, views and triggers that a file lacks, or declares otherwise.
  func changed(in connection: borrowing Connection) throws(SQLiteError) -> [String] {
    let found = Set(try connection.rows(Self.query) { $0.values.dropFirst() })
    return rows.filter { !found.contains($0.dropFirst()) }.map { row in
      if case .text(let name) = row[2] { name } else { "" }
    }
  }

  /// Writes these declarations into a file that no other process has open, through a connection that
  /// accepts damage.
  func restore(in connection: borrowing Connection) throws(SQLiteError) {
    var found: [[Value]] = []
    _ = try Salvage.unlessDamaged { () throws(SQLiteError) in
      try connection.forEachRow(Self.query) { found.append($0) }
    }
    var unnamed: [[Value]] = []
    for row in rows {
      if let index = found.firstIndex(where: { $0[1...2] == row[1...2] }) {
        try write(row, over: found.remove(at: index), in: connection)
      } else {
        unnamed.append(row)
      }
    }
    for row in unnamed {
      func likeness(_ index: Int) -> Int { zip(row, found[index]).count { $0 == $1 } }
      let best = found.indices.max { likeness($0) < likeness($1) }
      guard let best, likeness(best) > 1 else { continue }
      try write(row, over: found.remove(at: best), in: connection)
    }
    try connection.execute("PRAGMA writable_schema = RESET; PRAGMA writable_schema = ON")
  }

  private func write(
    _ row: [Value], over old: [Value], in connection: borrowing Connection
  ) throws(SQLiteError) {
    guard row.dropFirst() != old.dropFirst() else { return }
    _ = try Salvage.unlessDamaged { () throws(SQLiteError) in
      try connection.run(
        """
        UPDATE sqlite_schema SET type = ?2, name = ?3, tbl_name = ?4, sql = ?5 WHERE rowid = ?1
        """, values: [old[0]] + row.dropFirst())
    }
  }
}
