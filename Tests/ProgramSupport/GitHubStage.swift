import Foundation
import JSON
import Platform
import StandIn
import Testing

/// A sandbox beside a small GitHub, with somebody logged in.
final class GitHubStage {
  static let token = "gho_" + String(repeating: "R", count: 36)
  /// Noon of the day on which the newest commits of the worlds here are made.
  static let now = "2026-11-21T12:00:00Z"
  /// The beginning of that day in UTC, in seconds since 1970.
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
    try #require(outcome.status == 0, "\(outcome.testDescription)")
    gitHub.server.forgetRequests()
  }

  /// Refreshes, and returns the document about it.
  @discardableResult
  func refresh(_ words: String..., status: Int32 = 0) throws -> JSONValue {
    let outcome = try sandbox.run(["refresh", "--json", "--quiet"] + words)
    try #require(outcome.status == status, "\(outcome.testDescription)")
    return try outcome.json()
  }

  /// The ids of what the journal knows of a repository's commits, the newest first.
  func commits(of name: String, _ words: String...) throws -> [String] {
    let outcome = try sandbox.run(
      ["commits", "--repo", name, "--limit", "0", "--json", "--offline"] + words)
    try #require(outcome.status == 0, "\(outcome.testDescription)")
    return try #require(outcome.json()["commits"]?.array).compactMap { $0["sha"]?.string }
  }
}

// MARK: Worlds

extension World {
  /// A world of octocat, who has the token of the stage, and of these repositories.
  init(_ repositories: Repository...) {
    self.init(
      accounts: [
        Account(
          "octocat", name: "The Octocat", email: "octocat@example.com", token: GitHubStage.token),
        Account("hubot", id: 480_938, name: "Hubot", email: "hubot@example.com"),
      ], repositories: repositories)
  }

  /// The ids of the commits on a default branch, those of one author or everybody's.
  func ids(of name: String, by login: String? = "octocat", since date: Int = .min) -> [String] {
    (repository(name)?.commits ?? [])
      .filter { (login == nil || $0.author.login == login) && $0.committer.date >= date }
      .map(\.sha)
  }

  /// Commits that somebody made today, one a minute, newest first: to be pushed on top of others.
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
  /// A repository of octocat, with commits of everybody or of one: some two a day, the newest of
  /// them made so many days ago.
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

// MARK: Beside the test

extension Sandbox {
  /// Starts the program on a thread of its own, for runs that take their time: the others need the
  /// one that tests run on.
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
    // The program starts now, and not when the threads that tests run on have room for a task.
    let (ends, end) = AsyncThrowingStream.makeStream(of: AsideRun.self)
    Thread.detachNewThread {
      let start = ContinuousClock.now
      let result = Result {
        // What is held back is let go by the test, whenever its turn comes.
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

/// Holds back answers of the stand-in until the test has seen what it wanted to see.
final class Hold: Sendable {
  private let gate = DispatchSemaphore(value: 0)

  /// To be given to `next(matching:do:)`.
  func callAsFunction(_ request: IncomingRequest, _ answer: Answer) -> Answer {
    gate.wait()
    gate.signal()
    return answer
  }

  func release() { gate.signal() }

  deinit { gate.signal() }
}
