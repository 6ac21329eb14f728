import Diary
import Glibc
import Platform
import Records
import TestSupport
import Testing

@testable import Journal

/// The copies of a journal in a folder elsewhere.
@Suite struct JournalCopiesTests {
  private let place: JournalOnDisk
  private let first = Day(iso: "2026-11-21")!

  init() throws {
    place = try JournalOnDisk()
    try File.makeDirectory(folder("usb"))
  }

  private func folder(_ name: String) -> String { place.folder.file(name) }

  private func copies(in name: String = "usb", named prefix: String = "commitdiary-a")
    -> JournalCopies
  {
    JournalCopies(ofJournalAt: place.path, in: folder(name), name: prefix)
  }

  /// The days of the files in a folder.
  private func files(in name: String = "usb") throws -> [String] {
    try File.listIfThere(folder(name)).filter { $0.hasSuffix(".sqlite") }
      .map { String($0.dropLast(7).suffix(10)) }.sorted()
  }

  private func path(of day: Day) throws -> String {
    let name = try #require(
      File.list(folder("usb")).first { $0.hasSuffix("-\(day).sqlite") })
    return "\(folder("usb"))/\(name)"
  }

  private func expectNoWord(_ word: String, _ location: SourceLocation = #_sourceLocation) throws {
    for name in ["", "usb", "disk", "away"] {
      for file in try File.listIfThere(folder(name)) where File.isRegular("\(folder(name))/\(file)")
      {
        let text = String(decoding: try File.read("\(folder(name))/\(file)"), as: UTF8.self)
        #expect(!text.contains(word), "\(name)/\(file)", sourceLocation: location)
      }
    }
  }

  @Test func `one copy a day, of which the last seven are kept`() async throws {
    for day in 0..<9 {
      try await place.add("note \(day)")
      try copies().make(on: first + day)
      try await place.add("later \(day)")
      try copies().make(on: first + day)
    }
    #expect(try files() == (2..<9).map { "\(first + $0)" })
    #expect(try copies().days() == (2..<9).map { first + $0 })
    let copy = try Journal(at: path(of: first + 8), for: .reading)
    #expect(try await copy.counts().notes == 17)
  }

  @Test func `a copy with a text that the journal lacks is not removed`() async throws {
    try await place.add("only in the first copy")
    try copies().make(on: first)
    try place.execute("DELETE FROM record")
    for day in 1..<9 { try copies().make(on: first + day) }
    #expect(try files() == ([0] + (2..<9)).map { "\(first + $0)" })
    #expect(try await place.journal.lostTexts().notes == 1)
    let restored = try await place.journal.restoreLostTexts(at: .test("2026-12-01T00:00:00Z"))
    #expect(restored.notes == 1)
    #expect(try await place.titles() == ["only in the first copy"])
  }

  @Test func `a journal that was deleted comes back from its copies`() async throws {
    try await place.add("kept")
    try copies().make(on: first)
    for suffix in ["", "-wal", "-shm"] { try File.remove(place.path + suffix) }
    let moment = Moment.test("2026-12-01T00:00:00Z")
    _ = try await Journal.repair(at: place.path, now: moment)
    let journal = try Journal(at: place.path, for: .writing)
    #expect(try await journal.restoreLostTexts(at: moment).notes == 1)
  }

  @Test func `files of another machine or journal are neither replaced nor removed`() async throws {
    try await place.add("kept")
    let other = try JournalOnDisk()
    try await other.add("of another machine")
    try JournalCopies(ofJournalAt: other.path, in: folder("usb"), name: "commitdiary-a")
      .make(on: first)
    let path = try path(of: first)
    for day in 0..<9 { try copies().make(on: first + day) }
    #expect(File.exists(path))
    let note = try await place.add("secretword")
    try copies().make(on: first + 9)
    try await place.journal.purge([note.id])
    #expect(try await Journal(at: path, for: .reading).counts().notes == 1)
  }

  @Test func `a purge covers all copies, in folders that were set earlier too`() async throws {
    let note = try await place.add("secretword")
    try copies().make(on: first)
    try File.makeDirectory(folder("disk"))
    try copies(in: "disk").make(on: first + 1)
    // What a process left that was killed while it wrote a copy.
    let leftover = try path(of: first) + ".unfinished"
    try File.copy(place.path, to: leftover)
    try await place.journal.purge([note.id])
    try expectNoWord("secretword")
    #expect(try await place.journal.unfinishedPurges() == 0)
    #expect(try copies().days() == [first] && copies(in: "disk").days() == [first + 1])
  }

  @Test func `a folder that cannot be reached leaves a purge pending`() async throws {
    let (note, other) = (try await place.add("secretword"), try await place.add("hiddenword"))
    try copies().make(on: first)
    try File.makeDirectory(folder("disk"))
    try copies(in: "disk").make(on: first + 1)
    try File.move(folder("usb"), to: folder("unplugged"))
    // As a disk that is not mounted.
    try File.makeDirectory(folder("usb"))
    try await place.journal.purge([note.id])
    try await place.journal.purge([other.id])
    try expectNoWord("secretword")
    #expect(try place.journal.foldersWithoutPurges() == [folder("usb")])
    #expect(try await place.journal.unfinishedPurges() == 2)
    // Nothing is written where the disk is not mounted.
    #expect(throws: JournalError.copiesAway(path: folder("usb"))) {
      try copies().make(on: first + 2)
    }
    #expect(try files() == [])
    #expect(try place.journal.foldersWithoutPurges() == [folder("usb")])
    File.removeEmptyDirectory(folder("usb"))
    try File.move(folder("unplugged"), to: folder("usb"))
    let next = try Journal(at: place.path, for: .writing)
    #expect(try await next.unfinishedPurges() == 0)
    #expect(try next.foldersWithoutPurges() == [])
    try expectNoWord("secretword")
    try expectNoWord("hiddenword")
  }

  @Test func `copies that somebody has deleted do not keep a purge from being complete`()
    async throws
  {
    let note = try await place.add("secretword")
    for day in 0..<2 { try copies().make(on: first + day) }
    for day in 0..<2 { try File.remove(path(of: first + day)) }
    try await place.journal.purge([note.id])
    #expect(try await place.journal.unfinishedPurges() == 0)
  }

  @Test func `without the folder there is no copy, and nothing is listed`() async throws {
    try await place.add("kept")
    #expect(throws: JournalError.notWritable(path: folder("away"), reason: .system(.notFound))) {
      try copies(in: "away").make(on: first)
    }
    #expect(copies(in: "away").listedDays == [])
    // Nothing is created in place of a journal that is not there.
    let none = JournalCopies(ofJournalAt: folder("none.sqlite"), in: folder("usb"), name: "b")
    try none.make(on: first)
    #expect(try files() == [])
  }

  @Test func `another disk at the same place has copies of its own, and a purge waits for both`()
    async throws
  {
    let note = try await place.add("secretword")
    try copies().make(on: first)
    try File.move(folder("usb"), to: folder("one"))
    try File.makeDirectory(folder("usb"))
    try copies().beginFolder()
    try copies().make(on: first + 1)
    #expect(try files() == ["\(first + 1)"])
    try await place.journal.purge([note.id])
    #expect(try await place.journal.unfinishedPurges() == 1)
    try File.move(folder("usb"), to: folder("two"))
    try File.move(folder("one"), to: folder("usb"))
    let next = try Journal(at: place.path, for: .writing)
    #expect(try await next.unfinishedPurges() == 0)
    try expectNoWord("secretword")
  }

  @Test func `copies that the list has lost are found again`() async throws {
    let note = try await place.add("secretword")
    for day in 0..<2 { try copies().make(on: first + day) }
    let other = try JournalOnDisk()
    try await other.add("secretword of another")
    try JournalCopies(ofJournalAt: other.path, in: folder("usb"), name: "commitdiary-a")
      .make(on: first + 3)
    try File.remove(place.path + ".copies")
    #expect(try copies().days() == [])
    try copies().adopt()
    #expect(try copies().days().sorted() == [first, first + 1])
    try await place.journal.purge([note.id])
    #expect(try await place.journal.unfinishedPurges() == 0)
    for day in 0..<2 {
      let text = String(decoding: try File.read(path(of: first + day)), as: UTF8.self)
      #expect(!text.contains("secretword"))
    }
  }

  @Test func `a list that is no file blocks nothing`() async throws {
    try await place.add("kept")
    #expect(mkfifo(place.path + ".copies", 0o600) == 0)
    #expect(throws: JournalError.self) { try copies().make(on: first) }
    let next = try Journal(at: place.path, for: .writing)
    #expect(try await next.counts().notes == 1)
  }
}
