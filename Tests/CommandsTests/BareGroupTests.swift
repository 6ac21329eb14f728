import JSON
import Platform
import Testing

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
    let tomorrow = try sandbox.run("todo", "tomorrow").output
    #expect(tomorrow.contains("Rest") && !tomorrow.contains("Write the tests"), "\(tomorrow)")
  }

  // MARK: The diary

  @Test func `the diary alone is today's entry, or the latest and says so`() throws {
    let empty = try sandbox.run("diary")
    empty.expectRefusal(3)
    #expect(empty.error.contains("diary write"))
    try sandbox.run("diary", "write", "-9d", "--body", "Long ago")
    try sandbox.run("diary", "write", "-3d", "--body", "Lately")
    try sandbox.run("diary", "write", "tomorrow", "--body", "A plan")
    let latest = try sandbox.run("diary")
    #expect(latest.status == 0 && latest.output.contains("Lately"), "\(latest.testDescription)")
    #expect(latest.error.contains("No entry for Nov 21, 2026"), "\(latest.testDescription)")
    #expect(try sandbox.run("diary", "--quiet").error == "")
    let json = try sandbox.run("diary", "--json")
    #expect(try json.json()["day"] == "2026-11-18" && json.error == "")
    #expect(try sandbox.run("diary", "show", "-5d", "--latest").output.contains("Long ago"))
    try sandbox.run("diary", "show").expectRefusal(3)

    try sandbox.run("diary", "write", "--body", "Now")
    let today = try sandbox.run("diary")
    #expect(today.output.contains("Now") && today.error == "", "\(today.testDescription)")
    try sandbox.run("diary", "delete", "--yes")
    #expect(try sandbox.run("diary").output.contains("Lately"))
    #expect(try sandbox.run("diary", "--deleted").output.contains("Now"))
  }

  // MARK: Notes on HEAD

  @Test func `notes show alone is that of HEAD`() throws {
    let missing = try sandbox.run("notes", "show")
    missing.expectRefusal(3)
    let sha = try sandbox.shell("git rev-parse --short=7 HEAD").split(separator: "\n").joined()
    #expect(missing.error.contains(sha) && missing.error.contains("commitdiary notes add"))
    try sandbox.run("notes", "add", "--title", "Why the cache", "--body", "Slow")
    #expect(try sandbox.run("notes", "show").output.contains("Why the cache"))
    #expect(try sandbox.run("notes", "show", "--json").json()["title"] == "Why the cache")
    try sandbox.run("notes", "add", "--title", "And the index", "--body", "Slow")
    let both = try sandbox.run("notes", "show").output
    #expect(both.contains("Why the cache") && both.contains("And the index"))
    try sandbox.shell("git commit -q --allow-empty -m Next")
    try sandbox.run("notes", "show").expectRefusal(3)
  }

  @Test func `notes show outside a clone says what to do`() throws {
    let outside = try sandbox.run(["notes", "show"], in: sandbox.file("home"))
    outside.expectRefusal(2)
    #expect(outside.error.contains("not in a git repository"), "\(outside.testDescription)")
    #expect(outside.error.contains("commitdiary notes list"), "\(outside.testDescription)")
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
      let day = try sandbox.run(
        ["diary", "write", phrase, "--body", "Text", "--json"], environment: environment
      ).json()["day"]?.string
      let show = try run("diary show", phrase, "--json").json()
      #expect(show["day"]?.string == day && day != nil)
      #expect(try run("diary history", phrase).status == 0)
      #expect(try run("diary share", phrase).output.contains("Text"))
      #expect(try run("diary delete", phrase, "--yes").status == 0)
      #expect(try run("diary restore", phrase).status == 0)
      #expect(try run("calendar", phrase, "--json").json()["day"]?.string == day)
    }
    let words = friday.split(separator: " ").map(String.init)
    let added = try sandbox.run(
      ["diary", "write", words[0], "--body", "More"] + words[1...], environment: environment)
    #expect(added.status == 0, "\(added.testDescription)")
    #expect(try run("diary show", friday).output.contains("More"))
  }

  @Test(arguments: [
    ("en_US.UTF-8", "next month"), ("ko_KR.UTF-8", "다음 달"), ("ja_JP.UTF-8", "来月"),
  ])
  func `a month may be several words`(language: String, month: String) throws {
    let words = ["calendar", "--json"] + month.split(separator: " ").map(String.init)
    let json = try sandbox.run(words, environment: ["LANG": language]).json()
    #expect(json["month"] == "2026-12", "\(json)")
  }

  @Test func `a day that is not whole is refused with the rest of it`() throws {
    let cases = [
      (["diary", "show", "last"], "last Friday"),
      (["todo", "list", "next"], "Use a day such as"),
      (["diary", "show", "the", "other", "day"], "Use a day such as"),
      (["calendar", "last"], "Use a day such as"),
    ]
    for (words, hint) in cases {
      let refused = try sandbox.run(words)
      refused.expectRefusal(2)
      #expect(refused.error.contains(hint), "\(refused.testDescription)")
    }
  }
}
