import Diary
import Journal
import Localization
import Platform
import Records
import Synchronization
import TestSupport
import Testing

@testable import App
@testable import Context

/// Changes of notes, entries and to-dos, and what takes them back, in a journal on disk.
@Suite struct ChangeServiceTests {
  private let folder: TemporaryFolder
  private let app: App
  private let saved = Collected()

  init() throws {
    folder = try TemporaryFolder()
    var process = ProcessContext(
      environment: Environment([
        "HOME": folder.path, "LANG": "C", "COMMITDIARY_NOW": "2026-11-21T09:00:00Z", "TZ": "UTC",
      ]))
    process.streams = Streams(read: { _ throws(FileError) in [] }, write: { _, _ in .done })
    process.directory = WorkingDirectory(folder.path)
    process.whenChanged = { [saved] in saved.add($0) }
    app = try App(RunOptions(), in: process)
  }

  private let today = Day(iso: "2026-11-21")!
  private let repository = Repository(name: "github.com/octocat/hello")
  private let commit = Commit(
    sha: "3f2a9c1b5d7e90123456789abcdef0123456789a", subject: "Cache the index", author: "Octo",
    date: Moment(Instant(secondsSince1970: 1_700_000_000), offset: 0))

  @discardableResult
  private func make(_ change: DiaryChange) async throws -> ChangeResult {
    try await app.changes.make(change)
  }

  private func addNote(_ title: String, _ commit: Commit? = nil) async throws -> Identifier {
    let subject = NoteSubject(LocatedRepository(repository), commit: commit)
    let text = Text(title: title, body: "Because #perf", tags: ["set"])
    return try await make(.addNote(text, on: subject)).records.notes[0].note.id
  }

  private func addToDo(_ text: String, on day: Day? = nil) async throws -> Identifier {
    try await make(.addToDos([NewToDo(text: text)], on: day ?? today)).records.toDos[0].toDo.id
  }

  /// Everything that is not deleted.
  private func contents() async throws -> [String] {
    let journal = try await app.journal(for: .reading)
    let notes = try await journal.notes(NoteFilter()).map(\.note).map {
      "\($0.id.text) \($0.text) \($0.commit?.sha ?? "")"
    }
    let entries = try await journal.entries(EntryFilter()).map { "\($0.day) \($0.text)" }
    let toDos = try await journal.toDos(ToDoFilter(), on: today).map(\.toDo).map {
      "\($0.id.text) \($0.details) \($0.day) \($0.isDone)"
    }
    return (notes + entries + toDos).sorted()
  }

  /// Makes a change, takes it back, and makes it again.
  private func expectWayBack(_ change: DiaryChange) async throws {
    let before = try await contents()
    let done = try await make(change)
    let after = try await contents()
    #expect(done.isChanged && after != before, "\(change)")
    #expect(try await make(.takeBack(.undo)).isChanged)
    #expect(try await contents() == before, "\(change)")
    #expect(try await make(.takeBack(.redo)).isChanged)
    #expect(try await contents() == after, "\(change)")
  }

  private func expectNoChange(_ change: DiaryChange) async throws {
    let (before, count) = (try await contents(), saved.count)
    let result = try await make(change)
    #expect(!result.isChanged, "\(change)")
    #expect(try await contents() == before)
    #expect(saved.count == count)
  }

  private func sentences(_ change: DiaryChange) async throws -> [String] {
    let report = ChangeReport(try await make(change), in: app)
    return (report.unchanged.map { [$0] } ?? report.sentences + report.hints).map {
      app.reader.say($0)
    }
  }

  // MARK: What takes a change back

  @Test func `changes of notes can be taken back`() async throws {
    let id = try await addNote("First", commit)
    let other = try await addNote("Other")
    let subject = NoteSubject(LocatedRepository(repository), commit: nil)
    try await expectWayBack(.addNote(Text(title: "New", body: ""), on: subject))
    try await expectWayBack(
      .editNote(id, to: Text(title: "Second", body: "#slow", tags: ["set"]), basedOn: 1))
    try await expectWayBack(.changeTags([.note(id)], adding: ["more"], removing: ["set"]))
    try await expectWayBack(.moveNote(other, toRevision: "3f2a9c1"))
    try await expectWayBack(.moveNote(id, toRevision: "none"))
    try await expectWayBack(.restoreVersion(.note(id), 1))
    try await expectWayBack(.delete([.note(id), .note(other)]))
    try await expectWayBack(.restoreVersion(.note(id), 2))
  }

  @Test func `changes of entries can be taken back`() async throws {
    let noon = DayAndTime(day: today, time: nil)
    try await expectWayBack(.jot("A line #perf", at: noon))
    try await expectWayBack(.jot("Another line", at: noon, tags: ["set"]))
    try await expectWayBack(.addToEntry("A paragraph", on: today, tags: []))
    try await expectWayBack(.replaceEntry(Text(written: "Anew"), on: today))
    try await expectWayBack(.changeTags([.entry(today)], adding: ["more"], removing: ["set"]))
    let version = try await app.journal(for: .reading).entry(of: today).version
    try await expectWayBack(
      .writeEntry(Text(written: "From the editor"), on: today, basedOn: version))
    try await expectWayBack(.restoreVersion(.entry(today), 1))
    try await expectWayBack(.delete([.entry(today)]))
    try await expectWayBack(
      .writeEntry(Text(written: "The day after"), on: today + 1, basedOn: nil))
    try await expectWayBack(.writeEntry(Text(written: ""), on: today + 1, basedOn: 1))
  }

  @Test func `changes of to-dos can be taken back`() async throws {
    let first = try await addToDo("Cut #perf")
    let second = try await addToDo("Sew")
    try await expectWayBack(.addToDos([NewToDo(text: "a"), NewToDo(text: "b")], on: today))
    try await expectWayBack(.rewordToDo(first, to: "Cut twice #slow"))
    let priority = ToDo.Priority("A")
    let details = ToDo.Details(text: "Cut", tags: ["set"], due: today + 3, priority: priority)
    let version = try await app.journal(for: .reading).toDo(first.text, on: today).toDo.version
    try await expectWayBack(.editToDo(first, to: details, on: today + 1, basedOn: version))
    try await expectWayBack(.changeTags([.toDo(first)], adding: ["more"], removing: ["set"]))
    try await expectWayBack(.finishToDos([first, second]))
    try await expectWayBack(.reopenToDos([first]))
    try await expectWayBack(.moveToDos([first, second], to: today + 1))
    try await expectWayBack(.restoreVersion(.toDo(first), 1))
    try await expectWayBack(.delete([.toDo(first), .toDo(second)]))
  }

  @Test func `nothing is changed by what is the case already`() async throws {
    let (note, toDo) = (try await addNote("Note", commit), try await addToDo("To-do #perf"))
    try await make(.jot("Line", at: DayAndTime(day: today, time: nil), tags: ["set"]))
    try await expectNoChange(.changeTags([.note(note)], adding: ["SET"], removing: ["none"]))
    try await expectNoChange(.changeTags([.entry(today)], adding: ["#set"], removing: []))
    try await expectNoChange(.changeTags([.toDo(toDo)], adding: ["perf"], removing: []))
    try await expectNoChange(.moveNote(note, toRevision: commit.sha))
    try await expectNoChange(.restoreVersion(.note(note), 1))
    try await expectNoChange(.restoreVersion(.entry(today), 1))
    try await expectNoChange(.rewordToDo(toDo, to: "To-do #perf"))
    try await expectNoChange(.reopenToDos([toDo]))
    try await expectNoChange(.moveToDos([toDo], to: today))
    #expect(saved.count == 3)
  }

  // MARK: Refusals

  @Test func `an empty text is refused before there is a journal`() async throws {
    let changes: [DiaryChange] = [
      .jot(" ", at: DayAndTime(day: today, time: nil)), .addToDos([.init(text: "\n")], on: today),
      .addToEntry("", on: today, tags: []),
    ]
    for change in changes {
      await #expect(throws: Explanation.textEmpty) { try await make(change) }
    }
    #expect(!File.exists(app.paths.journal))
  }

  @Test func `a change of an older version is refused`() async throws {
    let (note, toDo) = (try await addNote("Note"), try await addToDo("To-do"))
    try await make(.changeTags([.note(note)], adding: ["a"], removing: []))
    try await make(.rewordToDo(toDo, to: "Changed"))
    try await make(.jot("Line", at: DayAndTime(day: today, time: nil)))
    let changes: [DiaryChange] = [
      .editNote(note, to: Text(title: "x", body: ""), basedOn: 1),
      .editToDo(toDo, to: .init(text: "x"), basedOn: 1),
      .writeEntry(Text(written: "x"), on: today, basedOn: nil),
      .delete([.entry(today)], basedOn: 7),
    ]
    let before = try await contents()
    for change in changes {
      await #expect(throws: JournalError.self, "\(change)") { try await make(change) }
    }
    #expect(try await contents() == before)
  }

  @Test func `only what is deleted is restored, and nothing else of it is changed`() async throws {
    let (note, toDo) = (try await addNote("Note"), try await addToDo("To-do"))
    await #expect(throws: Explanation.self) { try await make(.restore([.note(note)])) }
    await #expect(throws: JournalError.self) { try await make(.restore([.entry(today)])) }
    try await make(.delete([.note(note), .toDo(toDo)]))
    let changes: [DiaryChange] = [
      .moveNote(note, toRevision: "none"), .changeTags([.note(note)], adding: ["a"], removing: []),
      .delete([.note(note)]), .finishToDos([toDo]), .rewordToDo(toDo, to: "x"),
      .moveToDos([toDo], to: today + 1), .changeTags([.entry(today)], adding: ["a"], removing: []),
      .delete([.entry(today)]),
    ]
    for change in changes {
      await #expect(throws: JournalError.self, "\(change)") { try await make(change) }
    }
  }

  @Test func `a tag that is written in the text is not removed`() async throws {
    let id = try await addToDo("Cut #perf")
    await #expect(throws: Explanation.self) {
      try await make(.changeTags([.toDo(id)], adding: [], removing: ["perf"]))
    }
    // It goes with its last mention.
    #expect(try await make(.rewordToDo(id, to: "Cut")).records.toDos[0].toDo.tags == [])
  }

  // MARK: Sentences

  @Test func `says what was changed, and what comes next`() async throws {
    let note = try await addNote("Why", commit)
    let name = try await app.journal(for: .reading).note(note.text).shortID
    let weekly = NewToDo(text: "Plan every:week")
    #expect(
      try await sentences(.addToDos([weekly], on: today)) == ["Added to-do 1: Plan  every week"])
    let plan = try await app.journal(for: .reading).toDo("1", on: today)
    #expect(
      try await sentences(.finishToDos([plan.toDo.id])) == [
        "Completed to-do 1: Plan", "Next on Nov 28, 2026: Plan",
      ])
    #expect(
      try await sentences(.reopenToDos([plan.toDo.id])) == ["Reopened to-do 1: Plan"])
    #expect(
      try await sentences(.takeBack(.undo)) == [
        "Undid \"todo reopen\": 1 Plan and 1 other", "Run: commitdiary redo",
      ])
    #expect(
      try await sentences(.takeBack(.redo)) == [
        "Redid \"todo reopen\": 1 Plan and 1 other", "Run: commitdiary undo",
      ])
    #expect(
      try await sentences(.moveToDos([plan.toDo.id], to: today + 1))
        == ["Moved to-do 1 to Nov 22, 2026: Plan"])
    let removal = DiaryChange.moveNote(note, toRevision: "none")
    #expect(
      try await sentences(removal).last == "Run: commitdiary undo")
    #expect(try await sentences(removal) == ["Note \(name) was not changed."])
    let time = TimeOfDay(hour: 9, minute: 5)
    #expect(
      try await sentences(.jot("Line", at: DayAndTime(day: today, time: time)))
        == ["Added to Nov 21, 2026: \(app.reader.timeInText(time)) Line"])
    #expect(
      try await sentences(.writeEntry(Text(written: ""), on: today, basedOn: 1)).first
        == "The entry for Nov 21, 2026 was left empty, so it was deleted.")
  }
}

/// The changes that were reported as saved.
private final class Collected: Sendable {
  private let results = Mutex<[ChangeResult]>([])

  var count: Int { results.withLock { $0.count } }

  func add(_ result: ChangeResult) { results.withLock { $0.append(result) } }
}
