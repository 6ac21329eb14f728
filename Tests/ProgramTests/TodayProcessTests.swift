import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// The output of `today` and `digest`, in a pipe and on a terminal.
@Suite struct TodayProcessTests {
  private let sandbox: Sandbox
  private let now = ["COMMITDIARY_NOW": "2026-11-21T00:30:00Z"]

  init() throws { sandbox = try Sandbox() }

  @Test func `on a terminal the page appears at once and the weather fills in`() throws {
    let services = try WeatherStandIn()
    sandbox.environment = sandbox.environment.adding(services.environment)
    try sandbox.run("config", "set", "weather.place", "Seoul")
    _ = try sandbox.run(["todo", "add", "Write the tests"], environment: now)
    let window = try TmuxWindow(shellIn: sandbox, rows: 40, environment: now)
    let lines = try window.run("$commitdiary")
    let rewritten = lines.joined(separator: "\n")
    let sent = String(decoding: try window.sent(), as: UTF8.self)
    let order = ["No weather data yet.", "Write the tests", "Seoul"]
      .map { sent.firstRange(of: $0)?.lowerBound }
    #expect(!order.contains(nil) && order.compactMap(\.self) == order.compactMap(\.self).sorted())
    for words in ["Seoul", "PM10", "Open-Meteo.com", "Write the tests"] {
      #expect(rewritten.ranges(of: words).count == 1, "\(rewritten)")
    }
    #expect(!rewritten.contains("No weather data yet."))
    // The page looks the same as when everything was known from the start.
    let requests = services.requests.count
    let known = try window.run("$commitdiary")
    #expect(known == lines, "\(known)\n\(lines)")
    #expect(services.requests.count == requests)
  }

  @Test func `typing while the weather loads does not move the page`() throws {
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
    #expect(!screen.contains { $0.contains("No weather data yet") }, "\(screen)")
  }

  /// Writes more records of every kind than fit on 24 lines.
  private func writeMuch() throws {
    try sandbox.shell(
      """
      git config user.email author@example.com
      for number in 1 2 3 4 5 6 7; do git commit -q --allow-empty -m "Commit $number"; done
      """, environment: ["GIT_AUTHOR_DATE": "2026-11-20T12:00:00+0900"])
    for day in ["today", "yesterday"] {
      _ = try sandbox.run(
        ["todo", "add", "--each", "--day", day] + (1...9).map { "Task \($0)" }, environment: now)
    }
    _ = try sandbox.run(["diary", "write", "--body", "A long day"], environment: now)
  }

  @Test(arguments: [(80, 24), (30, 5)])
  func `on a terminal the page fits the height and is not paged`(
    columns: Int, rows: Int
  ) throws {
    let services = try WeatherStandIn()
    services.latency = .milliseconds(300)
    sandbox.environment = sandbox.environment.adding(services.environment)
    try sandbox.run("config", "set", "weather.place", "37.57,126.98")
    try writeMuch()
    let pager = ["PAGER": try sandbox.makeScript("pager", "echo paged; exec cat")]
    let terminal = try TmuxWindow(
      "\"$commitdiary\"; echo finished; exec cat", in: sandbox, columns: columns, rows: rows,
      environment: now.merging(pager) { $1 })
    try terminal.wait(for: "finished")
    let all = try terminal.history()
    // The page fits on the screen; only the line after it may scroll.
    #expect(all.split(separator: "\n", omittingEmptySubsequences: false).count <= rows + 2)
    #expect(!all.contains("paged") && !all.contains("No weather data yet"), "\(all)")
    #expect(all.contains("Good morning."), "\(all)")
    if rows > 12 {
      #expect(all.contains("Open-Meteo") && all.contains("commitdiary todo list"), "\(all)")
    }
  }
}
