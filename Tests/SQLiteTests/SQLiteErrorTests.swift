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

  @Test func `a column takes nothing but its type`() throws {
    let connection = try ConnectionTests.memory()
    let found = error { () throws(SQLiteError) in
      try connection.run("INSERT INTO t (number) VALUES (?1)", "a secret")
    }
    #expect(found?.kind == .constraint)
    #expect(found?.sql == "INSERT INTO t (number) VALUES (?1)")
    #expect(found?.message.contains("t.number") == true)
  }

  @Test func `what was bound is not in the error`() throws {
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
  func `SQL that is wrong says which`(_ sql: String) throws {
    let connection = try ConnectionTests.memory()
    let found = error { () throws(SQLiteError) in try connection.run(sql) }
    #expect(found?.sql == sql)
    #expect(found?.kind == .other)
  }

  @Test func `text that nothing could hold is too big`() throws {
    let connection = try ConnectionTests.memory()
    let found = error { () throws(SQLiteError) in
      try connection.execute("SELECT length(zeroblob(2000000000))")
    }
    #expect(found?.kind == .tooBig)
  }

  @Test func `a file of another kind is not a database`() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "dear diary\n", count: 500), to: "a")
    let found = error { () throws(SQLiteError) in
      let connection = try Connection(path: folder.file("a"), mode: .readWrite)
      _ = try connection.pragma("user_version")
    }
    #expect(found?.kind == .notADatabase)
  }

  @Test(arguments: [Connection.Mode.readWrite, .create])
  func `a folder cannot be opened`(_ mode: Connection.Mode) throws {
    let folder = try TemporaryFolder()
    let found = error { () throws(SQLiteError) in
      let connection = try Connection(path: folder.path, mode: mode)
      _ = try connection.pragma("user_version")
    }
    #expect(found?.kind == .cannotOpen)
  }

  @Test func `a file that is not there is made only where that was asked for`() throws {
    let folder = try TemporaryFolder()
    let found = error { () throws(SQLiteError) in
      _ = try Connection(path: folder.file("a"), mode: .readWrite)
    }
    #expect(found?.kind == .cannotOpen)
    #expect(try folder.names().isEmpty)
    _ = try Connection(path: folder.file("a"), mode: .create)
    #expect(try folder.names() == ["a"])
  }

  @Test func `what may only be read is not written`() throws {
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

  @Test func `a damaged page is corrupt`() throws {
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
  func `a code and its extensions are of one kind`(_ code: Int32, _ kind: SQLiteError.Kind) {
    #expect(SQLiteError(code: code, message: "").kind == kind)
  }
}
