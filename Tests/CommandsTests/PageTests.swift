import Platform
import StandIn
import Terminal
import Testing

@testable import ProgramSupport

/// A day from morning to evening, for a user with everything configured and for one with nothing
/// but the program.
@Suite(.inProcess) struct FullDayTests {
  struct Step: Sendable {
    var hour: String
    var words: [String]

    init(_ hour: String, _ words: String...) { (self.hour, self.words) = (hour, words) }

    var now: [String: String] { ["COMMITDIARY_NOW": "2026-11-21T\(hour):00+09:00"] }
  }

  static let morning = [
    Step("08:30"),
    Step("08:31", "todo", "add", "--each", "Measure the cache", "리뷰에 답하기", "コーヒーを買う"),
    Step("09:10", "todo", "done", "1"),
    Step("09:11", "todo", "reopen", "1"),
    Step("11:40", "todo", "done", "2-3"),
    Step("11:41", "todo", "list"),
  ]

  static let work = [
    Step("15:00", "notes", "add", "--title", "캐시가 왜 있는지", "--body", "질의가 줄마다 두 번 갔다"),
    Step("15:01", "commits"),
    Step("15:02", "notes", "list"),
    Step("15:03", "streak", "--explain"),
  ]

  static let evening = [
    Step("21:00", "diary", "write", "--body", "A long day.\n\n회고는 내일."),
    Step("21:02", "diary", "show"),
    Step("21:03", "calendar"),
    Step("21:04", "calendar", "today"),
    Step("21:05", "digest"),
    Step("21:06", "search", "회고"),
    Step("21:07"),
  ]

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Runs the steps and checks their output. Returns the last output of `today`.
  @discardableResult
  private func spend(
    _ steps: [Step], columns: Int, locale: String, in folder: String? = nil
  ) throws -> Outcome? {
    var page: Outcome?
    for step in steps {
      let environment = Locales.language(locale).merging(step.now) { $1 }
        .merging(["COLUMNS": "\(columns)", "TZ": "Asia/Seoul"]) { $1 }
      let outcome = try sandbox.run(step.words, environment: environment, in: folder).expect(0)
      let measure = Screen.plain().measure
      for line in outcome.output.split(separator: "\n") {
        #expect(measure.width(of: line) <= columns, "\(step.words): \(line)")
      }
      if step.words.isEmpty { page = outcome }
    }
    return page
  }

  static let widths = [40, 80, 160]
  static let locales = ["en_US.UTF-8", "ko_KR.UTF-8", "ja_JP.UTF-8", "de_DE.UTF-8"]

  @Test(arguments: widths, locales)
  func `shows every section of a full day`(columns: Int, locale: String) throws {
    let services = try sandbox.useWeather(at: "Seoul")
    defer { services.stop() }
    try sandbox.commit("Keep it", at: "2026-11-21T14:00:00+0900")
    let page = try #require(
      try spend(Self.morning + Self.work + Self.evening, columns: columns, locale: locale))
    for words in ["°C", "PM", "Open-Meteo", "Measure the cache", "A long day.", "캐시가 왜 있는지"] {
      // In Korean, particulate matter has its own names, which are used if they fit.
      if words == "PM", locale.hasPrefix("ko") { continue }
      #expect(page.output.contains(words), "\(words): \(page.testDescription)")
    }
  }

  @Test(arguments: widths, locales)
  func `works without account, clone, network and place`(columns: Int, locale: String) throws {
    let page = try #require(
      try spend(
        Self.morning + Self.evening, columns: columns, locale: locale, in: sandbox.file("home")))
    // The streak that is missing is mentioned once; the weather is not asked for.
    #expect(page.output.ranges(of: "login").count == 1, "\(page.testDescription)")
    #expect(!page.output.contains("weather.place"), "\(page.testDescription)")
    #expect(page.error == "", "\(page.testDescription)")
  }
}

/// No line is wider than the screen, whatever its contents and however narrow the screen.
@Suite(.inProcess) struct LineWidthTests {
  private static let texts = [
    "Why the cache is as it is, in a title that is longer than any of these screens is wide",
    "주간회고를 쓰면서 생각한 것들, 그리고 다음 주에 하고 싶은 일들에 대한 아주 긴 제목",
    "キャッシュの無効化について考えたこと、そしてこれから試してみたいこと",
    "👩‍👩‍👧 🇰🇷 ❤️ e\u{301}e\u{301}e\u{301} 👍🏽 ｗｉｄｅ ½ “quotes” … 한\u{1112}\u{1161}\u{11AB}글",
    "averyveryverylongwordwithoutanyspaceinitthatcannotbebrokenanywhere/and/a/path/to/it",
    "short",
  ]

  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.shell("git config user.email author@example.com")
    try sandbox.shell("git remote add origin https://github.com/octocat/a-rather-long-name.git")
    for (number, text) in Self.texts.enumerated() {
      try sandbox.shell("git commit -q --allow-empty -m \"$text\"", environment: ["text": text])
      try sandbox.run(
        "notes", "add", "--title", text, "--body", "found \(text) \(text)\n\n\(text)",
        "--tag", "tag number \(number)", "--tag", text)
    }
    for (number, text) in Self.texts.enumerated() {
      try sandbox.run(
        "diary", "write", "-\(number)d", "--body", "\(text)\n\nfound \(text) \(text)\n\n\(text)")
    }
    try sandbox.run("diary", "write", "-1y", "--body", "found")
    try sandbox.run(["todo", "add", "--each"] + Self.texts)
    try sandbox.run(["todo", "add", "--each", "--day", "2020-11-20"] + Self.texts)
    try sandbox.run("todo", "done", "2")
    try sandbox.run("config", "set", "week.start", "mon")
    try sandbox.add("--title", "another repository", "--body", "found")
  }

  static let lines = [
    "notes list", "notes list --limit 0 --sort repo", "notes list --full",
    "notes list --full --sort repo", "notes list --full --sort title", "diary list --full",
    "diary list --sort oldest", "notes search found", "search found",
    "todo list", "todo list --since -7d", "todo list --help", "todo import --help", "calendar",
    "today", "digest", "digest --since -7d", "weather --help",
    "calendar --months 3", "calendar today", "calendar --help",
    "diary list", "diary list --limit 0", "diary list --on-this-day", "diary show", "diary history",
    "diary search found", "diary list --help", "diary write --help",
    "commits", "notes show HEAD", "notes history {id}", "doctor", "config list",
    "--help", "notes --help", "notes add --help", "notes list --help", "notes delete --help",
    "graph", "graph --of words", "graph --of pm25", "streak --of entries --explain",
    "graph --style ascii", "graph --style dots --year 2023", "streak --explain",
    "streak --weekdays --explain", "theme list", "theme preview", "graph --help", "theme --help",
    "streak --help", "theme set --help", "tags list", "tags --help", "tags rename --help",
    "commits --help", "config set --help", "completion --help",
    "man --help", "doctor --help", "why HEAD", "notes mirror", "graph --of temperature",
    "graph --of tag:none --style compact", "graph --of entries --style digits",
  ]

  @Test func `no line is wider than the screen`() throws {
    let id = try #require(sandbox.run("notes", "list", "-n1").output.split(separator: " ").first)
    for (columns, locale) in [
      (20, "C"), (20, "ja_JP.UTF-8"), (40, "ko_KR.UTF-8"), (40, "en_US.UTF-8"), (80, "ja_JP.UTF-8"),
    ] {
      let environment = Locales.language(locale).merging(["COLUMNS": "\(columns)"]) { $1 }
      let measure = Screen.plain(unicode: locale != "C").measure
      for line in Self.lines {
        let words = line.split(separator: " ").map { String($0 == "{id}" ? id : $0) }
        let outcome = try sandbox.run(words, environment: environment).expect(0)
        #expect(!outcome.output.isEmpty, "\(outcome.testDescription)")
        for shown in outcome.output.split(separator: "\n") {
          let width = measure.width(of: shown)
          #expect(width <= columns, "\(line): \(width) > \(columns): \(shown)")
        }
      }
    }
  }

  @Test func `a narrow list keeps ids and dates`() throws {
    let wide = try sandbox.run("notes", "list").output.split(separator: "\n")
    let dates = wide.map { $0.split(separator: "  ")[..<2].joined(separator: "  ") }
    for columns in [20, 30, 40] {
      let list = try sandbox.run("notes", "list", environment: ["COLUMNS": "\(columns)"])
      let lines = list.output.split(separator: "\n")
      // Texts that do not fit beside the dates are placed below them.
      let first = lines.filter { !$0.hasPrefix(" ") }
      #expect(first.count == dates.count)
      #expect(zip(first, dates).allSatisfy { $0.hasPrefix($1) }, "\(list.output)")
    }
  }

  @Test func `does not truncate in a pipe`() throws {
    let output = try sandbox.run("notes", "list").output
    for text in Self.texts { #expect(output.contains(text), "\(text)") }
    #expect(!output.contains("…\n"))
  }

  @Test func `respects the ambiguous width setting`() throws {
    try sandbox.run("config", "set", "terminal.ambiguousWidth", "2")
    var measure = Screen.plain().measure
    measure.ambiguousWidth = 2
    for words in [["notes", "list"], ["notes", "search", "found"], ["commits"], ["--help"]] {
      for locale in ["en_US.UTF-8", "ko_KR.UTF-8"] {
        let environment = Locales.language(locale).merging(["COLUMNS": "40"]) { $1 }
        let outcome = try sandbox.run(words, environment: environment)
        for shown in outcome.output.split(separator: "\n") {
          #expect(measure.width(of: shown) <= 40, "\(words): \(shown)")
        }
      }
    }
  }
}
