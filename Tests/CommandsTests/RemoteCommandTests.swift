import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// Commands that use the data of a refresh, and those that send a single request to GitHub.
@Suite(.inProcess) struct RemoteCommandTests {
  private let stage: GitHubStage
  private var sandbox: Sandbox { stage.sandbox }

  init() throws {
    stage = try GitHubStage(World.ofSeveralKinds)
    try stage.refresh()
    stage.gitHub.server.forgetRequests()
  }

  /// The names of the repositories, in the order of the list.
  private func names(_ words: String...) throws -> [String] {
    let list = try sandbox.json(["repos"] + words)["repos"]?.array ?? []
    return list.compactMap { $0["repo"]?.string?.split(separator: "/").last.map(String.init) }
  }

  // MARK: repos

  @Test func `lists repositories by last push or name`() throws {
    #expect(try names() == ["Zebra", "hello", "apple"])
    #expect(try names("--sort", "name") == ["apple", "hello", "Zebra"])
    #expect(try names("--all") == ["fork", "Zebra", "archive", "hello", "apple"])
    #expect(try names("--all", "--sort", "name") == ["apple", "archive", "fork", "hello", "Zebra"])
    #expect(stage.gitHub.requests.isEmpty)
  }

  @Test func `the JSON of repositories matches the contract`() throws {
    try sandbox.add("--body", "one")
    let outcome = try sandbox.json("repos", "--all")
    let shape = Shape.object([
      "repos": .list(
        of: .object([
          "repo": .text, "private": .flag, "pushedAt": .optional(.instant), "notes": .whole,
        ]))
    ])
    #expect(shape.faults(in: outcome) == [])
    let list = outcome["repos"]?.array
    #expect(
      list?[1] == [
        "repo": "github.com/octocat/Zebra", "private": true, "pushedAt": "2026-11-20T00:00:00Z",
        "notes": 0,
      ])
    #expect(list?[3]["notes"] == 1)
  }

  @Test func `the repository list shows what is special about each`() throws {
    try sandbox.add("--body", "one")
    let english = try sandbox.run("repos", "--all")
    #expect(
      english.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        == [
          "octocat/fork Nov 21 fork", "octocat/Zebra Nov 20 private",
          "octocat/archive Nov 19 archived", "octocat/hello Nov 18 1 note",
          "octocat/apple Oct 17, 2025",
        ], "\(english.output)")
    let narrow = try sandbox.run("repos", "--all", environment: ["COLUMNS": "30"])
    #expect(narrow.output.split(separator: "\n").allSatisfy { $0.count <= 30 })
  }

  @Test func `before the first refresh the list says how to refresh`() throws {
    let fresh = try Sandbox(clone: nil)
    try fresh.run("repos").expectRefusal(4)
    let new = try GitHubStage(World(accounts: World.ofSeveralKinds.accounts))
    try new.sandbox.run("repos").expect(0, error: "commitdiary refresh").expectExactly(output: "")
    #expect(try new.sandbox.json("repos") == ["repos": []])
  }

  // MARK: commits

  @Test func `commits outside a clone come from the journal`() throws {
    let own = World.ofSeveralKinds.ids(of: "octocat/hello")
    #expect(try stage.commits(of: "octocat/hello") == own)
    #expect(try stage.commits(of: "https://github.com/OctoCat/Hello") == own)
    let five = try sandbox.json("commits", "--repo", "octocat/hello", "--limit", "5")
    #expect(five["commits"]?.array?.compactMap { $0["sha"]?.string } == Array(own.prefix(5)))
    try stage.refresh("--repo", "octocat/hello")
    #expect(
      try stage.commits(of: "octocat/hello")
        == World.ofSeveralKinds.ids(of: "octocat/hello", by: nil))
    #expect(
      try stage.commits(of: "octocat/hello", "--author", "HUBOT")
        == World.ofSeveralKinds.ids(of: "octocat/hello", by: "hubot"))
    #expect(try stage.commits(of: "octocat/hello", "--author", "octocat") == own)
    #expect(try !stage.commits(of: "octocat/hello", "--author", "누군가").isEmpty)
    // By the author date, in local days.
    let commits = try #require(World.ofSeveralKinds.repository("octocat/hello")).commits
    let (since, until) = (GitHubStage.today - 9 * 86_400, GitHubStage.today - 6 * 86_400)
    // Seoul is nine hours ahead.
    let span = (since - 32_400)..<(until + 86_400 - 32_400)
    #expect(
      try stage.commits(of: "octocat/hello", "--since", "2026-11-12", "--until", "2026-11-15")
        == commits.filter { span.contains($0.author.date) }.map(\.sha))
    #expect(
      try sandbox.run("commits", "--repo", "octocat/hello", "--since", "2026-11-20").status == 0)
  }

  @Test func `marks commits with notes outside a clone`() throws {
    let own = World.ofSeveralKinds.ids(of: "octocat/hello")
    for _ in 1...2 {
      try sandbox.run(
        "notes", "add", "--repo", "octocat/hello", "--commit", own[3], "--body", "why"
      ).expect(0)
    }
    let outcome = try sandbox.json("commits", "--repo", "octocat/hello")
    #expect(Shape.commits.faults(in: outcome) == [])
    let list = outcome["commits"]?.array ?? []
    #expect(list.count == 20 || list.count == own.count)
    #expect(list.compactMap { $0["notes"]?.integer } == list.indices.map { $0 == 3 ? 2 : 0 })
    let commit = World.ofSeveralKinds.repository("octocat/hello")?.commits.first {
      $0.sha == own[3]
    }
    #expect(list[3]["author"]?.string == commit?.author.name)
    #expect(
      list[3]["message"]?.string == commit?.message.split(separator: "\n").first.map(String.init))
    #expect(list[3]["url"]?.string == "https://github.com/octocat/hello/commit/\(own[3])")
    #expect(try sandbox.run("commits", "--repo", "octocat/hello").output.contains("*"))
  }

  @Test func `commits of an unknown repository says how to refresh`() throws {
    try sandbox.run("commits", "--repo", "octocat/nothing").expectRefusal(
      3, "commitdiary refresh --repo octocat/nothing")
    #expect(stage.gitHub.requests.isEmpty)
  }

  // MARK: notes add

  @Test func `a note on a stored commit needs no network`() throws {
    let own = World.ofSeveralKinds.ids(of: "octocat/hello")
    for typed in [own[4], String(own[4].prefix(7)), own[4].prefix(9).uppercased()] {
      let outcome = try stage.add(typed).expect(0)
      #expect(try outcome.json()["commit"]?["sha"]?.string == own[4])
      #expect(try outcome.json()["repo"] == "github.com/octocat/hello")
    }
    #expect(try stage.add(String(own[4].prefix(7)), to: "octocat/hello", "--offline").status == 0)
    #expect(stage.gitHub.requests.isEmpty)
    #expect(try sandbox.json("notes", "show", own[4])["notes"]?.array?.count == 4)
  }

  @Test func `looks up an unknown commit on GitHub`() throws {
    let commits = try #require(World.ofSeveralKinds.repository("octocat/hello")).commits
    let other = try #require(commits.first { $0.author.login == "hubot" })
    let known = try stage.add(String(other.sha.prefix(10))).expect(0)
    let commit = try known.json()["commit"]
    #expect(commit?["sha"]?.string == other.sha)
    #expect(commit?["author"] == "Hubot")
    #expect(
      commit?["message"]?.string == other.message.split(separator: "\n").first.map(String.init))
    #expect(stage.gitHub.requests.count == 1)
    #expect(stage.gitHub.requests.first?.headers["Authorization"] == "Bearer \(GitHubStage.token)")
    // A branch means its current commit.
    #expect(try stage.add("main").json()["commit"]?["sha"]?.string == commits[0].sha)
    // A commit with a note is in the journal and needs no request.
    stage.gitHub.server.forgetRequests()
    #expect(try stage.add(String(other.sha.prefix(10))).status == 0)
    #expect(stage.gitHub.requests.isEmpty)
    // A repository that was never refreshed, by its old name.
    stage.gitHub.change { $0.repositories.append(.octocats("later", 9, commits: 2)) }
    stage.gitHub.change { $0.rename("octocat/later", to: "octocat/latest") }
    let later = try #require(stage.gitHub.world.repository("octocat/latest")).commits[1].sha
    #expect(try stage.add(later, to: "octocat/later").status == 0)
  }

  @Test func `an ambiguous prefix exits with 2, an unknown commit with 3`() throws {
    let ambiguous = try stage.add("abcdef")
    ambiguous.expectRefusalAsJSON(2)
    #expect(ambiguous.error.contains("abcdef0") && ambiguous.error.contains("abcdef1"))
    #expect(try stage.add("abcdef1").json()["commit"]?["sha"]?.string == World.twins[1])
    stage.gitHub.server.forgetRequests()
    for typed in ["0123456789", "no-such-branch", "what?#%/"] {
      try stage.add(typed).expectRefusalAsJSON(3)
    }
    #expect(try stage.add("main", to: "octocat/nothing").status == 3)
    // Text that cannot be a name causes no request.
    #expect(stage.gitHub.requests.count == 3)
    stage.gitHub.server.forgetRequests()
    try stage.add("0123456789", to: "octocat/hello", "--offline").expectRefusalAsJSON(3)
    #expect(stage.gitHub.requests.isEmpty)
    stage.gitHub.stop()
    try stage.add("0123456789").expectRefusalAsJSON(5)
  }

  // MARK: open

  @Test func `opens a stored commit by prefix`() throws {
    let environment = ["COMMITDIARY_WEB_URL": ""]
    func open(_ typed: String) throws -> Outcome {
      try sandbox.run("open", typed, environment: environment, in: sandbox.file("home"))
    }
    let page = "https://github.com/octocat"
    // A commit from a refresh is found in any working directory.
    let own = World.ofSeveralKinds.ids(of: "octocat/hello")[5]
    for typed in [String(own.prefix(7)), own, own.prefix(10).uppercased()] {
      #expect(try open(typed).output == "\(page)/hello/commit/\(own)\n", "\(typed)")
    }
    // A commit that was requested for a note.
    let commits = try #require(World.ofSeveralKinds.repository("octocat/hello")).commits
    let other = try #require(commits.first { $0.author.login == "hubot" }).sha
    #expect(try open(other).status == 3)
    #expect(try stage.add(other).status == 0)
    #expect(try open(String(other.prefix(8))).output == "\(page)/hello/commit/\(other)\n")
    // A fork contains the commits of its parent.
    let shared = "abcabc0" + String(repeating: "3", count: 33)
    let alike = ["bbbbbbb0", "bbbbbbb1"].map { $0 + String(repeating: "5", count: 32) }
    stage.gitHub.change { world in
      var commits = World.work(3, 21)
      for (index, sha) in ([shared] + alike).enumerated() { commits[index].sha = sha }
      world.push(commits, to: "octocat/hello")
      world.push([commits[0]], to: "octocat/fork")
    }
    try stage.refresh()
    #expect(try stage.commits(of: "octocat/fork").contains(shared))
    #expect(try open("abcabc0").output == "\(page)/hello/commit/\(shared)\n")
    // An ambiguous prefix, and one without a match.
    try open("bbbbbbb").expectRefusal(2, "bbbbbbb0", "bbbbbbb1")
    #expect(try open("bbbbbbb1").output == "\(page)/hello/commit/\(alike[1])\n")
    try open("0123456789").expectFailure(3, "no note or saved commit “0123456789”")
    // The prefix is too short for a commit whose repository was not named.
    try open(String(own.prefix(6))).expectFailure(3, "no note “")
  }

  // MARK: Without the network

  @Test func `with --offline shows stored data without requests`() throws {
    let own = World.ofSeveralKinds.ids(of: "octocat/hello")
    try sandbox.add("--body", "kept")
    for (line, status) in [
      ("refresh", 5), ("refresh --repo octocat/hello", 5), ("login --with-token", 5),
      ("status", 0), ("repos", 0), ("repos --all", 0), ("commits --repo octocat/hello", 0),
      ("notes list", 0), ("notes search kept", 0), ("search kept", 0),
      ("open octocat/hello", 0), ("doctor", 0), ("config list", 0),
      ("notes add --repo octocat/hello --commit \(own[0]) --body a", 0),
      ("notes add --repo octocat/hello --no-commit --body a", 0),
      ("notes add --repo octocat/hello --commit main --body a", 3), ("logout --yes", 0),
    ] as [(String, Int32)] {
      try sandbox.run(
        line.split(separator: " ").map(String.init) + ["--offline"],
        input: Array(GitHubStage.token.utf8)
      ).expect(status)
    }
    #expect(stage.gitHub.requests.isEmpty, "\(stage.gitHub.requests)")
  }

  @Test func `commands give up on GitHub after five seconds`() async throws {
    try sandbox.shell(
      """
      mkdir "$sandbox/bin"
      printf '#!/bin/sh\necho %s\n' \(GitHubStage.token) > "$sandbox/bin/gh"
      chmod +x "$sandbox/bin/gh"
      """)
    stage.gitHub.next(matching: "/", times: 99, do: .never)
    let runs = [
      (["notes", "add", "--repo", "octocat/hello", "--commit", "main", "--body", "a"], Int32(5)),
      (["status"], 0), (["doctor"], 1), (["login", "--from-gh", "--store", "file"], 5),
    ].map { words, status in
      (
        words, status,
        stage.sandbox.startAside(
          words, environment: ["PATH": "\(sandbox.file("bin")):/usr/bin:/bin"])
      )
    }
    // Commands that need no network do not wait for one.
    for words in [["repos"], ["commits", "--repo", "octocat/hello"], ["notes", "list"]] {
      try sandbox.run(words).expect(0)
    }
    for (words, status, run) in runs {
      let run = try await run.value
      #expect(run.outcome.status == status, "\(words): \(run.outcome.testDescription)")
    }
  }
}
