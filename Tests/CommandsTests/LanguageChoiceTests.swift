import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The language of messages and of dates. None of these locales is installed.
@Suite(.inProcess) struct LanguageChoiceTests {
  private static let now = ["COMMITDIARY_NOW": "2026-11-21T12:00:00+09:00"]

  enum Language: String {
    case english = "no note"
    case korean = "해당하는 노트가 없습니다"
    case japanese = "で始まるノートはありません"
  }

  struct Choice: CustomTestStringConvertible, Sendable {
    var variables: [String: String]
    var option: String?
    var setting: String?
    var language: Language
    var date: String

    init(
      _ variables: [String: String], option: String? = nil, setting: String? = nil,
      _ language: Language, _ date: String
    ) {
      self.variables = variables
      self.option = option
      self.setting = setting
      self.language = language
      self.date = date
    }

    var testDescription: String {
      let environment = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      let words = [option.map { "--lang \($0)" }, setting.map { "language: \($0)" }]
      return (environment + words.compactMap { $0 }).joined(separator: " ")
    }
  }

  /// The forms of the variables and their order are in `LanguagePreferenceTests`.
  static let choices = [
    Choice([:], .english, "Nov 21"),
    Choice(["LANG": "ko_KR.UTF-8"], .korean, "11월 21일"),
    Choice(["LANG": "ko_KR.EUC-KR"], .english, "Nov 21"),
    // Without a catalog for the language, English is used.
    Choice(["LANG": "de_DE.UTF-8"], .english, "21. Nov"),
    Choice(["LC_ALL": "ko_KR.UTF-8", "LANGUAGE": "ja"], .japanese, "11月21日"),
    // The config takes precedence over the environment, and the option over the config.
    Choice(["LANG": "ja_JP.UTF-8", "LANGUAGE": "ja"], setting: "ko", .korean, "11월 21일"),
    Choice(["LC_ALL": "ja_JP.UTF-8"], option: "ko", setting: "ja", .korean, "11월 21일"),
    Choice(["LANG": "ko_KR.UTF-8"], option: "en_GB", .english, "21 Nov"),
    // Dates follow the territory, or `LC_TIME`.
    Choice(["LANG": "en_US.UTF-8", "LC_TIME": "en_GB.UTF-8"], .english, "21 Nov"),
  ]

  @Test(arguments: choices)
  func `option, settings and environment choose the language in order`(
    _ choice: Choice
  ) throws {
    let sandbox = try Sandbox(clone: nil)
    let environment = Locales.environment(choice.variables).merging(Self.now) { $1 }
    try sandbox.run(Sandbox.anywhere + ["--title", "title"], environment: environment)
    if let setting = choice.setting { try sandbox.run("config", "set", "language", setting) }
    let option = choice.option.map { ["--lang", $0] } ?? []

    let list = try sandbox.run(["notes", "list"] + option, environment: environment)
    #expect(list.output.contains("  \(choice.date)  "), "\(list.testDescription)")
    let failure = try sandbox.run(["notes", "show", "zzzz"] + option, environment: environment)
    #expect(failure.error.contains(choice.language.rawValue), "\(failure.testDescription)")
    // The option may also precede the command.
    let early = try sandbox.run(option + ["notes", "show", "zzzz"], environment: environment)
    #expect(early.error == failure.error)
    // Errors in the command line are in the same language.
    let mistake = try sandbox.run(["notes", "lst"] + option, environment: environment)
    let help = try sandbox.run(["notes", "--help"] + option, environment: environment)
    for text in [mistake.error, help.output] {
      let words = MessageWords(of: text)
      #expect(words.has(.hangul) == (choice.language == .korean), "\(text)")
      #expect(words.has(.kana) == (choice.language == .japanese), "\(text)")
    }
  }

  @Test(arguments: ["fr", "xx", "zh_TW", "klingon"])
  func `a language that is not there is refused`(_ tag: String) throws {
    let sandbox = try Sandbox(clone: nil)
    let option = try sandbox.run("notes", "list", "--lang", tag)
    let setting = try sandbox.run("config", "set", "language", tag)
    for outcome in [option, setting] {
      #expect(outcome.status == 2 && outcome.error.contains(tag), "\(outcome.testDescription)")
    }
    #expect(setting.error.contains("en, ja, ko"), "\(setting.testDescription)")
    if tag != "klingon" { #expect(option.error.contains("en, ja, ko")) }
    // An older version, or another machine, may have set it.
    try sandbox.run("config", "set", "language", "ja")
    try File.writeAtomically(Array("{ language: '\(tag)' }".utf8), to: sandbox.config)
    #expect(try sandbox.run("notes", "list").status == 2)
    #expect(try sandbox.run("config", "set", "language", "ko").status == 0)
  }

  // MARK: Days

  /// Today is Saturday, November 21, 2026.
  static let days: [(locale: String, days: [String: String])] = [
    (
      "ko_KR.UTF-8",
      [
        "오늘": "2026-11-21", "어제": "2026-11-20", "그저께": "2026-11-19", "3일 전": "2026-11-18",
        "3일전": "2026-11-18", "월요일": "2026-11-16", "지난 금요일": "2026-11-20",
        "지난주 금요일": "2026-11-13", "일주일 전": "2026-11-14",
      ]
    ),
    (
      "ja_JP.UTF-8",
      [
        "今日": "2026-11-21", "昨日": "2026-11-20", "一昨日": "2026-11-19", "3日前": "2026-11-18",
        "月曜日": "2026-11-16", "月曜": "2026-11-16", "先週の金曜日": "2026-11-13",
      ]
    ),
    (
      "C",
      [
        "today": "2026-11-21", "yesterday": "2026-11-20", "Yesterday": "2026-11-20",
        "3 days ago": "2026-11-18", "-3d": "2026-11-18", "-1w": "2026-11-14",
        "monday": "2026-11-16", "last friday": "2026-11-20", "saturday": "2026-11-21",
        "2026-11-15": "2026-11-15", "2026/11/15": "2026-11-15",
      ]
    ),
  ]

  /// A home directory with a note on each of fourteen days. The title of each note is the day.
  private func fortnight() throws -> Sandbox {
    let sandbox = try Sandbox(clone: nil)
    for day in 8...21 {
      let date = "2026-11-\(day < 10 ? "0" : "")\(day)"
      try sandbox.run(
        Sandbox.anywhere + ["--title", date],
        environment: ["COMMITDIARY_NOW": "\(date)T00:30:00+09:00"])
    }
    return sandbox
  }

  private func titles(_ words: [String], in sandbox: Sandbox, _ locale: String) throws -> [String] {
    let outcome = try sandbox.run(
      ["notes", "list", "--json"] + words,
      environment: Locales.language(locale).merging(Self.now) { $1 })
    #expect(outcome.status == 0, "\(words) \(outcome.testDescription)")
    return try outcome.json()["notes"]?.array?.compactMap { $0["title"]?.string } ?? []
  }

  @Test func `accepts days in the reader's language`() throws {
    let sandbox = try fortnight()
    for (locale, days) in Self.days {
      for (typed, day) in days {
        let found = try titles(["--since", typed, "--until", typed], in: sandbox, locale)
        #expect(found == [day], "\(locale) \(typed)")
      }
    }
  }

  @Test func `a note keeps its day in every time zone`() throws {
    let sandbox = try fortnight()
    // Half past midnight in Seoul is the previous day in London.
    let london = Self.now.merging(["TZ": "Europe/London", "LANG": "C"]) { $1 }
    let words = ["notes", "list", "--since", "2026-11-20", "--until", "yesterday"]
    let list = try sandbox.run(words, environment: london)
    #expect(list.output.split(separator: "\n").count == 1, "\(list.testDescription)")
    #expect(list.output.contains("  Nov 20  2026-11-20"), "\(list.testDescription)")
  }

  @Test func `understands days in other languages`() throws {
    let sandbox = try fortnight()
    for (typed, locale) in [("어제", "C"), ("어제", "ja_JP.UTF-8"), ("昨日", "ko_KR.UTF-8")] {
      let environment = Locales.language(locale).merging(Self.now) { $1 }
      let outcome = try sandbox.run("notes", "list", "--since", typed, environment: environment)
      #expect(outcome.output.split(separator: "\n").count == 2, "\(outcome.testDescription)")
    }
    for (typed, locale) in [
      ("내일", "ko_KR.UTF-8"), ("明日", "ja_JP.UTF-8"), ("tomorrow", "C"), ("+1d", "C"),
    ] {
      #expect(try titles(["--since", typed], in: sandbox, locale) == [])
    }
  }
}
