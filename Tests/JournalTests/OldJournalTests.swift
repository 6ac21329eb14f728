import Diary
import Platform
import SQLite
import TestSupport
import Testing

@testable import Journal

@Suite struct OldJournalTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("journal.sqlite")
  }

  private func make(schema: Int, at path: String? = nil) throws {
    try Connection(path: path ?? self.path, mode: .create).execute(OldJournal.dump(schema: schema))
  }

  @Test func `there is a journal of every schema`() {
    #expect(OldJournal.steps.count == Schema.version)
  }

  @Test(arguments: 1...Schema.version, [Journal.Access.reading, .writing])
  func `opens a journal of every schema and keeps everything`(
    _ schema: Int, _ access: Journal.Access
  ) async throws {
    try make(schema: schema)
    let journal = try Journal(at: path, for: access)
    try await expectAll(of: schema, in: journal)
    let copy = "\(path).schema-\(schema)"
    #expect(File.exists(copy) == (schema < Schema.version))
    guard schema < Schema.version else { return }
    #expect(File.permissions(copy) == 0o600)
    let kept = try Connection(path: copy, mode: .readWrite)
    #expect(try kept.pragma("user_version") == schema)
    #expect(try kept.first("SELECT title FROM note WHERE number = 1") { $0.text(0) } == "제목")
  }

  /// - Parameter caches: whether data from hosts and clones is expected too.
  private func expectAll(
    of schema: Int, in journal: Journal, withCaches caches: Bool = true
  ) async throws {
    #expect(try await journal.counts().schema == Schema.version)
    #expect(try await journal.problems().isEmpty)
    let note = try await journal.note("7kq2").note
    #expect(note.text == NoteText(title: "제목", body: "둘째 글", tags: ["Perf"]))
    #expect(note.commit?.patchID == "p1" && note.createdAt.offset == 32_400)
    #expect(try await journal.history(of: note.id).map(\.text.title) == ["old", "제목"])
    #expect(try await journal.search(SearchQuery(["둘째"]), NoteFilter()).count == 1)
    #expect(try await journal.search(SearchQuery(["per 제 째"]), NoteFilter()).count == 1)
    #expect(try await journal.search(SearchQuery(["subj 제목"]), NoteFilter()).count == 1)
    #expect(try await journal.search(SearchQuery(["deleted"]), NoteFilter()).isEmpty)
    var deleted = NoteFilter()
    deleted.isDeleted = true
    #expect(try await journal.search(SearchQuery(["gon del"]), deleted).count == 1)
    let day = note.createdAt.day
    #expect(try await journal.days(from: day, to: day)[day]?.notes == 1)
    if caches && schema >= 2 {
      let own = OwnCommitQuery(of: [Account(host: "github.com", login: "OCTOCAT")]) { _ in 32_400 }
      #expect(
        try await journal.commits(from: day, to: day, of: own).map(\.commit.sha) == ["abcd"])
      #expect(try await journal.accounts().count == 1)
    }
    if caches && schema >= 3 {
      let clone = "/home/octocat/c/.git"
      #expect(try await journal.histories(of: [clone], by: "octocat") == [clone: [1, 2]])
    }
    if schema >= 12 {
      #expect(try await journal.history(of: note.id).map(\.commit?.sha) == ["ef01", "abcd"])
      let mirror = try #require(try await journal.mirrors().first)
      #expect(mirror.reference == "refs/notes/commitdiary" && mirror.tip == "aa")
      let mirrored = try await journal.mirroredNotes(of: mirror, root: nil, previousName: nil)
      #expect(mirrored.map(\.isCurrent) == [true])
    }
    let entries = try await journal.entries(EntryFilter())
    guard schema >= 4 else { return #expect(entries.isEmpty) }
    #expect(entries.map(\.text) == [EntryText(title: "하루", body: "둘째 글")])
    #expect(entries.first?.weather == #"{"place":"서울"}"#)
    #expect(try await journal.history(ofEntryOf: day).map(\.text.title) == ["old", "하루"])
    #expect(try await journal.search(SearchQuery(["둘째"]), EntryFilter()) == entries)
    #expect(try await journal.search(SearchQuery(["deleted"]), EntryFilter()).isEmpty)
    let toDo = try await journal.toDo("2", on: day).toDo
    #expect(toDo.text == "하나" && toDo.isDone && toDo.version == 2)
    #expect(try await journal.search(SearchQuery(["하나"]), ToDoFilter()).map(\.toDo) == [toDo])
    if schema >= 8 {
      #expect(toDo.due == day + 7 && toDo.priority?.letter == "A")
      #expect(toDo.recurrence == Recurrence(every: .week, from: day, due: day + 7))
      #expect(toDo.occurrence == day && toDo.foreign == #"{"estimate":3}"#)
    } else {
      #expect(toDo.due == nil && toDo.recurrence == nil && toDo.tags.isEmpty)
    }
    #expect(try await journal.toDo("8000", on: day, deleted: true).toDo.uuid?.first == "f")
  }

  @Test func `an old journal accepts every write`() async throws {
    try make(schema: 1)
    let journal = try Journal(at: path, for: .writing)
    let day = Day(number: 20_413)
    let now = Moment.test("2026-11-21T09:00:00+09:00")
    _ = try await journal.append("하루", toEntryOf: day, at: now)
    #expect(try await journal.add(["하나"], on: day, at: now).map(\.number) == [1])
    #expect(try await journal.problems().isEmpty)
  }

  @Test func `continues the numbers of an old journal`() async throws {
    try make(schema: 4)
    let journal = try Journal(at: path, for: .writing)
    let now = Moment.test("2026-11-21T09:00:00+09:00")
    let added = try await journal.add(["more"], on: Day(number: 20_413), at: now)
    #expect(added.map(\.number) == [5])
  }

  /// Ensures that a released step is never changed: old journals must get the schema of new ones.
  @Test(arguments: 1...Schema.version)
  func `a migrated journal has the schema of a new one`(_ schema: Int) throws {
    try make(schema: schema)
    let new = folder.file("new.sqlite")
    func tables(_ path: String) throws -> [String] {
      let connection = try JournalFile(path: path).openForWriting()
      return try connection.rows(
        "SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY name"
      ) { $0.text(0) }
    }
    #expect(try tables(path) == tables(new))
    func rank(_ path: String) throws -> [String] {
      let connection = try Connection(path: path, mode: .readWrite)
      return try connection.rows(
        """
        SELECT v FROM note_words_config UNION ALL SELECT v FROM entry_words_config
        UNION ALL SELECT v FROM todo_words_config
        """
      ) { $0.text(0) }
    }
    #expect(try rank(path) == rank(new))
  }

  // MARK: Repair

  @Test(arguments: 1...Schema.version)
  func `repairing an intact journal of any schema loses nothing`(_ schema: Int) async throws {
    try make(schema: schema)
    let repair = try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    #expect(repair.isWhole && repair.notes == 2)
    #expect(repair.entries == (schema < 4 ? 0 : 2) && repair.toDos == (schema < 4 ? 0 : 2))
    let journal = try Journal(at: path, for: .writing)
    // Data from hosts and clones is fetched again.
    try await expectAll(of: schema, in: journal, withCaches: false)
    guard schema >= 4 else { return }
    let now = Moment.test("2026-11-21T09:00:00+09:00")
    let day = Day(number: 20_413)
    #expect(try await journal.add(["more"], on: day, at: now).map(\.number) == [5])
    var deleted = EntryFilter()
    deleted.isDeleted = true
    #expect(
      try await journal.search(SearchQuery(["deleted"]), deleted).map(\.text.title) == ["gone"])
  }

  @Test func `repair recovers rows on both sides of a damaged page`() async throws {
    do {
      let journal = try Journal(at: path, for: .writing)
      let now = Moment.test("2026-11-21T09:00:00+09:00")
      for number in 1...200 {
        let text = EntryText(
          title: "entry \(number)", body: String(repeating: "words ", count: 100))
        _ = try await journal.write(text, on: Day(number: number), basedOn: nil, at: now)
        _ = try await journal.add(["to-do \(number)"], on: Day(number: number), at: now)
      }
    }
    try Connection(path: path, mode: .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let page = try Connection(path: path, mode: .readWrite).pragma("page_size")
    var bytes = try File.read(path)
    let needle = Array("entry 100".utf8)
    let place = try #require(
      bytes.indices.dropLast(needle.count).first {
        bytes[$0..<$0 + needle.count].elementsEqual(needle)
      })
    let start = place / page * page
    bytes.replaceSubrange(start..<start + page, with: Array(repeating: 0x78, count: page))
    try File.writeAtomically(bytes, to: path)
    let repair = try await Journal.repair(at: path, now: .test("2026-11-21T00:00:00Z"))
    #expect(!repair.isWhole)
    // Entries and to-dos are in the same table, so one page contains both.
    #expect((150...200).contains(repair.entries) && (150...200).contains(repair.toDos))
    #expect(repair.entries + repair.toDos < 400)
    let journal = try Journal(at: path, for: .writing)
    let entries = try await journal.entries(EntryFilter())
    #expect(entries.count == repair.entries)
    #expect(entries.first?.text.title == "entry 200" && entries.last?.text.title == "entry 1")
    #expect(
      try await journal.search(SearchQuery(["words"]), EntryFilter()).count == repair.entries)
    #expect(try await journal.toDos(ToDoFilter()).count == repair.toDos)
    #expect(try await journal.problems().isEmpty)
  }
}
