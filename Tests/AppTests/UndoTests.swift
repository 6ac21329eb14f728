import Diary
import Journal
import Localization
import Platform
import Records
import TestSupport
import Testing

@testable import App
@testable import Context

/// `undo` and `redo` of changes that two programs make to one journal, compared with a model.
@Suite struct UndoTests {
  private let folder: TemporaryFolder
  private let today = Day(iso: "2026-11-21")!

  init() throws { folder = try TemporaryFolder() }

  private func program() throws -> App {
    var process = ProcessContext(
      environment: Environment([
        "HOME": folder.path, "LANG": "C", "COMMITDIARY_NOW": "2026-11-21T09:00:00Z", "TZ": "UTC",
      ]))
    process.streams = Streams(read: { _ throws(FileError) in [] }, write: { _, _ in .done })
    process.directory = WorkingDirectory(folder.path)
    return try App(RunOptions(), in: process)
  }

  /// Everything in the journal, deleted texts too.
  private func contents(of app: App) async throws -> [String] {
    let journal = try await app.journal(for: .reading)
    var texts: [String] = []
    for isDeleted in [false, true] {
      var (notes, entries, toDos) = (NoteFilter(), EntryFilter(), ToDoFilter())
      (notes.isDeleted, entries.isDeleted, toDos.isDeleted) = (isDeleted, isDeleted, isDeleted)
      texts += try await journal.notes(notes).map(\.note).map {
        "\(isDeleted) \($0.id.text) \($0.text) \($0.commit?.sha ?? "")"
      }
      texts += try await journal.entries(entries).map { "\(isDeleted) \($0.day) \($0.text)" }
      texts += try await journal.toDos(toDos, on: today).map(\.toDo).map {
        "\(isDeleted) \($0.id.text) \($0.details) \($0.day) \($0.isDone)"
      }
    }
    return texts.sorted()
  }

  /// A random change of the texts that are there.
  private func change(_ random: inout Seeded, in app: App) async throws -> DiaryChange {
    let journal = try await app.journal(for: .reading)
    let notes = try await journal.notes(NoteFilter()).map(\.note)
    let toDos = try await journal.toDos(ToDoFilter(), on: today).map(\.toDo)
    let word = "w\(UInt16.random(in: 0...UInt16.max, using: &random))"
    let day = today + Int.random(in: -2...2, using: &random)
    let (note, toDo) = (notes.randomElement(using: &random), toDos.randomElement(using: &random))
    // Several at once, as in the lists of the full screen.
    let some = toDos.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)).map(
      \.id)
    let mixed =
      some.map { RecordID.toDo($0) }
      + notes.shuffled(using: &random).prefix(3).map { RecordID.note($0.id) }
    switch (Int.random(in: 0..<19, using: &random), note, toDo) {
    case (0, _, _), (1, nil, _), (2, nil, _):
      let place = LocatedRepository(Repository(name: "github.com/octocat/hello"))
      return .addNote(
        Text(title: word, body: "#b\(word)", tags: ["set"]),
        on: NoteSubject(place, commit: nil))
    case (1, let note?, _):
      return .editNote(note.id, to: Text(title: word, body: ""), basedOn: note.version)
    case (2, let note?, _): return .delete([.note(note.id)])
    case (3, _, _): return .jot(word, at: DayAndTime(day: day, time: nil), tags: [word])
    case (4, _, _): return .replaceEntry(Text(written: word), on: day)
    case (5, _, let toDo?): return .moveToDos([toDo.id], to: today)
    case (6, _, _): return .addToDos([NewToDo(text: "\(word) every:week")], on: day)
    case (7, _, let toDo?): return .finishToDos([toDo.id])
    case (8, _, let toDo?): return .reopenToDos([toDo.id])
    case (9, _, let toDo?): return .moveToDos([toDo.id], to: day)
    case (10, _, let toDo?): return .rewordToDo(toDo.id, to: "\(word) due:friday +\(word)")
    case (11, let note?, let toDo?): return .delete([.note(note.id), .toDo(toDo.id)])
    case (12, _, let toDo?): return .changeTags([.toDo(toDo.id)], adding: [word], removing: [])
    case (13, _, _?): return .finishToDos(some)
    case (14, _, _?): return .reopenToDos(some)
    case (15, _, _?): return .moveToDos(some, to: day)
    case (16, _, _?): return .changeTags(mixed, adding: ["many"], removing: ["set"])
    case (17, _, _?): return .changeTags(mixed, adding: [word], removing: ["many"])
    case (18, _, _?): return .delete(mixed)
    default: return .addToDos([NewToDo(text: word), NewToDo(text: "b")], on: day)
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a model agrees after every change, undo and redo`(seed: UInt64) async throws {
    var random = Seeded(seed)
    let programs = [try program(), try program()]
    try await programs[0].changes.make(.addToDos([NewToDo(text: "first")], on: today))
    // The contents before and after each change that can be taken back, and made again.
    var (done, undone):
      ([(before: [String], after: [String])], [(before: [String], after: [String])])
    (done, undone) = ([], [])
    var current = try await contents(of: programs[0])
    done.append((before: [], after: current))
    for _ in 0..<150 {
      let app = programs[Int.random(in: 0...1, using: &random)]
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        guard let last = done.popLast() else {
          await #expect(throws: JournalError.noChange(.undo)) {
            try await app.changes.make(.takeBack(.undo))
          }
          continue
        }
        try await app.changes.make(.takeBack(.undo))
        current = try await contents(of: app)
        // What was added is deleted now, and named by nothing else.
        #expect(Self.shown(current) == Self.shown(last.before))
        undone.append(last)
      case 3..<5:
        guard let next = undone.popLast() else {
          await #expect(throws: JournalError.noChange(.redo)) {
            try await app.changes.make(.takeBack(.redo))
          }
          continue
        }
        try await app.changes.make(.takeBack(.redo))
        current = try await contents(of: app)
        #expect(Self.shown(current) == Self.shown(next.after))
        done.append(next)
      default:
        let result = try await app.changes.make(change(&random, in: app))
        let after = try await contents(of: app)
        #expect(result.isChanged == (after != current))
        if result.isChanged {
          done.append((current, after))
          undone = []
        }
        current = after
      }
    }
    #expect(try await programs[0].journal(for: .reading).problems() == [])
  }

  /// What is not deleted.
  private static func shown(_ contents: [String]) -> [String] {
    contents.filter { $0.hasPrefix("false") }
  }

  @Test func `nothing is taken back that has changed since`() async throws {
    let app = try program()
    let journal = try await app.journal(for: .writing)
    try await app.changes.make(.addToDos([NewToDo(text: "kept")], on: today))
    let added = try await app.changes.make(
      .addToDos([NewToDo(text: "a"), NewToDo(text: "b")], on: today))
    // As a mirror or another machine changes it: not in the log.
    let id = added.records.toDos[1].toDo.id
    _ = try await journal.editToDo(
      id, to: ToDo.Details(text: "c"), basedOn: 1, at: app.clock.now)
    let before = try await contents(of: app)
    await #expect(throws: JournalError.changedSince("todo add")) {
      try await app.changes.make(.takeBack(.undo))
    }
    #expect(try await contents(of: app) == before)
    // The one before it is the last one now.
    #expect(try await app.changes.make(.takeBack(.undo)).records.toDos.map(\.toDo.text) == ["kept"])
    await #expect(throws: JournalError.noChange(.undo)) {
      try await app.changes.make(.takeBack(.undo))
    }
  }

  @Test func `the weather of an entry does not keep it from being taken back`() async throws {
    let app = try program()
    let journal = try await app.journal(for: .writing)
    let noon = DayAndTime(day: today, time: nil)
    try await app.changes.make(.jot("one", at: noon))
    try await app.changes.make(.jot("two", at: noon))
    _ = try await journal.setWeather("{}", of: today, at: app.clock.now)
    try await app.changes.make(.takeBack(.undo))
    #expect(try await journal.entry(of: today).text.written == "one")
    try await app.changes.make(.takeBack(.redo))
    let entry = try await journal.entry(of: today)
    #expect(entry.text.written.contains("two") && entry.weather == "{}")
  }

  @Test func `a purge leaves nothing in the log`() async throws {
    let app = try program()
    let journal = try await app.journal(for: .writing)
    try await app.changes.make(.jot("one", at: DayAndTime(day: today, time: nil)))
    try await journal.purge([.entry(today)])
    #expect(try await journal.changes(limit: 20).isEmpty)
    await #expect(throws: JournalError.noChange(.undo)) {
      try await app.changes.make(.takeBack(.undo))
    }
  }
}
