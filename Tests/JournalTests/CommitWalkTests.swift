import Diary
import TestSupport
import Testing

@testable import Journal

/// Walks over the commits of a repository that changes meanwhile, interrupted after any page.
@Suite struct CommitWalkTests {
  /// The commits of a host, the newest first, and the ETag of its first page.
  struct Host {
    var commits: [HostedCommit] = []
    var made = 0
    static let pageSize = 3

    mutating func push(_ count: Int) {
      for _ in 0..<count {
        made += 1
        commits.insert(.test(made), at: 0)
      }
    }

    /// Replaces the newest commits by others.
    mutating func rewrite(_ count: Int) {
      commits.removeFirst(min(count, commits.count))
      push(count)
    }

    var etag: String { commits.prefix(Self.pageSize).map(\.commit.sha).joined(separator: " ") }

    func page(_ number: Int) -> CommitPage {
      let start = (number - 1) * Self.pageSize
      let rest = commits.dropFirst(start)
      return CommitPage(
        commits: Array(rest.prefix(Self.pageSize)),
        next: rest.count > Self.pageSize ? String(number + 1) : nil)
    }
  }

  let disk: JournalOnDisk
  let row: Int64
  let repository = Repository(name: "github.com/octocat/Hello")

  init() async throws {
    disk = try JournalOnDisk()
    row = try await disk.journal.save(
      HostedRepository(number: 7, repository: repository),
      of: Account(host: "github.com", login: "octocat"))
  }

  /// Walks as a refresh does; `nil` if the walk was interrupted after `pages` pages.
  @discardableResult
  func refresh(
    _ host: Host, pages: Int = .max, floor: Instant = CommitWalk.allOfHistory, deepens: Bool = false
  ) async throws -> Int? {
    let journal = disk.journal
    let walk = try await journal.walk(over: row, author: nil)
    var left = pages
    var next = 1
    var step = CommitWalkStep.unfinished
    if walk.etag == host.etag, !deepens, walk.pending != nil || walk.floor != nil {
      guard let pending = walk.pending, let number = Int(pending.next) else { return 0 }
      next = number
    } else {
      step = try await journal.begin(
        walk, with: host.page(1), etag: host.etag, downTo: floor, deepens: deepens, pushedAt: nil)
      left -= 1
      next = 2
    }
    while case .unfinished = step {
      guard left > 0 else { return nil }
      step = try await journal.resume(
        walk, with: host.page(next), downTo: floor, deepens: deepens, pushedAt: nil)
      left -= 1
      next += 1
    }
    guard case .finished(let new) = step else { return nil }
    return new
  }

  func known() async throws -> [String] {
    try await disk.journal.remoteCommits(of: repository).map(\.sha)
  }

  @Test func `notes follow commits that a force push has replaced`() async throws {
    var host = Host()
    host.push(5)
    try await refresh(host)
    let one = host.commits[0].commit
    let two = host.commits[1].commit
    try await disk.add("one", to: repository.name, commit: one)
    try await disk.add("two", to: repository.name, commit: two)
    var pushed = one
    pushed.sha = String(repeating: "e", count: 40)
    host.commits.removeFirst(2)
    host.commits.insert(
      HostedCommit(commit: pushed, login: nil, committedAt: pushed.date.instant), at: 0)
    try await refresh(host)
    let notes = try await disk.journal.notes(NoteFilter())
    #expect(notes.map(\.note.followed.now?.sha) == [nil, pushed.sha])
    #expect(notes.last?.note.followed.now?.evidence == .author)
    #expect(try await disk.journal.strayNotes().count == 1)
    #expect(
      try await disk.journal.earlierCommits(of: [pushed.sha], in: nil) == [pushed.sha: [one.sha]])
    host.commits.removeFirst()
    host.commits.insert(
      contentsOf: [.init(commit: one, login: nil, committedAt: one.date.instant)], at: 0)
    try await refresh(host)
    let again = try await disk.journal.notes(NoteFilter())
    #expect(again.last?.note.followed.now?.sha == one.sha)
  }

  @Test func `of two pushed commits of one author and second, the subject makes a candidate`()
    async throws
  {
    var host = Host()
    host.push(3)
    try await refresh(host)
    let one = host.commits[0].commit
    try await disk.add("one", to: repository.name, commit: one)
    var pushed = one
    pushed.sha = String(repeating: "e", count: 40)
    var other = one
    other.sha = String(repeating: "f", count: 40)
    other.subject = "Another one"
    host.commits.removeFirst()
    host.commits.insert(
      contentsOf: [other, pushed].map {
        HostedCommit(commit: $0, login: nil, committedAt: $0.date.instant)
      }, at: 0)
    try await refresh(host)
    let note = try #require(try await disk.journal.notes(NoteFilter()).first?.note)
    #expect(note.followed.now == nil)
    #expect(note.followed.candidates.map(\.sha) == [pushed.sha])
  }

  @Test func `fetches everything, then only new commits`() async throws {
    var host = Host()
    host.push(10)
    #expect(try await refresh(host) == 10)
    #expect(try await known() == host.commits.map(\.commit.sha))
    #expect(try await refresh(host) == 0)
    host.push(2)
    #expect(try await refresh(host, pages: 1) == 2)
    #expect(try await known() == host.commits.map(\.commit.sha))
  }

  @Test func `resumes where it was interrupted`() async throws {
    var host = Host()
    host.push(10)
    #expect(try await refresh(host, pages: 2) == nil)
    #expect(try await known().count == 6)
    #expect(try await refresh(host, pages: 2) == 10)
    #expect(try await known() == host.commits.map(\.commit.sha))
  }

  @Test func `removes commits of a rewritten history`() async throws {
    var host = Host()
    host.push(10)
    try await refresh(host)
    host.rewrite(4)
    #expect(try await refresh(host) == 4)
    #expect(try await known() == host.commits.map(\.commit.sha))
    host.commits.removeFirst(3)
    #expect(try await refresh(host) == 0)
    #expect(try await known() == host.commits.map(\.commit.sha))
  }

  @Test func `stops at the oldest date, and goes deeper when asked`() async throws {
    var host = Host()
    host.push(20)
    try await refresh(host, floor: host.commits[4].committedAt)
    #expect(try await known().count == 6)
    host.push(1)
    try await refresh(host)
    #expect(try await known().count == 7)
    try await refresh(host, deepens: true)
    #expect(try await known() == host.commits.map(\.commit.sha))
  }

  @Test func `prepared walks are the ones that are used`() async throws {
    let journal = disk.journal
    var host = Host()
    host.push(5)
    try await journal.prepareWalks(over: [row], author: nil)
    let prepared = try await journal.walk(over: row, author: nil)
    try await refresh(host)
    try await journal.prepareWalks(over: [row, row], author: nil)
    let walked = try await journal.walk(over: row, author: nil)
    #expect(walked.row == prepared.row)
    #expect(walked.etag == host.etag)
    #expect(try await known() == host.commits.map(\.commit.sha))
  }

  @Test(arguments: 1...60)
  func `any pushes and interruptions give the undisturbed result`(
    seed: UInt64
  ) async throws {
    var chance = Seeded(seed)
    var host = Host()
    host.push(Int.random(in: 1...30, using: &chance))
    for _ in 1...8 {
      switch Int.random(in: 0...3, using: &chance) {
      case 0: host.push(Int.random(in: 1...9, using: &chance))
      case 1: host.rewrite(Int.random(in: 1...9, using: &chance))
      case 2: host.commits.removeFirst(min(host.commits.count - 1, 2))
      default: break
      }
      try await refresh(host, pages: Int.random(in: 1...4, using: &chance))
    }
    try await refresh(host)
    #expect(try await known() == host.commits.map(\.commit.sha))
  }
}

extension HostedCommit {
  fileprivate static func test(_ number: Int) -> HostedCommit {
    let instant = Instant(secondsSince1970: 1_700_000_000 + Int64(number / 2))
    return HostedCommit(
      commit: Commit(
        sha: String(repeating: "0", count: 36) + String(number + 1000, radix: 10),
        subject: "Commit \(number)", author: "octocat", date: Moment(instant, offset: 0)),
      committedAt: instant)
  }
}
