import Diary
import JSON
import Platform
import Records
import Sync
import TestSupport
import Testing

@testable import Journal

/// Records and forms of fields that only a newer program knows.
@Suite struct UnknownRecordTests {
  private let now = Moment.test("2026-11-21T09:00:00+09:00")
  private let place: JournalOnDisk

  init() throws { place = try JournalOnDisk() }

  private static func habit(_ ids: Int...) -> JSONValue {
    [
      "kind": "habit", "id": "7kq2m9x4c1ab", "createdAt": "2026-11-20T00:00:00Z",
      "createdOffset": 0,
      "versions": .array(
        ids.map { ["versionId": .string("v\($0)"), "words": ["회고", .number(2.5), .null]] }),
    ]
  }

  private static let mark: JSONValue = [
    "kind": "habit", "id": "7kq2m9x4c1ab", "begunAt": "2026-11-21T00:00:00Z", "reason": 3,
  ]

  @discardableResult
  private func add(
    _ records: [JSONValue], purged: [JSONValue] = [], fromRemote: Bool = false
  ) async throws -> [Bool] {
    try await place.journal.make("import", on: now.day, at: now, isImport: true) { journal in
      var unarchiving = Unarchiving(fromRemote: fromRemote)
      var isChanged: [Bool] = []
      for mark in purged { try unarchiving.addPurge(mark, to: journal) }
      for record in records {
        let result = try unarchiving.add(record, to: journal)
        if case .changed = result { isChanged.append(true) } else { isChanged.append(false) }
      }
      try unarchiving.finish(in: journal, at: now.instant)
      return isChanged
    }.result
  }

  private func sent(everything: Bool) async throws -> [JSONValue] {
    try await place.journal.run { journal in
      var found: [JSONValue] = []
      _ = try journal.unsent(everything: everything, deviceName: "laptop") { line in
        if line.kind == .record || line.kind == .purged { found.append(line.value) }
      }
      return found
    }
  }

  @Test func `a record of an unknown kind is kept as it came, and passed on`() async throws {
    #expect(try await add([Self.habit(1)]) == [true])
    #expect(try await add([Self.habit(1)]) == [false])
    #expect(try await add([Self.habit(2, 1)]) == [true])
    #expect(try await place.journal.unknownRecords() == [Self.habit(1, 2)])
    #expect(try await place.journal.hasUnsent())
    #expect(try await sent(everything: false) == [Self.habit(1, 2)])
    // What has come from the remote is not sent again, but into a new one.
    try await add([Self.habit(1, 2)], fromRemote: true)
    #expect(try await sent(everything: false) == [])
    #expect(try await sent(everything: true) == [Self.habit(1, 2)])
    try await add([Self.habit(3)], fromRemote: true)
    #expect(try await sent(everything: false) == [])
    try await add([Self.habit(4)])
    #expect(try await sent(everything: false) == [Self.habit(1, 2, 3, 4)])
  }

  @Test func `it is purged by its ID, and never comes back`() async throws {
    try await add([Self.habit(1)])
    let copy = JournalFile(path: place.path).copyPath(schema: Schema.current.version)
    try place.execute("VACUUM INTO '\(copy)'")
    try await add([], purged: [Self.mark], fromRemote: true)
    #expect(try await add([Self.habit(1, 2)]) == [false])
    try await place.journal.completePurges()
    #expect(try await place.journal.unknownRecords() == [])
    #expect(try await place.journal.archivedPurges().purged == [Self.mark])
    #expect(try await sent(everything: true) == [Self.mark])
    for name in try File.list(place.folder.path) {
      let text = String(decoding: try File.read(place.folder.file(name)), as: UTF8.self)
      #expect(!text.contains("회고"), "\(name)")
    }
  }

  @Test func `a damaged one is refused`() async throws {
    for damaged: JSONValue in [
      ["kind": "habit", "id": "../x"], ["kind": "", "id": "7kq2m9x4c1ab"],
      [
        "kind": "habit", "id": "7kq2m9x4c1ab", "createdAt": "2026-11-20T00:00:00Z",
        "createdOffset": 0, "versions": [[:]],
      ],
    ] {
      await #expect(throws: DamagedRecord.self) { try await add([damaged]) }
    }
    #expect(try await place.journal.unknownRecords() == [])
  }

  // MARK: Fields

  private func archive(_ journal: Journal) async throws -> [JSONValue] {
    try await journal.run { journal in
      var found: [JSONValue] = []
      try journal.archive(journal.archivedNumbers(ArchiveFilter())) { found.append($0) }
      return found
    }
  }

  /// A record with other members in its version, and with the hash of these.
  private static func changed(
    _ record: JSONValue, _ change: (inout [JSONValue.Member]) -> Void
  ) -> JSONValue {
    let versions = (record["versions"]?.array ?? []).map { version -> JSONValue in
      var members = version.object ?? []
      change(&members)
      members.removeAll { $0.name == "hash" }
      let hash = Hexadecimal.text(VersionHash.hash(of: members)[...])
      return .object(members + [.init("hash", .string(hash))])
    }
    return .object(
      (record.object ?? []).map {
        $0.name == "versions" ? .init($0.name, .array(versions)) : $0
      })
  }

  @Test(
    arguments: [
      ("due", 5), ("due", "2026-11-31"), ("day", 7), ("tags", ["perf"]), ("title", ""),
      ("body", ["x"]), ("doneAt", "2026-11-20T10:00:00+09:00"), ("priority", 1),
      ("repository", 5), ("authoredAt", .null), ("weather", [:]), ("mood", 4),
    ] as [(String, JSONValue)])
  func `a field of another form is no damage`(_ name: String, _ value: JSONValue) async throws {
    let other = try JournalOnDisk()
    try await other.add("one", commit: .test("aa11"))
    _ = try await other.journal.append("two", toEntryOf: now.day, at: now)
    _ = try await other.journal.add([ToDo.Details(text: "three")], on: now.day, at: now)
    let records = try await archive(other.journal).map { record in
      Self.changed(record) { members in
        members.removeAll { $0.name == name }
        members.append(.init(name, value))
      }
    }
    try await add(records)
    func versions(_ records: [JSONValue]) -> [[JSONValue.Member]] {
      records.flatMap { $0["versions"]?.array ?? [] }.map { ($0.object ?? []).sortedByName() }
    }
    #expect(try await versions(archive(place.journal)) == versions(records))
    #expect(try await place.journal.changedTexts() == [])
    #expect(try await place.journal.problems() == [])
    // Another change leaves it as it is.
    let toDo = try await place.journal.openToDos(on: now.day)[0].toDo
    _ = try await place.journal.finish([toDo.id], on: now.day, at: now)
    let last = try await archive(place.journal)[2]["versions"]?.array?.last
    if name != "doneAt" { #expect(last?[name] == value) }
  }

  @Test func `a hash that does not fit is damage`() async throws {
    let other = try JournalOnDisk()
    try await other.add("one", commit: .test("aa11"))
    let record = try await archive(other.journal)[0]
    for name in ["subject", "day", "updatedAt", "ofANewerProgram"] {
      let changed = Self.changed(record) { _ in }.text(.compact)
      let member = "\"versions\":[{\"\(name)\":\"2026-11-22T00:00:00Z\","
      let wrong = try JSONParser.parse(
        Array(changed.replacing("\"versions\":[{", with: member).utf8))
      await #expect(throws: DamagedRecord.self) { try await add([wrong]) }
    }
    try await add([record])
  }

  // MARK: Hashes

  @Test(
    arguments: [
      "UPDATE record SET due = due + 1 WHERE kind = 3",
      "UPDATE record SET done_at = 5, done_offset = 0 WHERE kind = 3",
      "UPDATE record SET others = '{\"priority\":\"B\"}' WHERE kind = 3",
      "UPDATE record_version SET deleted_at = 1, deleted_offset = 0",
      "UPDATE record_tag SET source = 3",
      "UPDATE record SET weather = '{}' WHERE kind = 2",
      "UPDATE record SET subject = 'x' WHERE kind = 1",
    ])
  func `every change by a disk is found, and restored from a copy`(_ sql: String) async throws {
    try await place.add("one", body: "#perf", tags: ["perf"], commit: .test("aa11"))
    _ = try await place.journal.append("two", toEntryOf: now.day, at: now)
    let toDo = try await place.journal.add(
      [ToDo.Details(text: "three", due: now.day, priority: ToDo.Priority("A"))], on: now.day,
      at: now
    )[0]
    _ = try await place.journal.move([toDo.id], to: now.day - 1, at: now)
    #expect(try await place.journal.changedTexts() == [])
    let before = try await archive(place.journal)
    let copy = JournalFile(path: place.path).copyPath(schema: Schema.current.version)
    try place.execute("VACUUM INTO '\(copy)'")
    try place.execute(sql)
    #expect(try await place.journal.changedTexts().map(\.hasCopy) == [true])
    #expect(try await place.journal.restoreChangedTexts().count == 1)
    #expect(try await archive(place.journal) == before)
    #expect(try await place.journal.changedTexts() == [])
    #expect(try await place.journal.problems() == [])
  }

  @Test func `the hashes follow the name of a repository`() async throws {
    let first = try await place.add("one", to: "/nowhere/old", root: "aa", commit: .test("aa11"))
    _ = try await place.journal.edit(
      first.id, to: Text(title: "two", body: ""), basedOn: 1, at: now)
    try await place.add("three", to: "/nowhere/new", root: "aa", commit: .test("aa11"))
    #expect(try await place.journal.repositories().map(\.name) == ["/nowhere/new"])
    #expect(try await place.journal.changedTexts() == [])
    try place.execute("UPDATE record SET title = 'x' WHERE number = 1")
    try await place.add("four", to: "/nowhere/newer", root: "aa", commit: .test("aa11"))
    // A change by the disk is found afterwards too.
    #expect(try await place.journal.changedTexts().count == 1)
  }
}
