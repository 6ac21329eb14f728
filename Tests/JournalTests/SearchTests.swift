import Diary
import Testing

@testable import Journal

@Suite struct SearchTests {
  struct Example: CustomTestStringConvertible {
    var text: String
    var query: String
    var isFound = true
    var testDescription: String { "\(query) in \(text)" }
  }

  /// As the letters are typed on a Mac: each in its parts.
  private static let parted = "\u{1112}\u{116C}\u{1100}\u{1169}"

  @Test(arguments: [
    // Korean: a word inside a longer one, a single letter, words joined by AND.
    Example(text: "주간회고를 썼다", query: "회고"), Example(text: "주간회고를 썼다", query: "주간"),
    Example(text: "주간회고를 썼다", query: "썼다"),
    Example(text: "주간회고를 썼다", query: "주간회고"), Example(text: "주간회고를 썼다", query: "주간회고를"),
    Example(text: "주간회고를 썼다", query: "를"),
    Example(text: "주간회고를 썼다", query: "주"), Example(text: "주간회고를 썼다", query: "고"),
    Example(text: "주간회고를 썼다", query: "간고", isFound: false),
    Example(text: "주간회고를 썼다", query: "회고 썼다"),
    Example(text: "주간회고를 썼다", query: "를썼", isFound: false),
    Example(text: "프로젝트를 끝내고 쓴 회고", query: "프로젝트 회고"),
    Example(text: "프로젝트를 끝냈다", query: "프로젝트 회고", isFound: false),
    Example(text: "회의와 고민", query: "회고", isFound: false),
    Example(text: "회고", query: "회고록", isFound: false), Example(text: "ㅋㅋㅋ", query: "ㅋㅋ"),
    // Japanese and Chinese: pairs of letters, so 京都 is found in 東京都 too; a longer word only where its pairs stand in a row.
    Example(text: "東京都庁", query: "東京"), Example(text: "東京都庁", query: "京都"),
    Example(text: "東京都庁", query: "東京都"),
    Example(text: "東京駅から京都", query: "東京都", isFound: false), Example(text: "ひらがなとカタカナ", query: "がな"),
    Example(text: "サーバーを直した", query: "サーバー"),
    Example(text: "人々", query: "人々"), Example(text: "提交记录", query: "记录"),
    Example(text: "𠮷野家", query: "𠮷野"),
    // Half-width katakana and full-width Latin are the same letters.
    Example(text: "ｶﾞｲﾄﾞ", query: "ガイド"), Example(text: "ガイド", query: "ｶﾞｲﾄﾞ"),
    Example(text: "ﾊﾟｰｻｰ", query: "パーサー"), Example(text: "ＡＰＩ２", query: "api2"),
    Example(text: "api2", query: "ＡＰＩ２"),
    // Words and their beginnings.
    Example(text: "weekly review", query: "week"),
    Example(text: "weekly review", query: "eek", isFound: false),
    Example(text: "weekly review", query: "REVIEW week"),
    Example(text: "Fix the parser", query: "fix"), Example(text: "release v2.1.0", query: "v2.1"),
    Example(text: "release v2.1.0", query: "v2 0"),
    Example(text: "snake_case_name", query: "case"),
    Example(text: "a.b@example.com", query: "a.b@example"), Example(text: "don't", query: "don't"),
    // Capitals and accents.
    Example(text: "caf\u{E9}", query: "cafe"), Example(text: "cafe\u{301}", query: "caf\u{E9}"),
    Example(text: "CAFÉ", query: "café"), Example(text: "naive", query: "naïve"),
    Example(text: "İstanbul", query: "istanbul"), Example(text: "ÅNGSTRÖM", query: "angstrom"),
    Example(text: "Привет", query: "привет"), Example(text: "Привет", query: "прив"),
    // Whole letters and letters in parts.
    Example(text: "회고", query: parted), Example(text: parted, query: "회고"),
    Example(text: "주간" + parted + "를", query: "간회"),
    Example(text: "ガ", query: "カ\u{3099}"), Example(text: "カ\u{3099}イド", query: "ガイド"),
    // Scripts next to each other.
    Example(text: "git으로 v2회고", query: "git"), Example(text: "git으로 v2회고", query: "으로"),
    Example(text: "git으로 v2회고", query: "v2회"), Example(text: "회고2026", query: "회고20"),
    // Signs.
    Example(text: "ship 🚀 now", query: "🚀"), Example(text: "🚀🚀", query: "🚀"),
    Example(text: "👍🏽", query: "👍"), Example(text: "👩‍👩‍👧‍👦 family", query: "👩‍👩‍👧‍👦"),
    Example(text: "ship 🚀 now", query: "🎉", isFound: false), Example(text: "🇰🇷", query: "🇰🇷"),
    Example(text: "10 € only", query: "€"),
  ])
  func `what a person looks for is found, and nothing else`(_ example: Example) async throws {
    let place = try JournalOnDisk()
    try await place.add("title", body: example.text)
    #expect(try await place.found(example.query) == (example.isFound ? ["title"] : []))
    // What is found can be shown.
    #expect(
      SearchQuery([example.query]).matches(in: example.text).isEmpty
        != (example.isFound || example.query.contains(" ")))
  }

  @Test(arguments: [
    ("plain\"", true), ("\"plain", true), ("\"plain words\"", true), ("plain*", true),
    ("*plain", true), ("-plain", true), ("+plain", true), ("^plain", true), ("(plain", true),
    ("plain)", true), ("{plain}", true), ("plain;", true), ("plain AND words", true),
    ("plain and", true), ("plain OR", false), ("plain NOT words", false),
    ("NEAR(plain words)", false), ("NEAR(plain words, 5)", false), ("title:plain", false),
    ("title : plain", true), ("rank", false), ("rowid", false), ("-tags:x", false),
    ("pl%", true), ("pl_in", false), ("pl?in", false), ("' OR 1=1 --", false), ("\"\"", false),
    ("''", false), ("*", false), ("", false), ("   ", false), ("()", false), ("\\", false),
    ("\u{0}", false), ("\n\t", false), ("{title} : plain", true), ("plain\0words", true),
    ("AND", true), ("\"plain\" \"words\"", true), ("plain\"words", true),
  ])
  func `nothing that is typed is syntax`(_ query: String, _ isFound: Bool) async throws {
    let place = try JournalOnDisk()
    try await place.add("title", body: "plain words and more")
    #expect(try await place.found(query) == (isFound ? ["title"] : []))
    #expect(
      try await place.found(query) { $0.repository = Repository(name: "github.com/a/b") }
        == (isFound ? ["title"] : []))
  }

  // MARK: What happened to the note

  @Test func `a note is found as it is now`() async throws {
    let place = try JournalOnDisk()
    let moment = Moment.test("2026-12-01T00:00:00Z")
    let note = try await place.add("before", body: "앞의 글", tags: ["oldtag"])
    _ = try await place.journal.edit(
      note.id, to: NoteText(title: "after", body: "뒤의 글", tags: ["newtag"]), basedOn: 1, at: moment)
    for word in ["before", "앞의", "oldtag"] { #expect(try await place.found(word) == [], "\(word)") }
    for word in ["after", "뒤의", "newtag", "글"] {
      #expect(try await place.found(word) == ["after"], "\(word)")
    }
    _ = try await place.journal.delete([note.id], at: moment)
    #expect(try await place.found("after") == [])
    #expect(try await place.found("after") { $0.isDeleted = true } == ["after"])
    _ = try await place.journal.restore(note.id, version: nil, at: moment)
    #expect(try await place.found("after") == ["after"])
    #expect(try await place.found("after") { $0.isDeleted = true } == [])
    _ = try await place.journal.restore(note.id, version: 1, at: moment)
    #expect(try await place.found("oldtag 앞의") == ["before"])
    #expect(try await place.found("after") == [])
    #expect(try await place.journal.problems().isEmpty)
  }

  @Test func `words may stand in title, body and tags`() async throws {
    let place = try JournalOnDisk()
    try await place.add("회고", body: "parser", tags: ["perf", "긴 꼬리"])
    #expect(try await place.found("회고", "parser", "perf") == ["회고"])
    #expect(try await place.found("꼬리 회고") == ["회고"])
    #expect(try await place.found("회고", "none") == [])
  }

  // MARK: Order and filters

  @Test func `a word in the title counts more than one in the body`() async throws {
    let place = try JournalOnDisk()
    try await place.add("회고", body: "다른 글", at: "2026-11-01T00:00:00Z")
    try await place.add("다른 글", body: "회고를 썼다", at: "2026-11-02T00:00:00Z")
    #expect(try await place.found("회고") == ["회고", "다른 글"])
    #expect(
      try await place.found("회고") { $0.repository = Repository(name: "github.com/a/b") } == [
        "회고", "다른 글",
      ])
    #expect(try await place.found("회고") { $0.order = .newest } == ["다른 글", "회고"])
    #expect(
      try await place.found("회고") {
        $0.order = .oldest
        $0.limit = 1
      } == ["회고"])
    #expect(try await place.found("회고") { $0.limit = 1 } == ["회고"])
    #expect(try await place.found("회고") { $0.limit = 0 } == [])
  }

  @Test func `notes that are found equally well come newest first`() async throws {
    let place = try JournalOnDisk()
    for day in ["01", "02", "03"] {
      try await place.add("note \(day)", at: "2026-11-\(day)T00:00:00Z")
    }
    #expect(try await place.found("note") == ["note 03", "note 02", "note 01"])
    try await place.add("note 04", at: "2026-11-04T00:00:00Z")
    #expect(try await place.found("note") { $0.limit = 1 } == ["note 04"])
    #expect(
      try await place.found("note") {
        $0.since = Day(iso: "2026-11-02")
      } == ["note 04", "note 03", "note 02"])
  }

  @Test func `among very many hits the newest are weighed, and titles however old they are`()
    async throws
  {
    let place = try JournalOnDisk()
    try await place.add("needle", body: "old")
    try await place.add("old", body: "needle alone")
    let filler = String(repeating: "filler ", count: 10)
    for number in 0..<600 {
      try await place.add("note \(number)", body: filler + "needle " + filler)
    }
    try await place.add("newest", body: "needle")
    let best = try await place.found("needle") { $0.limit = 3 }
    #expect(best == ["needle", "newest", "note 599"])
    #expect(try await place.found("needle").count == 603)
    #expect(
      Set(try await place.found("needle") { $0.limit = 602 }).isSuperset(of: [
        "needle", "newest", "old",
      ]))
  }

  @Test func `a search keeps to the filters`() async throws {
    let place = try JournalOnDisk()
    try await place.add("one", body: "word", tags: ["a"], commit: .test("abcd"))
    try await place.add("two", body: "word", to: "github.com/c/d", at: "2026-11-22T12:00:00Z")
    #expect(try await place.found("word") { $0.tags = ["A"] } == ["one"])
    #expect(
      try await place.found("word") { $0.repository = Repository(name: "github.com/C/d") } == [
        "two"
      ])
    #expect(try await place.found("word") { $0.until = Day(iso: "2026-11-21") } == ["one"])
    #expect(
      try await place.found("word") { $0.commit = NoteFilter.CommitMatch(sha: "ab") } == ["one"])
    #expect(
      try await place.found("word") {
        $0.tags = ["a"]
        $0.isDeleted = true
      } == [])
    #expect(try await place.found("word") { $0.repository = Repository(name: "x/y/z") } == [])
  }
}
