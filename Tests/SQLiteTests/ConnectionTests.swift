import Glibc
import Synchronization
import TestSupport
import Testing

@testable import SQLite

@Suite struct ConnectionTests {
  static func memory() throws -> Connection {
    let connection = try Connection(path: "", mode: .memory)
    try connection.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT, number INTEGER) STRICT")
    return connection
  }

  @Test(arguments: [
    "", "plain", "a\0b", "\0", "회고", "e\u{301}", "👩‍👩‍👧‍👦", "'; DROP TABLE t; --", "?1", "\r\n",
    String(repeating: "긴", count: 400_000),
  ])
  func `returns text byte for byte`(_ text: String) throws {
    let connection = try Self.memory()
    try connection.run("INSERT INTO t (text) VALUES (?1)", .text(text))
    let found = try #require(try connection.first("SELECT text FROM t") { $0.text(0) })
    #expect(found.utf8.elementsEqual(text.utf8))
    #expect(
      try connection.first("SELECT count(*) FROM t WHERE text = ?1", .text(text)) { $0.int(0) } == 1
    )
  }

  @Test(arguments: [0, 1, -1, Int64.max, .min])
  func `returns integers`(_ number: Int64) throws {
    let connection = try Self.memory()
    try connection.run("INSERT INTO t (number) VALUES (?1)", .integer(number))
    #expect(try connection.first("SELECT number FROM t") { $0.integer(0) } == number)
    #expect(connection.lastInsertedRow == 1)
  }

  @Test func `NULL is not an empty text`() throws {
    let connection = try Self.memory()
    try connection.run("INSERT INTO t (text, number) VALUES (?1, ?2)", nil, nil)
    try connection.run("INSERT INTO t (text, number) VALUES (?1, ?2)", "", 0)
    #expect(
      try connection.rows("SELECT text, number FROM t ORDER BY id") { $0.values }
        == [[nil, nil], ["", 0]])
    #expect(try connection.first("SELECT text FROM t WHERE id = 1") { $0.text(0) } == "")
  }

  @Test func `finds columns by name in any order`() throws {
    let connection = try Self.memory()
    let query = "SELECT 1 AS a, 2 AS \"commit\", 'x' AS c"
    for _ in 1...2 {
      let found = try connection.first(query) { row in
        ["c", "a", "a", "commit", "c"].map { row.column($0) }
      }
      #expect(found == [2, 0, 0, 1, 2])
    }
  }

  @Test func `returns rows in order, or none`() throws {
    let connection = try Self.memory()
    for number in 1...3 {
      try connection.run("INSERT INTO t (number) VALUES (?1)", .integer(Int64(number)))
    }
    #expect(
      try connection.rows("SELECT number FROM t ORDER BY id DESC") { $0.int(0) } == [3, 2, 1])
    #expect(try connection.rows("SELECT number FROM t WHERE id > ?1", [9]) { $0.int(0) } == [])
    #expect(try connection.first("SELECT number FROM t WHERE id > ?1", 9) { $0.int(0) } == nil)
    var seen: [[Value]] = []
    try connection.forEachRow("SELECT id, text FROM t") { (values) throws(SQLiteError) in
      seen.append(values)
    }
    #expect(seen == [[1, nil], [2, nil], [3, nil]])
    #expect(try connection.pragma("user_version") == 0)
  }

  @Test func `rebinds a statement`() throws {
    let connection = try Self.memory()
    var statement = try connection.prepare("INSERT INTO t (text) VALUES (?1)")
    for text in ["a", "b"] {
      try statement.bind([.text(text)])
      #expect(try !statement.step())
    }
    #expect(try connection.rows("SELECT text FROM t ORDER BY id") { $0.text(0) } == ["a", "b"])
  }

  @Test func `replaces invalid UTF-8`() throws {
    let connection = try Self.memory()
    try connection.execute("INSERT INTO t (text) VALUES (CAST(x'61ff62' AS TEXT))")
    #expect(try connection.first("SELECT text FROM t") { $0.text(0) } == "a\u{FFFD}b")
  }

  // MARK: Files

  @Test(arguments: [
    "plain", "with space", "100%", "%20", "a?b", "a?mode=memory", "a#b", "회고 日記", "a&b=c", "'\"",
    "a%00b", "+", "file:x", "é\u{1}",
  ])
  func `opens an immutable file under any name`(_ name: String) throws {
    let folder = try TemporaryFolder()
    do {
      let connection = try Connection(path: folder.file(name), mode: .create)
      try connection.execute("CREATE TABLE t (x TEXT) STRICT; INSERT INTO t VALUES ('here')")
    }
    #expect(try folder.names().map { Array($0.utf8) } == [Array(name.utf8)])
    for path in [folder.file(name), "/\(folder.path)//\(name)"] {
      let connection = try Connection(path: path, mode: .immutable)
      #expect(try connection.first("SELECT x FROM t") { $0.text(0) } == "here")
      #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO t VALUES ('more')") }
    }
    #expect(try folder.names().count == 1)
  }

  @Test func `the next connection sees what was written`() throws {
    let folder = try TemporaryFolder()
    do {
      let connection = try Connection(path: folder.file("a"), mode: .create)
      try connection.execute("CREATE TABLE t (x TEXT) STRICT")
      try connection.run("INSERT INTO t VALUES (?1)", "kept")
    }
    let connection = try Connection(path: folder.file("a"), mode: .readWrite)
    #expect(try connection.first("SELECT x FROM t") { $0.text(0) } == "kept")
  }

  @Test func `canceling ends a wait for a lock`() throws {
    let folder = try TemporaryFolder()
    let holder = try Connection(path: folder.file("a"), mode: .create)
    try holder.execute("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE")
    let isCancelled = Atomic(false)
    let connection = try Connection(
      path: folder.file("a"), mode: .readWrite, busyWait: .seconds(3000)
    ) {
      isCancelled.exchange(true, ordering: .relaxed)
    }
    let start = ContinuousClock.now
    #expect(throws: SQLiteError.self) { try connection.execute("BEGIN IMMEDIATE") }
    #expect(start.duration(to: .now) < .seconds(2000))
    let wasAsked = isCancelled.load(ordering: .relaxed)
    #expect(wasAsked)
    try holder.execute("ROLLBACK")
  }

  @Test func `a snapshot is consistent and ends on an error`() throws {
    let folder = try TemporaryFolder()
    let writer = try Connection(path: folder.file("a"), mode: .create)
    try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    let reader = try Connection(path: folder.file("a"), mode: .readWrite)
    let counts = try reader.snapshot { () throws(SQLiteError) in
      let before = try reader.first("SELECT count(*) FROM t") { $0.int(0) }
      try writer.execute("INSERT INTO t VALUES (2)")
      return [before, try reader.first("SELECT count(*) FROM t") { $0.int(0) }]
    } mapping: {
      $0
    }
    #expect(counts == [1, 1])
    #expect(throws: SQLiteError.self) {
      try reader.snapshot { () throws(SQLiteError) in
        try reader.execute("garbage")
      } mapping: {
        $0
      }
    }
    #expect(try reader.first("SELECT count(*) FROM t") { $0.int(0) } == 2)
  }

  @Test func `a backup replaces a database in one transaction`() throws {
    let folder = try TemporaryFolder()
    let reader = try Connection(path: folder.file("old"), mode: .create)
    try reader.execute(
      "PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES ('old')")
    let new = try Connection(path: folder.file("new"), mode: .create)
    try new.execute("CREATE TABLE t (x)")
    do {
      let old = try Connection(path: folder.file("old"), mode: .readWrite)
      let backup = try Backup(from: new, into: old)
      try backup.lockTarget()
      let impatient = try Connection(
        path: folder.file("old"), mode: .readWrite, busyWait: .milliseconds(20))
      #expect(throws: SQLiteError.self) { try impatient.execute("INSERT INTO t VALUES ('lost')") }
      let filling = try Connection(path: folder.file("new"), mode: .readWrite)
      try filling.execute("INSERT INTO t VALUES ('new')")
      try reader.execute("BEGIN")
      #expect(try reader.first("SELECT x FROM t") { $0.text(0) } == "old")
      try backup.copyAll()
      #expect(try reader.first("SELECT x FROM t") { $0.text(0) } == "old")
      try reader.execute("COMMIT")
    }
    #expect(try reader.rows("SELECT x FROM t") { $0.text(0) } == ["new"])
    #expect(try reader.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
  }

  @Test func `an abandoned backup changes nothing`() throws {
    let folder = try TemporaryFolder()
    do {
      let old = try Connection(path: folder.file("old"), mode: .create)
      try old.execute("CREATE TABLE t (x); INSERT INTO t VALUES ('old')")
      let new = try Connection(path: folder.file("new"), mode: .create)
      try new.execute("CREATE TABLE t (x)")
      let backup = try Backup(from: new, into: old)
      try backup.lockTarget()
    }
    let old = try Connection(path: folder.file("old"), mode: .readWrite)
    #expect(try old.rows("SELECT x FROM t") { $0.text(0) } == ["old"])
  }

  @Test func `leaveLog keeps a filled log and removes an empty one`()
    throws
  {
    let folder = try TemporaryFolder()
    do {
      let connection = try Connection(path: folder.file("a"), mode: .create, closing: .leaveLog)
      try connection.execute("PRAGMA journal_mode = WAL")
      let before = connection.logIsEmpty
      try connection.execute("CREATE TABLE t (x)")
      let after = connection.logIsEmpty
      #expect(before && !after)
    }
    #expect(try folder.names().contains("a-wal"))
    do { _ = try Connection(path: folder.file("a"), mode: .readWrite).pragma("user_version") }
    do {
      let reader = try Connection(path: folder.file("a"), mode: .readWrite, closing: .leaveLog)
      #expect(try reader.rows("SELECT x FROM t") { $0.text(0) } == [])
    }
    #expect(try folder.names() == ["a"])
  }
}
