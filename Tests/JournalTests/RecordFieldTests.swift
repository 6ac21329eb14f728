import Diary
import JSON
import Platform
import Records
import TestSupport
import Testing

@testable import Journal

/// Every field of a record through everything that a record goes through.
@Suite struct RecordFieldTests {
  private let now = Moment.test("2026-11-21T09:00:00+09:00")
  private let later = Moment.test("2026-11-21T10:00:00+09:00")
  private static let day = Day(iso: "2026-11-21") ?? Day(number: 0)
  private static let place = WrittenPlace(
    repository: Repository(name: "github.com/a/b"), branch: "main")

  struct Case: CustomTestStringConvertible, Sendable {
    var field: RecordField
    var kind: RecordKind
    var testDescription: String { "\(field.name) of \(kind.name)" }
  }

  private static let cases = RecordField.all.flatMap { field in
    RecordKind.allCases.filter(field.kinds.contains).map { Case(field: field, kind: $0) }
  }

  /// A value for each part: two that differ.
  private static func sample(_ field: RecordField, _ number: Int) -> [StoredValue] {
    field.parts.map { part in
      switch (part.column, part.form) {
      case ("priority", _): .text(["A", "B"][number])
      case ("every", _): .text(["week", "month"][number])
      case ("weather", _): .text(["{\"code\":1}", "{\"code\":2}"][number])
      case (_, .tags): .text("[[\"tag\(number)\",3]]")
      case (_, .repository): .text("github.com/a/repository\(number)")
      case (_, .text): .text("\(part.column) \(number) \u{0065}\u{0301}")
      case (_, .day): .integer(Int64(day.number + number))
      case (_, .instant): .integer(1_764_000_000 + Int64(number) * 60)
      case (_, .integer): .integer(Int64(number) * 3600)
      }
    }
  }

  /// A state in which each field of the kind has a value, but is not deleted.
  private static func state(of kind: RecordKind) -> RecordState {
    var state = RecordState(Text(), on: day)
    for field in RecordField.all where field.kinds.contains(kind) && field.merge != .deletion {
      field.set(sample(field, 0), in: &state)
    }
    state.unknown = [.init("ofANewerProgram", 3)]
    return state
  }

  private func insert(_ kind: RecordKind, into journal: Journal) async throws -> Int64 {
    try await journal.make("add", on: Self.day, at: now, in: Self.place) { journal in
      try journal.insert(
        kind, id: Identifier.random().text, Self.state(of: kind), createdAt: now)
    }.result
  }

  private func set(
    _ field: RecordField, _ values: [StoredValue], of number: Int64, in journal: Journal
  ) async throws {
    let place = Self.place
    _ = try await journal.make("edit", on: Self.day, at: later, in: place) { journal in
      let record = try journal.record(number)
      var state = record.state
      field.set(values, in: &state)
      try journal.change(record, to: state, at: later)
    }
  }

  private func state(of number: Int64, in journal: Journal) async throws -> RecordState {
    try await journal.run { try $0.record(number).state }
  }

  private func archive(of journal: Journal) async throws -> [JSONValue] {
    try await journal.run { journal in
      var found: [JSONValue] = []
      try journal.archive(journal.archivedNumbers(ArchiveFilter())) { found.append($0) }
      return found
    }
  }

  private func receive(_ records: [JSONValue], in journal: Journal) async throws {
    _ = try await journal.make("import", on: Self.day, at: later, isImport: true) { journal in
      var unarchiving = Unarchiving()
      for record in records { _ = try unarchiving.add(record, to: journal) }
      try unarchiving.finish(in: journal, at: later.instant)
    }
  }

  private func expect(
    _ field: RecordField, _ values: [StoredValue], of number: Int64, in journal: Journal,
    _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let state = try await state(of: number, in: journal)
    let found = field.values(of: state)
    #expect(
      zip(found, values).allSatisfy { $0.isIdentical(to: $1) }, "\(field.name): \(found)",
      sourceLocation: location)
    #expect(state.unknown == [.init("ofANewerProgram", 3)], sourceLocation: location)
  }

  @Test(arguments: cases)
  func `a field survives everything`(_ test: Case) async throws {
    let field = test.field
    // A circumstance follows from where a text is written.
    guard field.role != .circumstance else { return }
    let (first, second) = (try JournalOnDisk(), try JournalOnDisk())
    let number = try await insert(test.kind, into: first.journal)
    let old = field.values(of: try await state(of: number, in: first.journal))
    let new = Self.sample(field, 1)
    try await set(field, new, of: number, in: first.journal)
    try await expect(field, new, of: number, in: first.journal)
    // Undo and redo.
    let isKept = field.role == .observed
    _ = try await first.journal.takeBack(.undo, on: Self.day, at: later)
    try await expect(field, isKept ? new : old, of: number, in: first.journal)
    _ = try await first.journal.takeBack(.redo, on: Self.day, at: later)
    try await expect(field, new, of: number, in: first.journal)
    // Deleted and restored.
    if field.merge != .deletion {
      for deleted in [true, false] {
        _ = try await first.journal.make("delete", on: Self.day, at: later) { journal in
          try journal.mark(journal.record(number), deleted: deleted, at: later)
        }
      }
      try await expect(field, new, of: number, in: first.journal)
    }
    // In another journal, and changed there beside a change here.
    try await receive(archive(of: first.journal), in: second.journal)
    try await expect(field, new, of: 1, in: second.journal)
    let other = RecordField.all.first { $0.kinds.contains(test.kind) && $0.name != field.name }
    let beside = try #require(other)
    try await set(beside, Self.sample(beside, 1), of: 1, in: second.journal)
    try await set(field, Self.sample(field, 0), of: number, in: first.journal)
    try await receive(archive(of: second.journal), in: first.journal)
    try await receive(archive(of: first.journal), in: second.journal)
    for (number, journal) in [(number, first.journal), (1, second.journal)] {
      let isDeletion = field.merge == .deletion
      if !isDeletion { try await expect(field, Self.sample(field, 0), of: number, in: journal) }
      try await expect(beside, Self.sample(beside, 1), of: number, in: journal)
    }
    let states = (
      try await state(of: number, in: first.journal), try await state(of: 1, in: second.journal)
    )
    #expect(states.0 == states.1)
    #expect(try await first.journal.problems() == [])
    // Purged.
    let day = try await state(of: number, in: first.journal).day
    let id = try await first.journal.run { try Identifier(stored: $0.record(number).id) }
    switch test.kind {
    case .note: try await first.journal.purge([id])
    case .entry: try await first.journal.purge([.entry(day)])
    case .toDo: try await first.journal.purge([.toDo(id)])
    }
    #expect(try await archive(of: first.journal) == [])
    for name in try File.list(first.folder.path) {
      let text = String(
        decoding: try File.read(first.folder.file(name)), as: UTF8.self)
      #expect(!text.contains("body 0") && !text.contains("body 1"), "\(name)")
    }
  }

  @Test func `every property of a state is declared`() {
    let properties = Swift.Mirror(reflecting: RecordState(Text(), on: Self.day)).children
      .compactMap(\.label)
    #expect(Set(properties) == Set(RecordField.all.map(\.name) + ["unknown"]))
    #expect(Set(RecordField.all.map(\.name)).count == RecordField.all.count)
  }

  @Test func `the columns of a version are those of the fields`() {
    #expect(ArchivedColumn.differences == [])
    let names = ArchivedColumn.all.map(\.name)
    #expect(Set(names).count == names.count)
    let read = RecordField.all.flatMap(\.parts)
      .filter { !$0.isPacked && $0.form != .tags && $0.form != .repository }.map(\.column)
    #expect(
      RecordState.names.split { ", \n".contains($0) }.map(String.init).sorted()
        == (read + ["others"]).sorted())
  }

  @Test(arguments: RecordKind.allCases)
  func `a state is the same after it was JSON`(kind: RecordKind) throws {
    let state = Self.state(of: kind)
    let read = RecordState(members: state.members, writtenOn: Self.day + 1)
    for field in RecordField.all {
      #expect(
        zip(field.values(of: state), field.values(of: read)).allSatisfy { $0.isIdentical(to: $1) },
        "\(field.name)")
    }
    #expect(read.unknown == state.unknown)
    #expect(read.members == state.members)
    #expect(state.members.map(\.name) == state.members.map(\.name).sorted())
  }

  @Test func `what has another form stays as it is, until it gets another value`() {
    let members: [JSONValue.Member] = [
      .init("day", "2026-13-01"), .init("due", 5), .init("priority", ""),
      .init("tags", ["perf"]), .init("title", ["x"]),
    ]
    var state = RecordState(members: members, writtenOn: Self.day)
    #expect(state.day == Self.day && state.due == nil && state.priority == nil)
    #expect(state.members == members)
    state.due = Self.day
    for field in RecordField.all where field.name == "due" { state.replaceUnknown(of: field) }
    #expect(state.members.first { $0.name == "due" }?.value == .string("\(Self.day)"))
    #expect(state.unknown.map(\.name) == ["day", "priority", "tags", "title"])
  }

  @Test func `undo takes back fields that this program does not know`() async throws {
    let place = try JournalOnDisk()
    let number = try await insert(.toDo, into: place.journal)
    _ = try await place.journal.make("import", on: Self.day, at: later) { journal in
      let record = try journal.record(number)
      var state = record.state
      state.unknown = [.init("ofANewerProgram", 8), .init("people", ["Ann"])]
      try journal.change(record, to: state, at: later)
    }
    _ = try await place.journal.takeBack(.undo, on: Self.day, at: later)
    #expect(try await state(of: number, in: place.journal).unknown == [.init("ofANewerProgram", 3)])
  }

  @Test func `a note that was moved here and reworded there has a version of its own`() async throws
  {
    let (first, second) = (try JournalOnDisk(), try JournalOnDisk())
    let number = try await insert(.note, into: first.journal)
    try await receive(archive(of: first.journal), in: second.journal)
    let fields = Dictionary(uniqueKeysWithValues: RecordField.all.map { ($0.name, $0) })
    let (text, place) = (try #require(fields["text"]), try #require(fields["place"]))
    try await set(text, Self.sample(text, 1), of: 1, in: second.journal)
    try await set(place, Self.sample(place, 1), of: number, in: first.journal)
    try await receive(archive(of: second.journal), in: first.journal)
    // 1 is the first, 2 and 3 are the move and the words. The merge has both, and is none of them.
    let versions = try await first.journal.run { journal in
      try journal.versions(of: journal.record(number)).map(\.number)
    }
    #expect(versions == [1, 2, 3, 4])
  }

  // MARK: What a change must not touch

  @Test func `undo and redo of a tag that was set by hand`() async throws {
    let place = try JournalOnDisk()
    let note = try await place.add("one", body: "#perf", tags: ["perf"])
    func source() async throws -> TagSource? {
      try await place.journal.run { try $0.record(1).text.tagSources["perf"] }
    }
    #expect(try await source() == .inText)
    _ = try await place.journal.make("notes edit", on: Self.day, at: later) { journal in
      journal.type(["perf"])
      _ = try journal.edit(note.id, to: note.text, basedOn: note.version, at: later)
    }
    #expect(try await source() == .typed)
    _ = try await place.journal.takeBack(.undo, on: Self.day, at: later)
    #expect(try await source() == .inText)
    _ = try await place.journal.takeBack(.redo, on: Self.day, at: later)
    #expect(try await source() == .typed)
  }

  @Test func `a rule and a priority that cannot be read stay`() async throws {
    let place = try JournalOnDisk()
    let toDo = try await place.journal.add(["one"], on: Self.day, at: now)[0]
    try place.execute(
      """
      UPDATE record SET series = 's', others = '{"every":"second tuesday","priority":"AA"}'
      """)
    var details = toDo.details
    details.text = "two"
    _ = try await place.journal.editToDo(
      toDo.id, to: details, basedOn: toDo.version, at: later)
    let state = try await state(of: 1, in: place.journal)
    #expect(state.series == Series(rule: "second tuesday", id: "s", occurrence: nil))
    #expect(state.priority == "AA" && state.text.body == "two")
  }

  @Test func `words of a subject are found where the commit is the same`() async throws {
    let place = try JournalOnDisk()
    let note = try await place.add("one", commit: .test("aa11"))
    _ = try await place.journal.edit(
      note.id, to: Text(title: "two", body: ""), basedOn: 1, at: now)
    // GitHub says the subject otherwise than git.
    try place.execute("UPDATE record_version SET subject = 'otherwise'")
    _ = try await place.journal.restore(note.id, version: 1, at: later)
    #expect(try await place.found("subject") == ["one"])
    #expect(try await place.found("otherwise") == [])
    #expect(try await place.journal.problems() == [])
  }

  @Test func `a note is where it is, also after its clone was moved`() async throws {
    let place = try JournalOnDisk()
    let note = try await place.add(
      "one", to: "/nowhere/old", root: "aa", commit: .test("aa11"))
    let moved = try await place.journal.move(
      note.id,
      to: NotePlace(
        RepositoryKey(Repository(name: "/nowhere/new"), root: "aa"), commit: .test("aa11")),
      basedOn: 1, at: later)
    #expect(moved.version == 1 && moved.repository.name == "/nowhere/new")
  }

  @Test func `a day that no calendar has stops nothing else`() async throws {
    let place = try JournalOnDisk()
    let toDo = try await place.journal.add(["one"], on: Self.day, at: now)[0]
    _ = try await place.journal.make("todo edit", on: Self.day, at: later) { journal in
      try journal.editToDo(
        toDo.id, to: ToDo.Details(text: "two"), basedOn: toDo.version, at: later)
    }
    for table in ["record", "record_version"] {
      try place.execute("UPDATE \(table) SET due = 99999999")
    }
    _ = try await place.journal.takeBack(.undo, on: Self.day, at: later)
    #expect(try await state(of: 1, in: place.journal).text.body == "one")
    try place.execute("UPDATE record SET due = 99999999")
    #expect(try await place.journal.deleteToDos([toDo.id], at: later)[0].deletedAt != nil)
  }
}
