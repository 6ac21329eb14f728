import Foundation
import JSON
import Platform
import StandIn
import Testing

/// A sandbox and a stand-in for GitHub, with a user who is logged in.
final class GitHubStage {
  static let token = "gho_" + String(repeating: "R", count: 36)
  /// Noon of the day with the newest commits.
  static let now = "2026-11-21T12:00:00Z"
  /// The start of that day in UTC, in seconds since 1970.
  static let today = 1_795_219_200

  let sandbox: Sandbox
  let gitHub: GitHubStandIn

  init(_ world: World, clone: String? = nil) throws {
    sandbox = try Sandbox(clone: clone)
    gitHub = try GitHubStandIn(world)
    sandbox.environment = sandbox.environment.adding(gitHub.environment)
      .adding(["COMMITDIARY_NOW": Self.now])
    let outcome = try sandbox.run(
      "login", "--with-token", "--store", "file", input: Array(Self.token.utf8))
    try outcome.success()
    gitHub.server.forgetRequests()
  }

  /// Runs a refresh, and returns its JSON.
  @discardableResult
  func refresh(_ words: String..., status: Int32 = 0) throws -> JSONValue {
    let outcome = try sandbox.run(["refresh", "--json", "--quiet"] + words)
    return try outcome.success(status).json()
  }

  /// Adds a note to a commit.
  func add(
    _ commit: String, to repository: String = "octocat/hello", _ more: String...
  ) throws -> Outcome {
    try sandbox.run(
      ["notes", "add", "--repo", repository, "--commit", commit, "--body", "why", "--json"] + more)
  }

  /// The ids of a repository's commits in the journal, the newest first.
  func commits(of name: String, _ words: String...) throws -> [String] {
    let outcome = try sandbox.run(
      ["commits", "--repo", name, "--limit", "0", "--json", "--offline"] + words)
    return try #require(outcome.success().json()["commits"]?.array).compactMap { $0["sha"]?.string }
  }
}

// MARK: Worlds

extension World {
  /// A world with the account octocat, which has the token of the stage, and these repositories.
  init(_ repositories: Repository...) {
    self.init(
      accounts: [
        Account(
          "octocat", name: "The Octocat", email: "octocat@example.com", token: GitHubStage.token),
        Account("hubot", id: 480_938, name: "Hubot", email: "hubot@example.com"),
      ], repositories: repositories)
  }

  /// The ids of the commits on a default branch, by one author or by everyone.
  func ids(of name: String, by login: String? = "octocat", since date: Int = .min) -> [String] {
    (repository(name)?.commits ?? [])
      .filter { (login == nil || $0.author.login == login) && $0.committer.date >= date }
      .map(\.sha)
  }

  /// Commits that were made today, one per minute, the newest first. They can be pushed on top of
  /// others.
  static func work(_ count: Int, _ seed: UInt64, by login: String? = "octocat") -> [Commit] {
    let newest = GitHubStage.today + 40_000 + Int(seed)
    let commits = history(count, login: "octocat", newest: newest, seed: seed)
    return commits.enumerated().map { index, commit in
      var commit = commit
      commit.author.login = login
      commit.author.date = newest - index * 60
      commit.committer.date = newest - index * 60
      return commit
    }
  }
}

extension World.Repository {
  /// A repository of octocat, with commits by everyone or by one author. There are about two
  /// commits per day, the newest of them `daysAgo` days old.
  static func octocats(
    _ name: String, _ number: Int, commits: Int, daysAgo: Int = 0, by login: String? = nil
  ) -> World.Repository {
    let newest = GitHubStage.today - daysAgo * 86_400
    var history = World.history(
      commits, login: "octocat", newest: newest, seed: UInt64(number))
    if let login {
      for index in history.indices { history[index].author.login = login }
    }
    return World.Repository(id: number, "octocat", name, commits: history, pushedAt: newest)
  }
}

// MARK: Running in the background

extension Sandbox {
  /// Starts the program on its own thread. Long runs would otherwise block the thread that other
  /// tests run on.
  func startAside(
    _ words: String..., environment more: [String: String] = [:]
  ) -> Task<AsideRun, any Error> {
    startAside(words, environment: more)
  }

  func startAside(
    _ words: [String], environment more: [String: String] = [:]
  ) -> Task<AsideRun, any Error> {
    let (launcher, folder) = (launcher, directory)
    let environment = environment.adding(more)
    // The program starts now, not when the thread pool of the tests has a free thread.
    let (ends, end) = AsyncThrowingStream.makeStream(of: AsideRun.self)
    Thread.detachNewThread {
      let start = ContinuousClock.now
      let result = Result {
        // The deadline is long, because the test may hold responses back.
        try launcher.run(
          words, environment: environment, input: nil, in: folder, deadline: .seconds(600))
      }
      end.yield(
        with: result.map { AsideRun(outcome: $0, time: start.duration(to: .now)) })
      end.finish()
    }
    return Task {
      for try await run in ends { return run }
      throw CancellationError()
    }
  }
}

struct AsideRun: Sendable {
  var outcome: Outcome
  var time: Duration
}

/// Holds responses of the stand-in back until the test releases them.
final class Hold: Sendable {
  private let gate = DispatchSemaphore(value: 0)

  /// Can be passed to `next(matching:do:)`.
  func callAsFunction(_ request: IncomingRequest, _ answer: Answer) -> Answer {
    gate.wait()
    gate.signal()
    return answer
  }

  func release() { gate.signal() }

  deinit { gate.signal() }
}

extension World {
  /// The names of two commits of the first repository, which begin alike.
  static let twins = ["abcdef0", "abcdef1"].map { $0 + String(repeating: "7", count: 33) }

  /// Repositories of several kinds: private, old, forked, archived.
  static let ofSeveralKinds: World = {
    var world = World(
      .octocats("hello", 1, commits: 40, daysAgo: 3), .octocats("Zebra", 2, commits: 2, daysAgo: 1),
      .octocats("apple", 3, commits: 2, daysAgo: 400), .octocats("fork", 4, commits: 2),
      .octocats("archive", 5, commits: 2, daysAgo: 2))
    world.edit("octocat/fork") { $0.isFork = true }
    world.edit("octocat/archive") { $0.isArchived = true }
    world.edit("octocat/Zebra") { $0.isPrivate = true }
    world.edit("octocat/hello") { repository in
      for (index, sha) in twins.enumerated() {
        repository.commits[index].sha = sha
        repository.commits[index].author.login = "octocat"
        repository.commits[index].author.name = "octocat"
      }
    }
    return world
  }()
}
