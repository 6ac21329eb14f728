import Diary
import Glibc
import Platform
import Records
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Journal

@Suite struct JournalFileTests {
  // MARK: Creation

  @Test func `reading creates no file`() async throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(at: folder.file("data/journal.sqlite"), for: .reading)
    #expect(try await journal.notes(NoteFilter()).isEmpty)
    #expect(try await journal.search(SearchQuery(["x"]), NoteFilter()).isEmpty)
    #expect(try await journal.noteCount() == 0)
    #expect(try File.list(folder.path).isEmpty)
  }

  @Test func `a folder that cannot be listed is not one without files that were set aside`() throws
  {
    let folder = try TemporaryFolder()
    try File.create(folder.file("data"))
    #expect(throws: JournalError.copyNotPurged(path: folder.file("data"))) {
      try JournalFile(path: folder.file("data/journal.sqlite")).setAside()
    }
    #expect(try JournalFile(path: folder.file("absent/journal.sqlite")).setAside().isEmpty)
  }

  @Test func `writing creates a private file`() async throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(at: folder.file("a/b/journal.sqlite"), for: .writing)
    #expect(try await journal.noteCount() == 0)
    #expect(File.permissions(folder.file("a")) == 0o700)
    #expect(File.permissions(folder.file("a/b")) == 0o700)
    for name in try File.list(folder.file("a/b")) {
      #expect(File.permissions(folder.file("a/b/\(name)")) == 0o600, "\(name)")
    }
  }

  @Test func `treats an empty file as a new journal`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try File.create(path)
    let reading = try Journal(at: path, for: .reading)
    #expect(try await reading.notes(NoteFilter()).isEmpty)
    #expect(File.size(path) == 0)
    let writing = try Journal(at: path, for: .writing)
    #expect(try await writing.problems().isEmpty)
    #expect(File.size(path) != 0)
  }

  @Test func `finishes an interrupted creation`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    do {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute("PRAGMA journal_mode = WAL")
    }
    #expect(File.size(path) != 0)
    #expect(try await Journal(at: path, for: .reading).noteCount() == 0)
    #expect(try await Journal(at: path, for: .writing).noteCount() == 0)
  }

  @Test func `concurrent first writers all get the journal`() throws {
    let folder = try TemporaryFolder()
    let failures = Mutex<[String]>([])
    for birth in 1...20 {
      let file = JournalFile(path: folder.file("\(birth)/journal.sqlite"))
      let running = Atomic(8)
      for _ in 1...8 {
        let refusal = Thread.detached {
          do { _ = try file.openForWriting() } catch {
            failures.withLock { $0.append("\(error)") }
          }
          running.subtract(1, ordering: .releasing)
        }
        #expect(refusal == nil)
      }
      while running.load(ordering: .acquiring) > 0 { Pause.milliseconds(1) }
    }
    #expect(failures.withLock { $0 } == [])
  }

  @Test func `uses a write-ahead log and flushes every write`() async throws {
    let place = try JournalOnDisk()
    let connection = try JournalFile(path: place.path).openForWriting()
    #expect(try connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
    #expect(try connection.pragma("synchronous") == 2)
    #expect(try connection.pragma("foreign_keys") == 1)
    #expect(try connection.pragma("application_id") == Schema.applicationID)
    #expect(try connection.pragma("user_version") == Schema.current.version)
  }

  // MARK: Refusals

  @Test(arguments: [Journal.Access.reading, .writing])
  func `refuses a folder`(_ access: Journal.Access) throws {
    let folder = try TemporaryFolder()
    #expect(throws: JournalError.isDirectory(path: folder.path)) {
      try Journal(at: folder.path, for: access)
    }
  }

  @Test(arguments: [Journal.Access.reading, .writing])
  func `refuses a file of another kind and leaves it alone`(_ access: Journal.Access) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    let bytes = Array(String(repeating: "Dear diary, this is text.\n", count: 300).utf8)
    try File.writeAtomically(bytes, to: path)
    #expect(throws: JournalError.notAJournal(path: path)) { try Journal(at: path, for: access) }
    #expect(try File.read(path) == bytes)
    #expect(try File.list(folder.path) == ["journal.sqlite"])
  }

  @Test(arguments: [
    "CREATE TABLE theirs (x)", "PRAGMA application_id = 7", "PRAGMA user_version = 1",
  ])
  func `refuses another program's database and leaves it alone`(_ sql: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try Connection(path: path, mode: .create).execute(sql)
    let bytes = try File.read(path)
    for access in [Journal.Access.reading, .writing] {
      #expect(throws: JournalError.notAJournal(path: path)) { try Journal(at: path, for: access) }
    }
    #expect(try File.read(path) == bytes)
  }

  @Test(arguments: [1, Schema.current.first - 1, Schema.current.version + 1])
  func `refuses a journal of a newer or a development version and leaves it alone`(
    _ schema: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try Self.write("one", to: path)
    do { try Connection(path: path, mode: .readWrite).execute("PRAGMA user_version = \(schema)") }
    let bytes = try File.read(path)
    for access in [Journal.Access.reading, .writing] {
      let error =
        schema < Schema.current.first
        ? JournalError.fromDevelopment(path: path, schema: schema)
        : .newer(path: path, schema: schema, known: Schema.current.version)
      #expect(throws: error) { try Journal(at: path, for: access) }
    }
    await #expect(throws: JournalError.self) {
      try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    }
    #expect(try File.read(path) == bytes)
    #expect(try File.list(folder.path) == ["journal.sqlite"])
  }

  @Test(arguments: ["", "-wal", "-shm", "-journal"])
  func `refuses a pipe as the journal or beside it`(
    _ suffix: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    if !suffix.isEmpty { try Self.write("one", to: path) }
    try #require(mkfifo(path + suffix, 0o600) == 0)
    for access in [Journal.Access.reading, .writing, .caching] {
      #expect(throws: JournalError.notAFile(path: path + suffix)) {
        try Journal(at: path, for: access)
      }
    }
    await #expect(throws: JournalError.notAFile(path: path + suffix)) {
      try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    }
  }

  @Test func `reports a log without its journal, and writers keep it`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    let bytes = try Self.leaveLogOnly(at: path)
    #expect(throws: JournalError.logWithoutJournal(path: path, log: path + "-wal")) {
      try Journal(at: path, for: .reading)
    }
    #expect(try File.read(path + "-wal") == bytes)
    let journal = try Journal(at: path, for: .writing)
    let kept = try #require(journal.strayLogPath)
    #expect(try File.read(kept) == bytes)
    #expect(try await journal.noteCount() == 0)
    #expect(try await journal.lostTexts() == RecordCounts(notes: 1))
    _ = try await journal.restoreLostTexts(at: .test("2026-11-21T00:00:00Z"))
    #expect(try await journal.notes(NoteFilter()).map(\.note.text.title) == ["one"])
    #expect(try await journal.problems().isEmpty)
  }

  @Test func `repair recovers a log without its journal`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    let bytes = try Self.leaveLogOnly(at: path)
    let repair = try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    #expect(repair.texts.notes == 1)
    #expect(try File.read(repair.copy) == bytes)
    let journal = try Journal(at: path, for: .reading)
    #expect(try await journal.notes(NoteFilter()).map(\.note.text.title) == ["one"])
  }

  @Test func `a dangling link with a log at its target is a log without a journal`() async throws {
    let folder = try TemporaryFolder()
    try File.makeDirectory(folder.file("target"))
    try File.makeDirectory(folder.file("data"))
    let target = folder.file("target/kept.sqlite")
    let path = folder.file("data/journal.sqlite")
    try #require(symlink("../target/other", path) == 0)
    try #require(symlink("kept.sqlite", folder.file("target/other")) == 0)
    let bytes = try Self.leaveLogOnly(at: target)
    let log = try #require(File.realPath(folder.file("target"))) + "/kept.sqlite-wal"
    let error = #expect(throws: JournalError.self) { try Journal(at: path, for: .reading) }
    guard case .logWithoutJournal(path, let named) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(File.realPath(named) == log)
    #expect(try File.read(log) == bytes)
    let journal = try Journal(at: path, for: .writing)
    #expect(try File.read(try #require(journal.strayLogPath)) == bytes)
    #expect(try await journal.noteCount() == 0)
    #expect(try await journal.lostTexts() == RecordCounts(notes: 1))
    #expect((File.size(target) ?? 0) > 0)
  }

  @Test func `repair recovers the log behind a dangling link`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try #require(symlink("kept.sqlite", path) == 0)
    _ = try Self.leaveLogOnly(at: folder.file("kept.sqlite"))
    let repair = try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    #expect(repair.texts.notes == 1)
    let journal = try Journal(at: path, for: .reading)
    #expect(try await journal.notes(NoteFilter()).map(\.note.text.title) == ["one"])
    #expect(File.exists(folder.file("kept.sqlite")))
  }

  /// Moves the journal into its log and removes the file itself.
  private static func leaveLogOnly(at path: String) throws -> [UInt8] {
    let holder = try JournalFile(path: path + "-elsewhere").openForWriting()
    try write("one", to: path + "-elsewhere")
    let bytes = try File.read(path + "-elsewhere-wal")
    _ = consume holder
    for suffix in ["", "-wal", "-shm"] { try File.remove(path + "-elsewhere" + suffix) }
    try File.writeAtomically(bytes, to: path + "-wal")
    return bytes
  }

  @Test func `refuses a file as the folder`() throws {
    let folder = try TemporaryFolder()
    try File.create(folder.file("plain"))
    #expect(throws: JournalError.self) {
      try Journal(at: folder.file("plain/journal.sqlite"), for: .writing)
    }
    #expect(File.isRegular(folder.file("plain")))
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func `reads a journal on a read-only medium`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("data/journal.sqlite")
    try Self.write("one", to: path)
    chmod(path, 0o400)
    chmod(folder.file("data"), 0o500)
    defer { chmod(folder.file("data"), 0o700) }
    let journal = try Journal(at: path, for: .reading)
    #expect(try await journal.notes(NoteFilter()).map(\.note.text.title) == ["one"])
    await #expect(throws: JournalError.self) {
      _ = try await Journal(at: path, for: .writing).add(
        Text(title: "two", body: "words"), to: Self.place, at: .test("2026-11-21T00:00:00Z"))
    }
  }

  // MARK: Migration

  private static let grown = Schema.current.adding("ALTER TABLE record ADD COLUMN mood TEXT")

  private static let place = NotePlace(RepositoryKey(Repository(name: "github.com/a/b")))

  /// Writes a note into a journal, and closes it.
  private static func write(_ title: String, to path: String) throws {
    let connection = try JournalFile(path: path).openForWriting()
    try connection.execute(
      """
      INSERT INTO repository (key, name) VALUES ('github.com/a/b', 'github.com/a/b');
      INSERT INTO record (kind, id, repository, day, version, version_id, parents, device, clock,
        title, body, created_at, created_offset, updated_at, updated_offset)
      VALUES (1, '7kq2m9x4c1ab', 1, 0, 1, x'01', x'', 1, 0, '\(title)', '', 0, 0, 0, 0)
      """)
  }

  @Test(arguments: [true, false])
  func `a migration keeps a copy of the old journal`(_ writing: Bool)
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try Self.write("one", to: path)
    let file = JournalFile(path: path, newest: Self.grown)
    do {
      let connection = writing ? try file.openForWriting() : try file.openForReading()
      #expect(try connection.pragma("user_version") == Self.grown.version)
      #expect(
        try connection.first("SELECT title FROM record WHERE mood IS NULL") { $0.text(0) } == "one")
    }
    let copy = file.copyPath(schema: Schema.current.version)
    #expect(try file.copies == [copy])
    #expect(File.permissions(copy) == 0o600)
    let old = try Journal(at: copy, for: .reading)
    #expect(try await old.notes(NoteFilter()).map(\.note.text.title) == ["one"])
    #expect(
      throws: JournalError.newer(
        path: path, schema: Self.grown.version, known: Schema.current.version)
    ) {
      try Journal(at: path, for: .writing)
    }
    #expect(!File.exists(copy + ".unfinished"))
  }

  @Test func `a new journal runs all migrations without a copy`() throws {
    let folder = try TemporaryFolder()
    let file = JournalFile(path: folder.file("journal.sqlite"), newest: Self.grown)
    #expect(try file.openForWriting().pragma("user_version") == Self.grown.version)
    #expect(try file.copies.isEmpty)
  }

  @Test func `a failed migration leaves the journal unchanged`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try Self.write("one", to: path)
    let schema = Schema.current.adding("CREATE TABLE half (x) ; DELETE FROM record; garbage")
    #expect(throws: JournalError.self) {
      _ = try JournalFile(path: path, newest: schema).openForWriting()
    }
    let journal = try Journal(at: path, for: .writing)
    #expect(try await journal.notes(NoteFilter()).map(\.note.text.title) == ["one"])
    let connection = try Connection(path: path, mode: .readWrite)
    #expect(
      try connection.first("SELECT count(*) FROM sqlite_schema WHERE name = 'half'") { $0.int(0) }
        == 0)
  }

  @Test func `an incomplete copy does not block a migration`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try Self.write("one", to: path)
    let file = JournalFile(path: path, newest: Self.grown)
    let copy = file.copyPath(schema: Schema.current.version)
    try File.writeAtomically(Array("half".utf8), to: copy + ".unfinished")
    #expect(try file.openForWriting().pragma("user_version") == Self.grown.version)
    #expect(try file.copies == [copy])
  }

  // MARK: Damage and repair

  @Test func `reports a damaged page and changes nothing`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try await Self.fill(path)
    try Self.damage(path)
    let bytes = try File.read(path)
    await #expect(throws: JournalError.damaged(path: path)) {
      try await Journal(at: path, for: .reading).notes(NoteFilter())
    }
    #expect(try File.read(path) == bytes)
  }

  @Test func `repair recovers what is readable and keeps the old file`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try await Self.fill(path)
    try Self.damage(path)
    let bytes = try File.read(path)
    let repair = try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    #expect(try File.read(repair.copy) == bytes)
    #expect((1...400).contains(repair.texts.notes))
    let journal = try Journal(at: path, for: .writing)
    #expect(try await journal.problems().isEmpty)
    let notes = try await journal.notes(NoteFilter())
    #expect(notes.count == repair.texts.notes)
    // Notes before and after the damaged page.
    #expect(notes.first?.note.text.title == "note 400")
    #expect(notes.last?.note.text.title == "note 1")
    #expect(
      try await journal.search(SearchQuery(["words"]), NoteFilter()).count == repair.texts.notes)
    #expect(File.permissions(path) == 0o600)
  }

  @Test func `repairing an intact journal loses nothing`() async throws {
    let place = try JournalOnDisk()
    let moment = Moment.test("2026-12-01T00:00:00+09:00")
    let first = try await place.add(
      "one", body: "회고", tags: ["a", "b"], commit: .test("abcd", patch: "p"))
    let edited = try await place.journal.edit(
      first.id, to: Text(title: "two", body: "회고", tags: ["b"]), basedOn: 1, at: moment)
    let second = try await place.add("gone", body: "지움", to: "/home/a/b", root: "r00t")
    _ = try await place.journal.delete([second.id], at: moment)
    let history = try await place.journal.history(of: first.id)
    let repair = try await Journal.repair(at: place.path, now: moment)
    #expect(repair.texts.notes == 2)
    let journal = try Journal(at: place.path, for: .writing)
    #expect(try await journal.note(first.id.text).note == edited)
    #expect(try await journal.history(of: first.id) == history)
    #expect(try await journal.search(SearchQuery(["회고"]), NoteFilter()).count == 1)
    var deleted = NoteFilter()
    deleted.isDeleted = true
    #expect(
      try await journal.search(SearchQuery(["지움"]), deleted).map(\.note.text.title) == ["gone"])
    #expect(try await journal.search(SearchQuery(["지움"]), NoteFilter()).isEmpty)
    #expect(try await journal.problems().isEmpty)
  }

  @Test func `repair replaces the file in place under readers`() async throws {
    let place = try JournalOnDisk()
    try await place.add("one", body: "회고")
    var before = stat()
    try #require(stat(place.path, &before) == 0)
    let reader = try Connection(path: place.path, mode: .readWrite)
    try reader.execute("BEGIN")
    #expect(try reader.first("SELECT count(*) FROM record WHERE kind = 1") { $0.int(0) } == 1)
    let repair = try await Journal.repair(at: place.path, now: .test("2026-11-21T00:00:00Z"))
    #expect(repair.isWhole && repair.texts.notes == 1)
    #expect(try reader.first("SELECT count(*) FROM record WHERE kind = 1") { $0.int(0) } == 1)
    try reader.execute("COMMIT")
    var after = stat()
    try #require(stat(place.path, &after) == 0)
    #expect(before.st_ino == after.st_ino)
    // The open connection can still be used.
    try await place.add("two", body: "회고")
    #expect(try await place.found("회고").count == 2)
    #expect(try SQLiteFolder.leftovers(in: place.folder).isEmpty)
  }

  @Test func `repair includes the log, and a link stays a link`() async throws {
    let place = try JournalOnDisk()
    try await place.add("in the log")
    let link = place.folder.file("link.sqlite")
    try #require(symlink(place.path, link) == 0)
    let repair = try await Journal.repair(at: link, now: .test("2026-11-21T00:00:00Z"))
    #expect(repair.texts.notes == 1)
    #expect(File.exists(repair.copy + "-wal"))
    var status = stat()
    try #require(lstat(link, &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    #expect(try await Journal(at: link, for: .reading).noteCount() == 1)
  }

  @Test(arguments: [
    "PRAGMA user_version = 99", "ALTER TABLE record ADD COLUMN mood TEXT; PRAGMA user_version = 99",
    "PRAGMA application_id = 1234",
  ])
  func `repair leaves newer journals and other databases alone`(_ sql: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try Self.write("one", to: path)
    do { try Connection(path: path, mode: .readWrite).execute(sql) }
    let bytes = try File.read(path)
    await #expect(throws: JournalError.self) {
      try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    }
    #expect(try File.read(path) == bytes)
    #expect(try File.list(folder.path) == ["journal.sqlite"])
  }

  @Test func `repair leaves a text file alone`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try File.writeAtomically(Array("Dear diary, this is text.".utf8), to: path)
    await #expect(throws: JournalError.notAJournal(path: path)) {
      try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    }
    #expect(try File.list(folder.path) == ["journal.sqlite"])
  }

  @Test func `repairs a journal without a header unless it is open`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try await Self.fill(path)
    let holder = try Connection(path: path, mode: .readWrite, closing: .leaveLog)
    _ = try holder.first("SELECT count(*) FROM record WHERE kind = 1") { $0.int(0) }
    var bytes = try File.read(path)
    bytes.replaceSubrange(0..<100, with: [UInt8](repeating: 0x79, count: 100))
    let descriptor = open(path, O_WRONLY)
    #expect(Glibc.write(descriptor, bytes, 100) == 100)
    // Not closed while the holder is open, because closing would release its locks.
    await #expect(throws: JournalError.busy(path: path)) {
      try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    }
    #expect(try SQLiteFolder.leftovers(in: folder).isEmpty)
    _ = consume holder
    close(descriptor)
    #expect(try File.read(path) == bytes)
    let repair = try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    #expect(repair.texts.notes == 400)
    let journal = try Journal(at: path, for: .writing)
    #expect(try await journal.noteCount() == 400)
    #expect(try await journal.problems().isEmpty)
    #expect(try File.read(repair.copy) == bytes)
  }

  @Test func `recovers rows between two damaged pages`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try await Self.fill(path)
    try Self.damage(path, at: "note 100")
    try Self.damage(path, at: "note 300")
    let repair = try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    #expect(!repair.isWhole)
    // A page contains about six of these notes.
    #expect((380..<400).contains(repair.texts.notes))
    let titles = try await Journal(at: path, for: .reading).notes(NoteFilter()).map(
      \.note.text.title)
    #expect(titles.contains("note 200"))
  }

  @Test func `restores lost texts from a copy`()
    async throws
  {
    let place = try JournalOnDisk()
    let moment = Moment.test("2026-12-01T00:00:00+09:00")
    let kept = try await place.add("kept", body: "회고", tags: ["a", "b"])
    let edited = try await place.journal.edit(
      kept.id, to: Text(title: "edited", body: "회고", tags: ["b"]), basedOn: 1, at: moment)
    let gone = try await place.add("gone", body: "지움", to: "github.com/c/d")
    let entry = try await place.journal.append("an entry", toEntryOf: moment.day, at: moment)
    let toDo = try await place.journal.add(["buy milk"], on: moment.day, at: moment)[0]
    try place.execute("VACUUM INTO '\(JournalFile(path: place.path).copyPath(schema: 3))'")
    _ = try await place.journal.delete([gone.id], at: moment)
    // The rows are lost, but the index still shows which of them were deleted.
    try place.execute(
      "PRAGMA foreign_keys = ON; DELETE FROM record")
    let repair = try await Journal.repair(at: place.path, now: moment)
    #expect(repair.texts.notes == 0)
    #expect(try await place.journal.lostTexts() == RecordCounts(notes: 2, entries: 1, toDos: 1))
    let taken = try await place.journal.restoreLostTexts(at: moment)
    #expect(taken.total == 4)
    #expect(try await place.journal.note(kept.id.text).note == edited)
    #expect(try await place.journal.history(of: kept.id).count == 2)
    #expect(try await place.journal.note(gone.id.text, deleted: true).note.deletedAt == moment)
    #expect(try await place.titles() == ["edited"])
    #expect(try await place.found("회고") == ["edited"])
    #expect(try await place.found("지움").isEmpty)
    #expect(try await place.journal.entry(of: moment.day) == entry)
    #expect(try await place.journal.toDo(toDo.id.text, on: moment.day).toDo == toDo)
    #expect(try await place.journal.lostTexts().total == 0)
    #expect(try await place.journal.problems().isEmpty)
  }

  @Test func `samples a long journal, or reads all when asked`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try Self.write("one", to: path)
    do {
      try Connection(path: path, mode: .readWrite).execute(
        """
        WITH RECURSIVE number (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < 5000)
        INSERT INTO record (kind, id, repository, day, version, version_id, parents, device, clock,
            title, body, created_at, created_offset, updated_at, updated_offset)
          SELECT 1, printf('%012d', n), 1, 0, 1, randomblob(16), x'', 1, n, 'note ' || n,
            hex(randomblob(2000)), n, 0, n, 0
          FROM number
        """)
    }
    let journal = try Journal(at: path, for: .reading)
    let glance = try await journal.quickProblems()
    #expect(glance.problems.isEmpty && !glance.isAll)
    let steps = Mutex<[(number: Int, count: Int)]>([])
    #expect(
      try await journal.problems { number, count in
        steps.withLock { $0.append((number, count)) }
      }.isEmpty)
    let last = try #require(steps.withLock { $0 }.last)
    #expect(last.number == last.count && steps.withLock { $0 }.count == last.count)
  }

  @Test func `reports that there is nothing to repair`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("none")
    await #expect(throws: JournalError.nothingToRepair(path: path, isThere: false)) {
      try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    }
    #expect(try File.list(folder.path).isEmpty)
  }

  @Test func `repairs an empty file only when copies have texts`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try File.create(path)
    await #expect(throws: JournalError.nothingToRepair(path: path, isThere: true)) {
      try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    }
    #expect(try File.list(folder.path) == ["journal.sqlite"])
    #expect(File.size(path) == 0)
    try Self.write("one", to: path)
    try File.move(path, to: path + ".schema-4")
    for suffix in ["-wal", "-shm"] { try File.remove(path + suffix) }
    try File.create(path)
    _ = try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    #expect(try await Journal(at: path, for: .reading).lostTexts() == RecordCounts(notes: 1))
  }

  @Test(arguments: [0, -1, -2_147_483_648])
  func `repairs a journal without a schema number`(
    _ schema: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("journal.sqlite")
    try Self.write("one", to: path)
    do {
      try Connection(path: path, mode: .readWrite).execute("PRAGMA user_version = \(schema)")
    }
    let bytes = try File.read(path)
    for access in [Journal.Access.reading, .writing, .caching] {
      #expect(throws: JournalError.damaged(path: path)) { try Journal(at: path, for: access) }
    }
    #expect(try File.read(path) == bytes)
    let repair = try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    #expect(repair.texts.notes == 1 && repair.isWhole)
    let journal = try Journal(at: path, for: .writing)
    #expect(try await journal.notes(NoteFilter()).map(\.note.text.title) == ["one"])
    #expect(try await journal.problems().isEmpty)
  }

  /// 400 notes. The journal is closed, so that all of them are in the file and none in the log.
  private static func fill(_ path: String) async throws {
    do {
      let journal = try Journal(at: path, for: .writing)
      for number in 1...400 {
        let text = Text(title: "note \(number)", body: String(repeating: "words ", count: 100))
        _ = try await journal.add(
          text, to: NotePlace(RepositoryKey(Repository(name: "github.com/a/b"))),
          at: Moment(Instant(secondsSince1970: Int64(number)), offset: 0))
      }
    }
    try Connection(path: path, mode: .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Overwrites a page from the middle of the table of notes.
  private static func damage(_ path: String, at text: String = "note 200") throws {
    let page = try Connection(path: path, mode: .readWrite).pragma("page_size")
    var bytes = try File.read(path)
    let needle = Array(text.utf8)
    let place = try #require(
      bytes.indices.dropLast(needle.count).first {
        bytes[$0..<$0 + needle.count].elementsEqual(needle)
      })
    let start = place / page * page
    bytes.replaceSubrange(start..<start + page, with: Array(repeating: 0x78, count: page))
    try File.writeAtomically(bytes, to: path)
  }
}

private enum SQLiteFolder {
  /// The temporary files of a repair.
  static func leftovers(in folder: TemporaryFolder) throws -> [String] {
    try File.list(folder.path).filter { $0.contains(".unfinished") }
  }
}
