import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// The output of `today` and `digest`, in a pipe and on a terminal.
@Suite(.inProcess) struct TodayTests {
  private let sandbox: Sandbox
  private let now = ["COMMITDIARY_NOW": "2026-11-21T00:30:00Z"]

  init() throws { sandbox = try Sandbox() }

  @Test func `says how to start without any setup`() throws {
    let outcome = try sandbox.run([], environment: now)
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.testDescription)")
    for words in ["Good morning.", "jot TEXT", "setup", "login"] {
      #expect(outcome.output.contains(words), "\(outcome.testDescription)")
    }
  }

  @Test func `with clones, the first page has the year and the last commits`() throws {
    try sandbox.shell(
      """
      git config user.email author@example.com
      git commit -q --allow-empty -m 'Cache the rows'
      """, environment: ["GIT_AUTHOR_DATE": "2026-11-12T12:00:00+0900"])
    let page = try sandbox.run([], environment: now.merging(["COLUMNS": "120"]) { $1 }).output
    for words in [
      "Dec", "Your last commits, on Nov 12", "Cache the rows", "jot TEXT", "notes add",
      "why FILE:LINE",
    ] {
      #expect(page.contains(words), "\(words)\n\(page)")
    }
    #expect(!page.contains("login") && !page.contains("without a note"), "\(page)")
    // The first text ends it.
    try sandbox.run(["jot", "Started"], environment: now)
    let next = try sandbox.run([], environment: now).output
    #expect(!next.contains("why FILE:LINE") && !next.contains("Cache the rows"), "\(next)")
  }

  @Test(arguments: ["en_US.UTF-8", "ko_KR.UTF-8", "ja_JP.UTF-8", "C"])
  func `the first page fits 40 columns without cutting anything`(locale: String) throws {
    let environment = now.merging(Locales.language(locale)) { $1 }
      .merging(["COLUMNS": "40"]) { $1 }
    let page = try sandbox.run([], environment: environment).output
    #expect(!page.contains("…") && !page.hasSuffix("...\n"), "\(page)")
    for command in ["jot TEXT", "setup", "login"] {
      #expect(page.contains("  commitdiary \(command)\n    "), "\(page)")
    }
  }

  @Test func `shows an earlier year's commits of the clone`() throws {
    try sandbox.shell(
      """
      git config user.email author@example.com
      git commit -q --allow-empty -m 'A year ago'
      """, environment: ["GIT_AUTHOR_DATE": "2025-11-21T12:00:00+0900"])
    _ = try sandbox.run(["todo", "add", "Write the tests"], environment: now)
    let page = try sandbox.run([], environment: now).output
    #expect(page.contains("On Nov 21, 2025") && page.contains("A year ago"), "\(page)")
  }

  @Test func `lists a to-do done on a later day once`() throws {
    _ = try sandbox.run(["todo", "add", "--day", "yesterday", "Ship it"], environment: now)
    _ = try sandbox.run(["todo", "done", "1"], environment: now)
    for format in ["text", "markdown"] {
      let digest = try sandbox.run(["digest", "--format", format], environment: now).output
      #expect(digest.ranges(of: "Ship it").count == 1, "\(digest)")
      #expect(digest.contains("Nov 21") && !digest.contains("Nov 20, 2026\n\n"), "\(digest)")
    }
    let json = try sandbox.run(["digest", "--json"], environment: now).json()
    #expect(json["days"]?.array?.map { $0["day"] } == ["2026-11-21"])
  }

  @Test func `an unresponsive service does not block`() throws {
    let services = try WeatherStandIn()
    services.latency = .seconds(300)
    sandbox.environment = sandbox.environment.adding(services.environment)
    _ = try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    let start = ContinuousClock.now
    let outcome = try sandbox.run([], environment: now)
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(outcome.output.contains("No weather: "), "\(outcome.testDescription)")
    #expect(ContinuousClock.now - start < .seconds(100))
  }

  @Test func `limits weather to two seconds in all`() throws {
    let services = try WeatherStandIn()
    services.latency = .seconds(300)
    sandbox.environment = sandbox.environment.adding(services.environment)
    try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    let written = try sandbox.run("diary", "write", "--body", "Saved at once", environment: now)
    #expect(written.status == 0, "\(written.testDescription)")
    #expect(services.requests.isEmpty)
    let page = ContinuousClock.now
    #expect(try sandbox.run([], environment: now).status == 0)
    #expect(ContinuousClock.now - page < .seconds(100))
  }

  @Test func `greets by name only when logged in`() throws {
    let gitHub = try GitHubStandIn(World.people())
    sandbox.use(gitHub)
    let home = sandbox.file("home")
    func page() throws -> String { try sandbox.run([], environment: now, in: home).output }
    #expect(try page().contains("commitdiary login"))
    try sandbox.run(["todo", "add", "Log in"], environment: now)
    try sandbox.logIn(World.token, "--store", "file")
    let logged = try page()
    #expect(logged.contains("Good morning, The Octocat"), "\(logged)")
    #expect(!logged.contains("commitdiary login") && logged.contains("commitdiary refresh"))
    try sandbox.run("logout", "--yes")
    let left = try page()
    #expect(!left.contains("Octocat") && left.contains("commitdiary login"), "\(left)")
  }

  @Test func `a digest without the clone's commits says why`() throws {
    _ = try sandbox.run(["todo", "add", "Ship it"], environment: now)
    let silent = try sandbox.run(["digest"], environment: now)
    #expect(silent.status == 0 && silent.output.contains("Ship it"), "\(silent.testDescription)")
    #expect(silent.error.contains("cannot tell which commits"), "\(silent.testDescription)")
    try sandbox.shell("git config user.email author@example.com")
    #expect(try sandbox.run(["digest"], environment: now).error == "")
  }

  @Test func `a digest covers the days since the last working day`() throws {
    _ = try sandbox.run(["todo", "add", "Ship *it*"], environment: now)
    _ = try sandbox.run(["diary", "write", "yesterday", "--body", "Friday"], environment: now)
    let text = try sandbox.run(["digest"], environment: now)
    #expect(text.output.contains("Friday") && text.output.contains("Ship *it*"))
    let page = try sandbox.run(["digest", "--format", "markdown"], environment: now)
    #expect(page.output.contains("- [ ] Ship \\*it\\*"), "\(page.testDescription)")
    let json = try sandbox.run(["digest", "--json"], environment: now).json()
    #expect(json["from"] == "2026-11-20" && json["to"] == "2026-11-21")
    #expect(json["days"]?.array?.count == 2)
  }
}
