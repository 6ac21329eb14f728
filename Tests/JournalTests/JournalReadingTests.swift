import Diary
import Platform
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Journal

@Suite struct JournalReadingTests {
  // MARK: Ids

  @Test(arguments: [
    ("7kq2", "one"), ("7KQ2", "one"), ("7kq2m9x4c1ab", "one"), ("7kq3", "two"), ("o1", "three"),
    ("0L", "three"), ("z", "four"), ("zzzz", "four"),
  ])
  func `accepts any unique id prefix`(_ typed: String, _ title: String) async throws {
    let place = try JournalOnDisk()
    for title in ["one", "two", "three", "four"] { try await place.add(title) }
    try place.rename(["7kq2m9x4c1ab", "7kq3m9x4c1ab", "01abcdefghjk", "zzzzzzzzzzzz"])
    #expect(try await place.journal.note(typed).note.text.title == title)
  }

  @Test(arguments: [
    "", "8", "7kq2m9x4c1abc", "7kq2m9x4c1ac", "u", "%", "7kq_", "회고", "7kq2 ", "{", "'",
  ])
  func `an unmatched prefix finds no note`(_ typed: String) async throws {
    let place = try JournalOnDisk()
    try await place.add("one")
    try place.rename(["7kq2m9x4c1ab"])
    await #expect(throws: JournalError.missing(.note(typed))) {
      try await place.journal.note(typed)
    }
  }

  @Test func `an ambiguous prefix lists the candidates`() async throws {
    let place = try JournalOnDisk()
    for title in ["one", "two", "three"] { try await place.add(title) }
    try place.rename(["7kq2maaaaaaa", "7kq2mbbbbbbb", "7kqzzzzzzzzz"])
    await #expect(
      throws: JournalError.ambiguous(.note("7KQ"), candidates: ["7kq2ma", "7kq2mb", "7kqz"])
    ) {
      try await place.journal.note("7KQ")
    }
  }

  @Test func `an ambiguous prefix lists a limited number`() async throws {
    let place = try JournalOnDisk()
    for number in 0..<12 { try await place.add("\(number)") }
    try place.rename((0..<12).map { "7kq\(Identifier(bits: UInt64($0)).text.suffix(9))" })
    await #expect {
      try await place.journal.note("7k")
    } throws: { error in
      guard case .ambiguous(_, let candidates)? = error as? JournalError else {
        return false
      }
      return candidates.count == 8
    }
  }

  @Test func `shows the shortest unique id prefix`() async throws {
    let place = try JournalOnDisk()
    for title in ["one", "two", "three", "four"] { try await place.add(title) }
    try place.rename(["aaaaaaaaaaaa", "aaaaaaaaaaab", "bcde00000000", "bcdf00000000"])
    let shorts = try await place.journal.notes(NoteFilter()).reversed().map(\.shortID)
    #expect(shorts == ["aaaaaaaaaaaa", "aaaaaaaaaaab", "bcde", "bcdf"])
    for short in shorts { #expect(try await place.journal.note(short).shortID == short) }
  }

  @Test func `short ids account for deleted notes`() async throws {
    let place = try JournalOnDisk()
    let first = try await place.add("one")
    try await place.add("two")
    _ = try await place.journal.delete([first.id], at: .test("2026-12-01T00:00:00Z"))
    try place.rename(["7kq2maaaaaaa", "7kq2mbbbbbbb"])
    #expect(try await place.journal.notes(NoteFilter()).map(\.shortID) == ["7kq2mb"])
    await #expect(throws: JournalError.deleted(.note("7kq2ma"), id: "7kq2ma")) {
      try await place.journal.note("7kq2ma")
    }
    #expect(try await place.journal.note("7kq2ma", deleted: true).note.text.title == "one")
  }

  // MARK: Order

  @Test func `at equal times the later written note is first`() async throws {
    let place = try JournalOnDisk()
    for title in ["one", "two", "three"] { try await place.add(title) }
    #expect(try await place.titles() == ["three", "two", "one"])
    #expect(try await place.titles { $0.order = .oldest } == ["one", "two", "three"])
  }

  @Test(
    arguments: [
      (nil, ["c", "B", "a"]), (.newest, ["c", "B", "a"]), (.oldest, ["a", "B", "c"]),
      (.repo, ["B", "c", "a"]), (.title, ["a", "B", "c"]),
    ] as [(NoteFilter.Order?, [String])])
  func `sorts notes as asked`(_ order: NoteFilter.Order?, _ titles: [String])
    async throws
  {
    let place = try JournalOnDisk()
    // Sorted by the instant, whatever the local time was.
    try await place.add("c", to: "github.com/y/y", at: "2026-11-21T01:00:00-08:00")
    try await place.add("a", to: "github.com/Z/z", at: "2026-11-21T12:00:00+09:00")
    try await place.add("B", to: "github.com/x/x", at: "2026-11-21T04:00:00Z")
    #expect(try await place.titles { $0.order = order } == titles)
    #expect(
      try await place.titles {
        $0.order = order
        $0.limit = 2
      } == Array(titles.prefix(2)))
    #expect(
      try await place.titles {
        $0.order = order
        $0.limit = 0
      } == [])
  }

  // MARK: Filters

  @Test(arguments: [
    ("github.com/A/B", ["two", "one"]), ("github.com/a/c", ["three"]), ("github.com/a/none", []),
    ("/home/a/b", []),
  ])
  func `repository lookup ignores case`(_ name: String, _ titles: [String])
    async throws
  {
    let place = try JournalOnDisk()
    try await place.add("one", to: "github.com/a/b")
    try await place.add("two", to: "GitHub.com/a/B")
    try await place.add("three", to: "github.com/a/c")
    #expect(
      try await place.titles { $0.repository = RepositoryKey(Repository(name: name)) } == titles)
  }

  @Test(arguments: [
    (["perf"], ["two", "one"]), (["PERF"], ["two", "one"]), (["perf", "회고"], ["two"]),
    (["caf\u{E9}"], ["three"]), (["cafe\u{301}"], ["three"]),
    (["CAFE\u{301}"], ["three"]), (["회"], []), (["two words"], ["three"]), (["%"], []),
    (["🚀"], ["three"]), (["perf", "none"], []),
  ])
  func `tag lookup ignores case and accent form`(
    _ tags: [String], _ titles: [String]
  ) async throws {
    let place = try JournalOnDisk()
    try await place.add("one", tags: ["Perf"])
    try await place.add("two", tags: ["perf", "회고"])
    try await place.add("three", tags: ["Cafe\u{301}", "two words", "🚀"])
    #expect(try await place.titles { $0.tags = tags } == titles)
  }

  @Test func `every list shows the writer's day of a note`() async throws {
    let place = try JournalOnDisk()
    let day = try #require(Day(iso: "2026-11-21"))
    _ = try await place.journal.add(
      Text(title: "late", body: ""),
      to: NotePlace(RepositoryKey(Repository(name: "github.com/a/b"))), on: day,
      at: .test("2026-11-22T02:00:00+09:00"))
    let found = try await place.journal.notes(NoteFilter())
    #expect(found.map(NoteSummary.init).map(\.day) == [day])
    #expect(try await place.journal.summaries(NoteFilter()).map(\.day) == [day])
    let anniversary = try #require(Day(iso: "2027-11-21"))
    #expect(try await place.journal.daysWithTexts(onDateOf: anniversary) == [day])
    #expect(try await place.journal.daysWithTexts(onDateOf: anniversary + 1).isEmpty)
  }

  @Test(
    arguments: [
      ("2026-11-21", "2026-11-21", ["late in Seoul", "early in Los Angeles"]),
      ("2026-11-20", "2026-11-20", ["west"]), ("2026-11-22", nil, []),
      (nil, "2026-11-19", []),
      ("2026-11-20", nil, ["late in Seoul", "early in Los Angeles", "west"]),
      (nil, nil, ["late in Seoul", "early in Los Angeles", "west"]),
    ] as [(String?, String?, [String])])
  func `a note is on the day its writer wrote it`(
    _ since: String?, _ until: String?, _ titles: [String]
  ) async throws {
    let place = try JournalOnDisk()
    try await place.add("late in Seoul", at: "2026-11-21T23:59:59+09:00")
    try await place.add("early in Los Angeles", at: "2026-11-21T00:00:00+14:00")
    try await place.add("west", at: "2026-11-20T01:00:00+14:00")
    let found = try await place.titles {
      $0.since = since.flatMap { Day(iso: $0) }
      $0.until = until.flatMap { Day(iso: $0) }
    }
    #expect(found == titles)
  }

  @Test(
    arguments: [
      ("abcd1", [], ["one"]), ("ABCD", [], ["two", "one"]), ("abcd1234", [], ["one"]),
      ("abcd12345", [], []), ("f", [], ["three"]), ("g", [], []),
      ("0000", ["ffff", "abcd1234"], ["three", "one"]), ("abcd2", ["ffff"], ["three", "two"]),
      ("0000", ["fff"], []), ("", [], ["three", "two", "one"]),
    ] as [(String, [String], [String])])
  func `finds a commit by prefix and those that were rewritten to it`(
    _ sha: String, _ earlier: [String], _ titles: [String]
  ) async throws {
    let place = try JournalOnDisk()
    try await place.add("one", commit: .test("abcd1234"))
    try await place.add("two", commit: .test("abcd2222"))
    try await place.add("three", commit: .test("ffff"))
    try await place.add("none")
    let found = try await place.titles {
      $0.commit = NoteFilter.CommitMatch(sha: sha, earlier: earlier)
    }
    #expect(found == titles)
  }

  @Test func `filters combine`() async throws {
    let place = try JournalOnDisk()
    let wanted = try await place.add("wanted", tags: ["a", "b"], commit: .test("abcd"))
    try await place.add("other tag", tags: ["a"], commit: .test("abcd"))
    try await place.add(
      "other repository", tags: ["a", "b"], to: "github.com/c/d", commit: .test("abcd"))
    try await place.add("other commit", tags: ["a", "b"], commit: .test("ffff"))
    try await place.add(
      "other day", tags: ["a", "b"], commit: .test("abcd"), at: "2026-11-22T12:00:00Z")
    func narrow(_ filter: inout NoteFilter) {
      filter.repository = RepositoryKey(Repository(name: "github.com/a/b"))
      filter.tags = ["a", "b"]
      filter.commit = NoteFilter.CommitMatch(sha: "abcd")
      filter.since = Day(iso: "2026-11-21")
      filter.until = Day(iso: "2026-11-21")
    }
    #expect(try await place.titles(narrow) == ["wanted"])
    _ = try await place.journal.delete([wanted.id], at: .test("2026-12-01T00:00:00Z"))
    #expect(try await place.titles(narrow) == [])
    #expect(
      try await place.titles {
        narrow(&$0)
        $0.isDeleted = true
      } == ["wanted"])
  }

  // MARK: Lists

  @Test func `a summary has the columns of a list`() async throws {
    let place = try JournalOnDisk()
    let sha = String(repeating: "ab", count: 20)
    try await place.add("", body: "first line\nsecond", at: "2026-11-21T23:30:00-08:00")
    try await place.add("title", body: "body", tags: ["b", "a"], commit: .test(sha))
    try place.rename(["7kq2m9x4c1ab", "7kqzzzzzzzzz"])
    let found = try await place.journal.notes(NoteFilter())
    let summaries = try await place.journal.summaries(NoteFilter())
    #expect(summaries == found.map(NoteSummary.init))
    #expect(summaries.map(\.shortID) == ["7kq2", "7kqz"])
    #expect(summaries.map(\.title) == ["first line\nsecond", "title"])
    #expect(summaries.map(\.commit) == [nil, "abababa"])
    #expect(summaries.map(\.tags) == [[], ["b", "a"]])
    #expect(summaries.first?.day == Day(iso: "2026-11-21"))
    #expect(try await place.journal.summaries(NoteFilter(limit: 1)).count == 1)
  }

  @Test func `reading in batches sees one snapshot`() async throws {
    let place = try JournalOnDisk()
    for number in 0..<5 { try await place.add("note \(number)") }
    let reading = try Journal(at: place.path, for: .reading)
    let titles = Mutex<[String]>([])
    let isChanged = Mutex(false)
    let count = try await reading.forEachBatch(NoteFilter(), count: 2) { notes, _ in
      titles.withLock { $0 += notes.map(\.text.title) }
      if isChanged.withLock({
        let was = $0
        $0 = true
        return was
      }) {
        return
      }
      let other = try Connection(path: place.path, mode: .readWrite)
      try other.execute("UPDATE record SET title = 'changed', deleted_at = 1")
    }
    #expect(count == 5)
    #expect(titles.withLock { $0 } == (0..<5).reversed().map { "note \($0)" })
    // The snapshot ends with the list.
    #expect(try await reading.notes(NoteFilter()).isEmpty)
  }

  @Test func `an error ends the snapshot`() async throws {
    let place = try JournalOnDisk()
    try await place.add("note")
    let reading = try Journal(at: place.path, for: .reading)
    await #expect(throws: CancellationError.self) {
      try await reading.forEachBatch(NoteFilter()) { _, _ in throw CancellationError() }
    }
    try await place.add("later")
    #expect(try await reading.notes(NoteFilter()).count == 2)
  }

  // MARK: Overviews

  @Test func `lists tags by frequency, without deleted notes`()
    async throws
  {
    let place = try JournalOnDisk()
    try await place.add("one", tags: ["rare", "often"])
    try await place.add("two", tags: ["Often"])
    let gone = try await place.add("three", tags: ["gone"])
    _ = try await place.journal.delete([gone.id], at: .test("2026-12-01T00:00:00Z"))
    #expect(try await place.journal.tags() == ["Often", "rare"])
    #expect(try await place.journal.noteCount() == 2)
  }

  @Test func `lists repositories by the latest note`() async throws {
    let place = try JournalOnDisk()
    try await place.add("one", to: "github.com/a/b", at: "2026-11-03T00:00:00Z")
    try await place.add("two", to: "github.com/c/d", at: "2026-11-02T00:00:00Z")
    let gone = try await place.add("three", to: "github.com/e/f", at: "2026-11-04T00:00:00Z")
    _ = try await place.journal.delete([gone.id], at: .test("2026-12-01T00:00:00Z"))
    #expect(
      try await place.journal.repositories().map(\.name) == ["github.com/a/b", "github.com/c/d"])
  }

  @Test func `counts notes of commits`() async throws {
    let place = try JournalOnDisk()
    let repository = Repository(name: "github.com/a/b")
    try await place.add("one", commit: .test("aa11", patch: "p1"))
    try await place.add("two", commit: .test("aa11", patch: "p1"))
    try await place.add("three", commit: .test("aa22"))
    try await place.add("four", to: "github.com/c/d", commit: .test("aa33"))
    try await place.add("five")
    let counts = try await place.journal.noteCounts(of: RepositoryKey(repository))
    #expect(counts == ["aa11": 2, "aa22": 1])
    let other = Repository(name: "github.com/x/y")
    #expect(try await place.journal.noteCounts(of: RepositoryKey(other)).isEmpty)
    let beginning = try await place.journal.commits(beginning: "aa", of: RepositoryKey(repository))
    #expect(Set(beginning.map(\.sha)) == ["aa11", "aa22"])
    #expect(
      try await place.journal.commits(beginning: "aa2", of: RepositoryKey(repository)) == [
        .test("aa22")
      ])
    #expect(try await place.journal.commits(beginning: "b", of: RepositoryKey(repository)) == [])
    #expect(
      try await place.journal.commits(beginning: "a", of: RepositoryKey(Repository(name: "x/y/z")))
        == [])
  }

  // MARK: Moved clones

  @Test func `a moved clone without a remote finds its notes`() async throws {
    let place = try JournalOnDisk()
    let old = place.folder.file("old")
    let new = place.folder.file("new")
    try File.makeDirectory(new)
    try await place.add("one", to: old, root: "r00t")
    let found = try await place.titles {
      $0.repository = RepositoryKey(Repository(name: new), root: "r00t")
    }
    #expect(found == ["one"])
    // A note that is written at the new path moves the repository.
    try await place.add("two", to: new, root: "r00t")
    #expect(
      try await place.titles { $0.repository = RepositoryKey(Repository(name: new)) } == [
        "two", "one",
      ])
    #expect(try await place.journal.repositories().map(\.name) == [new])
  }

  @Test func `a copied clone is another repository`()
    async throws
  {
    let place = try JournalOnDisk()
    let first = place.folder.file("first")
    try File.makeDirectory(first)
    try await place.add("one", to: first, root: "r00t")
    let copy = Repository(name: place.folder.file("copy"))
    #expect(
      try await place.titles { $0.repository = RepositoryKey(copy, root: "r00t") } == [])
    try await place.add("two", to: copy.name, root: "r00t")
    #expect(
      try await place.titles {
        $0.repository = RepositoryKey(Repository(name: first), root: "r00t")
      } == ["one"])
  }

  @Test func `a moved clone with a new remote is found by its root commit`()
    async throws
  {
    let place = try JournalOnDisk()
    try await place.add("hosted", to: "github.com/a/b", root: "r00t")
    try await place.add("gone", to: place.folder.file("gone"), root: "0ther")
    let clone = Repository(name: place.folder.file("clone"))
    #expect(
      try await place.titles { $0.repository = RepositoryKey(clone, root: "r00t") } == [])
    #expect(
      try await place.titles {
        $0.repository = RepositoryKey(Repository(name: "github.com/x/y"), root: "0ther")
      } == ["gone"])
  }

  @Test func `lists root commits of folders that are gone`() async throws {
    let place = try JournalOnDisk()
    let here = place.folder.file("here")
    try File.makeDirectory(here)
    try await place.add("here", to: here, root: "r00t")
    try await place.add("gone", to: place.folder.file("gone"), root: "0ther")
    try await place.add("hosted", to: "github.com/a/b")
    let journal = place.journal
    #expect(
      try await journal.state(of: RepositoryKey(Repository(name: here)))
        == .known(root: "r00t"))
    #expect(
      try await journal.state(of: RepositoryKey(Repository(name: "github.com/a/b")))
        == .known(root: nil))
    #expect(
      try await journal.state(
        of: RepositoryKey(Repository(name: "github.com/x/y"), previousName: here))
        == .known(root: "r00t"))
    #expect(
      try await journal.state(of: RepositoryKey(Repository(name: "github.com/x/y")))
        == .unknown(missing: ["0ther"]))
  }
}
