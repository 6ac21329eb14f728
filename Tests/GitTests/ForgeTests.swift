import Diary
import TestSupport
import Testing

@testable import Git

/// The web addresses of commits and requests, by the host of a remote.
@Suite struct ForgeTests {
  @Test(
    arguments: [
      ("git@github.com:octocat/hello.git", "https://github.com/octocat/hello/commit/S", "pull/7"),
      ("https://github.example.com/o/r", "https://github.example.com/o/r/commit/S", "pull/7"),
      (
        "git@gitlab.com:group/sub/deep/app.git", "https://gitlab.com/group/sub/deep/app/-/commit/S",
        "-/merge_requests/7"
      ),
      (
        "ssh://git@gitlab.example.com:2222/group/app.git",
        "https://gitlab.example.com/group/app/-/commit/S", "-/merge_requests/7"
      ),
      (
        "https://gitlab.example.com:8443/group/app",
        "https://gitlab.example.com:8443/group/app/-/commit/S", "-/merge_requests/7"
      ),
      (
        "https://user:token@my-gitlab.example.com/g/app.git",
        "https://my-gitlab.example.com/g/app/-/commit/S", "-/merge_requests/7"
      ),
      (
        "https://codeberg.org/forgejo/forgejo.git", "https://codeberg.org/forgejo/forgejo/commit/S",
        "pulls/7"
      ),
      (
        "ssh://git@codeberg.org/forgejo/forgejo.git",
        "https://codeberg.org/forgejo/forgejo/commit/S",
        "pulls/7"
      ),
      ("git@gitea.example.com:o/r.git", "https://gitea.example.com/o/r/commit/S", "pulls/7"),
      (
        "https://forgejo.example.com:3000/o/r.git", "https://forgejo.example.com:3000/o/r/commit/S",
        "pulls/7"
      ),
      (
        "git@bitbucket.org:team/app.git", "https://bitbucket.org/team/app/commits/S",
        "pull-requests/7"
      ),
      (
        "ssh://git@bitbucket.example.com:7999/proj/app.git",
        "https://bitbucket.example.com/projects/proj/repos/app/commits/S", "pull-requests/7"
      ),
      (
        "https://bitbucket.example.com/scm/~mina/app.git",
        "https://bitbucket.example.com/users/mina/repos/app/commits/S", "pull-requests/7"
      ),
      ("git@git.sr.ht:~sircmpwn/scdoc", "https://git.sr.ht/~sircmpwn/scdoc/commit/S", nil),
      ("https://git.sr.ht/~sircmpwn/scdoc", "https://git.sr.ht/~sircmpwn/scdoc/commit/S", nil),
      ("git@git.unknown.example:o/r.git", "https://git.unknown.example/o/r/commit/S", "pull/7"),
      (
        "git@ssh.own-one.example:g/s/r.git", "https://code.own-one.example/g/s/r/-/commit/S",
        "-/merge_requests/7"
      ),
      ("https://own-two.example:3000/o/r", "http://own-two.example:3000/o/r/commit/S", "pulls/7"),
      ("/srv/git/app.git", nil, nil), ("../app.git", nil, nil),
    ] as [(String, String?, String?)])
  func `a remote has addresses`(_ remote: String, _ commit: String?, _ request: String?) {
    ForgeHost.add([
      "ssh.own-one.example": ForgeHost(.gitlab, web: "https://code.own-one.example"),
      "OWN-TWO.example:3000": ForgeHost(.forgejo, web: "http://own-two.example:3000"),
    ])
    let repository = RemoteAddress(remote: remote)?.repository
    let found = Commit(
      sha: "S", subject: "", author: "", date: Moment(Instant(secondsSince1970: 0), offset: 0))
    #expect(repository?.url(of: found) == commit)
    #expect(
      repository?.url(ofRequest: 7)
        == request.flatMap { path in
          repository?.url.map { "\($0)/\(path)" }
        })
  }
}
