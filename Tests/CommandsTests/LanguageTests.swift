import Arguments
import JSON
import Platform
import SQLite
import Testing

@testable import Commands
@testable import ProgramSupport

/// The language of messages and of dates. None of these locales is installed.
@Suite(.inProcess) struct LanguageChoiceTests {
  private static let now = ["COMMITDIARY_NOW": "2026-11-21T12:00:00+09:00"]

  enum Language: String {
    case english = "no note"
    case korean = "해당하는 노트가 없습니다"
    case japanese = "で始まるノートはありません"
  }

  /// Variables, `--lang`, the setting, and the language and the form of dates that follow.
  typealias Choice = (
    variables: [String: String], option: String?, setting: String?, language: Language, date: String
  )

  /// The forms of the variables and their order are in `LanguagePreferenceTests`.
  static let choices: [Choice] = [
    ([:], nil, nil, .english, "Nov 21"),
    (["LANG": "ko_KR.UTF-8"], nil, nil, .korean, "11월 21일"),
    (["LANG": "ko_KR.EUC-KR"], nil, nil, .english, "Nov 21"),
    // Without a catalog for the language, English is used.
    (["LANG": "da_DK.UTF-8"], nil, nil, .english, "21 Nov"),
    (["LC_ALL": "ko_KR.UTF-8", "LANGUAGE": "ja"], nil, nil, .japanese, "11月21日"),
    // The config takes precedence over the environment, and the option over the config.
    (["LANG": "ja_JP.UTF-8", "LANGUAGE": "ja"], nil, "ko", .korean, "11월 21일"),
    (["LC_ALL": "ja_JP.UTF-8"], "ko", "ja", .korean, "11월 21일"),
    (["LANG": "ko_KR.UTF-8"], "en_GB", nil, .english, "21 Nov"),
    // Dates follow the territory, or `LC_TIME`.
    (["LANG": "en_US.UTF-8", "LC_TIME": "en_GB.UTF-8"], nil, nil, .english, "21 Nov"),
  ]

  @Test(arguments: choices)
  func `option, settings and environment choose the language in order`(
    variables: [String: String], option: String?, setting: String?, language: Language, date: String
  ) throws {
    let sandbox = try Sandbox(clone: nil)
    let environment = Locales.environment(variables).merging(Self.now) { $1 }
    try sandbox.run(Sandbox.anywhere + ["--title", "title"], environment: environment)
    if let setting { try sandbox.run("config", "set", "language", setting) }
    let option = option.map { ["--lang", $0] } ?? []

    try sandbox.run(["notes", "list"] + option, environment: environment)
      .expect(output: "  \(date)  ")
    let failure = try sandbox.run(["notes", "show", "zzzz"] + option, environment: environment)
      .expect(error: language.rawValue)
    // The option may also precede the command.
    let early = try sandbox.run(option + ["notes", "show", "zzzz"], environment: environment)
    #expect(early.error == failure.error)
    // Errors in the command line are in the same language.
    let mistake = try sandbox.run(["notes", "lst"] + option, environment: environment)
    let help = try sandbox.run(["notes", "--help"] + option, environment: environment)
    for text in [mistake.error, help.output] {
      let words = MessageWords(of: text)
      #expect(words.has(.hangul) == (language == .korean), "\(text)")
      #expect(words.has(.kana) == (language == .japanese), "\(text)")
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
    #expect(setting.error.contains("en, de, ja, ko"), "\(setting.testDescription)")
    if tag != "klingon" { #expect(option.error.contains("en, de, ja, ko")) }
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
    try sandbox.json(
      ["notes", "list"] + words, environment: Locales.language(locale).merging(Self.now) { $1 })[
        "notes"]?.array?.compactMap { $0["title"]?.string } ?? []
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
    let list = try sandbox.run(words, environment: london).expect(output: "  Nov 20  2026-11-20")
    #expect(list.output.split(separator: "\n").count == 1, "\(list.testDescription)")
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

/// Every message is completely in the user's language.
@Suite(.inProcess) struct TranslationTests {
  // Texts of the user, in a language without a catalog.
  private static let title = "Δοκιμή"
  private static let others = [
    title, "Σκέψη", "ετικέτα", "Πρώτο", "Συγγραφέας", "clone", "week.start", "graph.theme",
  ]
  private static let now = ["COMMITDIARY_NOW": "2026-11-21T08:30:00+09:00"]

  private let sandbox: Sandbox
  private let id: String
  private let sha: String

  init() throws {
    sandbox = try Sandbox()
    try sandbox.shell("git config user.email a@example.com")
    try sandbox.shell(
      "git commit -q --amend --allow-empty --author 'Συγγραφέας <a@example.com>' -m Πρώτο")
    let add = ["notes", "add", "--title", Self.title, "--body", "Σκέψη", "--tag", "ετικέτα", "-q"]
    id = try sandbox.run(add, environment: Self.now).output.split(separator: "\n").joined()
    try sandbox.run("notes", "edit", id, "--body", "Σκέψη Σκέψη", environment: Self.now)
    sha = try sandbox.shell("git rev-parse --short=7 HEAD").split(separator: "\n").joined()
  }

  /// Command lines without an error; `{id}` is a note.
  static let lines = [
    "notes list", "notes list --limit 1", "notes list --tag nothing",
    "notes list --deleted", "notes show {id}", "notes show HEAD", "notes history {id}",
    "notes search Σκέψη", "notes search nothing", "search nothing", "commits",
    "commits --until 2000-01-01", "doctor --offline", "config list", "config get language",
    "notes share {id}", "notes edit {id} --body Σκέψη", "notes edit {id} --body Σκέψη",
    "notes delete {id} --yes",
    "notes show {id} --deleted", "notes restore {id}", "notes restore {id} --version 1",
    "notes add --body Σκέψη", "notes delete {id} --purge --yes",
    "todo list", "todo add --each Σκέψη Σκέψη Σκέψη", "todo add Σκέψη --day 2026-11-20",
    "todo list",
    "todo done 1", "todo reopen 1", "todo edit 2 Δοκιμή", "todo edit 2 Δοκιμή",
    "todo edit 3 --due 2026-11-20 --priority A --every week --tag Σκέψη", "todo list",
    "todo move 2 --to -1d",
    "todo list --since -7d", "todo delete 3 --yes",
    "todo list --deleted",
    "todo restore 3", "todo delete 1 3 --yes", "todo list --deleted", "search Δοκιμή",
    "calendar", "calendar --months 3", "calendar today", "calendar 2020-01-01",
    "diary list", "diary list --deleted", "diary list --on-this-day", "diary write --body Σκέψη",
    "diary write --body Σκέψη", "diary write -1y --replace --body Σκέψη", "diary list",
    "diary list --limit 1", "diary list --on-this-day", "diary list --since 2026-11-22",
    "diary show", "diary history", "diary search Σκέψη", "diary search nothing", "diary share",
    "diary restore --version 1", "diary restore --version 1", "diary delete --yes",
    "diary show --deleted", "diary list --deleted", "diary restore",
    "diary delete --purge --yes",
    "config set week.start mon", "config list", "config unset week.start",
    "graph", "graph --of words", "graph --of pm25", "streak --of notes --explain",
    "graph --author Συγγραφέας", "graph --local . --year 2023", "graph --style ascii",
    "streak", "streak --author Συγγραφέας --explain", "streak --explain --weekdays",
    "theme set viridis", "theme set viridis", "theme preview",
    "config unset graph.theme",
  ]

  enum Tongue: String, CaseIterable {
    case korean = "ko_KR.UTF-8"
    case japanese = "ja_JP.UTF-8"

    /// Whether an output has letters of this language's script, and none of the other's.
    func isSpoken(in words: MessageWords) -> Bool {
      switch self {
      case .korean: words.has(.hangul) && !words.has(.kana)
      case .japanese: words.has(.beyondASCII) && !words.has(.hangul)
      }
    }
  }

  private func run(_ line: String, _ environment: [String: String]) throws -> Outcome {
    let words = line.split(separator: " ").map { $0 == "{id}" ? id : String($0) }
    return try sandbox.run(words, environment: environment.merging(Self.now) { $1 })
  }

  /// Texts in an output that are not messages: texts of the user, paths and ids.
  ///
  /// The ids are read from the database. Running the program for every line would take longer than
  /// the rest of this suite.
  private func known() throws -> [String] {
    let journal = try SQLiteFile(sandbox.journal).open()
    let ids = try journal.rows("SELECT id FROM record WHERE kind <> 2 ORDER BY kind, number") {
      $0.text(0)
    }
    // Ids are shortened, and a short id may consist of letters only.
    return Self.others + [sandbox.path, id, sha]
      + ids.flatMap { id in (4...12).map { String(id.prefix($0)) } }
  }

  @Test(arguments: Tongue.allCases)
  func `every output is fully translated`(tongue: Tongue) throws {
    for line in Self.lines {
      let before = try known()
      let outcome = try run(line, Locales.language(tongue.rawValue)).expect(0)
      let typed = line.split(separator: " ").filter { $0 == "nothing" }.map(String.init)
      let words = try MessageWords(
        of: outcome.output + outcome.error, without: before + known() + typed)
      #expect(words.latin == [], "\(line): \(outcome.testDescription)")
      // Settings and shared texts have no messages around them.
      let isBare = ["config list", "todo list"].contains(line) && outcome.error == ""
      #expect(isBare || tongue.isSpoken(in: words), "\(line): \(outcome.testDescription)")
    }
  }

  @Test(arguments: Tongue.allCases)
  func `an empty journal says how to start, translated`(tongue: Tongue) throws {
    let home = ["XDG_DATA_HOME": sandbox.file("empty")]
    for line in ["notes list", "diary list", "doctor --offline"] {
      let outcome = try run(line, Locales.language(tongue.rawValue).merging(home) { $1 })
      let words = try MessageWords(of: outcome.output + outcome.error, without: known())
      #expect(words.latin == [] && tongue.isSpoken(in: words), "\(outcome.testDescription)")
    }
  }

  @Test(arguments: Tongue.allCases)
  func `every help page is fully translated`(tongue: Tongue) throws {
    let pages = try Self.pages.get()
    #expect(pages.count >= 20)
    for page in pages {
      let outcome = try sandbox.run(
        page.path + ["--help"], environment: Locales.language(tongue.rawValue)
      ).expect(0).expectExactly(error: "")
      let words = MessageWords(of: outcome.output)
      #expect(words.latin == [], "\(page.path)")
      #expect(tongue.isSpoken(in: words), "\(page.path)")
      // No line of help is in English, except for examples and headings that are names.
      let english = Set(page.english.split(separator: "\n"))
      let same = outcome.output.split(separator: "\n").filter(english.contains)
      #expect(same.allSatisfy { MessageWords(of: String($0)).latin.isEmpty }, "\(same)")
    }
  }

  @Test(arguments: Tongue.allCases)
  func `every error is fully translated`(tongue: Tongue) throws {
    let stage = try FailureStage()
    for example in FailureCase.all {
      let words = try failureWords(example, Locales.language(tongue.rawValue), on: stage)
      #expect(tongue.isSpoken(in: words), "\(example): \(words.lines)")
      #expect(words.latin == [], "\(example): \(words.lines)")
    }
  }

  @Test(arguments: [["LANG": "C"], ["LANG": "ko_KR.EUC-KR"]])
  func `without UTF-8 messages are ASCII English, user text unchanged`(
    variables: [String: String]
  ) throws {
    let environment = Locales.environment(variables)
    for line in Self.lines {
      let before = try known()
      let outcome = try run(line, environment).expect(0)
      let words = try MessageWords(of: outcome.output + outcome.error, without: before + known())
      #expect(!words.has(.beyondASCII), "\(line): \(outcome.testDescription)")
    }
    let stage = try FailureStage()
    for example in FailureCase.all {
      let words = try failureWords(example, environment, on: stage)
      #expect(!words.has(.beyondASCII), "\(example): \(words.lines)")
    }
    for path in try Self.pages.get().map(\.path) {
      let page = try sandbox.run(path + ["--help"], environment: environment)
      #expect(page.bytes.allSatisfy { $0 < 0x80 }, "\(path)")
    }
    let title = "회고 “썼다” → …"
    let id = try sandbox.add("--title", title, "--body", "본문")
    for words in [
      ["notes", "list"], ["notes", "show", id], ["notes", "history", id], ["search", "본문"],
      ["notes", "share", id],
    ] {
      try sandbox.run(words, environment: environment).expect(output: title)
    }
  }

  /// The words of an error message, without what was typed.
  private func failureWords(
    _ example: FailureCase, _ environment: [String: String], on stage: FailureStage
  ) throws -> MessageWords {
    var translated = example
    translated.environment.merge(environment) { own, _ in own }
    let error = try stage.run(translated).error
    #expect(error.hasPrefix("commitdiary: "), "\(error)")
    let ids = ["id", "deleted", "deletedToDo"].compactMap { stage.known[$0] }
    let values = Array(translated.environment.values) + stage.known.values
    let typed = example.line.split { " =".contains($0) }.map { stage.filled(String($0)) }
    return MessageWords(
      of: String(error.dropFirst("commitdiary: ".count)),
      // Parts of the program's name, which many hints contain, are not typed text.
      without: values + typed.filter { $0.count > 1 && !"commitdiary".contains($0) }
        + ids.flatMap { id in (4...12).map { String(id.prefix($0)) } }
        + [
          "The first commit", "COMMITDIARY_NOW", "week.start", "terminal.ambiguousWidth",
          "commitdiary.repository",
        ])
  }

  /// A page of help, and the arguments before `--help`.
  private struct Page {
    var path: [String]
    var english: String
  }

  /// The help pages of the program, its groups and their commands.
  private static let pages = Result {
    let sandbox = try Sandbox(clone: nil)
    return try tree.pages.map { Page(path: $0, english: try sandbox.run($0 + ["--help"]).output) }
  }
}
