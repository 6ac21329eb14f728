import Diary
import SQLite
import TestSupport
import Testing

@testable import Journal

@Suite struct DaysTests {
  private let place: JournalOnDisk
  private let day: Day
  private let octocat = Account(host: "github.com", login: "Octocat")
  private let noon = Moment.test("2026-11-21T12:00:00+09:00")

  init() throws {
    place = try JournalOnDisk()
    day = try #require(Day(iso: "2026-11-21"))
  }

  private var journal: Journal { place.journal }

  private func own(_ offset: Int = 0, endsAt: Int = 0) -> OwnCommitQuery {
    OwnCommitQuery(of: [octocat], dayEndsAt: endsAt) { _ in offset }
  }

  private func write(_ title: String, on day: Day) async throws {
    _ = try await journal.write(
      Text(title: title, body: ""), on: day, basedOn: nil, at: noon)
  }

  /// Saves a commit of a host.
  private func tell(
    _ sha: String, at time: String, login: String? = "octocat", in repository: String = "a/b"
  ) throws {
    let moment = Moment.test(time)
    let row = repository.utf8.reduce(0) { $0 + Int($1) }
    let login = login.map { "'\($0)'" } ?? "NULL"
    try place.execute(
      """
      INSERT OR IGNORE INTO remote (id, host, number, key, name, is_private, is_fork, is_archived)
        VALUES (\(row), 'github.com', \(row), 'github.com/\(repository)',
          'github.com/\(repository)', 0, 0, 0);
      INSERT INTO remote_commit (remote, sha, subject, author, login, authored_at, authored_offset,
        committed_at)
      VALUES (\(row), '\(sha)', 'Subject of \(sha)', 'A', \(login),
        \(moment.instant.secondsSince1970), \(moment.offset), \(moment.instant.secondsSince1970))
      """)
  }

  @Test func `the calendar counts each day's records`() async throws {
    try await write("today", on: day)
    try await write("gone", on: day - 1)
    try await write("outside", on: day - 30)
    _ = try await journal.deleteEntry(of: day - 1, at: noon)
    try await place.add("one")
    try await place.add("late", at: "2026-11-21T23:59:59-11:00")
    let note = try await place.add("deleted")
    _ = try await journal.delete([note.id], at: noon)
    try await place.add("next", at: "2026-11-22T00:00:00+14:00")
    let toDos = try await journal.add(["a", "b", "c", "d"], on: day, at: noon)
    _ = try await journal.finish([toDos[0].id, toDos[1].id], at: noon)
    _ = try await journal.deleteToDos([toDos[1].id], at: noon)
    let days = try await journal.days(
      from: day - 7, to: day + 1, commits: [day: 5, day - 2: 1, day - 3: 0, day + 9: 4])
    #expect(
      days == [
        day: DayCounts(hasEntry: true, notes: 2, openToDos: 2, doneToDos: 1, commits: 5),
        day + 1: DayCounts(notes: 1), day - 2: DayCounts(commits: 1),
      ])
    #expect(try await journal.days(from: day, to: day - 1).isEmpty)
  }

  /// With ten years of entries, notes and to-dos, counts are read from indexes.
  @Test(arguments: [
    """
    SELECT kind, day, count(*) FROM record INDEXED BY record_by_day
    WHERE kind IN (1, 2) AND deleted_at IS NULL AND day > 1 GROUP BY kind, day
    """,
    """
    SELECT day, count(*), count(done_at) FROM record INDEXED BY record_by_day
    WHERE kind = 3 AND deleted_at IS NULL AND day > 1 GROUP BY day
    """,
    """
    SELECT repository, max(created_at) FROM record
    WHERE kind = 1 AND deleted_at IS NULL AND repository > 0
    GROUP BY repository
    """,
  ])
  func `the calendar reads no texts`(_ sql: String) throws {
    let connection = try Connection(path: place.path, mode: .readWrite)
    let plan = try connection.rows("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
    #expect(plan.count == 1 && plan[0].contains("USING COVERING INDEX"), "\(plan)")
  }

  @Test func `lists of ten years have every day`() async throws {
    try Self.fill(place.path)
    let listed = try await journal.summaries(EntryFilter())
    let days = try await journal.days(from: day - 4_000, to: day)
    #expect(listed.count == 3_653 && days.count == 3_653)
  }

  /// Ten years with an entry of a kilobyte, two to-dos and a note on each day.
  static func fill(_ path: String) throws {
    try Connection(path: path, mode: .readWrite).execute(
      """
      BEGIN;
      INSERT INTO repository (id, key, name) VALUES (1, 'a/b/c', 'a/b/c');
      WITH RECURSIVE day (number) AS (
        SELECT 20778 UNION ALL SELECT number - 1 FROM day WHERE number > 20778 - 3652)
      INSERT INTO record (kind, id, day, version, title, body, version_id, parents, device, clock,
        created_at, created_offset, updated_at, updated_offset)
      SELECT 2, number, number, 1, 'day ' || number, printf('%.1000c', 'x'), randomblob(16), x'',
        1, 0, 0, 0, 0, 0 FROM day;
      INSERT INTO record (kind, id, day, place, version, title, body, version_id, parents, device,
        clock, created_at, created_offset, updated_at, updated_offset)
      SELECT 3, printf('%012d', day * 2 + number), day, number, 1, '', 'text', randomblob(16),
        x'', 1, 0, 0, 0, 0, 0
      FROM (SELECT day FROM record WHERE kind = 2), (SELECT 1 AS number UNION SELECT 2);
      INSERT INTO record (kind, id, repository, day, version, title, body, version_id, parents,
        device, clock, created_at, created_offset, updated_at, updated_offset)
      SELECT 1, printf('%012d', day), 1, day, 1, 'note', 'text', randomblob(16), x'', 1, 0,
        day * 86400, 0, 0, 0 FROM record WHERE kind = 2;
      COMMIT
      """)
  }

  // MARK: Commits

  @Test func `a commit counts once, on the reader's day`() async throws {
    try tell("aa", at: "2026-11-21T00:30:00+09:00")
    try tell("bb", at: "2026-11-21T23:30:00Z")
    try tell("bb", at: "2026-11-21T23:30:00Z", in: "fork/b")
    try tell("cc", at: "2026-11-22T03:59:59Z", login: "OCTOCAT")
    try tell("dd", at: "2026-11-21T12:00:00Z", login: "hubot")
    try tell("ee", at: "2026-11-21T12:00:00Z", login: nil)
    func shas(_ own: OwnCommitQuery) async throws -> [String] {
      try await journal.commits(from: day, to: day, of: own).map(\.commit.sha)
    }
    #expect(try await shas(own()) == ["bb"])
    #expect(try await shas(own(9 * 3600)) == ["aa"])
    #expect(try await shas(own(endsAt: 4)) == ["cc", "bb"])
    #expect(try await shas(own(-14 * 3600)) == ["cc", "bb"])
    #expect(try await shas(OwnCommitQuery(of: []) { _ in 0 }) == [])
    let elsewhere = OwnCommitQuery(of: [Account(host: "ghe.example", login: "octocat")]) { _ in 0 }
    #expect(try await shas(elsewhere) == [])
    let found = try #require(
      try await journal.commits(from: day - 1, to: day + 1, of: own()).last)
    #expect(found.repository.name == "github.com/a/b")
    #expect(found.commit.date == .test("2026-11-21T00:30:00+09:00"))
  }

  // MARK: On this day

  @Test func `earlier years list the records of the date`() async throws {
    let lastYear = try #require(Day(iso: "2025-11-21"))
    let longAgo = try #require(Day(iso: "2011-11-21"))
    try await write("today", on: day)
    try await write("last year", on: lastYear)
    try await write("a day off", on: lastYear + 1)
    try await write("deleted", on: try #require(Day(iso: "2024-11-21")))
    _ = try await journal.deleteEntry(of: try #require(Day(iso: "2024-11-21")), at: noon)
    try await place.add("second", at: "2025-11-21T23:00:00-08:00")
    try await place.add("first", at: "2025-11-21T00:00:00+14:00")
    try await place.add("another day", at: "2025-11-22T00:00:00+09:00")
    try tell("aa", at: "2011-11-21T10:00:00Z")
    #expect(
      try await journal.daysWithTexts(onDateOf: day, orCommitsOf: own()) == [lastYear, longAgo])
    #expect(try await journal.daysWithTexts(onDateOf: day) == [lastYear])
    #expect(try await journal.daysWithTexts(onDateOf: longAgo, orCommitsOf: own()).isEmpty)
  }

  @Test func `an empty journal has no earlier years`() async throws {
    #expect(try await journal.daysWithTexts(onDateOf: day, orCommitsOf: own()).isEmpty)
  }

  @Test func `a leap day appears in other years`() async throws {
    let leap = try #require(Day(iso: "2024-02-29"))
    try await write("leap", on: leap)
    for (date, isRemembered) in [
      ("2025-02-28", true), ("2026-02-28", true), ("2028-02-28", false), ("2028-02-29", true),
      ("2025-03-01", false),
    ] {
      let day = try #require(Day(iso: date))
      let found = try await journal.daysWithTexts(onDateOf: day)
      #expect(found == (isRemembered ? [leap] : []), "\(date)")
    }
  }

  // MARK: Notes of a span of days

  @Test func `notes of a span go by the writer's clock`() async throws {
    try await place.add("first", at: "2026-11-21T00:00:00+14:00")
    try await place.add("last", at: "2026-11-21T23:59:59-12:00")
    try await place.add("before", at: "2026-11-20T23:59:59-12:00")
    try await place.add("after", at: "2026-11-22T00:00:00+14:00")
    #expect(
      try await place.titles {
        $0.since = day
        $0.until = day
      } == ["last", "first"])
    for number in [Int.min, Int.max] {
      #expect(
        try await place.titles {
          $0.since = Day(number: number)
          $0.until = Day(number: number)
        } == [])
    }
  }
}
