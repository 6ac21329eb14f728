import Diary
import Platform
import Records
import TestSupport
import Testing

@testable import Journal

@Suite struct JournalWritingTests {
  @Test(arguments: [
    Text(title: "회고", body: "주간회고를 썼다\n\n둘째 줄\r\n", tags: ["perf", "two words", "🚀", "Perf2"]),
    Text(title: "", body: "body alone"),
    Text(title: String(repeating: "긴", count: 10_000), body: ""),
    Text(
      title: "e\u{301} and é", body: "\u{1B}]0;title\u{7}\t'; DROP TABLE note; --",
      tags: ["\"", "e\u{301}"]),
    Text(title: "long", body: String(repeating: "A line of text.\n", count: 20_000)),
  ])
  func `a note is stored byte for byte`(_ text: Text) async throws {
    let place = try JournalOnDisk()
    let commit = Commit.test(String(repeating: "ab", count: 20), patch: "p1")
    let moment = Moment.test("2026-11-21T00:30:00+09:00")
    let key = RepositoryKey(Repository(name: "github.com/A/b"))
    let added = try await place.journal.add(text, to: NotePlace(key, commit: commit), at: moment)
    #expect(added.text.isIdentical(to: text))
    #expect(added.commit == commit)
    #expect(added.repository.name == "github.com/A/b")
    #expect(added.version == 1 && added.createdAt == moment && added.updatedAt == moment)
    #expect(added.deletedAt == nil)
    let again = try Journal(at: place.path, for: .reading)
    let read = try await again.note(added.id.text).note
    #expect(read == added)
    #expect(read.text.isIdentical(to: text))
  }

  @Test func `a commit can have two notes`() async throws {
    let place = try JournalOnDisk()
    let first = try await place.add("one", commit: .test("aa11"))
    let second = try await place.add("one", commit: .test("aa11"))
    #expect(first.id != second.id)
    #expect(try await place.titles() == ["one", "one"])
  }

  // MARK: Editing

  @Test func `an edit adds a version`() async throws {
    let place = try JournalOnDisk()
    let first = Text(title: "one", body: "first", tags: ["a", "b"])
    let note = try await place.add(
      "one", body: "first", tags: ["a", "b"], at: "2026-11-01T10:00:00Z")
    let second = Text(title: "two", body: "second", tags: ["b"])
    let edited = try await place.journal.edit(
      note.id, to: second, basedOn: 1, at: .test("2026-11-02T10:00:00-05:00"))
    #expect(edited.version == 2 && edited.text == second)
    #expect(edited.createdAt == note.createdAt)
    #expect(edited.updatedAt == .test("2026-11-02T10:00:00-05:00"))
    #expect(
      zip(try await place.journal.history(of: note.id), [first, second]).map { version, text in
        "\(version.number) \(version.text.isIdentical(to: text)) \(version.savedAt)"
      } == [
        "1 true \(note.createdAt)", "2 true \(edited.updatedAt)",
      ])
  }

  @Test func `an edit without a change adds no version`() async throws {
    let place = try JournalOnDisk()
    let note = try await place.add("one", body: "é", tags: ["a"])
    let same = try await place.journal.edit(
      note.id, to: note.text, basedOn: 1, at: .test("2026-12-01T00:00:00Z"))
    #expect(same == note)
    #expect(try await place.journal.history(of: note.id).count == 1)
    let other = Text(title: "one", body: "e\u{301}", tags: ["a"])
    let changed = try await place.journal.edit(
      note.id, to: other, basedOn: 1, at: .test("2026-12-01T00:00:00Z"))
    #expect(changed.version == 2)
  }

  @Test func `a concurrent second save is rejected`() async throws {
    let place = try JournalOnDisk()
    let note = try await place.add("one")
    let other = try Journal(at: place.path, for: .writing)
    _ = try await other.edit(
      note.id, to: Text(title: "theirs", body: ""), basedOn: 1,
      at: .test("2026-12-01T00:00:00Z"))
    await #expect(throws: JournalError.changedMeanwhile(.note(note.id.text))) {
      try await place.journal.edit(
        note.id, to: Text(title: "mine", body: ""), basedOn: 1,
        at: .test("2026-12-01T00:00:01Z"))
    }
    #expect(try await place.titles() == ["theirs"])
  }

  @Test func `does not change a note deleted meanwhile`() async throws {
    let place = try JournalOnDisk()
    let note = try await place.add("one")
    _ = try await place.journal.delete([note.id], at: .test("2026-12-01T00:00:00Z"))
    await #expect(throws: JournalError.changedMeanwhile(.note(note.id.text))) {
      try await place.journal.edit(
        note.id, to: Text(title: "mine", body: ""), basedOn: 1,
        at: .test("2026-12-01T00:00:01Z"))
    }
  }

  @Test func `reports a missing note`() async throws {
    let place = try JournalOnDisk()
    let none = Identifier(stored: "000000000000")
    let moment = Moment.test("2026-12-01T00:00:00Z")
    await #expect(throws: JournalError.missing(.note(none.text))) {
      try await place.journal.edit(none, to: Text(title: "x", body: ""), basedOn: 1, at: moment)
    }
    await #expect(throws: JournalError.missing(.note(none.text))) {
      try await place.journal.restore(none, version: nil, at: moment)
    }
    await #expect(throws: JournalError.missing(.note(none.text))) {
      try await place.journal.history(of: none)
    }
  }

  // MARK: Deleting and restoring

  @Test func `a deleted text can be restored`() async throws {
    let place = try JournalOnDisk()
    let note = try await place.add("one", tags: ["a"])
    let moment = Moment.test("2026-12-01T00:00:00+09:00")
    let deleted = try await place.journal.delete([note.id], at: moment)
    #expect(deleted.map(\.deletedAt) == [moment])
    #expect(try await place.titles() == [])
    #expect(try await place.titles { $0.isDeleted = true } == ["one"])
    #expect(try await place.journal.noteCount() == 0)
    // The time of the first deletion is kept.
    let again = try await place.journal.delete([note.id], at: .test("2027-01-01T00:00:00Z"))
    #expect(again.map(\.deletedAt) == [moment])
    let restored = try await place.journal.restore(
      note.id, version: nil, at: .test("2027-01-01T00:00:00Z"))
    #expect(restored == note)
    #expect(try await place.titles() == ["one"])
    #expect(try await place.titles { $0.isDeleted = true } == [])
  }

  @Test func `deletes all of several notes or none`() async throws {
    let place = try JournalOnDisk()
    let first = try await place.add("one")
    let none = Identifier(stored: "000000000000")
    await #expect(throws: JournalError.missing(.note(none.text))) {
      try await place.journal.delete([first.id, none], at: .test("2026-12-01T00:00:00Z"))
    }
    #expect(try await place.titles() == ["one"])
  }

  @Test func `restoring an old version adds a new one`() async throws {
    let place = try JournalOnDisk()
    let moment = Moment.test("2026-12-01T00:00:00Z")
    let note = try await place.add("one", body: "first", tags: ["a"])
    _ = try await place.journal.edit(
      note.id, to: Text(title: "two", body: ""), basedOn: 1, at: moment)
    _ = try await place.journal.delete([note.id], at: moment)
    let restored = try await place.journal.restore(note.id, version: 1, at: moment)
    #expect(restored.version == 3 && restored.text == note.text && restored.deletedAt == nil)
    #expect(
      try await place.journal.history(of: note.id).map(\.text.title) == ["one", "two", "one"])
    let same = try await place.journal.restore(note.id, version: 3, at: moment)
    #expect(same.version == 3)
    #expect(try await place.found("first") == ["one"])
  }

  @Test(arguments: [0, 2, -1, 99])
  func `a missing version changes nothing`(_ version: Int) async throws {
    let place = try JournalOnDisk()
    let note = try await place.add("one")
    _ = try await place.journal.delete([note.id], at: .test("2026-12-01T00:00:00Z"))
    await #expect(throws: JournalError.noVersion(.note(note.id.text), version: version)) {
      try await place.journal.restore(note.id, version: version, at: .test("2026-12-01T00:00:00Z"))
    }
    #expect(try await place.titles { $0.isDeleted = true } == ["one"])
  }

  // MARK: Purging

  @Test func `a purged note leaves nothing in the files`() async throws {
    let place = try JournalOnDisk()
    let moment = Moment.test("2026-12-01T00:00:00Z")
    let kept = try await place.add("kept", body: "stays", tags: ["both"])
    let note = try await place.add("secretword", body: "hunter2pass", tags: ["both", "hiddentag"])
    _ = try await place.journal.edit(
      note.id, to: Text(title: "later", body: "otherpass", tags: ["both"]), basedOn: 1,
      at: moment)
    _ = try await place.journal.delete([note.id], at: moment)
    try await place.journal.purge([note.id])
    for name in try File.list(place.folder.path) {
      let text = String(decoding: try File.read(place.folder.file(name)), as: UTF8.self)
      for word in ["secretword", "hunter2pass", "hiddentag", "otherpass"] {
        #expect(!text.contains(word), "\(word) is in \(name)")
      }
    }
    #expect(try await place.titles() == ["kept"])
    #expect(try await place.titles { $0.isDeleted = true } == [])
    #expect(try await place.found("stays") == ["kept"])
    #expect(try await place.journal.problems().isEmpty)
    #expect(try await place.journal.history(of: kept.id).count == 1)
    await #expect(throws: JournalError.missing(.note(note.id.text))) {
      try await place.journal.note(note.id.text)
    }
  }

  @Test func `purges all of several notes or none`() async throws {
    let place = try JournalOnDisk()
    let note = try await place.add("one", body: "words")
    let none = Identifier(stored: "000000000000")
    await #expect(throws: JournalError.missing(.note(none.text))) {
      try await place.journal.purge([note.id, none])
    }
    #expect(try await place.found("words") == ["one"])
  }

  // MARK: Concurrent writers

  @Test func `concurrent writers lose nothing`() async throws {
    let place = try JournalOnDisk()
    let path = place.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let journal = try Journal(at: path, for: .writing)
          for number in 0..<25 {
            _ = try await journal.add(
              Text(title: "\(writer)-\(number)", body: ""),
              to: NotePlace(RepositoryKey(Repository(name: "github.com/a/b"))),
              at: .test("2026-11-21T00:00:00Z"))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try await place.titles()).count == 100)
    #expect(try await place.journal.problems().isEmpty)
  }
}
