import Diary
import Git
import GitTestSupport
import Platform
import Testing

@Suite struct CommitStreamTests {
  let folder: TemporaryClone
  let clone: Clone
  static let start = 1_700_000_000

  /// Five commits, a day apart. Those with even numbers have another author.
  init() throws {
    folder = try TemporaryClone()
    for number in 0..<5 {
      folder.environment["GIT_AUTHOR_NAME"] = number % 2 == 0 ? "Ada" : "B.b"
      folder.environment["GIT_AUTHOR_EMAIL"] = number % 2 == 0 ? "ada@x.org" : "b@x.org"
      try folder.commit("number \(number)", at: CommitStreamTests.start + number * 86_400)
    }
    clone = try folder.clone()
  }

  private func numbers(_ query: CommitQuery) throws -> [Int] {
    try clone.recentCommits(query).compactMap { $0.subject.last?.wholeNumberValue }
  }

  private func day(_ number: Int) -> Instant {
    Instant(secondsSince1970: Int64(CommitStreamTests.start + number * 86_400))
  }

  @Test func `newest commits come first`() throws {
    #expect(try numbers(.init()) == [4, 3, 2, 1, 0])
  }

  @Test func `respects the limit`() throws {
    #expect(try numbers(.init(limit: 2)) == [4, 3])
    #expect(try numbers(.init(limit: 0)) == [])
  }

  @Test(arguments: ["Ada", "ada@", "ADA", "<ada@x.org>"])
  func `finds an author by name and address`(_ author: String) throws {
    #expect(try numbers(.init(author: author)) == [4, 2, 0])
  }

  @Test func `an author name is not a pattern`() throws {
    #expect(try numbers(.init(author: "b.b")) == [3, 1])
    #expect(try numbers(.init(author: "a.a")) == [])
    #expect(try numbers(.init(author: ".*")) == [])
    #expect(try numbers(.init(author: "--all")) == [])
  }

  @Test func `a span includes its start, not its end`() throws {
    #expect(try numbers(.init(since: day(1), until: day(3))) == [2, 1])
    #expect(try numbers(.init(limit: 1, until: day(3))) == [2])
    #expect(try numbers(.init(since: day(9))) == [])
  }

  @Test func `can start at another revision`() throws {
    #expect(try numbers(.init(from: "HEAD~3")) == [1, 0])
    #expect(throws: GitError.unknownRevision("--all")) { try numbers(.init(from: "--all")) }
    #expect(throws: GitError.unknownRevision("nope")) { try numbers(.init(from: "nope")) }
  }

  @Test func `the reader may stop early`() throws {
    var stream = try clone.commits()
    let commit = try stream.next()
    #expect(commit?.subject == "number 4")
    #expect(commit?.date == Moment(day(4), offset: 32_400))
  }

  @Test func `streams all commits`() throws {
    let folder = try TemporaryClone()
    try folder.importCommits((1...20_000).map { Array("번호를 \($0)\n\n본문".utf8) })
    var stream = try folder.clone().commits()
    var expected = 20_000
    while let commit = try stream.next() {
      #expect(commit.subject == "번호를 \(expected)")
      expected -= 1
    }
    #expect(expected == 0)
  }
}
