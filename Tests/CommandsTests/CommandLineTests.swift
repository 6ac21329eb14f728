import JSON
import Localization
import Platform
import TestSupport
import Testing

@testable import Arguments
@testable import ArgumentsTestSupport
@testable import Commands
@testable import ProgramSupport

/// Groups without a command, and commands whose argument may be left out.
@Suite(.inProcess) struct BareGroupTests {
  private let sandbox: Sandbox
  private let now = ["COMMITDIARY_NOW": "2026-11-21T00:30:00Z", "TZ": "Asia/Seoul"]

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment = sandbox.environment.adding(now)
  }

  @Test func `a group alone is its list, with the options of the list`() throws {
    try sandbox.add("--title", "Why the cache", "--tag", "perf")
    try sandbox.run("todo", "add", "Write the tests")
    try sandbox.run("todo", "add", "--day", "tomorrow", "Rest")
    for group in ["notes", "todo", "config", "theme"] {
      for more in [[], ["--json"]] {
        let (bare, list) = try (sandbox.run([group] + more), sandbox.run([group, "list"] + more))
        #expect(bare.status == 0 && bare.output == list.output && bare.error == list.error)
      }
    }
    #expect(try sandbox.run("notes", "--tag", "perf").output.contains("Why the cache"))
    #expect(try sandbox.run("notes", "--tag", "other").output == "")
    try sandbox.run("todo", "tomorrow").expect(output: "Rest", without: "Write the tests")
  }

  // MARK: The diary

  @Test func `the diary alone is today's entry, or the latest and says so`() throws {
    try sandbox.run("diary").expectRefusal(3, "diary write")
    try sandbox.run("diary", "write", "-9d", "--body", "Long ago")
    try sandbox.run("diary", "write", "-3d", "--body", "Lately")
    try sandbox.run("diary", "write", "tomorrow", "--body", "A plan")
    try sandbox.run("diary").expect(0, output: "Lately", error: "No entry for Nov 21, 2026")
    #expect(try sandbox.run("diary", "--quiet").error == "")
    let json = try sandbox.run("diary", "--json")
    #expect(try json.json()["day"] == "2026-11-18" && json.error == "")
    #expect(try sandbox.run("diary", "show", "-5d", "--latest").output.contains("Long ago"))
    try sandbox.run("diary", "show").expectRefusal(3)

    try sandbox.run("diary", "write", "--body", "Now")
    try sandbox.run("diary").expect(output: "Now").expectExactly(error: "")
    try sandbox.run("diary", "delete", "--yes")
    #expect(try sandbox.run("diary").output.contains("Lately"))
    #expect(try sandbox.run("diary", "--deleted").output.contains("Now"))
  }

  // MARK: Notes on HEAD

  @Test func `notes show alone is that of HEAD`() throws {
    let missing = try sandbox.run("notes", "show").expectRefusal(3)
    let sha = try sandbox.shell("git rev-parse --short=7 HEAD").split(separator: "\n").joined()
    #expect(missing.error.contains(sha) && missing.error.contains("commitdiary notes add"))
    try sandbox.run("notes", "add", "--title", "Why the cache", "--body", "Slow")
    #expect(try sandbox.run("notes", "show").output.contains("Why the cache"))
    #expect(try sandbox.json("notes", "show")["notes"]?.array?.first?["title"] == "Why the cache")
    try sandbox.run("notes", "add", "--title", "And the index", "--body", "Slow")
    try sandbox.run("notes", "show").expect(output: "Why the cache", "And the index")
    try sandbox.shell("git commit -q --allow-empty -m Next")
    try sandbox.run("notes", "show").expectRefusal(3)
  }

  @Test func `notes show outside a clone says what to do`() throws {
    try sandbox.run(["notes", "show"], in: sandbox.file("home")).expectRefusal(
      2, "not in a git repository", "commitdiary notes list")
  }

  // MARK: Days of several words

  @Test(arguments: [
    ("en_US.UTF-8", "last friday", "3 days ago"), ("ko_KR.UTF-8", "지난 금요일", "3일 전"),
    ("ja_JP.UTF-8", "先週の 金曜日", "3 日前"),
  ])
  func `a day may be several words`(language: String, friday: String, earlier: String) throws {
    let environment = ["LANG": language]
    func run(_ line: String...) throws -> Outcome {
      try sandbox.run(
        line.flatMap { $0.split(separator: " ").map(String.init) }, environment: environment)
    }
    for phrase in [friday, earlier] {
      let day = try sandbox.json(
        "diary", "write", phrase, "--body", "Text", environment: environment)["day"]?.string
      #expect(try run("diary show", phrase, "--json").json()["day"]?.string == day && day != nil)
      #expect(try run("diary history", phrase).status == 0)
      #expect(try run("diary share", phrase).output.contains("Text"))
      #expect(try run("diary delete", phrase, "--yes").status == 0)
      #expect(try run("diary restore", phrase).status == 0)
      #expect(try run("calendar", phrase, "--json").json()["day"]?.string == day)
    }
    let words = friday.split(separator: " ").map(String.init)
    try sandbox.run(
      ["diary", "write", words[0], "--body", "More"] + words[1...], environment: environment
    ).expect(0)
    #expect(try run("diary show", friday).output.contains("More"))
  }

  @Test(arguments: [("en_US.UTF-8", "next month"), ("ko_KR.UTF-8", "다음 달"), ("ja_JP.UTF-8", "来月")])
  func `a month may be several words`(language: String, month: String) throws {
    let words = ["calendar", "--json"] + month.split(separator: " ").map(String.init)
    #expect(try sandbox.run(words, environment: ["LANG": language]).json()["month"] == "2026-12")
  }

  @Test func `a day that is not whole is refused with the rest of it`() throws {
    let cases = [
      (["diary", "show", "last"], "last Friday"),
      (["todo", "list", "next"], "Use a day such as"),
      (["diary", "show", "the", "other", "day"], "Use a day such as"),
      (["calendar", "last"], "Use a day such as"),
    ]
    for (words, hint) in cases {
      try sandbox.run(words).expectRefusal(2, hint)
    }
  }
}

/// The exit status, the two lines and the JSON code of every failure.
@Suite(.inProcess) struct ExitStatusTests {
  private let stage: FailureStage
  private var sandbox: Sandbox { stage.sandbox }

  init() throws { stage = try FailureStage() }

  @Test func `errors have a status, two lines and a JSON form`() throws {
    let before = try FolderContents(sandbox.path)
    for example in FailureCase.all {
      try stage.run(example).expectRefusal(example.status)
      let outcome = try stage.run(example, "--json")
      outcome.expectRefusalAsJSON(example.status)
      let document = try JSONParser.parse(outcome.errorBytes)
      #expect(Shape.failure.faults(in: document) == [])
      #expect(document["error"]?["code"]?.string == example.code, "\(outcome.error)")
      var translated = example
      translated.environment.merge(Locales.language("ko_KR.UTF-8")) { $1 }
      #expect(try stage.run(translated, "--json").error == outcome.error, "\(example)")
      #expect(try FolderContents(sandbox.path) == before, "\(example)")
    }
  }

  @Test func `an ambiguous id prefix exits with 2 and lists the notes`() throws {
    // With 33 ids and 32 possible first characters, two ids start with the same one.
    for number in 1...33 { try sandbox.add("--body", "note \(number)") }
    let ids = try sandbox.notes().compactMap { $0["id"]?.string }
    let letter = try #require(
      Dictionary(grouping: ids, by: \.first).first { $0.value.count > 1 }?.key)
    let alike = ids.filter { $0.first == letter }
    for words in [
      ["notes", "show"], ["notes", "edit", "--body", "a"], ["notes", "delete", "--yes"],
      ["notes", "history"], ["notes", "share"], ["notes", "restore"],
    ] {
      let outcome = try sandbox.run(words + [String(letter)]).expectRefusal(2)
      let hint = outcome.error.split(separator: "\n").last ?? ""
      // Each id is shown with enough characters to be unique.
      let named = hint.matches(of: /[0-9a-hjkmnp-tv-z]{4,12}/).map { String($0.output) }
      let isShort = alike.count <= 5
      #expect(!isShort || alike.allSatisfy { id in named.contains { id.hasPrefix($0) } }, "\(hint)")
      let json = try sandbox.run(words + [String(letter), "--json"])
      json.expectRefusalAsJSON(2)
      #expect(try JSONParser.parse(json.errorBytes)["error"]?["code"] == "noteAmbiguous")
    }
    // The shortest prefix that only one note has.
    let whole = try #require(alike.first)
    let shortest = (1...12).map { whole.prefix($0) }.first { prefix in
      ids.count { $0.hasPrefix(prefix) } == 1
    }
    let outcome = try sandbox.json("notes", "show", String(shortest ?? ""))
    #expect(outcome["id"]?.string == whole, "\(outcome)")
  }

  @Test func `with --quiet no results print nothing, errors still print`() throws {
    let outcome = try sandbox.run("notes", "list", "--tag", "nothing", "--quiet").expect(0)
    #expect(outcome.output + outcome.error == "")
    try sandbox.run("notes", "show", "zzzz", "-q").expectRefusal(3)
  }
}

@Suite struct CommandTreeTests {
  @Test func `names are unique and every example parses`() {
    #expect(tree.audit() == [])
  }

  /// The command lines that messages quote, in all languages.
  private static let quotedCommands: [String] = {
    let folder = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
    var commands: Set<String> = []
    for language in Catalog.names {
      let bytes = (try? File.read("/\(folder)/Localization/\(language).po")) ?? []
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      where line.hasPrefix("msg") {
        for quotation in line.split(separator: "`") where quotation.hasPrefix("commitdiary ") {
          commands.insert(String(quotation))
        }
      }
    }
    return commands.sorted()
  }()

  @Test func `every command named in a message parses`() {
    #expect(Self.quotedCommands.count > 25)
    for command in Self.quotedCommands {
      // Placeholders are replaced by a value. Command lines with `<…>` are skipped.
      let words = command.split(separator: " ").dropFirst()
        .map { word in
          switch word {
          case "{key}": "weather.place"
          case "{version}": "1"
          default: word.contains("{") ? "7kq2" : String(word)
          }
        }
      guard !words.contains(where: { $0.contains("<") }), words.first != "7kq2" else { continue }
      switch tree.parse(words).request {
      // A command may be quoted without its required argument.
      case .run, .mistake(.missingArgument): break
      case let request: Issue.record("\(command): \(request)")
      }
    }
  }
}

/// Commands that are suggested for words of other programs.
@Suite struct SuggestedCommandTests {
  @Test(arguments: [
    ("diary add", ["commitdiary diary write", "commitdiary jot"]),
    ("diary new", ["commitdiary diary write", "commitdiary jot"]),
    ("diary remove", ["commitdiary diary delete"]), ("notes remove", ["commitdiary notes delete"]),
    ("notes view", ["commitdiary notes show"]), ("todo create", ["commitdiary todo add"]),
    ("todo finish", ["commitdiary todo done"]), ("notes lsit", ["list"]),
    ("diary export", ["commitdiary export"]),
    ("show", ["commitdiary diary show", "commitdiary notes show"]),
    ("todo buy", ["commitdiary todo add"]), ("log", ["commitdiary commits"]),
    ("finish", ["commitdiary todo done"]),
  ])
  func `suggests the command of the same group`(line: String, expected: [String]) {
    let words = line.split(separator: " ").map(String.init)
    #expect(
      throws: ArgumentError.unknownCommand(
        words.last ?? "", of: (["commitdiary"] + words.dropLast()).joined(separator: " "),
        nearest: expected)
    ) { try tree.path(of: words) }
  }
}
