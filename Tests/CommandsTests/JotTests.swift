import JSON
import Testing

@testable import App
@testable import Context
@testable import ProgramSupport
@testable import Views

/// One line into an entry, with its time.
@Suite(.inProcess) struct JotTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil) }

  /// A Saturday afternoon in Seoul.
  private static let now = "2026-11-21T14:05:00+09:00"

  private func environment(_ locale: String, _ now: String = Self.now) -> [String: String] {
    Locales.language(locale).merging(["COMMITDIARY_NOW": now, "TZ": "Asia/Seoul"]) { $1 }
  }

  private func jot(
    _ words: String..., locale: String = "en_US.UTF-8", now: String = Self.now,
    input: String? = nil
  ) throws -> JSONValue {
    let outcome = try sandbox.run(
      ["jot", "--json"] + words, environment: environment(locale, now),
      input: input.map { Array($0.utf8) }
    ).expect(0)
    return try outcome.json()
  }

  @Test(arguments: [
    ("en_US.UTF-8", "2:05 PM"), ("ko_KR.UTF-8", "오후 2:05"), ("ja_JP.UTF-8", "14:05"),
    ("C", "14:05"), ("C.UTF-8", "2:05 PM"),
  ])
  func `a line begins with the time as the reader writes it`(locale: String, time: String) throws {
    let entry = try jot("fixed", "the", "cache", locale: locale)
    #expect(entry["title"] == "" && entry["body"]?.string == "\(time) fixed the cache")
    #expect(entry["day"] == "2026-11-21")
  }

  @Test func `each line is a paragraph of the entry, and adds tags`() throws {
    try sandbox.run("diary", "write", "--body", "A day", environment: environment("en_US.UTF-8"))
    #expect(try jot("one", "--tag", "perf")["body"] == "2:05 PM one")
    let entry = try jot("--tag", "#회고", "두 번째", locale: "ko_KR.UTF-8")
    expect(entry, has: ["body": "2:05 PM one\n\n오후 2:05 두 번째", "tags": ["perf", "회고"]])
    #expect(try jot("--", "--at", "is", "text")["body"]?.string?.hasSuffix("--at is text") == true)
  }

  /// All forms of days and times are in `DayWordsTests`.
  @Test(arguments: [
    ("14:30", "en_US.UTF-8", "2026-11-21", "2:30 PM x"),
    ("오후 2:05", "ko_KR.UTF-8", "2026-11-21", "오후 2:05 x"),
    ("today", "C", "2026-11-21", "14:05 x"), ("yesterday", "C", "2026-11-20", "x"),
    ("23:10 yesterday", "C", "2026-11-20", "23:10 x"),
    ("昨日23:10", "ja_JP.UTF-8", "2026-11-20", "23:10 x"),
    ("nov 2 3:10", "C", "2026-11-02", "03:10 x"), ("2026-11-02", "C", "2026-11-02", "x"),
    ("Nov 20, 2026 at 5:04 PM", "C", "2026-11-20", "17:04 x"),
    ("2026년 11월 20일 오후 5:04", "ko_KR.UTF-8", "2026-11-20", "오후 5:04 x"),
    ("어제 오후 2시 반", "ko_KR.UTF-8", "2026-11-20", "오후 2:30 x"),
    ("11月2日14時5分", "ja_JP.UTF-8", "2026-11-02", "14:05 x"),
    ("monday at 2 p.m.", "en_US.UTF-8", "2026-11-16", "2:00 PM x"),
  ])
  func `takes a time, a day or both as the reader types them`(
    typed: String, locale: String, day: String, line: String
  ) throws {
    let entry = try jot("--at", typed, "x", locale: locale)
    #expect(entry["day"]?.string == day, "\(entry)")
    // A line without a time is the title.
    #expect([entry["title"]?.string, entry["body"]?.string].contains(line), "\(entry)")
  }

  @Test(arguments: ["25:10", "nonsense", "", "2026-02-30", "14:05 14:05", "yesterday 2"])
  func `refuses a text that is not a time`(typed: String) throws {
    try sandbox.run("jot", "--at", typed, "x", "--json").expectRefusalAsJSON(2)
    #expect(try sandbox.json("diary", "list")["entries"] == [])
  }

  @Test func `shows the line with the time that was understood`() throws {
    let words = ["jot", "--at", "2026-11-20 2 pm", "one", "two\nthree"]
    try sandbox.run(words, environment: environment("ko_KR.UTF-8")).expectExactly(
      output: "2026년 11월 20일 일기에 추가: 오후 2:00 one two\n")
  }

  @Test func `an entry is only called edited after its own day`() throws {
    for text in ["one", "two"] { _ = try jot(text) }
    let now = environment("en_US.UTF-8")
    #expect(try !sandbox.run(["diary", "show"], environment: now).output.contains("edited"))
    _ = try jot("--at", "2026-11-21 3 pm", "three", now: "2026-11-22T09:00:00+09:00")
    try sandbox.run(["diary", "show", "2026-11-21"], environment: now).expect(
      output: "edited Nov 22, 2026, version 3")
  }

  @Test func `early hours belong to the day that ends later`() throws {
    try sandbox.run("config", "set", "day.endsAt", "4")
    let entry = try jot("late", locale: "C", now: "2026-11-22T01:30:00+09:00")
    #expect(entry["day"] == "2026-11-21" && entry["body"] == "01:30 late")
    // It is the last line of its day.
    let both = try jot("early", locale: "C", now: "2026-11-21T09:00:00+09:00")
    #expect(both["body"] == "09:00 early\n\n01:30 late")
  }

  // MARK: Standard input

  @Test func `a pipe is one paragraph that keeps its lines`() throws {
    #expect(
      try jot(locale: "C", input: "\n  one\n  two\n\nthree\n\n")["body"]
        == "14:05 one\n  two\n\nthree")
    #expect(
      try jot(locale: "C", input: "a\n  b\n")["body"]?.string?.hasSuffix("14:05 a\n  b") == true)
    #expect(try jot("-", locale: "C", input: "dash")["body"]?.string?.hasSuffix("dash") == true)
    // Words take precedence, and the pipe is not read.
    #expect(try jot("words", locale: "C", input: "no")["body"]?.string?.hasSuffix("words") == true)
  }

  @Test(arguments: [[], Array(" \n\n".utf8), [0xFF, 0xFE], [0x61, 0]] as [[UInt8]])
  func `refuses input that is not text`(input: [UInt8]) throws {
    for words in [
      ["jot"], ["notes", "add", "--repo", "github.com/a/b", "--no-commit"], ["diary", "write"],
    ] {
      try sandbox.run(words + ["--json"], input: input).expectRefusalAsJSON(2)
    }
    #expect(try sandbox.json("diary", "list")["entries"] == [])
    #expect(try sandbox.notes().isEmpty)
  }

  @Test func `refuses empty words`() throws {
    for words in [[""], [" ", " "]] {
      try sandbox.run(["jot", "--json"] + words).expectRefusalAsJSON(2)
      try sandbox.run(Sandbox.anywhere + ["--json"] + words).expectRefusalAsJSON(2)
    }
    try sandbox.run("jot", "x", "--tag", "#", "--json").expectRefusalAsJSON(2)
  }

  // MARK: Other commands

  @Test func `notes and entries take text from words and pipes`() throws {
    try sandbox.run(Sandbox.anywhere + ["The", "cache", "was slow", "--tag", "perf"])
    try sandbox.run(Sandbox.anywhere + ["--title", "T", "body words"])
    try sandbox.run(Sandbox.anywhere, input: Array("piped\n\ntext\n".utf8))
    let notes = try sandbox.notes("--sort", "oldest")
    #expect(notes.map { $0["title"] } == ["The cache was slow", "T", "piped"])
    #expect(notes.map { $0["body"] } == ["The cache was slow", "body words", "piped\n\ntext\n"])
    #expect(notes[0]["tags"] == ["perf"])
    try sandbox.run("diary", "write", input: Array("one".utf8))
    let entry = try sandbox.run("diary", "write", "--json", input: Array("two".utf8)).json()
    #expect(entry["title"] == "one" && entry["body"] == "two")
    for option in [["--body", "b"], ["--file", "-"]] {
      try sandbox.run(Sandbox.anywhere + option + ["words", "--json"]).expectRefusalAsJSON(2)
    }
  }

  @Test func `a note with a title reads no pipe`() throws {
    // A loop over lines keeps its input.
    try sandbox.run(Sandbox.anywhere + ["--title", "T"], input: Array("lines".utf8))
    #expect(try sandbox.notes().map { $0["body"] } == [""])
  }

  @Test func `reports in few words at 40 columns`() throws {
    try sandbox.run(
      "jot", "x", environment: environment("ko_KR.UTF-8").merging(["COLUMNS": "40"]) { $1 }
    ).expectExactly(output: "2026년 11월 21일 일기에 추가: 오후 2:05\nx\n")
    #expect(try sandbox.run("jot", "x", "--quiet").output.count == 11)
  }
}

/// The arguments that place the cursor of an editor.
@Suite struct EditorPositionTests {
  private static let end = EditorText.Position(line: 3, column: 5)

  @Test(arguments: [
    ("vi", "vi -c 3 f"), ("/usr/bin/vim", "/usr/bin/vim -c normal! 3G$ f"),
    ("nvim", "nvim -c normal! 3G$ f"), ("nano", "nano +3,5 f"), ("emacs -nw", "emacs -nw +3:5 f"),
    ("emacsclient -c", "emacsclient -c +3:5 f"), ("micro", "micro +3:5 f"),
    ("kak", "kak +3:5 f"), ("hx", "hx f:3:5"), ("joe", "joe +3 f"), ("ne", "ne +3,5 f"),
    ("code -w", "code -w --goto f:3:5"),
    // The user's own position, and editors that are not known.
    ("vim +startinsert", "vim +startinsert f"), ("nvim -c startinsert", "nvim -c startinsert f"),
    ("nano +1", "nano +1 f"), ("code -g -w", "code -g -w f"), ("ed", "ed f"),
    ("env vim", "env vim f"), ("myvim", "myvim f"), ("true", "true f"),
  ])
  func `known editors open at the end of the text`(command: String, opened: String) {
    let words = command.split(separator: " ").map(String.init)
    let opening = EditorPosition(words: words)
    #expect(opening.opening("f", at: Self.end).joined(separator: " ") == opened)
    #expect(opening.opening("f", at: nil) == words + ["f"])
  }
}
