import SQLite

/// A database, looked at without the program.
struct SQLiteFile {
  let path: String

  init(_ path: String) { self.path = path }

  /// What SQLite finds wrong with it; `["ok"]` where all is well.
  func integrity() throws -> [String] {
    try open().rows("PRAGMA integrity_check") { $0.text(0) }
  }

  func open(making isNew: Bool = false) throws -> Connection {
    try Connection(path: path, mode: isNew ? .create : .readWrite)
  }
}

extension Sandbox {
  /// What SQLite finds wrong with the journal.
  func integrity() throws -> [String] { try SQLiteFile(journal).integrity() }
}
