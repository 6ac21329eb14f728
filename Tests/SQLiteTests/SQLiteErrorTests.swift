import Glibc
import TestSupport
import Testing

@testable import SQLite

@Suite struct SQLiteErrorTests {
  /// What `work` threw.
  private func error(_ work: () throws(SQLiteError) -> Void) -> SQLiteError? {
    do { try work() } catch { return error }
    return nil
  }

  @Test func `a strict column refuses other types`() throws {
    let connection = try ConnectionTests.memory()
    let found = error { () throws(SQLiteError) in
      try connection.run("INSERT INTO t (number) VALUES (?1)", "a secret")
    }
    #expect(found?.kind == .constraint)
    #expect(found?.sql == "INSERT INTO t (number) VALUES (?1)")
    #expect(found?.message.contains("t.number") == true)
  }

  @Test func `an error does not contain bound values`() throws {
    let connection = try ConnectionTests.memory()
    try connection.execute(
      "CREATE UNIQUE INDEX one ON t (text); INSERT INTO t (text) VALUES ('a secret')")
    let found = error { () throws(SQLiteError) in
      try connection.run("INSERT INTO t (text) VALUES (?1)", "a secret")
    }
    #expect(found != nil)
    #expect(!"\(String(describing: found))".contains("secret"))
  }

  @Test(arguments: [
    "SELECT", "SELECT * FROM nowhere", "garbage", "INSERT INTO t VALUES (1, 2, 3, 4, 5)",
  ])
  func `an error names the statement`(_ sql: String) throws {
    let connection = try ConnectionTests.memory()
    let found = error { () throws(SQLiteError) in try connection.run(sql) }
    #expect(found?.sql == sql)
    #expect(found?.kind == .other)
  }

  @Test func `reports text that is too big`() throws {
    let connection = try ConnectionTests.memory()
    let found = error { () throws(SQLiteError) in
      try connection.execute("SELECT length(zeroblob(2000000000))")
    }
    #expect(found?.kind == .tooBig)
  }

  @Test func `reports a file that is not a database`() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "dear diary\n", count: 500), to: "a")
    let found = error { () throws(SQLiteError) in
      let connection = try Connection(path: folder.file("a"), mode: .readWrite)
      _ = try connection.pragma("user_version")
    }
    #expect(found?.kind == .notADatabase)
  }

  @Test(arguments: [Connection.Mode.readWrite, .create])
  func `reports a folder`(_ mode: Connection.Mode) throws {
    let folder = try TemporaryFolder()
    let found = error { () throws(SQLiteError) in
      let connection = try Connection(path: folder.path, mode: mode)
      _ = try connection.pragma("user_version")
    }
    #expect(found?.kind == .cannotOpen)
  }

  @Test func `creates a file only when asked`() throws {
    let folder = try TemporaryFolder()
    let found = error { () throws(SQLiteError) in
      _ = try Connection(path: folder.file("a"), mode: .readWrite)
    }
    #expect(found?.kind == .cannotOpen)
    #expect(try folder.names().isEmpty)
    _ = try Connection(path: folder.file("a"), mode: .create)
    #expect(try folder.names() == ["a"])
  }

  @Test func `reports a read-only file`() throws {
    let folder = try TemporaryFolder()
    do {
      let connection = try Connection(path: folder.file("a"), mode: .create)
      try connection.execute("CREATE TABLE t (x TEXT) STRICT")
    }
    let found = error { () throws(SQLiteError) in
      try Connection(path: folder.file("a"), mode: .immutable).execute("DELETE FROM t")
    }
    #expect(found?.kind == .readOnly)
  }

  @Test func `reports a damaged page as corrupt`() throws {
    let folder = try TemporaryFolder()
    do {
      let connection = try Connection(path: folder.file("a"), mode: .create)
      try connection.execute(
        """
        CREATE TABLE t (x TEXT) STRICT;
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
        INSERT INTO t SELECT 'row ' || i FROM n
        """)
    }
    let stream = fopen(folder.file("a"), "r+")
    fseek(stream, 4096, SEEK_SET)
    fputs(String(repeating: "x", count: 16_384), stream)
    fclose(stream)
    let found = error { () throws(SQLiteError) in
      let connection = try Connection(path: folder.file("a"), mode: .readWrite)
      _ = try connection.rows("SELECT x FROM t") { $0.text(0) }
    }
    #expect(found?.kind == .corrupt)
  }

  @Test(
    arguments: [
      (5, .busy), (6, .busy), (261, .busy), (13, .diskFull), (10, .inputOutput),
      (778, .inputOutput), (8, .readOnly),
      (3, .readOnly), (14, .cannotOpen), (11, .corrupt), (26, .notADatabase), (18, .tooBig),
      (9, .interrupted), (1, .other),
      (19, .constraint), (7, .outOfMemory),
    ] as [(Int32, SQLiteError.Kind)])
  func `maps extended codes to the same kind`(_ code: Int32, _ kind: SQLiteError.Kind) {
    #expect(SQLiteError(code: code, message: "").kind == kind)
  }
}
