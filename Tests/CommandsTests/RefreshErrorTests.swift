import Glibc
import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// A refresh with invalid or missing responses: everything else is fetched and saved.
@Suite(.inProcess) struct RefreshErrorTests {
  /// A world of three repositories, the second of which fails.
  private static let three = World(
    .octocats("first", 1, commits: 3, by: "octocat"),
    .octocats("second", 2, commits: 130, daysAgo: 2, by: "octocat"),
    .octocats("third", 3, commits: 3, daysAgo: 70, by: "octocat"))

  // MARK: Permanent problems

  @Test func `skips an unavailable repository with its reason`() throws {
    let approval = "https://github.com/orgs/octo-org/sso?authorization_request=A1B2"
    let misfortunes: [(World.Misfortune, String)] = [
      (.empty, "the repository is empty"),
      (.gone, "not found on GitHub"),
      (.blocked, "GitHub has blocked access to the repository: dmca"),
      (.blockedByTerms, "GitHub has blocked access to the repository: tos"),
      (
        .singleSignOn(url: approval), "the organization requires SSO authorization for this token"
      ),
      (.saml, "the organization does not allow the request: "),
      (.addressNotAllowed, "the organization does not allow the request: "),
      (.applicationNotAllowed, "the organization does not allow the request: "),
    ]
    var world = Self.three
    for (number, misfortune) in misfortunes.enumerated() {
      var repository = World.Repository.octocats("unlucky-\(number)", 10 + number, commits: 2)
      repository.misfortune = misfortune.0
      world.repositories.append(repository)
    }
    let stage = try GitHubStage(world)
    let outcome = try stage.sandbox.run("refresh", environment: ["COLUMNS": "200"]).expect(0)
      .expectExactly(error: "")
    #expect(outcome.output.hasPrefix("136 new commits in 3 repositories, 8 skipped\n"))
    for (number, misfortune) in misfortunes.enumerated() {
      #expect(
        outcome.output.contains("\n  octocat/unlucky-\(number): \(misfortune.1)"),
        "\(outcome.testDescription)")
    }
    #expect(outcome.output.contains(approval), "\(outcome.testDescription)")
    for name in ["octocat/first", "octocat/second", "octocat/third"] {
      #expect(try stage.commits(of: name) == world.ids(of: name))
    }

    // The problem is reported as long as it exists. Afterwards the commits are fetched.
    let result = try stage.refresh()
    let names = result["skipped"]?.array?.compactMap { $0["repo"]?.string } ?? []
    #expect(names.sorted() == (0..<8).map { "github.com/octocat/unlucky-\($0)" })
    #expect(result["newCommits"] == 0 && result["repositories"] == 11)
    for number in 0..<8 {
      stage.gitHub.change { $0.befall("octocat/unlucky-\(number)", nil) }
    }
    #expect(try stage.refresh()["skipped"] == [])
    let lucky = "octocat/unlucky-4"
    #expect(try stage.commits(of: lucky) == stage.gitHub.world.ids(of: lucky))
  }

  @Test func `skips an unknown repository with its reason`() throws {
    let stage = try GitHubStage(Self.three)
    let result = try stage.refresh("--repo", "octocat/nothing", "--repo", "octocat/first")
    #expect(
      result["skipped"] == [
        ["repo": "github.com/octocat/nothing", "reason": "not found on GitHub"]
      ])
    #expect(result["newCommits"] == 3)
  }

  // MARK: Invalid responses

  struct Nonsense: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var change: @Sendable (IncomingRequest, Answer) -> Answer

    init(_ name: String, _ change: @escaping @Sendable (IncomingRequest, Answer) -> Answer) {
      testDescription = name
      self.change = change
    }

    init(_ name: String, _ answer: Answer) { self.init(name) { _, _ in answer } }
  }

  static let nonsense = [
    Nonsense("half of its JSON") { _, answer in
      var answer = answer
      answer.body = Array(answer.body.prefix(answer.body.count / 2))
      return answer
    },
    Nonsense(
      "no end", Answer(behavior: .endless(chunk: Array(repeating: 0x5B, count: 1 << 16)))),
    Nonsense("pages in a circle") { request, answer in
      var answer = answer
      answer.headers.removeAll { $0.0 == "Link" }
      let url = "http://\(request.headers["Host"] ?? "")\(request.target)"
      return answer.with("Link", "<\(url)>; rel=\"next\"")
    },
  ]

  @Test(arguments: nonsense)
  func `an invalid response affects only its repository`(_ nonsense: Nonsense) throws {
    let stage = try GitHubStage(Self.three)
    stage.gitHub.next(matching: "/repositories/2/", times: .max, do: nonsense.change)
    let outcome = try stage.sandbox.run("refresh", "--json").expect(5)
    #expect(
      try JSONParser.parse(outcome.errorBytes)["error"]?["code"] == "refreshIncomplete",
      "\(outcome.testDescription)")
    let result = try outcome.json()
    #expect(result["newCommits"] == 6)
    #expect(
      result["skipped"]?.array?.map { $0["repo"] } == ["github.com/octocat/second"], "\(result)")

    let plain = try stage.sandbox.run("refresh")
    #expect(
      plain.error == """
        commitdiary: 1 item could not be fetched
          → Run: commitdiary refresh

        """)
    #expect(plain.output.contains("\n  octocat/second: "), "\(plain.testDescription)")
    for name in ["octocat/first", "octocat/third"] {
      #expect(try stage.commits(of: name) == Self.three.ids(of: name))
    }
  }

  @Test func `fetches a repository again after an invalid response`() throws {
    let stage = try GitHubStage(Self.three)
    // An invalid response to the second page.
    stage.gitHub.next(matching: "/repositories/2/", after: 1, do: .json(text: "[{"))
    try stage.refresh(status: 5)
    stage.gitHub.server.forgetRequests()
    try stage.refresh()
    #expect(try stage.commits(of: "octocat/second") == Self.three.ids(of: "octocat/second"))
    // The first page is requested with its ETag, then the missing page.
    let asked = stage.gitHub.requests(to: "/repositories/2/")
    #expect(asked.count == 2 && asked.first?.headers["If-None-Match"] != nil, "\(asked)")
  }

  @Test func `reports a failed calendar and fetches the rest`() throws {
    let stage = try GitHubStage(Self.three)
    stage.gitHub.next(matching: "/graphql", do: .html("<title>Unicorn</title>"))
    let outcome = try stage.sandbox.run("refresh").expect(5)
    #expect(outcome.output.hasPrefix("136 new commits in 3 repositories\n  "))
    // One query for the calendar, and one for the events, then one for each of their five lists.
    for _ in 0..<7 {
      stage.gitHub.next(
        matching: "/graphql",
        do: .json(text: #"{"errors":[{"message":"Field 'search' doesn't exist"}]}"#))
    }
    // A server without them is not an error.
    #expect(try stage.refresh()["skipped"]?.array?.count == 2)
  }

  @Test func `reports an interrupted repository list and keeps its start`() throws {
    var world = Self.three
    for number in 10..<120 {
      world.repositories.append(.octocats("s\(number)", number, commits: 1, daysAgo: 90))
    }
    let stage = try GitHubStage(world)
    stage.gitHub.next(matching: "/user/repos", after: 1, do: .json(text: "[{"))
    try stage.sandbox.run("refresh", "-q").expectRefusal(5)
    #expect(try stage.commits(of: "octocat/second") == world.ids(of: "octocat/second"))
    #expect(try stage.refresh()["repositories"] == 113)
    stage.gitHub.next(matching: "/user", do: .json(text: "[{"))
    try stage.sandbox.run("refresh").expectRefusal(5)
  }

  @Test func `a refused token exits with 4`() throws {
    let stage = try GitHubStage(Self.three)
    try stage.refresh()
    stage.gitHub.change { $0.accounts[0].token = "gho_other" }
    try stage.sandbox.run("refresh").expectRefusal(4)
    #expect(try stage.commits(of: "octocat/first").count == 3)
  }

  // MARK: Temporary problems

  @Test func `retries failed and dropped requests`() async throws {
    let stage = try GitHubStage(Self.three)
    stage.gitHub.next(matching: "/repositories/1/", do: .unavailable())
    stage.gitHub.next(matching: "/repositories/2/", do: .dropped)
    stage.gitHub.next(matching: "/repositories/3/") { _, answer in
      answer.behaving(.dropAfter(bytes: 200))
    }
    let run = try await stage.sandbox.startAside("refresh").value
    #expect(run.outcome.status == 0, "\(run.outcome.testDescription)")
    #expect(run.outcome.output == "136 new commits in 3 repositories\n")
    #expect(stage.gitHub.pendingInterventions == 0)
    #expect(run.outcome.error.contains("; retrying in 0:0"), "\(run.outcome.testDescription)")
  }

  @Test func `with --no-wait a limit exits with 5 and keeps results`() throws {
    let stage = try GitHubStage(Self.three)
    stage.gitHub.limit(login: "octocat", remaining: 3, resetAfter: .seconds(1800))
    let outcome = try stage.sandbox.run("refresh", "--no-wait").expect(5)
    #expect(
      outcome.error.wholeMatch(
        of:
          /commitdiary: GitHub’s hourly rate limit was reached\n  → Try again in (30|31) minutes.+\n/
      )
        != nil, "\(outcome.testDescription)")
    #expect(stage.gitHub.requests.count < 10)
    stage.gitHub.limit(login: "octocat", remaining: 100, resetAfter: .seconds(1800))
    try stage.refresh("--no-wait")
    for name in ["octocat/first", "octocat/second", "octocat/third"] {
      #expect(try stage.commits(of: name) == Self.three.ids(of: name))
    }
    stage.gitHub.limitSecondarily(for: .seconds(60), .seconds(600))
    try stage.sandbox.run("refresh", "--no-wait").expectRefusal(5)
  }

  // MARK: Concurrent refreshes

  @Test func `a second concurrent refresh reports it and ends`() async throws {
    let stage = try GitHubStage(Self.three)
    let hold = Hold()
    stage.gitHub.next(matching: "/repositories/2/") { hold($0, $1) }
    let first = stage.sandbox.startAside("refresh", "--quiet")
    // Polls without suspending, because other tests might keep this thread until the refresh fails.
    while !stage.gitHub.requests.contains(where: { $0.path.contains("/repositories/2/") }) {
      usleep(10_000)
    }
    let second = try stage.sandbox.run("refresh").expectRefusal(1)
    #expect(second.error.hasPrefix("commitdiary: another refresh is running\n"))
    // Commands that only read, or that write notes, do not wait for the refresh.
    #expect(try stage.sandbox.run("repos", "--json").status == 0)
    try stage.sandbox.add("--body", "meanwhile")
    hold.release()
    #expect(try await first.value.outcome.status == 0)
    #expect(try stage.refresh()["newCommits"] == 0)
  }
}
