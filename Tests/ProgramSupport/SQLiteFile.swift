import SQLite

/// Reads a database without the program.
struct SQLiteFile {
  let path: String

  init(_ path: String) { self.path = path }

  /// The problems that SQLite finds in the database; `["ok"]` if there are none.
  func integrity() throws -> [String] {
    try open().rows("PRAGMA integrity_check") { $0.text(0) }
  }

  func open(making isNew: Bool = false) throws -> Connection {
    try Connection(path: path, mode: isNew ? .create : .readWrite)
  }
}

extension Sandbox {
  /// The problems that SQLite finds in the journal.
  func integrity() throws -> [String] { try SQLiteFile(journal).integrity() }
}
