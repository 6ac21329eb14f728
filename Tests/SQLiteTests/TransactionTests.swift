import TestSupport
import Testing

@testable import SQLite

@Suite struct TransactionTests {
  enum Failure: Error, Equatable {
    case mine
    case database(SQLiteError.Kind)
  }

  private func count(_ connection: borrowing Connection) throws -> Int? {
    try connection.first("SELECT count(*) FROM t") { $0.int(0) }
  }

  private func inTransaction(
    _ connection: borrowing Connection, _ work: () throws(Failure) -> Void
  ) throws(Failure) {
    try connection.transaction(work) { .database($0.kind) }
  }

  private func insert(_ connection: borrowing Connection) throws(Failure) {
    do { try connection.execute("INSERT INTO t (number) VALUES (1)") } catch {
      throw .database(error.kind)
    }
  }

  @Test func `commits everything on success`() throws {
    let connection = try ConnectionTests.memory()
    let result = try connection.transaction { () throws(SQLiteError) in
      try connection.execute("INSERT INTO t (number) VALUES (1)")
      try connection.execute("INSERT INTO t (number) VALUES (2)")
      return "done"
    } mapping: {
      $0
    }
    #expect(result == "done")
    #expect(try count(connection) == 2)
  }

  @Test func `rolls back when an error is thrown`() throws {
    let connection = try ConnectionTests.memory()
    #expect(throws: Failure.mine) {
      try inTransaction(connection) { () throws(Failure) in
        try insert(connection)
        throw .mine
      }
    }
    #expect(try count(connection) == 0)
    try inTransaction(connection) { () throws(Failure) in try insert(connection) }
    #expect(try count(connection) == 1)
  }

  @Test func `rolls back when the commit fails`() throws {
    let connection = try ConnectionTests.memory()
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE child (t INTEGER REFERENCES t (id) DEFERRABLE INITIALLY DEFERRED) STRICT
      """)
    #expect(throws: Failure.database(.constraint)) {
      try inTransaction(connection) { () throws(Failure) in
        try insert(connection)
        do { try connection.execute("INSERT INTO child VALUES (99)") } catch { throw .mine }
      }
    }
    #expect(try count(connection) == 0)
    try inTransaction(connection) { () throws(Failure) in try insert(connection) }
    #expect(try count(connection) == 1)
  }

  @Test func `refuses a nested transaction`() throws {
    let connection = try ConnectionTests.memory()
    try inTransaction(connection) { () throws(Failure) in
      try insert(connection)
      do throws(Failure) {
        try inTransaction(connection) { () throws(Failure) in Issue.record("not reached") }
      } catch {
        #expect(error == .database(.other))
      }
    }
    #expect(try count(connection) == 1)
  }

  @Test func `takes the write lock at the start`() throws {
    let folder = try TemporaryFolder()
    let first = try Connection(path: folder.file("a"), mode: .create)
    try first.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (number INTEGER) STRICT")
    let second = try Connection(
      path: folder.file("a"), mode: .readWrite, busyWait: .milliseconds(60))
    try inTransaction(first) { () throws(Failure) in
      let start = ContinuousClock.now
      do throws(Failure) {
        try inTransaction(second) { () throws(Failure) in Issue.record("not reached") }
        Issue.record("two have the write lock")
      } catch {
        #expect(error == .database(.busy))
      }
      let waited = ContinuousClock.now - start
      #expect(waited >= .milliseconds(55))
    }
    try inTransaction(second) { () throws(Failure) in try insert(second) }
    #expect(try count(first) == 1)
  }
}
