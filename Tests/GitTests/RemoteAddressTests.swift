import Diary
import Git
import Testing

@Suite struct RemoteAddressTests {
  @Test(arguments: [
    "https://github.com/octocat/hello",
    "https://github.com/octocat/hello.git",
    "https://github.com/octocat/hello/",
    "https://github.com/octocat/hello.git/",
    "https://github.com//octocat//hello",
    "http://github.com/octocat/hello",
    "HTTPS://GitHub.COM/octocat/hello",
    "https://www.github.com/octocat/hello",
    "https://github.com:443/octocat/hello",
    "https://github.com./octocat/hello",
    "https://me@github.com/octocat/hello",
    "https://me:secret@github.com/octocat/hello",
    "https://me:s@cret@github.com/octocat/hello",
    "https://github.com/octocat/hello?ref=x#y",
    "https://github.com/%6Fctocat/hello",
    "ssh://git@github.com/octocat/hello.git",
    "ssh://git@github.com:22/octocat/hello.git",
    "ssh://git@ssh.github.com:443/octocat/hello.git",
    "ssh://github.com/octocat/hello",
    "git+ssh://git@github.com/octocat/hello",
    "ssh+git://git@github.com/octocat/hello",
    "git://github.com/octocat/hello.git",
    "git://github.com:9418/octocat/hello.git",
    "git@github.com:octocat/hello.git",
    "git@github.com:octocat/hello",
    "git@github.com:/octocat/hello.git",
    "git@ssh.github.com:octocat/hello.git",
    "github.com:octocat/hello.git",
    "git@[github.com:22]:octocat/hello.git",
    "git@github.com:octocat/hello.git?token=PASS",
    "git@github.com:octocat/hello?token=PASS/x#y",
    "git@github.com:octocat/hello.git#token=PASS",
    "git@[github.com:22]:octocat/hello.git?token=PASS",
    "https://github.com/octocat/hello.git%3Ftoken=PASS",
    "https://github.com/octocat/hello;t=PASS",
    "https://github.com/octocat/hello.git;t=PASS?ref=x",
    "https://github.com/octocat/hello.git%3Bt=PASS",
    "https://github.com/octocat;t=PASS/hello;t=PASS/",
    "https://github.com/octocat/hello/;t=PASS",
    "ssh://git@github.com/octocat/hello.git;t=PASS",
    "git@github.com:octocat/hello.git;t=PASS",
    "git@github.com:octocat;t=PASS/hello",
  ])
  func `different addresses name one repository`(_ text: String) {
    #expect(RemoteAddress(remote: text) == .hosted(host: "github.com", path: "octocat/hello"))
  }

  @Test(arguments: [
    ("https://gitlab.com/a/b/c.git", "gitlab.com", "a/b/c"),
    ("ssh://git@altssh.gitlab.com:443/a/b.git", "gitlab.com", "a/b"),
    ("git@git.example.com:a/b/c/d", "git.example.com", "a/b/c/d"),
    ("https://git.example.com:8443/Team/Project", "git.example.com:8443", "Team/Project"),
    ("http://git.example.com:443/o/n", "git.example.com:443", "o/n"),
    ("http://git.example.com:80/o/n", "git.example.com", "o/n"),
    ("git+https://git.example.com:443/o/n", "git.example.com", "o/n"),
    ("https://[::1]:3000/o/n", "[::1]:3000", "o/n"),
    ("git+ssh://git@git.example.com:8443/o/n", "git.example.com", "o/n"),
    ("http://localhost:3000/o/n", "localhost:3000", "o/n"),
    ("ssh://git@[::1]:2222/o/n.git", "::1", "o/n"),
    ("git@[::1]:o/n.git", "::1", "o/n"),
    ("work:o/n", "work", "o/n"),
    ("git@host:~me/n.git", "host", "~me/n"),
    ("git@host:c#/n.git", "host", "c#/n"),
    ("https://github.com/o/n.git.git", "github.com", "o/n.git"),
    ("https://gist.github.com/abc123.git", "gist.github.com", "abc123"),
    ("https://git.example.com/%ED%8C%80/%ED%9A%8C%EA%B3%A0", "git.example.com", "팀/회고"),
    ("https://git.example.com/a%2Fb/c%zz%", "git.example.com", "a%2Fb/c%zz%"),
    ("https://git.example.com/a/%FF", "git.example.com", "a/%FF"),
  ])
  func `keeps other hosts and deeper paths`(_ text: String, _ host: String, _ path: String) {
    #expect(RemoteAddress(remote: text) == .hosted(host: host, path: path))
  }

  @Test(arguments: [
    ("/srv/git/x.git", "/srv/git/x.git"),
    ("/srv/git/x/", "/srv/git/x"),
    ("/srv/git/x/.git", "/srv/git/x"),
    ("/srv//./x", "/srv/x"),
    ("/srv/a:b@c", "/srv/a:b@c"),
    ("file:///srv/git/x.git", "/srv/git/x.git"),
    ("file://localhost/srv/a%20b", "/srv/a b"),
    ("file:///srv/a%3Fb", "/srv/a?b"),
    ("/srv/c#/a?b", "/srv/c#/a?b"),
    ("../x", "../x"),
    ("./a:b", "a:b"),
    ("x", "x"),
    (".", "."),
    ("/", "/"),
  ])
  func `paths and file URLs are local`(_ text: String, _ path: String) {
    #expect(RemoteAddress(remote: text) == .local(path: path))
  }

  @Test(arguments: [
    "", "https://", "https:///", "https://github.com", "https://github.com/", "https://:80/o/n",
    "https://host:port/o/n", "https://me:p/w@github.com/o/n", "me:secret@github.com/o/n",
    "https:/me:secret@github.com/o/n", "foo://me:secret@host/o/n", "ext::sh -c x",
    "codecommit::us-east-1://x", "git@:o/n", "git@host:", "git@host:..", "https://host/../n",
    "https://host/.git", "https://ho st/o/n", "https://-oProxy/o/n", "ssh://-oProxyCommand=x/y",
    "https://host/o/n\u{1B}[31m", "https://host/o/%1B[31m", "https://%00/o/n", "a\0b", "\n",
    "https://host/o/%2E%2E",
  ])
  func `refuses invalid addresses`(_ text: String) {
    #expect(RemoteAddress(remote: text) == nil)
  }

  @Test func `removes passwords`() {
    let pieces = [
      ":s3cret@", "me", "host.org", "/", "/", "//", "://", ":", "@", "https", "ssh", "file", ".git",
      "[", "]", "%40", "%", "?", "#", "..", ".", "~", " ", "::", "22", "o/n", "팀", "\u{301}", "-",
    ]
    // The numbers are the same in every run, so that a failure can be repeated.
    var state: UInt64 = 42
    func random(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<50_000 {
      let text = (0...random(below: 9)).map { _ in pieces[random(below: pieces.count)] }.joined()
      for address in [RemoteAddress(remote: text), RemoteAddress(typed: text)] {
        guard case .hosted(let host, let path) = address else { continue }
        #expect(!host.contains("s3cret") && !path.contains("s3cret"), "\(text)")
      }
      if case .local(let path) = RemoteAddress(remote: text), !"/.".contains(text.prefix(1)) {
        #expect(!path.contains("s3cret") || text.hasPrefix("file:"), "\(text)")
      }
    }
  }

  @Test(arguments: [
    ("octocat/hello", "github.com/octocat/hello"),
    ("Octocat/Hello.git", "github.com/Octocat/Hello"),
    ("octocat/hello/", "github.com/octocat/hello"),
    ("octocat/hello.world", "github.com/octocat/hello.world"),
    ("github.com/octocat/hello", "github.com/octocat/hello"),
    ("www.github.com/octocat/hello", "github.com/octocat/hello"),
    ("github.com/octocat/hello/tree/main/x", "github.com/octocat/hello"),
    ("git.example.com/a/b/c", "git.example.com/a/b/c"),
    ("localhost:3000/o/n", "localhost:3000/o/n"),
    ("intranet/o/n", "intranet/o/n"),
    ("me:secret@github.com/o/n", "github.com/o/n"),
    ("https://github.com/o/n", "github.com/o/n"),
    ("https://github.com/o/n/tree/main/x", "github.com/o/n"),
    ("https://github.com/o/n/commit/0123abc#diff-1", "github.com/o/n"),
    ("https://github.com/o/n/anything?tab=readme", "github.com/o/n"),
    ("https://github.com/o/tree", "github.com/o/tree"),
    ("https://git.example.com/o/n/pull/3/files", "git.example.com/o/n"),
    ("https://gitlab.com/a/b/c/-/tree/main", "gitlab.com/a/b/c"),
    ("https://gitlab.com/a/b/c", "gitlab.com/a/b/c"),
    ("git@github.com:o/n.git", "github.com/o/n"),
    ("github.com:o/n", "github.com/o/n"),
    ("ssh://git@ssh.github.com:443/o/n", "github.com/o/n"),
    ("/srv/x", "/srv/x"),
  ])
  func `accepts typed names and addresses`(_ text: String, _ name: String) {
    #expect(RemoteAddress(typed: text)?.repository?.name == name)
  }

  @Test(arguments: [".", "..", "./a/b", "../x", "~/x", "~", "/", "/a b/c", ".github/x"])
  func `recognizes a path by its start`(_ text: String) {
    #expect(RemoteAddress(typed: text) == .local(path: text))
  }

  @Test(arguments: [
    "", " ", "hello", "octocat/", "a//b", "o/n o", "github.com/o",
    "a/b/c/d", "https://github.com/o", "https://github.com", "o/..", "o/.git", "o/n?x", "o/n#1",
    "user@o/n", "o\\n", "git@github.com:n", "-o/n\u{7}", "foo://h/o/n", "--output=x", "회고",
    "https://host:port/o/n", "https://[::1]x/o/n",
  ])
  func `refuses what is not a repository`(_ text: String) {
    #expect(RemoteAddress(typed: text) == nil)
  }
}
