import Glibc
import Platform
import StandIn
import Testing

@testable import ProgramSupport

extension StressTests {
  /// SIGKILL during a refresh: the next refresh has the same result as an undisturbed one.
  @Suite struct RefreshKillTests {
    enum Course: String, CaseIterable, Sendable {
      /// The first refresh.
      case first
      /// A later refresh, after many pushes, renames and deletions.
      case later
      /// The history is rewritten between the kill and the next refresh.
      case forced
      /// One repository with everyone's commits.
      case named
      /// A refresh of the whole history, after one of the last year.
      case deeper
    }

    private static let world = World(
      .octocats("long", 1, commits: 430, by: "octocat"),
      .octocats("shared", 2, commits: 250, daysAgo: 1),
      .octocats("short", 3, commits: 4, daysAgo: 2),
      .octocats("old", 4, commits: 450, daysAgo: 80, by: "octocat"))

    private let stage: GitHubStage

    init() throws { stage = try GitHubStage(Self.world) }

    private func words(_ course: Course) -> [String] {
      switch course {
      case .named: ["refresh", "--quiet", "--repo", "octocat/shared", "--repo", "octocat/short"]
      case .deeper, .first: ["refresh", "--quiet", "--all"]
      case .later, .forced: ["refresh", "--quiet"]
      }
    }

    /// Prepares the state before the refresh that is killed.
    private func prepare(_ course: Course) throws {
      switch course {
      case .first, .forced, .named: break
      case .deeper: try stage.refresh()
      case .later:
        try stage.refresh()
        stage.gitHub.change { world in
          world.push(World.work(240, 50), to: "octocat/long")
          world.forcePush(World.work(110, 51, by: nil), over: 30, to: "octocat/shared")
          world.rename("octocat/short", to: "octocat/brief")
          world.push(World.work(2, 52), to: "octocat/brief")
          world.delete("octocat/old")
          world.repositories.append(.octocats("new", 5, commits: 120, by: "octocat"))
        }
      }
    }

    private func disturb(_ course: Course) {
      guard course == .forced else { return }
      stage.gitHub.change { world in
        world.forcePush(World.work(150, 60), over: 210, to: "octocat/long")
        world.forcePush([], over: 90, to: "octocat/shared")
        world.edit("octocat/shared") { $0.pushedAt += 3600 }
      }
    }

    // MARK: At every page

    @Test(arguments: Course.allCases)
    func `a refresh killed at any page resumes to the same journal`(course: Course) throws {
      let sandbox = stage.sandbox
      try prepare(course)
      let before = stage.gitHub.world
      disturb(course)
      stage.gitHub.server.forgetRequests()
      let undisturbed = try finish(course, in: try home("undisturbed"))
      #expect(undisturbed["remote_commit"] > 100 && undisturbed["walk_commit"] > 100)
      let pages = stage.gitHub.requests.count
      #expect(pages > 5)
      for page in 0..<pages {
        // Pages of an unchanged world are rendered only once.
        if course == .forced { stage.gitHub.change { $0 = before } }
        let home = try home("killed-\(page)")
        #expect(try kill(course, atPage: page, in: home) || course == .forced)
        disturb(course)
        let rows = try finish(course, in: home)
        // Contributions on old days whose commits were replaced between the runs are not fetched
        // again so soon.
        let left = course == .forced ? ["contribution"] : []
        #expect(
          rows.differences(from: undisturbed, outside: left) == [], "page \(page) of \(pages)")
        try sandbox.shell("rm -rf '\(home["XDG_DATA_HOME"] ?? "")'")
      }
    }

    // MARK: At any time

    @Test func `a refresh killed repeatedly resumes to the same journal`() throws {
      var chance = SeededGenerator()
      stage.gitHub.latency = .milliseconds(3)
      let undisturbed = try finish(.first, in: try home("undisturbed"))
      var count = 0
      let usual = try (0..<3).map { _ in
        count += 1
        let home = try home("measured-\(count)")
        return try ContinuousClock().measure { _ = try finish(.first, in: home) }
      }.sorted()[1]
      var aim = Aim(usual: usual)
      let seconds = Environment.current["COMMITDIARY_KILL_SECONDS"].flatMap { Int($0) } ?? 4
      let end = ContinuousClock.now + .seconds(seconds)
      var rounds = 0
      while ContinuousClock.now < end || rounds < 8 {
        rounds += 1
        let home = try home("killed-\(rounds)")
        for _ in 0..<Int.random(in: 1...3, using: &chance) {
          let output = try stage.sandbox.kill(
            ["refresh", "--all", "--json"], after: aim.delay(using: &chance), environment: home)
          aim.learn(cameTooLate: !output.isEmpty)
        }
        let rows = try finish(.first, in: home)
        #expect(rows.differences(from: undisturbed) == [], chance.comment)
        try stage.sandbox.shell("rm -rf '\(home["XDG_DATA_HOME"] ?? "")'")
      }
      #expect(aim.wasSpread, chance.comment)
    }

    // MARK: Helpers

    /// A copy of the current data of the sandbox.
    private func home(_ name: String) throws -> [String: String] {
      let folder = stage.sandbox.file("homes/\(name)")
      try stage.sandbox.shell("mkdir -p '\(folder)' && cp -r \"$XDG_DATA_HOME\"/. '\(folder)'")
      return ["XDG_DATA_HOME": folder]
    }

    private func finish(_ course: Course, in home: [String: String]) throws -> RemoteRows {
      try stage.sandbox.run(words(course), environment: home).expect(0)
      let file = SQLiteFile((home["XDG_DATA_HOME"] ?? "") + "/commitdiary/journal.sqlite")
      #expect(try file.integrity() == ["ok"])
      return try RemoteRows(file)
    }

    /// Kills the program when it requests page number `page`. Returns whether it did.
    private func kill(_ course: Course, atPage page: Int, in home: [String: String]) throws -> Bool
    {
      let file = stage.sandbox.file("pid")
      stage.gitHub.next(matching: "/", after: page) { _, _ in
        if let text = try? File.read(file),
          let number = Int32(String(decoding: text, as: UTF8.self))
        {
          Glibc.kill(number, SIGKILL)
        }
        return .dropped
      }
      let line = words(course).map(Sandbox.quoted).joined(separator: " ")
      let outcome = try stage.sandbox.script(
        "printf %s $$ > \"$sandbox/pid\"; exec \"$commitdiary\" \(line)", environment: home)
      // An unused intervention would affect the next run.
      if stage.gitHub.pendingInterventions > 0 { stage.gitHub.forgetInterventions() }
      return outcome.status == 128 + SIGKILL
    }
  }
}
