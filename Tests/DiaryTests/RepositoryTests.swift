import Diary
import Testing

@Suite struct RepositoryTests {
  @Test(arguments: [
    ("github.com/Octocat/Hello", "GitHub.com/octocat/hello", true),
    ("github.com/a/b", "github.com/a/c", false), ("github.com/a/b", "gitlab.com/a/b", false),
    ("/home/a/Work", "/home/a/Work", true), ("/home/a/Work", "/home/a/work", false),
  ])
  func `host names ignore case, folders do not`(_ left: String, _ right: String, _ same: Bool) {
    #expect((Repository(name: left) == Repository(name: right)) == same)
    #expect((Repository(name: left).key == Repository(name: right).key) == same)
    #expect(Set([Repository(name: left), Repository(name: right)]).count == (same ? 1 : 2))
  }

  @Test func `a name keeps its case`() {
    #expect(Repository(name: "github.com/Octocat/Hello").name == "github.com/Octocat/Hello")
  }

  @Test(arguments: [
    ("github.com/Octocat/Hello", "Octocat/Hello"), ("GITHUB.com/a/b", "a/b"),
    ("git.example.com/a/b", "git.example.com/a/b"), ("/home/a/work", "work"),
    ("/home/a/work/", "work"),
    ("/", "/"), ("github.company.com/a/b", "github.company.com/a/b"), ("", ""),
  ])
  func `the short name omits github.com`(_ name: String, _ short: String) {
    #expect(Repository(name: name).shortName == short)
  }

  @Test func `only hosted repositories have a page`() {
    let commit = Commit(
      sha: "0123456789abcdef", subject: "s", author: "a",
      date: Moment(Instant(secondsSince1970: 0), offset: 0))
    #expect(Repository(name: "/home/a/b").url == nil)
    #expect(Repository(name: "/home/a/b").url(of: commit) == nil)
    let hosted = Repository(name: "github.com/a/b")
    #expect(hosted.url == "https://github.com/a/b")
    #expect(hosted.url(of: commit) == "https://github.com/a/b/commit/0123456789abcdef")
    #expect(commit.shortSHA == "0123456")
  }
}
