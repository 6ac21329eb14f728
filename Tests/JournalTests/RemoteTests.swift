import Diary
import TestSupport
import Testing

@testable import Journal

/// The data of an account and its repositories.
@Suite struct RemoteTests {
  let disk: JournalOnDisk
  let octocat = Account(host: "github.com", login: "octocat")

  init() throws { disk = try JournalOnDisk() }

  private func remote(_ number: Int64, _ name: String, pushed: Int64 = 0) -> HostedRepository {
    HostedRepository(
      number: number, repository: Repository(name: "github.com/\(name)"),
      pushedAt: Instant(secondsSince1970: pushed))
  }

  private func names() async throws -> [String] {
    try await disk.journal.remotes(of: octocat).map(\.remote.repository.shortName)
  }

  @Test func `account lookup ignores case`() async throws {
    let journal = disk.journal
    try await journal.remember(
      SavedAccount(account: octocat, name: "Octo", store: .keyring, scopes: ["repo"]))
    try await journal.remember(
      SavedAccount(account: Account(host: "GitHub.com", login: "Octocat"), store: .file))
    let known = try await journal.accounts()
    #expect(known.count == 1)
    #expect(known.first?.store == .file)
    #expect(known.first?.scopes == nil)
    try await journal.logOut(octocat)
    #expect(try await journal.accounts().first?.store == nil)
  }

  @Test func `a failed account write stores nothing`() async throws {
    let day = Contribution(day: Day(number: 20_000), count: 1, level: 1)
    let instant = Instant(secondsSince1970: 20_100 * 86_400)
    try await disk.journal.save([day], of: octocat, askedAt: instant)
    try disk.execute(
      """
      CREATE TRIGGER refusing BEFORE INSERT ON account BEGIN SELECT RAISE(ABORT, 'no'); END
      """)
    await #expect(throws: JournalError.self) {
      try await disk.journal.remember(SavedAccount(account: octocat, store: .keyring))
    }
    #expect(
      try await disk.journal.contributionsAskedAt(of: octocat, in: day.day...day.day) == instant)
  }

  @Test func `days are final after two weeks, until a token shows more`()
    async throws
  {
    let journal = disk.journal
    let day = Day(number: 20_000)
    let days = [Contribution(day: day, count: 1, level: 1)]
    func unsettled() async throws -> [Day] {
      try await journal.unsettledDays(of: octocat, in: day - 1...day)
    }
    func asked(after count: Int64) -> Instant {
      Instant(secondsSince1970: (20_000 + count) * 86_400)
    }
    #expect(try await unsettled() == [day - 1, day])
    try await journal.save(days, of: octocat, askedAt: asked(after: 13))
    #expect(try await unsettled() == [day - 1, day])
    try await journal.save(days, of: octocat, askedAt: asked(after: 14))
    #expect(try await unsettled() == [day - 1])
    #expect(
      try await journal.contributionsAskedAt(of: octocat, in: day...day) == asked(after: 14))
    #expect(try await journal.contributionsAskedAt(of: octocat, in: day + 1...day + 2) == nil)

    // The account is known, but has no token.
    try await journal.remember(SavedAccount(account: octocat))
    #expect(try await unsettled() == [day - 1])
    try await journal.remember(SavedAccount(account: octocat, store: .file))
    #expect(try await unsettled() == [day - 1, day])
    #expect(
      try await journal.contributionsAskedAt(of: octocat, in: day...day) == asked(after: 14))
    try await journal.save(days, of: octocat, askedAt: asked(after: 20))
    try await journal.remember(SavedAccount(account: octocat, store: .keyring))
    #expect(try await unsettled() == [day - 1])
    #expect(try await journal.contributions(of: octocat) == days)
  }

  @Test func `repositories are sorted by last push`() async throws {
    try await disk.journal.save(
      [remote(1, "a/old", pushed: 10), remote(2, "a/new", pushed: 20)], from: "page 1", nil,
      of: octocat)
    #expect(try await names() == ["a/new", "a/old"])
  }

  @Test func `removes repositories that are no longer listed`() async throws {
    let journal = disk.journal
    try await journal.save([remote(1, "a/one"), remote(2, "a/two")], from: "1", nil, of: octocat)
    try await journal.save([remote(3, "a/three")], from: "2", nil, of: octocat)
    try await journal.save([remote(2, "a/two")], from: "1", nil, of: octocat)
    try await journal.keepOnly(pages: ["1", "2"], of: octocat)
    #expect(try await names().sorted() == ["a/three", "a/two"])
    try await journal.keepOnly(pages: ["1"], of: octocat)
    #expect(try await names() == ["a/two"])
  }

  @Test func `a repository keeps its notes when it is renamed`() async throws {
    let journal = disk.journal
    try await journal.save([remote(1, "a/before")], from: "1", nil, of: octocat)
    try await disk.add("on it", to: "github.com/a/before")
    try await journal.save([remote(1, "a/after")], from: "1", nil, of: octocat)
    #expect(try await names() == ["a/after"])
    #expect(try await journal.remotes(of: octocat).first?.notes == 1)
    let titles = try await disk.titles {
      $0.repository = RepositoryKey(Repository(name: "github.com/a/after"))
    }
    #expect(titles == ["on it"])
  }

  @Test func `notes of both names are merged after a rename`() async throws {
    let journal = disk.journal
    try await journal.save([remote(1, "a/before")], from: "1", nil, of: octocat)
    try await disk.add("old name", to: "github.com/a/before")
    try await disk.add("new name", to: "github.com/a/after")
    try await journal.save([remote(1, "a/after")], from: "1", nil, of: octocat)
    let titles = try await disk.titles {
      $0.repository = RepositoryKey(Repository(name: "github.com/a/after"))
    }
    #expect(titles.sorted() == ["new name", "old name"])
  }

  @Test func `finds a commit by its prefix in every repository`() async throws {
    let journal = disk.journal
    let ids = ["0123456", "0123457", "89abcde"].map { $0 + String(repeating: "0", count: 33) }
    var fork = remote(1, "a/fork")
    fork.isFork = true
    for (repository, ids) in [
      (fork, [ids[0]]), (remote(2, "a/origin"), ids), (remote(3, "a/given-away"), [ids[2]]),
      (remote(4, "a/given-away"), []),
    ] {
      let row = try await journal.save(repository, of: octocat)
      let commits = ids.map { id in
        let instant = Instant(secondsSince1970: 1_700_000_000)
        return HostedCommit(
          commit: Commit(
            sha: id, subject: "A commit", author: "octocat", date: Moment(instant, offset: 0)),
          committedAt: instant)
      }
      _ = try await journal.begin(
        journal.walk(over: row, author: nil), with: CommitPage(commits: commits, next: nil),
        etag: nil, downTo: CommitWalk.allOfHistory, deepens: false, pushedAt: nil)
    }
    func found(_ prefix: String) async throws -> [String] {
      try await journal.commits(beginning: prefix).map {
        "\($0.repository.shortName) \($0.commit.sha.prefix(7))"
      }
    }
    #expect(try await found("0123456") == ["a/origin 0123456", "a/fork 0123456"])
    #expect(
      try await found("012345").sorted() == [
        "a/fork 0123456", "a/origin 0123456", "a/origin 0123457",
      ])
    #expect(try await found(ids[2]) == ["a/origin 89abcde"])
    #expect(try await found("89abcdf") == [])
  }

  @Test func `a reused name means its current repository`() async throws {
    let journal = disk.journal
    try await journal.save([remote(1, "a/name")], from: "1", nil, of: octocat)
    try await journal.save([remote(2, "a/name")], from: "1", nil, of: octocat)
    let found = try await journal.remote(named: Repository(name: "github.com/A/Name"))
    #expect(found?.remote.number == 2)
  }

  @Test func `etags belong to one account`() async throws {
    let journal = disk.journal
    let hubot = Account(host: "github.com", login: "hubot")
    try await journal.save([], from: "1", CachedResponse(etag: "W/\"x\"", next: "2"), of: octocat)
    #expect(try await journal.response(at: "1", to: octocat)?.next == "2")
    #expect(try await journal.response(at: "1", to: hubot) == nil)
    try await journal.save([], from: "1", nil, of: octocat)
    #expect(try await journal.response(at: "1", to: octocat) == nil)
  }

  @Test func `caps old numbers and drops impossible days`()
    async throws
  {
    let journal = disk.journal
    for (day, count) in [
      (Int64.min, "1"), (-800_000, "1"), (20_000, "9000000000000000000"), (20_001, "-5"),
      (20_002, "NULL"), (3_000_000, "1"), (.max, "1"),
    ] {
      try disk.execute(
        """
        INSERT INTO contribution (account, day, count, level, asked_at)
        VALUES ('\(octocat.key)', \(day), \(count), \(Int64.max), 100)
        """)
    }
    let days = try await journal.contributions(of: octocat)
    #expect(days.map(\.day.number) == [20_000, 20_001, 20_002])
    #expect(days.map(\.count) == [999_999_999, 0, nil])
    #expect(days.allSatisfy { $0.level == 4 })
    let streaks = Streaks(of: days, today: Day(number: 20_003))
    #expect(streaks.longest?.length == 1)
  }

  @Test func `public data does not replace data of a token`() async throws {
    let journal = disk.journal
    let day = Day(number: 20_000)
    let later = Instant(secondsSince1970: 20_100 * 86_400)
    try await journal.save(
      [Contribution(day: day, count: 5, level: 2), Contribution(day: day + 1, count: 1, level: 1)],
      of: octocat, askedAt: later)
    try await journal.savePublic(
      [
        Contribution(day: day, count: 3, level: 4), Contribution(day: day + 1, count: 2, level: 3),
        Contribution(day: day + 2, count: 7, level: 4),
        Contribution(day: day, count: nil, level: 1),
      ], of: octocat, askedAt: later)
    let known = try await journal.contributions(of: octocat)
    #expect(known.map(\.count) == [5, 2, 7])
    #expect(known.map(\.level) == [2, 3, 4])
    // A day that is only known from the public page is requested from the API when possible.
    #expect(try await journal.unsettledDays(of: octocat, in: day...day + 2) == [day + 2])
    // The time of the request is known, and it is that of the last page.
    func askedAt() async throws -> Instant? {
      try await journal.contributionsAskedAt(of: octocat, in: day + 2...day + 2)
    }
    #expect(try await askedAt() == later)
    let last = Instant(secondsSince1970: later.secondsSince1970 + 60)
    try await journal.savePublic(
      [Contribution(day: day + 2, count: 7, level: 4)], of: octocat, askedAt: last)
    #expect(try await askedAt() == last)
    #expect(try await journal.unsettledDays(of: octocat, in: day...day + 2) == [day + 2])
    try await journal.save(
      [Contribution(day: day + 2, count: 2, level: 1)], of: octocat, askedAt: last)
    #expect(try await journal.unsettledDays(of: octocat, in: day...day + 2) == [])
    #expect(try await journal.contributions(of: octocat).map(\.count) == [5, 2, 2])
  }

  @Test func `the later response about a day wins`() async throws {
    let journal = disk.journal
    let day = Day(number: 20_000)
    func keep(_ count: Int, _ time: Int64) async throws {
      try await journal.save(
        [Contribution(day: day, count: count, level: 1)], of: octocat,
        askedAt: Instant(secondsSince1970: time))
    }
    try await keep(1, 100)
    try await keep(2, 200)
    try await keep(3, 150)
    #expect(try await journal.contributions(of: octocat).map(\.count) == [2])
    #expect(try await journal.contributions(of: octocat, from: day + 1).isEmpty)
  }
}
