import JSON
import Platform
import StandIn
import Testing

/// The page of the day, in a pipe and on a terminal, and some days in words.
@Suite struct TodayTests {
  private let sandbox: Sandbox
  private let now = ["COMMITDIARY_NOW": "2026-11-21T00:30:00Z"]

  init() throws { sandbox = try Sandbox() }

  @Test func `with nothing set up it says how to begin`() throws {
    let outcome = try sandbox.run([], environment: now)
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.testDescription)")
    for words in ["Good morning.", "diary write", "notes add", "login"] {
      #expect(outcome.output.contains(words), "\(outcome.testDescription)")
    }
  }

  @Test(arguments: [40, 80, 160, 200])
  func `it has what the day has, at any width`(width: Int) throws {
    _ = try sandbox.run(["todo", "add", "Write the tests"], environment: now)
    _ = try sandbox.run(["diary", "write", "--body", "A long day"], environment: now)
    let outcome = try sandbox.run([], environment: now.merging(["COLUMNS": "\(width)"]) { $1 })
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(outcome.output.contains("Write the tests") && outcome.output.contains("A long day"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= width })
  }

  @Test func `it remembers the commits of an earlier year that the clone has`() throws {
    try sandbox.shell(
      """
      git config user.email author@example.com
      git commit -q --allow-empty -m 'A year ago'
      """, environment: ["GIT_AUTHOR_DATE": "2025-11-21T12:00:00+0900"])
    _ = try sandbox.run(["todo", "add", "Write the tests"], environment: now)
    let page = try sandbox.run([], environment: now).output
    #expect(page.contains("On Nov 21, 2025") && page.contains("A year ago"), "\(page)")
  }

  @Test func `on a terminal it is there at once, and the weather comes into its own lines`() throws
  {
    let services = try WeatherStandIn()
    sandbox.environment = sandbox.environment.adding(services.environment)
    try sandbox.run("config", "set", "weather.place", "Seoul")
    _ = try sandbox.run(["todo", "add", "Write the tests"], environment: now)
    let window = try TmuxWindow(shellIn: sandbox, rows: 40, environment: now)
    let lines = try window.run("$commitdiary")
    let rewritten = lines.joined(separator: "\n")
    let sent = String(decoding: try window.sent(), as: UTF8.self)
    let order = ["The weather is not known yet.", "Write the tests", "Seoul"]
      .map { sent.firstRange(of: $0)?.lowerBound }
    #expect(!order.contains(nil) && order.compactMap(\.self) == order.compactMap(\.self).sorted())
    for words in ["Seoul", "PM10", "Open-Meteo.com", "Write the tests"] {
      #expect(rewritten.ranges(of: words).count == 1, "\(rewritten)")
    }
    #expect(!rewritten.contains("The weather is not known yet."))
    // It looks as it does where all of it was known from the start.
    let requests = services.requests.count
    let known = try window.run("$commitdiary")
    #expect(known == lines, "\(known)\n\(lines)")
    #expect(services.requests.count == requests)
  }

  @Test func `what is typed while the weather is on its way moves nothing`() throws {
    let services = try WeatherStandIn()
    services.latency = .milliseconds(400)
    sandbox.environment = sandbox.environment.adding(services.environment)
    try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    _ = try sandbox.run(["todo", "add", "Write the tests"], environment: now)
    let window = try TmuxWindow(shellIn: sandbox, rows: 40, environment: now)
    try window.start("$commitdiary; echo fin''ished")
    try window.wait(for: "Write the tests")
    try window.press("Enter", "Enter")
    try window.wait(for: "Open-Meteo")
    try window.wait(for: "finished")
    services.latency = .zero
    let screen = try window.screen().split(separator: "\n").prefix { $0 != "finished" }
    let known = try window.run("$commitdiary").prefix(screen.count)
    #expect(known.elementsEqual(screen), "\(known)\n\(screen)")
    #expect(!screen.contains { $0.contains("not known yet") }, "\(screen)")
  }

  @Test func `a service that does not answer holds nobody up`() throws {
    let services = try WeatherStandIn()
    services.latency = .seconds(30)
    sandbox.environment = sandbox.environment.adding(services.environment)
    _ = try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    let start = ContinuousClock.now
    let outcome = try sandbox.run([], environment: now)
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(outcome.output.contains("No weather: "), "\(outcome.testDescription)")
    #expect(ContinuousClock.now - start < .seconds(4))
  }

  @Test func `a digest without the commits of the clone says why they are not in it`() throws {
    _ = try sandbox.run(["todo", "add", "Ship it"], environment: now)
    let silent = try sandbox.run(["digest"], environment: now)
    #expect(silent.status == 0 && silent.output.contains("Ship it"), "\(silent.testDescription)")
    #expect(silent.error.contains("nobody knows which commits"), "\(silent.testDescription)")
    try sandbox.shell("git config user.email author@example.com")
    #expect(try sandbox.run(["digest"], environment: now).error == "")
  }

  @Test func `a digest says the days since the last working day, for people and for pages`() throws
  {
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
