import JSON
import StandIn
import Testing

@Suite struct RepositoryPagesTests {
  @Test func `serves the account`() throws {
    let standIn = try GitHubStandIn(.small())
    let reply = try Visitor(standIn).get("/user")
    #expect(reply.json?["login"] == "octocat")
    #expect(reply.json?["name"] == "The Octocat")
    #expect(reply["X-OAuth-Scopes"] == "repo, read:user")
    #expect(reply["github-authentication-token-expiration"] == nil)
    standIn.change {
      $0.accounts[0].hasOldShape = true
      $0.accounts[0].tokenExpiration = "2026-12-24 08:24:53 UTC"
      $0.accounts[0].scopes = nil
    }
    let old = try Visitor(standIn).get("/user")
    #expect(old.json?["node_id"] == nil)
    #expect(old.json?["login"] == "octocat")
    #expect(old["X-OAuth-Scopes"] == nil)
    #expect(old["github-authentication-token-expiration"] == "2026-12-24 08:24:53 UTC")
  }

  @Test(arguments: [World.Paging.numbers, .cursors])
  func `lists every repository once, last pushed first`(
    _ paging: World.Paging
  ) throws {
    var world = World.sample(
      repositories: 23, commitsEach: 1, token: World.octocat.token ?? "")
    world.paging = paging
    let standIn = try GitHubStandIn(world)
    let found = try Visitor(standIn).all("/user/repos?per_page=5&sort=pushed&direction=desc")
    #expect(found.count == 23)
    #expect(Set(found.compactMap { $0["id"]?.integer }).count == 23)
    let dates = found.compactMap { $0["pushed_at"]?.string }
    #expect(dates == dates.sorted(by: >))
    #expect(standIn.requests.count == 5)
  }

  @Test func `paginates public repositories by account number`() throws {
    let world = World.sample(repositories: 10, commitsEach: 1)
    let standIn = try GitHubStandIn(world)
    let nobody = Visitor(standIn, token: nil)
    let first = try nobody.get("/users/octocat/repos?per_page=3")
    #expect(first.link("next") == "\(standIn.apiURL)/user/583231/repos?per_page=3&page=2")
    #expect(first.link("last") == "\(standIn.apiURL)/user/583231/repos?per_page=3&page=3")
    #expect(first.link("prev") == nil)
    let all = try nobody.all("/users/octocat/repos?per_page=3")
    #expect(all.count == 8)
    #expect(all.allSatisfy { $0["private"] == false })
    let last = try nobody.get("/users/octocat/repos?per_page=3&page=3")
    #expect(last.link("next") == nil)
    #expect(last.link("prev") != nil)
    #expect(last.link("first") != nil)
  }

  @Test func `returns an empty page after the last`() throws {
    let standIn = try GitHubStandIn(.small())
    for page in ["9", "9223372036854775807"] {
      #expect(try Visitor(standIn).get("/user/repos?page=\(page)").text == "[]")
    }
  }

  @Test func `hides private repositories`() throws {
    var world = World.small()
    world.repositories[0].isPrivate = true
    world.accounts.append(.init("hubot", id: 2, token: "gho_hubot"))
    world.accounts.append(.init("monalisa", id: 3, token: "gho_mona", scopes: ["read:user"]))
    world.repositories[0].members = ["monalisa"]
    let standIn = try GitHubStandIn(world)
    func status(_ token: String?) throws -> Int {
      try Visitor(standIn, token: token).get("/repos/octocat/hello").status
    }
    #expect(try status("gho_octocat") == 200)
    #expect(try status("gho_hubot") == 404)
    #expect(try status("gho_mona") == 404)
    #expect(try status(nil) == 404)
    standIn.change { $0.accounts[2].scopes = ["repo"] }
    #expect(try status("gho_mona") == 200)
    let theirs = try Visitor(standIn, token: "gho_mona").get("/user/repos?affiliation=collaborator")
    #expect(theirs.json?.array?.count == 1)
    #expect(
      try Visitor(standIn, token: "gho_mona").get("/user/repos?affiliation=owner").text == "[]")
  }

  @Test func `redirects a renamed repository`() throws {
    let standIn = try GitHubStandIn(.small())
    standIn.change { $0.rename("octocat/hello", to: "github/welcome") }
    let moved = try Visitor(standIn).get("/repos/octocat/hello/commits?per_page=2")
    #expect(moved.status == 301)
    #expect(moved["Location"] == "\(standIn.apiURL)/repositories/7/commits?per_page=2")
    let followed = try Visitor(standIn).follow(#require(moved["Location"]))
    #expect(followed.json?.array?.count == 2)
    let today = try Visitor(standIn).get("/repositories/7")
    #expect(today.json?["full_name"] == "github/welcome")
    standIn.change { $0.renameStatus = 307 }
    #expect(try Visitor(standIn).get("/repos/octocat/hello").status == 307)
    standIn.change { $0.delete("github/welcome") }
    #expect(try Visitor(standIn).get("/repositories/7").status == 404)
  }

  @Test func `returns each error with its status and message`() throws {
    let standIn = try GitHubStandIn(.small())
    let kinds: [(World.Misfortune, Int, String)] = [
      (.empty, 409, "Git Repository is empty."), (.gone, 404, "Not Found"),
      (.blocked, 451, "Repository access blocked"),
      (.blockedByTerms, 403, "Repository access blocked"),
      (.singleSignOn(url: "https://example.com/sso"), 403, "SAML"), (.saml, 403, "SAML"),
      (.addressNotAllowed, 403, "IP allow list"),
      (.applicationNotAllowed, 403, "OAuth App access restrictions"),
    ]
    for (misfortune, status, words) in kinds {
      standIn.change { $0.befall("octocat/hello", misfortune) }
      let reply = try Visitor(standIn).get("/repos/octocat/hello/commits")
      #expect(reply.status == status)
      #expect(reply.json?["message"]?.string?.contains(words) == true)
      let isSSO = misfortune == .singleSignOn(url: "https://example.com/sso")
      #expect(reply["X-GitHub-SSO"] == (isSSO ? "required; url=https://example.com/sso" : nil))
      #expect(try Visitor(standIn).get("/user/repos").json?.array?.count == 1)
    }
  }
}
