import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// What a refresh fetches of pull requests and issues, and how a digest shows it.
@Suite(.inProcess) struct DigestEventsTests {
  private static let today = GitHubStage.today
  private static let day = 86_400

  private static func pull(
    _ number: Int, _ title: String, by author: String = "octocat", at time: Int,
    merged: World.Item.Deed? = nil, reviews: [World.Item.Deed] = []
  ) -> World.Item {
    World.Item(
      "octocat/hello", number, title, isPullRequest: true, by: author, at: time, merged: merged,
      reviews: reviews)
  }

  private static func issue(
    _ number: Int, _ title: String, by author: String = "octocat", at time: Int,
    closed: World.Item.Deed? = nil
  ) -> World.Item {
    World.Item(
      "octocat/hello", number, title, isPullRequest: false, by: author, at: time, closed: closed)
  }

  private func stage(_ items: [World.Item]) throws -> GitHubStage {
    var world = World(.octocats("hello", 1, commits: 2))
    world.items = items
    return try GitHubStage(world)
  }

  private static let busyDay = [
    pull(1, "Cache the index", at: today + 3600, merged: .init("hubot", at: today + 7200)),
    pull(
      2, "Mend the parser", by: "hubot", at: today - 5 * day,
      merged: .init("octocat", at: today + 60),
      reviews: [.init("octocat", at: today + 30), .init("somebody", at: today + 40)]),
    pull(3, "Not mine", by: "hubot", at: today),
    issue(4, "It is slow", at: today - 40 * day, closed: .init("octocat", at: today + 90)),
    issue(5, "Closed by others", at: today - 40 * day, closed: .init("hubot", at: today + 90)),
    issue(
      6, "Closed for others", by: "hubot", at: today - 40 * day,
      closed: .init("octocat", at: today + 120)),
  ]

  private func events(_ document: JSONValue, _ list: String) -> [String] {
    (document[list]?.array ?? []).map {
      "\($0["action"]?.string ?? "") \($0["number"]?.integer ?? 0)"
    }
  }

  @Test func `a digest has the pull requests and issues of its days`() throws {
    let stage = try stage(Self.busyDay)
    #expect(try stage.refresh()["skipped"] == [])
    let digest = try stage.sandbox.json("digest", "--since", "today")
    #expect(events(digest, "pullRequests") == ["reviewed 2", "merged 2", "opened 1", "merged 1"])
    #expect(events(digest, "issues") == ["closed 4", "closed 6"])
    #expect(
      digest["pullRequests"]?.array?.first == [
        "action": "reviewed", "repo": "github.com/octocat/hello", "number": 2,
        "title": "Mend the parser",
        "url": .string("\(stage.gitHub.webURL)/octocat/hello/pull/2"),
        "at": "2026-11-21T00:00:30Z",
      ])
    let early = try stage.sandbox.json("digest", "--since", "-41d", "--until", "-39d")
    #expect(events(early, "issues") == ["opened 4", "opened 5"])
  }

  @Test func `a digest lists items with what was done`() throws {
    let stage = try stage(Self.busyDay)
    try stage.refresh()
    try stage.sandbox.run("digest", "--since", "today").expect(
      output: "octocat/hello#2  Mend the parser (reviewed, merged)")
    try stage.sandbox.run("digest", "--since", "today", environment: ["LANG": "ko_KR.UTF-8"])
      .expect(output: "Mend the parser (리뷰, 병합)")
    let markdown = try stage.sandbox.run("digest", "--since", "today", "--format", "markdown")
      .expect(output: "### Pull requests and issues").output
    #expect(
      markdown.contains("[octocat/hello\\#2](<\(stage.gitHub.webURL)/octocat/hello/pull/2>)")
        || markdown.contains("[octocat/hello#2](<"), "\(markdown)")
  }

  @Test(arguments: [
    ("search", ["opened 1", "merged 1"], ["closed 4"], true),
    (
      "contributionsCollection", ["reviewed 2", "merged 2", "opened 1", "merged 1"],
      ["closed 4", "closed 6"], false
    ),
  ])
  func `a server without a field costs only what it lacks`(
    field: String, pulls: [String], issues: [String], hasContributions: Bool
  ) throws {
    let stage = try stage(Self.busyDay)
    stage.gitHub.change { $0.missingFields = [field] }
    #expect(try stage.refresh()["skipped"]?.array?.count == 1)
    let digest = try stage.sandbox.json("digest", "--since", "today")
    #expect(events(digest, "pullRequests") == pulls && events(digest, "issues") == issues)
    let graph = try stage.sandbox.run("graph", "--offline", "--json")
    #expect((graph.status == 0) == hasContributions, "\(graph.testDescription)")
    // When the server has the field, the missing part comes with the next refresh.
    stage.gitHub.change { $0.missingFields = [] }
    #expect(try stage.refresh()["skipped"] == [])
    let later = try stage.sandbox.json("digest", "--since", "today")
    #expect(events(later, "pullRequests").count == 4 && events(later, "issues").count == 2)
  }

  @Test func `a second refresh asks only for what changed`() throws {
    let stage = try stage(Self.busyDay)
    try stage.refresh()
    stage.gitHub.change { world in
      world.items[0].title = "Cache the whole index"
      world.items.append(Self.pull(7, "New", at: Self.today + 8000))
    }
    stage.gitHub.server.forgetRequests()
    try stage.refresh()
    #expect(stage.gitHub.requests(to: "/graphql").count == 2)
    let digest = try stage.sandbox.json("digest", "--since", "today")
    #expect(
      events(digest, "pullRequests") == [
        "reviewed 2", "merged 2", "opened 1", "merged 1", "opened 7",
      ])
    let titles = digest["pullRequests"]?.array?.compactMap { $0["title"]?.string } ?? []
    #expect(titles.contains("Cache the whole index") && !titles.contains("Cache the index"))
  }

  @Test func `long lists are read page by page`() throws {
    let many = (1...130).map { Self.pull($0, "Change \($0)", at: Self.today + $0) }
    let stage = try stage(many)
    try stage.refresh()
    let digest = try stage.sandbox.json("digest", "--since", "today")
    #expect(events(digest, "pullRequests").count == 130)
  }

  @Test func `searches with too many results are divided`() throws {
    // More than GitHub returns for one search.
    let many = (1...1100).map {
      Self.pull(
        $0, "Change \($0)", by: "hubot", at: Self.today - 300 * Self.day,
        reviews: [.init("octocat", at: Self.today - $0 % 300 * Self.day)])
    }
    let stage = try stage(many)
    try stage.refresh()
    let digest = try stage.sandbox.json("digest", "--since", "-300d")
    #expect(events(digest, "pullRequests").count == 1100)
  }

  @Test func `an old fetch is shown with its age`() throws {
    let stage = try stage(Self.busyDay)
    try stage.refresh()
    #expect(try stage.sandbox.run("digest", "--since", "today").error == "")
    let later = try stage.sandbox.run(
      "digest", "--since", "-3d", environment: ["COMMITDIARY_NOW": "2026-11-23T12:00:00Z"])
    #expect(
      later.error
        == "Pull requests and issues are from two days ago; “commitdiary refresh” updates them.\n"
        || later.error.contains("2 days ago"), "\(later.error)")
  }
}

/// The days and the entries of a digest.
@Suite(.inProcess) struct DigestDaysTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(at: "2026-11-21T09:00:00+09:00") }

  @Test(arguments: [
    (["yesterday"], "2026-11-20", "2026-11-20"), (["last", "monday"], "2026-11-16", "2026-11-16"),
    (["--week"], "2026-11-15", "2026-11-21"), ([], "2026-11-20", "2026-11-21"),
  ])
  func `a digest is about a day, a week or a span`(
    words: [String], from: String, to: String
  ) throws {
    let digest = try sandbox.json(["digest"] + words)
    #expect(digest["from"]?.string == from && digest["to"]?.string == to)
  }

  @Test func `one day is named once`() throws {
    try sandbox.run("digest", "yesterday").expect(error: "No activity on Nov 20, 2026.")
    try sandbox.run("diary", "write", "--body", "A title")
    let markdown = try sandbox.run("digest", "today", "--format", "markdown").output
    #expect(markdown == "# Sat, Nov 21, 2026\n\n**A title**\n", "\(markdown)")
  }

  @Test func `a day and a span exclude each other`() throws {
    try sandbox.run("digest", "friday", "--since", "monday").expectRefusal(2)
    try sandbox.run("digest", "friday", "--week").expectRefusal(2)
    try sandbox.run("digest", "--week", "--until", "monday").expectRefusal(2)
    try sandbox.run("digest", "nonsense").expectRefusal(2)
  }

  @Test func `the lines of an entry are shown, and those of a long one with --full`() throws {
    let lines = (1...12).map { "Line \($0)" }
    try sandbox.run("diary", "write", "--body", "Title\n\n" + lines[..<7].joined(separator: "\n"))
    let whole = try sandbox.run("digest").expect(output: "Line 7", without: "--full").output
    #expect(
      whole.contains("  Title\n    Line 1\n") || whole.contains("Title\n  Line 1\n"), "\(whole)")
    try sandbox.run(
      "diary", "write", "--replace", "--body", "Title\n\n" + lines.joined(separator: "\n"))
    try sandbox.run("digest").expect(output: "Line 6", "6 more lines", without: "Line 7")
    try sandbox.run("digest", "--full").expect(output: "Line 12", without: "more lines")
  }

  @Test func `Markdown is escaped only where it would be markup`() throws {
    try sandbox.toDos("add", "keep snake_case, *stars* and #perf; see #12 > all")
    try sandbox.run("digest", "--format", "markdown").expect(
      output: "- [ ] keep snake_case, \\*stars\\* and #perf; see \\#12 > all\n")
  }
}

/// The commits of a digest: their branches, rebased ones, and those of others.
@Suite(.inProcess) struct DigestCommitsTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil, at: GitHubStage.now, in: "UTC")
    try sandbox.shell(
      """
      git init -q -b main "$sandbox/work" && cd "$sandbox/work"
      git remote add origin https://github.com/octocat/work.git
      git config user.name Octo && git config user.email octo@example.com
      commit() {
        GIT_AUTHOR_NAME="${3:-Octo}" GIT_AUTHOR_EMAIL="${4:-octo@example.com}" \\
          GIT_AUTHOR_DATE="2026-11-21T$1:00Z" GIT_COMMITTER_DATE="2026-11-21T$1:30Z" \\
          git commit -q --allow-empty -m "$2"
      }
      commit 08:00 'Begin'
      commit 08:10 'Theirs' Hubot hubot@example.com
      git switch -q -c topic
      commit 09:00 'Mend the parser'
      git update-ref refs/remotes/origin/topic topic
      GIT_COMMITTER_DATE=2026-11-21T10:00:00Z git commit -q --allow-empty --amend --no-edit
      """)
  }

  private func digest(_ words: String...) throws -> Outcome {
    try sandbox.run(["digest", "--since", "today"] + words, in: sandbox.file("work")).expect(0)
  }

  @Test func `an amended commit appears once, with its branch`() throws {
    let text = try digest().expect(output: "octocat/work  topic  main").output
    #expect(text.split(separator: "Mend the parser").count == 2, "\(text)")
    let branches = try digest("--json").json()["branches"]?.array ?? []
    #expect(
      branches == [
        ["repo": "github.com/octocat/work", "name": "topic", "commits": 1],
        ["repo": "github.com/octocat/work", "name": "main", "commits": 1],
      ], "\(branches)")
  }

  @Test func `a repository is shown with the commits of others`() throws {
    try sandbox.run("diary", "write", "--body", "An entry.")
    try digest("--repo", ".").expect(output: "Theirs (Hubot)", without: "An entry.")
    try digest("--repo", ".", "--me").expect(output: "Begin", without: "Theirs", "(Octo)")
    #expect(try !digest().output.contains("Theirs"))
  }
}
