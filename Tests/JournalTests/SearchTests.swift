import Diary
import Records
import SQLite
import Testing

@testable import Journal

@Suite struct SearchTests {
  struct Example: CustomTestStringConvertible {
    var text: String
    var query: String
    var isFound = true
    var testDescription: String { "\(query) in \(text)" }
  }

  /// The letters in decomposed form, as typed on a Mac.
  private static let parted = "\u{1112}\u{116C}\u{1100}\u{1169}"

  @Test(arguments: [
    // Korean: a word inside a longer one, a single letter, and several words, all of which must
    // match.
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
    // Japanese and Chinese: pairs of letters, so 京都 is also found in 東京都. A longer word is found
    // only if its pairs are adjacent.
    Example(text: "東京都庁", query: "東京"), Example(text: "東京都庁", query: "京都"),
    Example(text: "東京都庁", query: "東京都"),
    Example(text: "東京駅から京都", query: "東京都", isFound: false), Example(text: "ひらがなとカタカナ", query: "がな"),
    Example(text: "サーバーを直した", query: "サーバー"),
    Example(text: "人々", query: "人々"), Example(text: "提交记录", query: "记录"),
    Example(text: "𠮷野家", query: "𠮷野"),
    // Half-width katakana and full-width Latin letters match the normal ones.
    Example(text: "ｶﾞｲﾄﾞ", query: "ガイド"), Example(text: "ガイド", query: "ｶﾞｲﾄﾞ"),
    Example(text: "ﾊﾟｰｻｰ", query: "パーサー"), Example(text: "ＡＰＩ２", query: "api2"),
    Example(text: "api2", query: "ＡＰＩ２"),
    // Words and prefixes.
    Example(text: "weekly review", query: "week"),
    Example(text: "weekly review", query: "eek", isFound: false),
    Example(text: "weekly review", query: "REVIEW week"),
    Example(text: "Fix the parser", query: "fix"), Example(text: "release v2.1.0", query: "v2.1"),
    Example(text: "release v2.1.0", query: "v2 0"),
    Example(text: "snake_case_name", query: "case"),
    Example(text: "a.b@example.com", query: "a.b@example"), Example(text: "don't", query: "don't"),
    // Case and accents.
    Example(text: "caf\u{E9}", query: "cafe"), Example(text: "cafe\u{301}", query: "caf\u{E9}"),
    Example(text: "CAFÉ", query: "café"), Example(text: "naive", query: "naïve"),
    Example(text: "İstanbul", query: "istanbul"), Example(text: "ÅNGSTRÖM", query: "angstrom"),
    Example(text: "Привет", query: "привет"), Example(text: "Привет", query: "прив"),
    // Composed and decomposed letters.
    Example(text: "회고", query: parted), Example(text: parted, query: "회고"),
    Example(text: "주간" + parted + "를", query: "간회"),
    Example(text: "ガ", query: "カ\u{3099}"), Example(text: "カ\u{3099}イド", query: "ガイド"),
    // Adjacent scripts.
    Example(text: "git으로 v2회고", query: "git"), Example(text: "git으로 v2회고", query: "으로"),
    Example(text: "git으로 v2회고", query: "v2회"), Example(text: "회고2026", query: "회고20"),
    // Symbols.
    Example(text: "ship 🚀 now", query: "🚀"), Example(text: "🚀🚀", query: "🚀"),
    Example(text: "👍🏽", query: "👍"), Example(text: "👩‍👩‍👧‍👦 family", query: "👩‍👩‍👧‍👦"),
    Example(text: "ship 🚀 now", query: "🎉", isFound: false), Example(text: "🇰🇷", query: "🇰🇷"),
    Example(text: "10 € only", query: "€"),
  ])
  func `finds matching notes and no others`(_ example: Example) async throws {
    let place = try JournalOnDisk()
    try await place.add("title", body: example.text)
    #expect(try await place.found(example.query) == (example.isFound ? ["title"] : []))
    // Every match can be highlighted.
    #expect(
      SearchQuery(line: example.query).matches(in: example.text).isEmpty
        != (example.isFound || example.query.contains(" ")))
  }

  @Test func `words in quotes follow each other`() async throws {
    let place = try JournalOnDisk()
    try await place.add("title", body: "plain words and more, mood:: 5, 주간 회고")
    let filter = NoteFilter()
    for (words, isFound) in [
      ("plain words", true), ("words and mo", true), ("plain and", false), ("mood:: 5", true),
      ("mood:: 4", false), ("주간 회", true),
    ] {
      let byCommand = try await place.journal.search(SearchQuery([words]), filter)
      let line = SearchQuery(line: "more “\(words)”")
      #expect(byCommand.isEmpty != isFound, "\(words)")
      #expect(try await place.journal.search(line, filter).isEmpty != isFound, "\(words)")
    }
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
  func `has no query syntax`(_ query: String, _ isFound: Bool) async throws {
    let place = try JournalOnDisk()
    try await place.add("title", body: "plain words and more")
    #expect(try await place.found(query) == (isFound ? ["title"] : []))
    #expect(
      try await place.found(query) {
        $0.repository = RepositoryKey(Repository(name: "github.com/a/b"))
      }
        == (isFound ? ["title"] : []))
  }

  // MARK: Excluded words

  struct Exclusion: CustomTestStringConvertible, Sendable {
    var text: String
    var word: String
    var isExcluded = true
    var testDescription: String { "\(word) in \(text)" }
  }

  @Test(arguments: [
    Exclusion(text: "caching rows", word: "cach"), Exclusion(text: "rows", word: "row"),
    Exclusion(text: "narrow", word: "row", isExcluded: false),
    Exclusion(text: "주간회고를", word: "회고"), Exclusion(text: "주간회고를", word: "간회고"),
    Exclusion(text: "주간 회고", word: "간회", isExcluded: false),
    Exclusion(text: "회고 주간 간회", word: "주간회고", isExcluded: false),
    Exclusion(text: "cafe\u{301}", word: "café"), Exclusion(text: "CAFÉ", word: "cafe\u{301}"),
    Exclusion(text: "internationalization", word: "internationalize", isExcluded: false),
    Exclusion(text: "internationalization", word: "internationaliz"),
    Exclusion(text: "well-known", word: "well-known"),
    Exclusion(text: "known well", word: "well-known", isExcluded: false),
    Exclusion(text: "anything", word: "-", isExcluded: false),
  ])
  func `an excluded word matches like a search word`(_ example: Exclusion) async throws {
    let place = try JournalOnDisk()
    try await place.add("one", body: "needle \(example.text)")
    try await place.add("two", body: "needle")
    let expected = example.isExcluded ? ["two"] : ["two", "one"]
    func titles(_ query: SearchQuery, _ order: NoteFilter.Order? = nil) async throws -> [String] {
      var filter = NoteFilter()
      filter.order = order
      return try await place.journal.search(query, filter).map(\.note.text.title)
    }
    let query = SearchQuery(["needle"], excluding: [example.word])
    #expect(try await Set(titles(query)) == Set(expected))
    #expect(try await titles(query, .newest) == expected)
    #expect(try await titles(SearchQuery([], excluding: [example.word])) == expected)
    if !example.text.contains("anything") {
      #expect(
        try await Set(titles(SearchQuery(line: "needle -\(example.word)"))) == Set(expected))
    }
  }

  @Test func `an excluded word counts in titles, tags and subjects too`() async throws {
    let place = try JournalOnDisk()
    try await place.add("pin", body: "needle")
    try await place.add("two", body: "needle", tags: ["pin"])
    try await place.add(
      "three", body: "needle",
      commit: Commit(
        sha: "abcd", subject: "pin it", author: "a", date: .test("2026-11-21T12:00:00Z")))
    try await place.add("four", body: "needle")
    let query = SearchQuery(["needle"], excluding: ["pin", "other"])
    #expect(
      try await place.journal.search(query, NoteFilter()).map(\.note.text.title) == ["four"])
  }

  @Test func `a query without words lists the newest texts first`() async throws {
    let place = try JournalOnDisk()
    try await place.add("old", tags: ["a"], at: "2026-11-20T12:00:00Z")
    try await place.add("new", tags: ["a"])
    try await place.add("other")
    var filter = NoteFilter(limit: 2)
    #expect(
      try await place.journal.search(SearchQuery([]), filter).map(\.note.text.title)
        == ["other", "new"])
    filter.tags = ["A"]
    #expect(
      try await place.journal.search(SearchQuery([]), filter).map(\.note.text.title)
        == ["new", "old"])
    #expect(try await place.journal.search(SearchQuery(line: ""), filter).isEmpty)
    #expect(try await place.journal.search(SearchQuery(line: "-"), filter).isEmpty)
  }

  @Test func `among many hits only those without the excluded word are found`() async throws {
    let place = try JournalOnDisk()
    try await place.add("oldest", body: "needle")
    try place.fill(count: TextSearch.window + 10, body: "needle with a pin")
    #expect(
      try await place.journal.search(SearchQuery(["needle"], excluding: ["pin"]), NoteFilter())
        .map(\.note.text.title) == ["oldest"])
    #expect(
      try await place.journal.search(
        SearchQuery(["needle"], excluding: ["with-a"]), NoteFilter(limit: 3)
      ).map(\.note.text.title) == ["oldest"])
  }

  // MARK: Changes to a note

  @Test func `finds only the current text of a note`() async throws {
    let place = try JournalOnDisk()
    let moment = Moment.test("2026-12-01T00:00:00Z")
    let note = try await place.add("before", body: "앞의 글", tags: ["oldtag"])
    _ = try await place.journal.edit(
      note.id, to: Text(title: "after", body: "뒤의 글", tags: ["newtag"]), basedOn: 1, at: moment)
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

  @Test func `searches title, body and tags`() async throws {
    let place = try JournalOnDisk()
    try await place.add("회고", body: "parser", tags: ["perf", "긴 꼬리"])
    #expect(try await place.found("회고", "parser", "perf") == ["회고"])
    #expect(try await place.found("꼬리 회고") == ["회고"])
    #expect(try await place.found("회고", "none") == [])
  }

  // MARK: Order and filters

  @Test func `a title match ranks above a body match`() async throws {
    let place = try JournalOnDisk()
    try await place.add("회고", body: "다른 글", at: "2026-11-01T00:00:00Z")
    try await place.add("다른 글", body: "회고를 썼다", at: "2026-11-02T00:00:00Z")
    #expect(try await place.found("회고") == ["회고", "다른 글"])
    #expect(
      try await place.found("회고") {
        $0.repository = RepositoryKey(Repository(name: "github.com/a/b"))
      } == [
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

  @Test func `equally good matches are newest first`() async throws {
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

  @Test func `matches every prefix of a word`() async throws {
    let place = try JournalOnDisk()
    let word = "interoperability"
    try await place.add("note", body: "about \(word)")
    try await place.add(word)
    try await place.add("interoperate")
    for length in 1...word.count {
      let found = try await place.found(String(word.prefix(length)))
      #expect(found == (length > 10 ? [word, "note"] : ["interoperate", word, "note"]))
    }
    #expect(try await place.found(word + "s") == [])
    // The index has only the first letters of a word; beyond them the texts are compared.
    #expect(try await place.found("interoperaX") == [])
  }

  @Test func `a whole word ranks above a prefix`() async throws {
    let place = try JournalOnDisk()
    try await place.add("work")
    try await place.add("workers")
    #expect(try await place.found("work") == ["work", "workers"])
    try await place.add("a", body: "work")
    try await place.add("b", body: "workers")
    #expect(try await place.found("work") == ["work", "workers", "a", "b"])
  }

  @Test func `the rarer word ranks higher`() async throws {
    let place = try JournalOnDisk()
    try await place.add("rare", body: "common")
    for number in 0..<30 { try await place.add("note \(number)", body: "common") }
    try await place.add("common", body: "rare")
    #expect(try await place.found("common rare") == ["rare", "common"])
  }

  @Test func `a more frequent word ranks higher`() async throws {
    let place = try JournalOnDisk()
    try await place.add("often", body: "cache or cache or cache")
    try await place.add("once", body: "cache or queue or index")
    try await place.add("long", body: "cache " + String(repeating: "queue or index ", count: 20))
    #expect(try await place.found("cache") == ["often", "once", "long"])
  }

  @Test func `checks phrases in every text that has the words`()
    async throws
  {
    let place = try JournalOnDisk()
    try await place.add("oldest", body: "cache.query")
    try place.fill(count: 1200, body: "query cache")
    #expect(try await place.found("cache.query") { $0.limit = 2 } == ["oldest"])
    #expect(try await place.found("cache.query") { $0.order = .newest } == ["oldest"])
    try await place.add("newest", body: "cache-query")
    #expect(try await place.found("cache.query") { $0.limit = 1 } == ["newest"])
    #expect(try await place.found("query cache") { $0.limit = 2000 }.count == 1202)
  }

  @Test func `finds a phrase longer than the index limit`()
    async throws
  {
    let place = try JournalOnDisk()
    let syllables = String((0..<3000).map { Character(Unicode.Scalar(0xAC00 + UInt32($0)) ?? "가") })
    try await place.add("whole", body: "앞" + syllables + "뒤")
    try await place.add("part", body: String(syllables.dropLast()))
    #expect(try await place.found(syllables) == ["whole"])
    #expect(try await place.found(String(syllables.dropLast())) == ["part", "whole"])
  }

  @Test func `finds texts of any length`() async throws {
    let place = try JournalOnDisk()
    let filler = String(repeating: "filler ", count: 16_000)
    for number in 0..<25 { try await place.add("note \(number)", body: "needle \(filler)") }
    try await place.add("needle", body: filler)
    #expect(try await place.found("needle") { $0.limit = 3 } == ["needle", "note 24", "note 23"])
    #expect(try await place.found("needle") { $0.limit = 22 }.count == 22)
  }

  @Test func `ranks the newest ten thousand hits, then sorts by time`()
    async throws
  {
    let place = try JournalOnDisk()
    try await place.add("needle in a title")
    try await place.add("oldest", body: "needle")
    try await place.add("older", body: "pins and needle")
    try await place.add("older title", body: "needle", tags: ["needle"])
    try place.fill(count: TextSearch.window - 1, body: "with a needle")
    try await place.add("beginning", body: "needles")
    let best = try await place.found("needle") { $0.limit = 4 }
    #expect(best == ["needle in a title", "older title", "note 9999", "note 9998"])
    let all = try await place.found("needle")
    #expect(all.count == TextSearch.window + 4)
    #expect(all.prefix(4) == best[...])
    #expect(all.suffix(3) == ["beginning", "older", "oldest"])
    // Deleted notes are also sorted by time, the newest first.
    try place.deleteAll()
    #expect(
      try await place.found("needle") {
        $0.isDeleted = true
        $0.limit = 4
      } == best)
  }

  @Test func `among many hits ranks new notes and all title matches`()
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
      try await place.found("word") {
        $0.repository = RepositoryKey(Repository(name: "github.com/C/d"))
      } == [
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
    #expect(
      try await place.found("word") { $0.repository = RepositoryKey(Repository(name: "x/y/z")) }
        == [])
  }

  @Test(arguments: [0, 1000]) func `a filter gives the same notes in list and search`(
    few: Int
  ) async throws {
    let place = try JournalOnDisk()
    for number in 0..<40 {
      try await place.add("note \(number)", body: number % 3 == 0 ? "needle" : "pin")
    }
    let database = try JournalFile(path: place.path).openForReading()
    var search = TextSearch(kind: .note, query: SearchQuery(["needle"]), isDeleted: false)
    var condition = RecordCondition(of: "note", firstPlace: TextSearch.Filter.firstPlace)
    condition.add(deleted: false)
    condition.add("note.number BETWEEN \(condition.place(10)) AND \(condition.place(20))")
    search.filter = try TextSearch.Filter(condition, of: .note, few: few, in: database)
    #expect(search.filter?.isSelective == (few > 0))
    #expect(try search.newest(10, in: database) == [19, 16, 13, 10])
    #expect(try search.newest(2, below: 16, in: database) == [13, 10])
    #expect(try search.ranked([19, 16, 13], by: [1], in: database) == [19, 16, 13])
  }

  @Test func `notes of other repositories do not hide a repository's notes`()
    async throws
  {
    let place = try JournalOnDisk()
    try await place.add("another", body: "needle", tags: ["tag"])
    try await place.add("mine", body: "needle", to: "github.com/c/d")
    try place.fill(count: TextSearch.window + 10, body: "with a needle")
    #expect(
      try await place.found("needle") {
        $0.repository = RepositoryKey(Repository(name: "github.com/c/d"))
        $0.limit = 1
      } == ["mine"])
    #expect(try await place.found("needle") { $0.tags = ["tag"] } == ["another"])
  }
}
