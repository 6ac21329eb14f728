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
      let outcome = try sandbox.run(step.words, environment: environment, in: folder)
      #expect(outcome.status == 0, "\(outcome.testDescription)")
      let measure = TextMeasure(isASCII: false)
      for line in outcome.output.split(separator: "\n") {
        #expect(measure.width(of: line) <= columns, "\(step.words): \(line)")
      }
      if step.words.isEmpty { page = outcome }
    }
    return page
  }

  static let widths = [40, 80, 160]
  static let locales = ["en_US.UTF-8", "ko_KR.UTF-8", "ja_JP.UTF-8"]

  @Test(arguments: widths, locales)
  func `shows every section of a full day`(
    columns: Int, locale: String
  ) throws {
    let services = try WeatherStandIn()
    sandbox.environment = sandbox.environment.adding(services.environment)
    try sandbox.run("config", "set", "weather.place", "Seoul")
    try sandbox.shell(
      "git config user.email author@example.com; git commit -q --allow-empty -m 'Keep it'",
      environment: ["GIT_AUTHOR_DATE": "2026-11-21T14:00:00+0900"])
    let page = try #require(
      try spend(Self.morning + Self.work + Self.evening, columns: columns, locale: locale))
    for words in ["°C", "PM", "Open-Meteo", "Measure the cache", "A long day.", "캐시가 왜 있는지"] {
      // In Korean, particulate matter has its own names, which are used if they fit.
      if words == "PM", locale.hasPrefix("ko") { continue }
      #expect(page.output.contains(words), "\(words): \(page.testDescription)")
    }
  }

  @Test(arguments: widths, locales)
  func `works without account, clone, network and place`(
    columns: Int, locale: String
  ) throws {
    let page = try #require(
      try spend(
        Self.morning + Self.evening, columns: columns, locale: locale, in: sandbox.file("home")))
    // The streak that is missing is mentioned once; the weather is not asked for.
    #expect(page.output.ranges(of: "login").count == 1, "\(page.testDescription)")
    #expect(!page.output.contains("weather.place"), "\(page.testDescription)")
    #expect(page.error == "", "\(page.testDescription)")
  }
}
