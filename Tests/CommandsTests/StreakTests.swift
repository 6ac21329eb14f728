import JSON
import Platform
import SQLite
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// The output of `streak`, and how little work the short form does.
@Suite(.inProcess) struct StreakTests {
  private let sandbox: Sandbox
  private static let tomorrow = ["COMMITDIARY_NOW": "2026-11-22T12:00:00Z"]

  init() throws { sandbox = try Sandbox(clone: nil, at: GitHubStage.now, in: "UTC") }

  /// What a shell prompt shows. It shows what can be read within 90 milliseconds, so it is asked
  /// until a busy machine has had the time.
  private func prompt(
    _ expected: String, environment: [String: String] = [:], in folder: String = "clone"
  ) throws -> String {
    var output = ""
    for _ in 1...100 where output != expected {
      let outcome = try sandbox.streak("--short", environment: environment, in: folder)
        .expectExactly(
          error: "")
      output = outcome.output
    }
    return output
  }

  /// The lengths of the current and the longest streak.
  private func lengths(
    _ words: String..., environment: [String: String] = [:]
  ) throws -> [Int?] {
    let json = try sandbox.json(
      ["streak"] + words, environment: environment, in: sandbox.file("clone"))
    #expect(Shape.standing.faults(in: json) == [], "\(json)")
    return ["current", "longest"].map { json[$0]?["length"]?.integer }
  }

  // MARK: The picture

  @Test func `draws a card that says what it shows`() throws {
    try sandbox.make("clone", of: .daily(12))
    let card = try sandbox.streak("--svg", "-").expect(
      output: "<title id=\"t\">Commits</title>", ">12 days in a row</text>",
      ">since Nov 10, 2026</text>", "Current streak: 12 days", ">your longest so far</text>",
      "@media(prefers-color-scheme:dark)", "role=\"img\" aria-labelledby=\"t d\""
    ).output
    #expect(!card.contains(sandbox.path) && !card.contains("clone"))
    try sandbox.streak("--svg", "-", environment: Self.tomorrow).expect(
      output: " (no activity yet today)</text>")
    try sandbox.streak("--svg", "card.svg").expect(error: "card.svg").expectExactly(output: "")
    #expect(try sandbox.shell("cat '\(sandbox.file("clone"))/card.svg'") == card)
    for words in [["--svg", "-", "--json"], ["--svg", "x", "--short"], ["--svg", ""]] {
      #expect(try sandbox.run(["streak"] + words).status == 2, "\(words)")
    }
  }

  // MARK: The rule

  @Test func `follows a streak over three days`() throws {
    try sandbox.make("clone", of: .daily(12))
    let printed = try sandbox.streak().output.split(separator: "\n").map(String.init)
    #expect(
      printed == [
        "clone", "Current streak: 12 days, since Nov 10, 2026",
        "[##########################] your longest so far",
        "Longest streak: 12 days, Nov 10, 2026 – Nov 21, 2026",
      ])
    let json = try sandbox.streak("--json").json()
    expect(
      json,
      has: [
        "today": 1, "source": "local", "login": .null,
        "longest": ["length": 12, "from": "2026-11-10", "to": "2026-11-21"],
      ])
    try sandbox.streak(environment: Self.tomorrow).expect(
      output: "12 days, since Nov 10, 2026 (no activity yet today)")
    #expect(try lengths(environment: Self.tomorrow) == [12, 12])
    let over = ["COMMITDIARY_NOW": "2026-11-23T12:00:00Z"]
    #expect(try lengths(environment: over) == [nil, 12])
    #expect(try sandbox.streak(environment: over).output.contains("No current streak."))
  }

  @Test func `a longest streak of one day has one date`() throws {
    try sandbox.make("clone", of: .daily(1))
    try sandbox.streak().expect(output: "\nLongest streak: 1 day, Nov 21, 2026\n")
  }

  @Test func `counts a streak longer than the graph`() throws {
    try sandbox.make("clone", of: .daily(900))
    #expect(try lengths() == [900, 900])
    let graph = try sandbox.graph(["--weeks", "2"], in: sandbox.file("clone"))
    #expect(graph.json["streak"]?["longest"]?["length"] == 900)
    let past = try sandbox.graph(["--year", "2025"], in: sandbox.file("clone"))
    // The streak at the end of the span, counting all known days before it.
    #expect(
      past.json["streak"]?["current"] == ["length": 575, "from": "2024-06-05", "to": "2025-12-31"])
    #expect(!past.json["days"].debugDescription.contains("2024-06-05"))
  }

  @Test func `excluded weekends do not end a streak`() throws {
    // Three weeks from Monday to Friday. Today is a Saturday.
    var history = ImportedHistory()
    for back in (1...19).reversed() where back % 7 != 0 && back % 7 != 6 {
      history.commit(at: GitHubStage.today + 3_600 - back * 86_400)
    }
    try sandbox.make("clone", of: history)
    #expect(try lengths() == [5, 5])
    let weekdays = try lengths("--weekdays")
    #expect(weekdays == [15, 15], "\(weekdays)")
    try sandbox.run("config", "set", "streak.excluded", "sat,sun")
    #expect(try lengths() == weekdays)
    #expect(try prompt("15!\n") == "15!\n")
    try sandbox.run("config", "set", "streak.excluded", "sat")
    #expect(try lengths() == [5, 5])
    #expect(try lengths("--weekdays") == weekdays)
  }

  @Test func `respects the end of day`() throws {
    try sandbox.make("clone", of: .daily(3, endingDaysAgo: 1))
    // Half past two on Sunday, which still belongs to Saturday. Saturday has no commits, so the
    // streak is in its grace period.
    let night = ["COMMITDIARY_NOW": "2026-11-22T02:30:00Z"]
    #expect(try lengths(environment: night) == [nil, 3])
    try sandbox.run("config", "set", "day.endsAt", "4")
    #expect(try lengths(environment: night) == [3, 3])
    #expect(try prompt("3!\n", environment: night) == "3!\n")
    let later = ["COMMITDIARY_NOW": "2026-11-22T04:30:00Z"]
    #expect(try lengths(environment: later) == [nil, 3])
  }

  static let explanations: [(locale: String, words: [String])] = [
    (
      "en_US.UTF-8",
      [
        "A day with activity extends the streak",
        "The previous streak ended on Nov 12, 2026, a day without activity.",
        "No activity yet today.", "the day ends at 3", "Days that never end the streak: Sunday",
      ]
    ),
    ("ko_KR.UTF-8", ["2026년 11월 12일", "일요일", "오늘", "3:00"]),
    ("ja_JP.UTF-8", ["2026年11月12日", "日曜日", "今日", "3:00"]),
  ]

  @Test(arguments: explanations.indices)
  func `explains a streak in the reader's language`(index: Int) throws {
    let (locale, words) = Self.explanations[index]
    var history = ImportedHistory.daily(2, endingDaysAgo: 1)
    history.commit(on: "other", at: GitHubStage.today - 9 * 86_400)
    try sandbox.make("clone", of: history)
    try sandbox.run("config", "set", "day.endsAt", "3")
    try sandbox.run("config", "set", "streak.excluded", "sun")
    let printed = try sandbox.streak("--explain", environment: Locales.language(locale)).output
    for word in words { #expect(printed.contains(word), "\(word): \(printed)") }
  }

  @Test func `names the first day without commits as the end`() throws {
    // October 1 to 3, seven weeks ago.
    try sandbox.make("clone", of: .daily(3, endingDaysAgo: 49))
    try sandbox.streak("--explain").expect(
      output: "The previous streak ended on Oct 4, 2026, a day without activity.")
    // October 4 is a Sunday.
    try sandbox.streak("--explain", "--weekdays").expect(
      output: "ended on Oct 5, 2026, a day without activity")
  }

  @Test func `an excluded weekday does not put a streak at risk`() throws {
    // Today is a Saturday, and Friday has a commit.
    var history = ImportedHistory()
    history.commit(at: GitHubStage.today - 86_400)
    try sandbox.make("clone", of: history)
    try sandbox.streak("--explain").expect(output: "The streak ends", "no activity yet today")
    try sandbox.streak("--explain", "--weekdays").expect(
      output: "Today is an excluded day", without: "The streak ends", "no activity yet today")
  }

  @Test func `explains whose days are counted`() throws {
    let stage = try GraphStage()
    try stage.sandbox.run("streak", "--user", "octocat", "--explain").expect(
      output: "counts days in UTC", without: "your time zone")
  }

  @Test func `wraps the text below the bar on a narrow screen`() throws {
    var history = ImportedHistory.daily(2)
    for day in 10..<30 { history.commit(on: "old", at: GitHubStage.today - day * 86_400) }
    try sandbox.make("clone", of: history)
    let narrow = try sandbox.streak(environment: ["COLUMNS": "20"]).output.split(separator: "\n")
    #expect(narrow.contains("[#.........]") && narrow.contains("2 so far, 18 short"), "\(narrow)")
    try sandbox.streak(environment: ["COLUMNS": "60"]).expect(
      output: "[##..................] 2 so far, 18 short of your longest\n")
  }

  // MARK: In a prompt

  @Test func `prints a word or nothing for a prompt, never an error`() throws {
    try sandbox.make("clone", of: .daily(12))
    #expect(try prompt("12\n") == "12\n")
    #expect(try prompt("12!\n", environment: Self.tomorrow) == "12!\n")
    try sandbox.shell("git init -q \"$sandbox/unborn\"; echo rubbish > \"$sandbox/home/config\"")
    // The clone above is remembered everywhere.
    for folder in ["home", "unborn"] {
      #expect(try prompt("12\n", in: folder) == "12\n")
      try sandbox.streak("--short", environment: ["XDG_DATA_HOME": sandbox.file("new")], in: folder)
        .expectExactly(output: "", error: "")
    }
    for words in [["--user", "nobody"], ["--local", "/nonexistent"]] {
      let outcome = try sandbox.run(["streak", "--short"] + words).expect(0)
      #expect(outcome.output + outcome.error == "", "\(words)")
    }
    try sandbox.shell("rm -r \"$sandbox/clone/.git/objects\"")
    let broken = try sandbox.streak("--short", environment: ["XDG_DATA_HOME": sandbox.file("none")])
    #expect(broken.output + broken.error == "", "\(broken.testDescription)")
  }

  @Test func `in a prompt follows the current clone`() throws {
    try sandbox.make("clone", of: .daily(5, endingDaysAgo: 1))
    #expect(try prompt("5!\n") == "5!\n")
    try sandbox.shell(
      "git -C \"$sandbox/clone\" reset -q && git -C \"$sandbox/clone\" commit -q --allow-empty -m a",
      environment: ["GIT_AUTHOR_DATE": "2026-11-21T08:00:00Z"])
    #expect(try prompt("6\n") == "6\n")
    try sandbox.shell("git -C \"$sandbox/clone\" reset -q --hard HEAD~3")
    #expect(try prompt("0!\n") == "0!\n")
  }
}
