import Diary
import Glibc
import Platform
import Records
import SQLite
import TestSupport
import Testing

@testable import Journal

/// Purges that could not be completed at once.
@Suite struct PurgeRecordTests {
  private let place: JournalOnDisk
  private let drafts: Drafts
  private let moment = Moment.test("2026-12-01T00:00:00Z")

  init() throws {
    place = try JournalOnDisk()
    drafts = Drafts(in: place.folder.file("drafts"))
  }

  private var file: JournalFile { JournalFile(path: place.path) }

  private func expectNothingLeft(
    of words: [String], _ location: SourceLocation = #_sourceLocation
  ) throws {
    for folder in [place.folder.path, drafts.directory] where File.exists(folder) {
      for name in try File.list(folder) where !File.isDirectory("\(folder)/\(name)") {
        let text = String(decoding: try File.read("\(folder)/\(name)"), as: UTF8.self)
        for word in words {
          #expect(!text.contains(word), "\(name): \(word)", sourceLocation: location)
        }
      }
    }
  }

  @Test func `a reader delays a purge until the next write`() async throws {
    let note = try await place.add("secretword", body: "hunter2pass")
    try place.execute("VACUUM INTO '\(file.copyPath(schema: 5))'")
    do {
      let reader = try Connection(path: place.path, mode: .readWrite)
      try reader.execute("BEGIN")
      _ = try reader.rows("SELECT body FROM record") { $0.text(0) }
      let journal = place.journal
      await #expect(throws: JournalError.busy(path: place.path)) {
        try await journal.purge([note.id])
      }
      #expect(try await place.journal.unfinishedPurges() == 1)
      await #expect(throws: JournalError.missing(.note(note.id.text))) {
        try await journal.note(note.id.text, deleted: true)
      }
    }
    let next = try Journal(at: place.path, for: .writing)
    #expect(try await next.unfinishedPurges() == 0)
    #expect(try await next.purgedNote(String(note.id.text.prefix(5))) == note.id)
    // The command can be repeated.
    try await next.purge([note.id])
    try expectNothingLeft(of: ["secretword", "hunter2pass"])
  }

  @Test func `a damaged copy is rebuilt without the purged text`()
    async throws
  {
    let note = try await place.add("secretword", body: "hunter2pass")
    for number in 1...200 {
      try await place.add("kept \(number)", body: String(repeating: "words ", count: 50))
    }
    let copy = file.damagedPath(at: moment.instant)
    try place.execute("VACUUM INTO '\(copy)'")
    let size = try #require(File.size(copy))
    var bytes = try File.read(copy)
    // A page in the middle of the texts.
    let page = size / 4096 / 2 * 4096
    bytes.replaceSubrange(page..<page + 4096, with: Array(repeating: 0x78, count: 4096))
    try File.writeAtomically(bytes, to: copy)
    try await place.journal.purge([note.id])
    try expectNothingLeft(of: ["secretword", "hunter2pass"])
    #expect(try file.copies == [copy])
    let kept = try Connection(path: copy, mode: .readWrite)
    #expect(try kept.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
    #expect(try kept.first("SELECT count(*) > 100 FROM record") { $0.int(0) } == 1)
  }

  @Test func `purges a log without its journal`() async throws {
    let note = try await place.add("secretword", body: "hunter2pass")
    let log = place.path + "-wal"
    try #require((File.size(log) ?? 0) > 0)
    try File.copy(log, to: place.path + ".log-1763690000")
    try await place.journal.purge([note.id])
    try expectNothingLeft(of: ["secretword", "hunter2pass"])
    #expect(try file.copies.count == 1)
  }

  @Test func `purges drafts of the text`() async throws {
    let journal = try Journal(at: place.path, for: .writing, drafts: drafts)
    let note = try await place.add("secretword", body: "hunter2pass")
    func leave(_ text: String, edited: Draft.Edited?) throws {
      let about = Draft.NoteDetails(
        NotePlace(RepositoryKey(note.repository)), text: Text(title: "", body: ""),
        edited: edited)
      _ = try drafts.begin(
        Draft(.note(about), original: "", startedAt: moment.instant), text: text)
    }
    try leave("secretword changed", edited: Draft.Edited(id: note.id, version: 1))
    try leave("secretword\n\nhunter2pass\n", edited: nil)
    try leave("another note", edited: nil)
    try await journal.purge([note.id])
    #expect(drafts.unfinished().map(\.text) == ["another note"])
    try expectNothingLeft(of: ["secretword", "hunter2pass"])
  }

  /// Makes a copy from which nothing can be removed: SQLite would wait for its log.
  private func makeUnreadableCopy(at copy: String) throws {
    try File.create(copy)
    try #require(mkfifo(copy + "-journal", 0o600) == 0)
  }

  private func removeCopy(_ copy: String) throws {
    for suffix in ["", "-journal"] { try File.remove(copy + suffix) }
  }

  @Test func `ignores pipes and folders beside the journal`() async throws {
    let note = try await place.add("secretword", body: "hunter2pass")
    for copy in [file.copyPath(schema: 3), file.damagedPath(at: moment.instant)] {
      try #require(mkfifo(copy, 0o600) == 0)
      try File.makeDirectory(copy + ".unfinished-new")
    }
    try File.makeDirectory(file.copyPath(schema: 4))
    #expect(try await place.journal.lostTexts().total == 0)
    try await place.journal.purge([note.id])
    _ = try await Journal.repair(at: place.path, now: moment)
    #expect(File.isSpecial(file.copyPath(schema: 3)))
  }

  @Test func `does not purge an entry written after the purge`() async throws {
    let day = moment.day
    _ = try await place.journal.append("secretword", toEntryOf: day, at: moment)
    let copy = file.copyPath(schema: 5)
    try makeUnreadableCopy(at: copy)
    let journal = place.journal
    await #expect(throws: JournalError.copyNotPurged(path: copy)) {
      try await journal.purge([.entry(day)])
    }
    #expect(try await journal.entryIfWritten(on: day) == nil)
    let later = Moment.test("2026-12-01T00:00:09Z")
    // The purge is not complete yet when the day gets its next entry.
    _ = try await place.journal.append("new words", toEntryOf: day, at: later)
    try removeCopy(copy)
    let next = try Journal(at: place.path, for: .writing)
    #expect(try await next.unfinishedPurges() == 0)
    #expect(try await next.entry(of: day).text.title == "new words")
  }

  @Test func `a new entry is not purged with one that was created in the same second`() async throws
  {
    let day = moment.day
    let copy = file.copyPath(schema: 5)
    for words in ["first", "second"] {
      _ = try await place.journal.append(words, toEntryOf: day, at: moment)
      try makeUnreadableCopy(at: copy)
      let journal = place.journal
      await #expect(throws: JournalError.copyNotPurged(path: copy)) {
        try await journal.purge([.entry(day)])
      }
      try removeCopy(copy)
    }
    _ = try await place.journal.append("third", toEntryOf: day, at: moment)
    let next = try Journal(at: place.path, for: .writing)
    #expect(try await next.unfinishedPurges() == 0)
    #expect(try await next.entry(of: day).text.title == "third")
  }

  @Test func `a text that is being purged cannot be changed`() async throws {
    let day = moment.day
    let journal = place.journal
    _ = try await journal.append("secretword", toEntryOf: day, at: moment)
    // Another process was killed right after it had recorded the purge.
    try place.execute(
      """
      INSERT INTO purge (kind, id, day, begun_at)
        SELECT kind, id, day, created_at FROM record WHERE kind = 2
      """)
    let later = Moment.test("2026-12-01T00:00:09Z")
    await #expect(throws: JournalError.purgeUnfinished) {
      try await journal.append("new words", toEntryOf: day, at: later)
    }
    let next = try Journal(at: place.path, for: .writing)
    let entry = try await next.append("new words", toEntryOf: day, at: later)
    #expect(entry.text.title == "new words")
    #expect(!entry.text.body.contains("secretword"))
  }

  @Test func `a purge leaves to another process what that recorded meanwhile`() async throws {
    let first = try await place.add("first", body: "hunter2pass")
    let second = try await place.add("second", body: "secretword")
    try place.execute("VACUUM INTO '\(file.copyPath(schema: 5))'")
    // Records the second purge when the first has read which texts it removes.
    try place.execute(
      """
      CREATE TRIGGER other AFTER DELETE ON record WHEN old.id = '\(first.id.text)' BEGIN
        INSERT INTO purge (kind, id, day, begun_at)
          SELECT kind, id, day, created_at FROM record WHERE id = '\(second.id.text)';
      END
      """)
    try await place.journal.purge([first.id])
    #expect(try await place.journal.unfinishedPurges() == 1)
    let next = try Journal(at: place.path, for: .writing)
    #expect(try await next.unfinishedPurges() == 0)
    try expectNothingLeft(of: ["hunter2pass", "secretword"])
  }

  @Test func `drafts that cannot be read are purged later`() async throws {
    let journal = try Journal(at: place.path, for: .writing, drafts: drafts)
    let day = moment.day
    _ = try await journal.append("secretword", toEntryOf: day, at: moment)
    _ = try drafts.begin(
      Draft(
        .entry(of: day, version: 1), original: "secretword", startedAt: moment.instant),
      text: "secretword and more")
    let aside = drafts.directory + "-aside"
    try File.move(drafts.directory, to: aside)
    try File.create(drafts.directory)
    await #expect {
      try await journal.purge([.entry(day)])
    } throws: { error in
      if case .draftNotPurged(drafts.directory, _)? = error as? JournalError { true } else { false }
    }
    try File.remove(drafts.directory)
    try File.move(aside, to: drafts.directory)
    let next = try Journal(at: place.path, for: .writing, drafts: drafts)
    #expect(try await next.unfinishedPurges() == 0)
    try expectNothingLeft(of: ["secretword"])
  }

  @Test func `purged texts are not restored from a copy`() async throws {
    let note = try await place.add("secretword", body: "hunter2pass")
    let copy = file.copyPath(schema: 5)
    try place.execute("VACUUM INTO '\(copy)'")
    let bytes = try File.read(copy)
    try await place.journal.purge([note.id])
    // The copy returns, as from a user's backup.
    try File.writeAtomically(bytes, to: copy)
    #expect(try await place.journal.lostTexts().total == 0)
    #expect(try await place.journal.restoreLostTexts(at: moment).total == 0)
  }
}
