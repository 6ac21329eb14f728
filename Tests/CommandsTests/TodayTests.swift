import Diary
import JSON
import Platform
import StandIn
import Terminal
import Testing

@testable import ProgramSupport

/// The output of `today` and `digest`, in a pipe and on a terminal.
@Suite(.inProcess) struct TodayTests {
  private let sandbox: Sandbox
  private let now = ["COMMITDIARY_NOW": "2026-11-21T00:30:00Z"]

  init() throws { sandbox = try Sandbox() }

  @Test func `says how to start without any setup`() throws {
    try sandbox.run([], environment: now).expect(0).expectExactly(error: "").expect(
      output: "Good morning.", "jot TEXT", "setup", "login")
  }

  @Test func `with clones, the first page has the year and the last commits`() throws {
    try sandbox.commit("Cache the rows", at: "2026-11-12T12:00:00+0900")
    let page = try sandbox.run([], environment: now.merging(["COLUMNS": "120"]) { $1 }).expect(
      output: "Dec", "Your last commits, on Nov 12", "Cache the rows", "jot TEXT", "notes add",
      "why FILE:LINE"
    ).output
    #expect(!page.contains("login") && !page.contains("without a note"), "\(page)")
    // The first text ends it.
    try sandbox.run(["jot", "Started"], environment: now)
    try sandbox.run([], environment: now).expect(without: "why FILE:LINE", "Cache the rows")
  }

  @Test(arguments: ["en_US.UTF-8", "ko_KR.UTF-8", "ja_JP.UTF-8", "de_DE.UTF-8", "C"])
  func `the first page fits 40 columns without cutting anything`(locale: String) throws {
    let environment = now.merging(Locales.language(locale)) { $1 }.merging(["COLUMNS": "40"]) { $1 }
    let page = try sandbox.run([], environment: environment).expect(without: "…").output
    #expect(!page.hasSuffix("...\n"), "\(page)")
    for command in ["jot TEXT", "setup", "login"] {
      #expect(page.contains("  commitdiary \(command)\n    "), "\(page)")
    }
  }

  @Test func `shows an earlier year's commits of the clone`() throws {
    try sandbox.commit("A year ago", at: "2025-11-21T12:00:00+0900")
    _ = try sandbox.run(["todo", "add", "Write the tests"], environment: now)
    try sandbox.run([], environment: now).expect(output: "On Nov 21, 2025", "A year ago")
  }

  @Test func `lists a to-do done on a later day once`() throws {
    _ = try sandbox.run(["todo", "add", "--day", "yesterday", "Ship it"], environment: now)
    _ = try sandbox.run(["todo", "done", "1"], environment: now)
    for format in ["text", "markdown"] {
      let digest = try sandbox.run(["digest", "--format", format], environment: now).expect(
        output: "Nov 21", without: "Nov 20, 2026\n\n"
      ).output
      #expect(digest.ranges(of: "Ship it").count == 1, "\(digest)")
    }
    let json = try sandbox.json("digest", environment: now)
    #expect(json["days"]?.array?.map { $0["day"] } == ["2026-11-21"])
  }

  @Test func `an unresponsive service does not block`() throws {
    let services = try sandbox.useWeather(at: "37.57,126.98", after: .seconds(300))
    defer { services.stop() }
    let start = ContinuousClock.now
    try sandbox.run([], environment: now).expect(0, output: "No weather data: ")
    #expect(ContinuousClock.now - start < .seconds(100))
  }

  @Test func `limits weather to two seconds in all`() throws {
    let services = try sandbox.useWeather(at: "37.57,126.98", after: .seconds(300))
    try sandbox.run("diary", "write", "--body", "Saved at once", environment: now).expect(0)
    #expect(services.requests.isEmpty)
    let page = ContinuousClock.now
    #expect(try sandbox.run([], environment: now).status == 0)
    #expect(ContinuousClock.now - page < .seconds(100))
  }

  @Test func `greets by name only when logged in`() throws {
    let gitHub = try sandbox.useGitHub()
    defer { gitHub.stop() }
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
    try sandbox.run(["digest"], environment: now).expect(
      0, output: "Ship it", error: "cannot tell which commits")
    try sandbox.shell("git config user.email author@example.com")
    #expect(try sandbox.run(["digest"], environment: now).error == "")
  }

  @Test func `a digest covers the days since the last working day`() throws {
    _ = try sandbox.run(["todo", "add", "Ship *it*"], environment: now)
    _ = try sandbox.run(["diary", "write", "yesterday", "--body", "Friday"], environment: now)
    try sandbox.run(["digest"], environment: now).expect(output: "Friday", "Ship *it*")
    try sandbox.run(["digest", "--format", "markdown"], environment: now).expect(
      output: "- [ ] Ship \\*it\\*")
    let json = try sandbox.json("digest", environment: now)
    #expect(json["from"] == "2026-11-20" && json["to"] == "2026-11-21")
    #expect(json["days"]?.array?.count == 2)
  }
}

/// The page of a day.
@Suite(.inProcess) struct DayPageTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(at: "2026-11-21T10:00:00Z", in: "UTC")
    try sandbox.shell(
      """
      git config user.email author@example.com
      git commit -q --allow-empty -m 'Noted'
      git commit -q --allow-empty -m 'Not noted'
      GIT_AUTHOR_DATE=2026-11-20T09:00:00Z git commit -q --allow-empty -m 'Of Friday'
      """, environment: ["GIT_AUTHOR_DATE": "2026-11-21T09:00:00Z"])
    try sandbox.run("notes", "add", "--commit", "HEAD~2", "--body", "Why so #perf")
    try sandbox.run("jot", "Found the slow query #perf")
    try sandbox.run("jot", "--at", "8:30", "Slept well")
    try sandbox.run("jot", "--at", "yesterday 17:00", "Shipped it")
    try sandbox.run("todo", "add", "Water the plants in the office", "--due", "2026-11-19")
    try sandbox.run("todo", "add", "Call home", "--day", "yesterday")
  }

  private func page(_ words: String..., width: Int = 80) throws -> String {
    try sandbox.run(words, environment: ["COLUMNS": "\(width)"]).expect(0).output
  }

  @Test func `today has the commits, the notes and all lines of the entry`() throws {
    let page = try page("today")
    #expect(page.hasPrefix("Good morning."), "\(page)")
    let order = [
      "Call home", "8:30 AM Slept well", "10:00 AM Found the slow query #perf", "Not noted",
      "Noted",
      "Yesterday’s commits without a note", "Of Friday", "2 commits without a note", "Why so #perf",
    ]
    .map { page.firstRange(of: $0)?.lowerBound }
    #expect(order == order.sorted { $0 ?? page.endIndex < $1 ?? page.endIndex }, "\(page)")
    #expect(!order.contains(nil), "\(page)")
    #expect(page.ranges(of: "#perf").count == 2, "\(page)")
    #expect(page.contains("Call home") && page.contains("overdue: Nov 19"), "\(page)")
    #expect(try self.page("calendar", "today") == page)
    #expect(try self.page() == page)
  }

  @Test func `only commits that may want a note are missing one`() throws {
    let subjects = ["Merge branch 'x'", "wip", "fixup! Noted", "WIP: half", "amend! Noted"]
    for subject in subjects {
      try sandbox.commit(subject, at: "2026-11-21T09:40:00Z")
    }
    let page = try page("today")
    #expect(page.contains("WIP: half") && page.contains("2 commits without a note"), "\(page)")
    try sandbox.run("config", "set", "notes.remind", "false")
    let quiet = try self.page("today")
    #expect(!quiet.contains("ithout a note") && !quiet.contains("Of Friday"), "\(quiet)")
    #expect(quiet.contains("Not noted"), "\(quiet)")
  }

  @Test func `a commit of another clone is named with its repository`() throws {
    #expect(try !page("today").contains("clone"))
    let elsewhere = try sandbox.run(
      ["today"], environment: ["COLUMNS": "80"], in: sandbox.file("home"))
    let line = elsewhere.output.split(separator: "\n").first { $0.contains("Not noted") }
    #expect(line?.contains("Not noted  clone") == true, "\(elsewhere.testDescription)")
  }

  @Test func `commits of the same second are in the order of git`() throws {
    for number in 1...6 {
      try sandbox.commit("Quick \(number)", at: "2026-11-21T09:30:00Z", committed: true)
    }
    let listed = try sandbox.json("commits", "-n", "6")["commits"]?.array
    let today = try sandbox.json("today")["commits"]?.array
    #expect(today?.prefix(6).map { $0["sha"] } == listed?.map { $0["sha"] })
    #expect(listed?.first?["message"] == "Quick 6")
  }

  @Test func `another day has its own page`() throws {
    let page = try page("today", "yesterday")
    #expect(page.hasPrefix("Fri, Nov 20, 2026\n"), "\(page)")
    #expect(page.contains("Of Friday") && page.contains("5:00 PM Shipped it"), "\(page)")
    #expect(!page.contains("without a note") && !page.contains("Good"), "\(page)")
    #expect(try self.page("calendar", "2026-11-20") == page)
    let json = try sandbox.json("today", "last", "friday")
    #expect(json["day"] == "2026-11-20" && json["streak"] == .null)
    #expect(json["entry"]?["title"] == "" && json["entry"]?["body"] == "5:00 PM Shipped it")
    #expect(try self.page("today", "2020-01-01").contains("Wed, Jan 1, 2020\n"))
    try sandbox.run("today", "nonsense").expectRefusal(2)
  }

  @Test(
    arguments: [40, 60, 80, 120], ["en_US.UTF-8", "ko_KR.UTF-8", "ja_JP.UTF-8", "de_DE.UTF-8"])
  func `due dates are shown at every width`(width: Int, locale: String) throws {
    for words in [["today"], ["today", "yesterday"]] {
      let outcome = try sandbox.run(
        words, environment: Locales.language(locale).merging(["COLUMNS": "\(width)"]) { $1 })
      for line in outcome.output.split(separator: "\n") {
        #expect(Screen.plain().measure.width(of: line) <= width, "\(line)")
      }
      if words.count == 1 {
        #expect(outcome.output.contains("19"), "\(outcome.output)")
      }
    }
  }

  @Test func `an entry names in one line what else its day has`() throws {
    let shown = try page("diary", "show")
    #expect(
      shown == """
        Sat, Nov 21, 2026

        8:30 AM Slept well

        10:00 AM Found the slow query #perf

        2 commits · 1 note · 1 to-do → commitdiary today

        """)
    let friday = try page("diary", "show", "yesterday")
    #expect(friday.hasSuffix("1 commit · 1 to-do → commitdiary today 2026-11-20\n"), "\(friday)")
  }

  @Test func `a day of lines only has no title`() throws {
    #expect(
      try page("diary", "list") == """
        Sat, Nov 21  8:30 AM Slept well 10:00 AM Found the slow query #perf
        Fri, Nov 20  5:00 PM Shipped it

        """)
    let full = try page("diary", "list", "--full", "--since", "today")
    #expect(
      full == """
        Sat, Nov 21, 2026
          8:30 AM Slept well

          10:00 AM Found the slow query #perf

        """)
    let shared = try page("diary", "share", "--format", "markdown")
    #expect(
      shared == "> Sat, Nov 21, 2026\n\n8:30 AM Slept well\n\n10:00 AM Found the slow query #perf\n"
    )
    #expect(try page("search", "slow").contains("Sat, Nov 21  8:30 AM Slept well\n"))
  }

  @Test func `a stand-up has what was left over, and the commit of each note`() throws {
    let sha = try sandbox.shell("git rev-parse --short=7 HEAD~2").trimmed
    let text = try page("digest")
    #expect(text.contains("  [ ] Water the plants in the office  overdue: Nov 19\n"), "\(text)")
    #expect(text.ranges(of: "Call home").count == 1, "\(text)")
    #expect(text.contains("[ ] Call home\n"), "\(text)")
    #expect(text.contains("note: Why so #perf  \(sha) Noted\n"), "\(text)")
    let markdown = try page("digest", "--format", "markdown")
    #expect(markdown.contains("- Why so #perf (`\(sha)` Noted)\n"), "\(markdown)")
    #expect(markdown.contains("- [ ] Call home\n"), "\(markdown)")
    #expect(!markdown.contains("****"), "\(markdown)")
    let json = try sandbox.json("digest")
    let today = try #require(json["days"]?.array?.last)
    #expect(today["todos"]?.array?.map { $0["day"] }.contains("2026-11-20") == true)
    // A span that has ended shows what is known of its days.
    #expect(try page("digest", "yesterday").contains("[ ] Call home\n"))
  }
}
