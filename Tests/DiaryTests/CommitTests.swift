import Diary
import Testing

@Suite struct CommitTests {
  @Test(arguments: [
    ("Cache the rows", true), ("Merge branch 'x' of y", false), ("Merge pull request #3", false),
    ("Merged cells are kept", true), ("wip", false), ("WIP: half", false), ("[wip] x", false),
    ("Wipe the cache", true), ("fixup! Cache", false), ("squash! Cache", false),
    ("amend! Cache", false), ("", true), ("캐시", true),
  ])
  func `merges and work in progress want no note`(subject: String, isWorthNote: Bool) {
    let date = Moment(Instant(secondsSince1970: 0), offset: 0)
    var commit = Commit(sha: "0", subject: subject, author: "Mina", date: date)
    #expect(commit.isWorthNote == isWorthNote)
    commit.author = "dependabot[bot]"
    #expect(!commit.isWorthNote)
  }
}
