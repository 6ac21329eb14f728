public import Diary
import Platform
import SQLite

extension Journal {
  /// What a thorough look at the file finds wrong with it; nothing where all is well.
  public func problems() throws(JournalError) -> [String] {
    try ask { () throws(SQLiteError) in
      let found = try connection.rows("PRAGMA integrity_check(5)") { $0.text(0) }
      guard found == ["ok"] else { return found }
      return try connection.rows("PRAGMA foreign_key_check") { "foreign key of \($0.text(0))" }
    }
  }

  public struct Repair: Sendable {
    /// Where the file is now that was there before.
    public var copy: String
    /// How many notes could be read,
    public var notes: Int
    /// and entries,
    public var entries: Int
    /// and to-dos, deleted ones among all of them.
    public var toDos: Int
    /// Whether all of the old file could be read.
    public var isWhole: Bool
  }

  /// Moves the file aside and makes a new one of all that can still be read from it. The index of
  /// words is made anew, and whatever was wrong with it is gone.
  public static func repair(at path: String, now: Moment) async throws(JournalError) -> Repair {
    guard File.exists(path) else {
      throw .notReadable(path: path, reason: Errno.notFound.message)
    }
    let new = path + ".repaired"
    let readable = path + ".readable"
    try onDisk(new) { () throws(FileError) in
      for file in [new, readable] { try removeWithLog(file) }
      try copyToItsFullLength(path, to: readable)
    }
    let isWhole = try rebuild(from: readable, into: new)
    try onDisk(readable) { () throws(FileError) in try removeWithLog(readable) }
    let saved = try await Journal(at: new, for: .writing).indexAnew()
    let copy = JournalFile(path: path).damagedPath(at: now.instant)
    try onDisk(path) { () throws(FileError) in
      try File.move(path, to: copy)
      // What is still in the log of the old file belongs to its copy.
      for suffix in ["-wal", "-shm"] where File.exists(path + suffix) {
        try File.move(path + suffix, to: copy + suffix)
      }
      try File.move(new, to: path)
    }
    return Repair(
      copy: copy, notes: saved.notes, entries: saved.entries, toDos: saved.toDos, isWhole: isWhole)
  }

  private static func removeWithLog(_ path: String) throws(FileError) {
    for suffix in ["", "-wal", "-shm"] { try File.remove(path + suffix) }
  }

  /// SQLite reads nothing of a file that is shorter than its header says. Pages of zeros in the
  /// place of those that are missing let it read the others; and the file itself stays untouched.
  private static func copyToItsFullLength(_ path: String, to copy: String) throws(FileError) {
    let size = try headerSize(of: path) ?? 0
    try File.copy(path, to: copy, atLeast: size)
    if File.exists(path + "-wal") { try File.copy(path + "-wal", to: copy + "-wal") }
  }

  /// How long the header says that the file is: its page size times its number of pages.
  private static func headerSize(of path: String) throws(FileError) -> Int? {
    let header = try File.beginning(of: path, count: 100)
    guard header.count == 100, let actual = File.size(path) else { return nil }
    func number(at place: Int, _ count: Int) -> Int {
      header[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    let pageSize = number(at: 16, 2) == 1 ? 65_536 : number(at: 16, 2)
    let size = pageSize * number(at: 28, 4)
    // A damaged header may say anything.
    return size <= max(actual, 1 << 20) * 16 ? size : nil
  }

  /// What people wrote; all else can be asked for, or made, again.
  private static let kept =
    keptFromTheStart + [
      "account", "entry", "entry_version", "todo", "todo_version", "todo_day",
    ]

  private static let keptFromTheStart = ["repository", "note", "note_version", "note_tag"]

  /// - Returns: whether every row could be read.
  private static func rebuild(
    from path: String, into new: String
  ) throws(JournalError) -> Bool {
    var isWhole = true
    let target = try JournalFile(path: new).openForWriting()
    do {
      let source = try Connection(path: path, mode: .readWrite)
      try target.execute("PRAGMA foreign_keys = OFF")
      try target.transaction { () throws(SQLiteError) in
        let here = try? source.rows("SELECT name FROM sqlite_schema") { $0.text(0) }
        for table in kept {
          // A journal of an earlier schema has lost nothing of what came later.
          if let here, !here.contains(table), !Self.keptFromTheStart.contains(table) { continue }
          if !copy(table, from: source, to: target) { isWhole = false }
        }
        // A note is worth more than the name of its repository.
        try target.execute(
          """
          INSERT INTO repository (id, key, name)
            SELECT DISTINCT repository, 'lost/' || repository, 'lost/' || repository FROM note
            WHERE repository NOT IN (SELECT id FROM repository);
          DELETE FROM note_version WHERE note NOT IN (SELECT number FROM note);
          DELETE FROM note_tag WHERE note NOT IN (SELECT number FROM note);
          DELETE FROM entry_version WHERE day NOT IN (SELECT day FROM entry);
          DELETE FROM todo_version WHERE todo NOT IN (SELECT serial FROM todo);
          INSERT INTO todo_day (day, last) SELECT day, max(number) FROM todo WHERE true GROUP BY day
            ON CONFLICT (day) DO UPDATE SET last = max(last, excluded.last)
          """)
      } mapping: {
        $0
      }
    } catch {
      throw JournalError(error, path: path)
    }
    return isWhole
  }

  /// Fills the indexes of words, and says how many texts of each kind there are.
  private func indexAnew() throws(JournalError) -> (notes: Int, entries: Int, toDos: Int) {
    try write { () throws(JournalError) in
      try ask { () throws(SQLiteError) in
        for index in WordIndex.all {
          try connection.execute(
            "INSERT INTO \(index.table) (\(index.table)) VALUES ('delete-all')")
        }
        let notes = try connection.rows("SELECT \(NoteRow.columns) FROM \(NoteRow.source)") {
          NoteRow.note($0)
        }
        for (number, note) in notes {
          try index(number, note.text, isDeleted: note.deletedAt != nil)
        }
        let entries = try connection.rows("SELECT \(EntryRow.columns) FROM entry") {
          EntryRow.entry($0)
        }
        for entry in entries {
          try index(entry.text, of: entry.day, isDeleted: entry.deletedAt != nil)
        }
        let toDos = try connection.rows("SELECT \(ToDoRow.columns) FROM todo") { ToDoRow.toDo($0) }
        for (serial, toDo) in toDos {
          try index(serial, toDo.text, isDeleted: toDo.deletedAt != nil)
        }
        return (notes.count, entries.count, toDos.count)
      }
    }
  }

  /// Row by row, from both ends: what lies behind a damaged page can often be reached from there.
  ///
  /// - Returns: whether all of the table could be read.
  private static func copy(
    _ table: String, from source: borrowing Connection, to target: borrowing Connection
  ) -> Bool {
    let order = table == "note_tag" ? "note, place" : "rowid"
    let reverse = order.split(separator: ",").map { "\($0) DESC" }.joined(separator: ",")
    for direction in [order, reverse] {
      // Where a row cannot be read, the walk ends, and the other direction goes on from its end.
      let walked: Void? = try? source.forEachRow("SELECT * FROM \(table) ORDER BY \(direction)") {
        (values) throws(SQLiteError) in
        let places = values.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        try target.run("INSERT OR IGNORE INTO \(table) VALUES (\(places))", values: values)
      }
      if walked != nil { return true }
    }
    return false
  }

  private static func onDisk(
    _ path: String, _ work: () throws(FileError) -> Void
  ) throws(JournalError) {
    do { try work() } catch { throw .notWritable(path: path, reason: error.code.message) }
  }
}
