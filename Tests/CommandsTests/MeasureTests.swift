import JSON
import Platform
import SQLite
import Terminal
import Testing

@testable import ProgramSupport

/// `graph --of` and `streak --of`, for measures of the user's texts.
@Suite(.inProcess) struct MeasureTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil, at: GitHubStage.now, in: "UTC") }

  /// The day that many days before today, November 21.
  private func now(_ back: Int) -> [String: String] {
    ["COMMITDIARY_NOW": "2026-11-\(21 - back)T12:00:00Z"]
  }

  private func write(_ text: String, on back: Int) throws {
    try sandbox.run("diary", "write", "-\(back)d", "--body", text).expect(0)
  }

  private func note(_ text: String, on back: Int, tag: String? = nil) throws -> String {
    let outcome = try sandbox.run(
      Sandbox.anywhere + ["--json", "--title", text] + (tag.map { ["--tag", $0] } ?? []),
      environment: now(back))
    return try #require(outcome.json()["id"]?.string)
  }

  private func setWeather(_ weather: String, on back: Int) throws {
    try write("weather", on: back)
    try SQLiteFile(sandbox.journal).open().run(
      "UPDATE record SET weather = ?1 WHERE kind = 2 AND day = ?2", .text(weather),
      .integer(Int64(20_778 - back)))
  }

  private func counts(_ measure: String, _ words: String...) throws -> [String: Int] {
    try sandbox.graph(["--of", measure] + words).counts
  }

  private func streak(_ measure: String, _ words: String...) throws -> [Int?] {
    let json = try sandbox.json(["streak", "--of", measure] + words)
    #expect(Shape.standing.faults(in: json) == [], "\(json)")
    return [
      json["today"]?.integer, json["current"]?["length"]?.integer,
      json["longest"]?["length"]?.integer,
    ]
  }

  // MARK: Texts

  @Test func `counts notes, entries, words and completed to-dos by day`() throws {
    let gone = try note("gone", on: 2)
    _ = try note("Why the cache", on: 2)
    _ = try note("왜 캐시인가", on: 1)
    try write("하루를 적었다", on: 0)
    try write("今日は雨。", on: 1)
    try sandbox.run("notes", "delete", gone, "--yes")
    try sandbox.run("todo", "add", "--each", "a", "b", "c", environment: now(3))
    try sandbox.run("todo", "done", "1-2", environment: now(3))
    #expect(try counts("notes") == ["2026-11-19": 1, "2026-11-20": 1])
    #expect(try counts("entries") == ["2026-11-20": 1, "2026-11-21": 1])
    #expect(try counts("words") == ["2026-11-19": 3, "2026-11-20": 6, "2026-11-21": 2])
    #expect(try counts("todos") == ["2026-11-18": 2])
    let graph = try sandbox.graph(["--of", "words"])
    #expect(graph.total == 11 && graph.json["unit"] == "words" && graph.json["measure"] == "words")
    #expect(graph.json["source"] == "local" && graph.json["login"] == .null)
    try sandbox.run("notes", "restore", gone)
    #expect(try counts("notes") == ["2026-11-19": 2, "2026-11-20": 1])
    try sandbox.run("notes", "delete", gone, "--purge", "--yes")
    #expect(try counts("words")["2026-11-19"] == 3)
  }

  @Test func `digits stand for ranges of words, which the legend names`() throws {
    for (back, words) in [(0, 1), (1, 10), (2, 100), (3, 1000)] {
      try write(Array(repeating: "word", count: words).joined(separator: " "), on: back)
    }
    try sandbox.run("graph", "--of", "words", "--weeks", "2").expect(
      output: "1 1+   2 2+   3 11+   4 101+ words", "Busiest day: Nov 18, 2026 (1,000 words).",
      "Current streak: 4 days")
  }

  @Test func `a tag counts in texts of every kind`() throws {
    _ = try note("a", on: 2, tag: "Perf")
    try write("b #perf", on: 1)
    try sandbox.run("todo", "add", "run #perf", environment: now(5))
    for name in ["tag:perf", "tag:#PERF"] {
      #expect(try counts(name) == ["2026-11-19": 1, "2026-11-20": 1], "\(name)")
    }
    try sandbox.run("todo", "done", "1", environment: now(5))
    #expect(try counts("tag:perf").count == 3)
    try sandbox.run("diary", "write", "2026-11-19", "--body", "mood:: 4").expect(0)
    try sandbox.run("diary", "write", "2026-11-20", "--body", "mood:: 1.6").expect(0)
    let moods = try sandbox.run("graph", "--of", "mood::", "--weeks", "1", "--style", "digits")
    let days = moods.output.split(separator: "\n").map { $0.split(separator: " ").last ?? "" }
    #expect(days.contains("4") && days.contains("2"), "\(moods.testDescription)")
    #expect(moods.output.hasPrefix("mood: 2.8 on average, "))
    #expect(try sandbox.run("graph", "--of", "tag:perf").output.hasPrefix("#perf: 3 items, "))
    let none = try sandbox.graph(["--of", "tag:none"])
    #expect(none.total == 0 && none.remarks.contains("#none"), "\(none.remarks)")
  }

  @Test func `the days of a measure end when the user's day ends`() throws {
    try sandbox.run("config", "set", "day.endsAt", "4")
    let night = ["COMMITDIARY_NOW": "2026-11-22T02:30:00Z"]
    try sandbox.run(Sandbox.anywhere + ["--title", "late"], environment: night)
    try sandbox.run("todo", "add", "late", environment: night)
    try sandbox.run("todo", "done", "1", environment: night)
    for measure in ["notes", "words", "todos"] {
      #expect(try counts(measure) == ["2026-11-21": 1], "\(measure)")
      try sandbox.run("streak", "--short", "--of", measure, environment: night)
        .expectExactly(output: "1\n")
    }
  }

  @Test func `an entry of a later day does not count yet`() throws {
    try sandbox.run("diary", "write", "tomorrow", "--body", "ahead")
    #expect(try counts("entries").isEmpty)
    #expect(try streak("entries") == [0, nil, nil])
  }

  // MARK: Streaks

  @Test func `a streak counts the days of a measure`() throws {
    for back in [1, 2, 3, 9, 10, 11, 12] { try write("one two", on: back) }
    #expect(try streak("entries") == [0, 3, 4])
    #expect(try streak("words") == [0, 3, 4])
    #expect(try streak("notes") == [0, nil, nil])
    try sandbox.run("streak", "--short", "--of", "entries").expectExactly(output: "3!\n")
    #expect(try sandbox.run("streak", "--short", "--of", "notes").output == "")
    try write("three", on: 0)
    #expect(try streak("words") == [1, 4, 4])
    let explained = try sandbox.run("streak", "--of", "words", "--explain").expect(
      output: "each Han or kana character", "The day ends at midnight.", without: "Clones"
    ).output
    #expect(explained.hasPrefix("Words\nCurrent streak: 4 days"), "\(explained)")
  }

  @Test func `words are counted alike inside and outside of a graph`() throws {
    // An entry without a word counts as a day with words.
    for (back, text) in [(0, "a"), (1, "🎉"), (2, "…"), (3, "三")] { try write(text, on: back) }
    #expect(try streak("words") == [1, 4, 4])
    for weeks in ["1", "53"] {
      let graph = try sandbox.graph(["--of", "words", "--weeks", weeks])
      #expect(graph.json["streak"]?["longest"]?["length"] == 4)
    }
    #expect(try streak("words", "--weekdays") == [1, 4, 4])
  }

  // MARK: Weather

  private static let week: [(back: Int, temperature: Double, pm25: Double)] = [
    (0, -8.4, 12), (1, 3.1, 22), (2, 14.2, 41.5), (3, 27, 90), (4, 5, 8),
  ]

  private func setWeek() throws {
    for day in Self.week {
      try setWeather(
        #"{"place":"Seoul","temperature":\#(day.temperature),"pm25":\#(day.pm25),"scale":"korea"}"#,
        on: day.back)
    }
  }

  @Test func `averages the temperature of entries`() throws {
    try setWeek()
    try setWeather("rubbish", on: 5)
    try setWeather(#"{"place":"Seoul","temperature":null}"#, on: 6)
    let graph = try sandbox.graph(["--of", "temperature", "--weeks", "2"], .averages)
    #expect(graph.json["unit"] == "°C" && graph.json["total"] == .null)
    #expect(graph.json["average"] == .number(8.2), "\(graph.json)")
    let days = try #require(graph.json["days"]?.array).suffix(7)
    #expect(days.map { $0["level"]?.integer } == [0, 0, 2, 4, 3, 2, 1], "\(days)")
    #expect(days.last?["count"] == .number(-8.4) && days.first?["count"] == .null)
    let shown = try sandbox.run("graph", "--of", "temperature", "--weeks", "2").expect(
      output: "1 <0   2 0+   3 10+   4 20+ °C", "Data for 5 of 14 days.",
      "Highest: Nov 18, 2026 (27.0°C).", "Lowest: Nov 21, 2026 (-8.4°C).", without: "streak"
    ).output
    #expect(shown.hasPrefix("Temperature: 8.2°C on average, Nov 8, 2026 – "), "\(shown)")
  }

  @Test func `shows temperatures in the user's unit, and JSON in degrees Celsius`() throws {
    try setWeek()
    let json = try sandbox.graph(["--of", "temperature"], .averages).json
    try sandbox.run("config", "set", "weather.units", "us")
    #expect(try sandbox.graph(["--of", "temperature"], .averages).json == json)
    try sandbox.run("graph", "--of", "temperature", environment: Locales.language("C"))
      .expect(output: "Temperature: 46.7F on average", "1 <32   2 32+   3 50+   4 68+ F")
  }

  @Test func `grades particles by the setting, else by the place`() throws {
    try setWeek()
    let korea = try sandbox.run("graph", "--of", "pm25", "--weeks", "1").expect(
      output: "1 good   2 moderate   3 bad   4 very bad"
    ).output
    #expect(korea.hasPrefix("PM2.5: 35 µg/m³ on average"), "\(korea)")
    let levels = try sandbox.graph(["--of", "pm25", "--weeks", "1"], .averages).days.map(\.level)
    #expect(levels == [0, 0, 1, 4, 3, 2, 1])
    try sandbox.run("config", "set", "weather.grades", "eu")
    try sandbox.run("graph", "--of", "pm25", "--weeks", "1").expect(output: "4 poor or worse")
    #expect(try sandbox.graph(["--of", "pm25"], .averages).days.last?.level == 2)
  }

  @Test func `says when no weather is saved`() throws {
    try write("no weather", on: 0)
    let graph = try sandbox.graph(["--of", "temperature"], .averages)
    #expect(graph.json["average"] == .null && graph.remarks.contains("weather.place"))
    let shown = try sandbox.run("graph", "--of", "pm25").output
    #expect(shown.hasPrefix("PM2.5: no data, ") && !shown.dropLast().contains("\n"), "\(shown)")
  }

  // MARK: Widths and pictures

  @Test func `the SVG has the unit in its title, tooltips and legend`() throws {
    try setWeek()
    try sandbox.run("graph", "--of", "temperature", "--weeks", "2", "--svg", "-").expect(
      output: "Temperature: 8.2°C on average", "<title>14.2°C on Thu, Nov 19, 2026</title>",
      "<title>No data for ", ">&lt;0</text>", ">20+ °C</text>", "Data for 5 of 14 days.")
    try sandbox.run("graph", "--of", "words", "--svg", "-").expect(
      output: "<title>1 word on Sat, Nov 21, 2026</title>", ">1+</text>", " words</text>")
  }

  // MARK: Errors

  @Test(
    arguments: [
      (["graph", "--of", "word"], "Did you mean “words”?"),
      (["graph", "--of", "steps"], "tag:NAME"),
      (["graph", "--of", "tag:"], "tag:perf"),
      (["streak", "--of", "temperature"], "graph --of temperature"),
      (["streak", "--of", "pm25", "--short"], "graph --of pm25"),
      (["graph", "--of", "notes", "--here"], "--of commits"),
      (["graph", "--of", "words", "--local", "."], "--of commits"),
      (["graph", "--of", "temperature", "--user", "octocat"], "--of contributions"),
      (["graph", "--of", "entries", "--author", "a"], "--of commits"),
      (["streak", "--of", "commits", "--user", "octocat", "--short"], "--of contributions"),
      (["graph", "--of", "contributions", "--here"], "--of commits"),
      (["graph", "--of", "words", "--json", "--svg", "-"], nil),
    ] as [([String], String?)])
  func `refuses what does not fit with a hint`(_ words: [String], _ hint: String?) throws {
    if let hint {
      try sandbox.run(words).expectRefusal(2, hint)
    }
    try sandbox.run(words + ["--json"]).expectRefusalAsJSON(2)
  }

  @Test func `contributions need an account, and commits a clone`() throws {
    try sandbox.run("graph", "--of", "contributions").expectRefusal(4)
    try sandbox.run("graph", "--of", "commits").expectRefusal(2)
    #expect(try sandbox.run("streak", "--of", "contributions", "--short").output == "")
    try sandbox.make("clone", of: .daily(3))
    let graph = try sandbox.graph(["--of", "commits", "--here"], in: sandbox.file("clone"))
    #expect(graph.total == 3 && graph.json["measure"] == "commits")
    #expect(try sandbox.graph(["--of", "commits"]).total == 3)
    #expect(try sandbox.graph([]).json["measure"] == "commits")
  }

  @Test func `commits and contributions of an account are separate measures`() throws {
    let stage = try GraphStage()
    let contributions = try stage.graph("--user", "octocat")
    #expect(contributions.json["measure"] == "contributions")
    #expect(contributions.json["unit"] == "contributions")
    #expect(
      try stage.graph("--user", "octocat", "--of", "contributions").json == contributions.json)
  }

  @Test func `a measure needs no journal and creates none`() throws {
    for measure in ["notes", "words", "todos", "tag:a", "entries"] {
      #expect(try counts(measure).isEmpty)
    }
    #expect(!File.exists(sandbox.journal))
  }
}
