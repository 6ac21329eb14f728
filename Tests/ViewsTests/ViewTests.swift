import Diary
import JSON
import Localization
import Records
import Terminal
import Testing

@testable import Journal
@testable import Views

@Suite struct ViewTests {
  private static func moment(_ text: String) -> Moment {
    Moment(rfc3339: text) ?? Moment(Instant(secondsSince1970: 0), offset: 0)
  }

  private static func note(
    _ title: String = "회고 <b>", body: String = "주간회고를 & 썼다\n\n둘째", commit: Bool = true,
    repository: String = "github.com/octocat/hello", deleted: Bool = false
  ) -> Note {
    Note(
      id: Identifier(stored: "7kq2m9x4c1ab"), repository: Repository(name: repository),
      commit: commit
        ? Commit(
          sha: "0123456789abcdef0123456789abcdef01234567", subject: "Fix *all*", author: "이름",
          date: moment("2026-11-20T23:00:00-08:00"))
        : nil,
      text: Text(title: title, body: body, tags: ["perf", "긴 꼬리"]), version: 2,
      createdAt: moment("2026-11-21T17:42:46+09:00"),
      updatedAt: moment("2026-11-22T00:00:00+09:00"),
      deletedAt: deleted ? moment("2026-11-23T09:00:00+09:00") : nil)
  }

  private static let context = ViewContext(
    reader: Reader(LanguagePreference(chosen: LanguageTag("en_US")) { _ in nil }),
    screen: .plain(), now: moment("2026-11-21T18:00:00+09:00")
  ) { Moment($0, offset: 9 * 3600) }

  private func plain(_ lines: [StyledText]) -> [String] { lines.map(\.plain) }

  // MARK: JSON

  @Test func `a note has the documented JSON keys in order`() {
    #expect(
      Self.note(deleted: true).json.text() == """
        {
          "id": "7kq2m9x4c1ab",
          "repo": "github.com/octocat/hello",
          "commit": {
            "sha": "0123456789abcdef0123456789abcdef01234567",
            "message": "Fix *all*",
            "author": "이름",
            "date": "2026-11-21T07:00:00Z",
            "url": "https://github.com/octocat/hello/commit/0123456789abcdef0123456789abcdef01234567",
            "now": null,
            "candidates": []
          },
          "waitsFor": null,
          "title": "회고 <b>",
          "body": "주간회고를 & 썼다\\n\\n둘째",
          "tags": [
            "perf",
            "긴 꼬리"
          ],
          "numbers": {},
          "createdAt": "2026-11-21T08:42:46Z",
          "updatedAt": "2026-11-21T15:00:00Z",
          "deletedAt": "2026-11-23T00:00:00Z"
        }
        """)
  }

  @Test func `missing values of a note are null`() {
    let json = Self.note(commit: false).json
    #expect(json["commit"] == .null)
    #expect(json["deletedAt"] == .null)
    #expect(Self.note(repository: "/home/a/b").json["commit"]?["url"] == .null)
  }

  @Test func `notes written one by one give the same document`() throws {
    let notes = [Self.note(), Self.note("둘"), Self.note("셋", body: "a\n\n\tb")]
    let list = JSONList.notes
    let pieces = notes.enumerated().map { list.element($1.json, isFirst: $0 == 0) }
    let text = list.opening + pieces.joined() + list.closing
    let whole = notes.map { FoundNote(note: $0, shortID: "7kq2") }.json
    #expect(try JSONParser.parse(Array(text.utf8)) == whole)
    #expect(text == whole.text() + "\n")
  }

  @Test func `versions have text and time`() {
    let version = TextVersion(
      number: 3, state: RecordState(Text(title: "t", body: "b", tags: ["x"]), on: Day(number: 0)),
      savedAt: Self.moment("2026-11-21T17:42:46+09:00"))
    #expect(
      FoundRecord.note(FoundNote(note: Self.note(), shortID: "7kq2")).json(of: [version])
        .text(.compact)
        == #"{"versions":[{"version":3,"title":"t","body":"b","tags":["x"],"commit":null,"savedAt":"2026-11-21T08:42:46Z"}]}"#
    )
  }

  // MARK: Reasons

  @Test(arguments: [24, 30, 50])
  func `where a branch was left fits on the screen`(_ height: Int) {
    let found = (0..<30).map { number in
      var note = Self.note("Note \(number)", commit: false)
      if number.isMultiple(of: 2) { note.text.tags = ["rejected"] }
      return FoundNote(note: note, shortID: "7kq2")
    }
    let commits = (10..<40).map { number in
      Commit(
        sha: "\(number)", subject: "Commit \(number)", author: "A",
        date: Self.moment("2026-11-20T23:00:00-08:00"))
    }
    var work = BranchWork(name: "topic", base: "main", commits: commits)
    work.uncommitted = (0..<100).map { "file\($0)" }
    let notes = Dictionary(uniqueKeysWithValues: commits.map { ($0.sha, found) })
    let lines = (0..<20).map { DiaryLine(day: Day(number: 739_000), text: "line \($0)") }
    let answer = ResumeAnswer(
      work: work, repository: Repository(name: "github.com/a/b"), notes: notes, otherNotes: found,
      toDos: [], lines: lines)
    var context = Self.context(width: 80)
    context.screen.height = height
    let shown = plain(answer.lines(in: context))
    #expect(shown.count < height, "\(shown)")
    #expect(shown.contains("and \(30 - shown.count { $0.contains("Commit ") }) more"), "\(shown)")
  }

  @Test func `what editors show has no pictures, and leaves out what git knows`() {
    let commit = Commit(
      sha: "0123456789abcdef0123456789abcdef01234567", subject: "Fix *all* <b> ![\u{301}x](u)",
      author: "A",
      date: Self.moment("2026-11-20T23:00:00-08:00"))
    let repository = Repository(name: "github.com/a/b")
    var reason = WhyAnswer.Reason(commit: commit, repository: repository, notes: [])
    #expect(WhyAnswer(lines: [], reasons: [reason]).markdown(in: Self.context) == nil)
    var rejected = Self.note("", body: "Slow\n\n![x](http://y) `a![1]`", commit: false)
    rejected.text.tags = ["rejected"]
    reason.notes = [rejected, Self.note("Why *this*", body: "```c\nint a;")].map {
      FoundNote(note: $0, shortID: "7kq2")
    }
    let text = WhyAnswer(lines: [], reasons: [reason]).markdown(in: Self.context)
    #expect(
      text == """
        **Fix \\*all\\* \\<b> !\\[\u{301}x\\](u)**  
        `0123456` · Nov 21, 2026 at 4:00 PM · A

        **Why \\*this\\***

        ```c
        int a;
        ```

        **Tried and dropped:**

        Slow

        !\\[x](http://y) `a!\\[1]`
        """)
  }

  // MARK: Lists

  private static func context(width: Int) -> ViewContext {
    var context = context
    context.screen = .plain(width: width)
    return context
  }

  private static let longSubject = "Cache the contribution calendar until midnight"

  @Test func `a list of commits leaves room for the subject, or stacks`() {
    let commit = Commit(
      sha: "0123456789abcdef0123456789abcdef01234567", subject: Self.longSubject,
      author: "A rather long name", date: Self.moment("2026-11-20T23:00:00-08:00"))
    func lines(_ width: Int) -> [String] {
      let found = RepositoryCommit(
        repository: Repository(name: "github.com/octocat/hello"), commit: commit, notes: 1)
      return plain(Self.context(width: width).lines(of: [found]))
    }
    #expect(
      lines(40) == [
        "0123456  Nov 21  *", "  Cache the contribution calendar until…", "  A rather long name",
      ])
    #expect(lines(60) == ["0123456  Nov 21  *  Cache the contribution …  A rather long…"])
  }

  @Test func `a list of notes leaves room for the title at sixty columns`() {
    func lines(_ width: Int) -> [String] {
      let notes = ["hello", "a-rather-long-name"].map { name in
        NoteSummary(
          FoundNote(
            note: Self.note(Self.longSubject, repository: "github.com/octocat/\(name)"),
            shortID: "7kq2"))
      }
      let context = Self.context(width: width)
      return plain(context.table(of: notes).lines(on: context.screen))
    }
    #expect(lines(60)[0].contains("Cache the contribution"), "\(lines(60)[0])")
    #expect(lines(60).count == 2)
    #expect(lines(40).count > 2 && lines(40)[1] == "  Cache the contribution calendar until…")
  }

  // MARK: Sharing

  private func shared(_ note: Note, as format: ShareFormat) -> String {
    shared(.note(FoundNote(note: note, shortID: "7kq2")), as: format)
  }

  private func shared(_ record: FoundRecord, as format: ShareFormat) -> String {
    var context = Self.context
    context.reader = Reader(LanguagePreference(chosen: LanguageTag("en_GB")) { _ in nil })
    return context.text(of: record, as: format)
  }

  @Test func `shares a note as text`() {
    #expect(
      shared(Self.note(), as: .text) == """
        회고 <b>

        octocat/hello@0123456 Fix *all*
        21 Nov 2026 at 17:42

        주간회고를 & 썼다

        둘째

        #perf #긴 꼬리

        """)
  }

  @Test func `Markdown escapes everything but the body`() {
    #expect(
      shared(Self.note(), as: .markdown) == """
        # 회고 \\<b>

        > [octocat/hello@0123456 Fix \\*all\\*](<https://github.com/octocat/hello/commit/0123456789abcdef0123456789abcdef01234567>)\u{20}\u{20}
        > 21 Nov 2026 at 17:42

        주간회고를 & 썼다

        둘째

        \\#perf #긴 꼬리

        """)
  }

  @Test func `HTML escapes everything`() {
    let html = shared(Self.note(body: "<script>\"&\u{1B}[31m"), as: .html)
    #expect(html.contains("<h1>회고 &lt;b&gt;</h1>"))
    #expect(html.contains("&lt;script&gt;&quot;&amp;^[[31m"))
    #expect(!html.contains("<script") && !html.contains("\u{1B}"))
    #expect(html.contains("<pre>"))
    let short = shared(Self.note(body: ""), as: .html)
    #expect(!short.contains("<pre>"))
    #expect(html.contains("<time datetime=\"2026-11-21T08:42:46Z\">21 Nov 2026 at 17:42</time>"))
  }

  @Test(arguments: ["회고\n\n둘째 줄", "회고\r\n\r\n둘째 줄", "\n 회고 \r\n둘째 줄"])
  func `does not repeat a title that is the first line`(_ body: String) throws {
    let note = Self.note("회고", body: body)
    let text = shared(note, as: .text)
    #expect(text.components("회고") == 1 && text.components("둘째 줄") == 1)
    let shown = plain(
      Self.context.lines(of: FoundNote(note: note, shortID: "7kq2")))
    #expect(shown.first == "회고")
    #expect(shown.joined(separator: "\n").components("회고") == 1)
    #expect(shown.contains("둘째 줄"))
  }

  @Test func `shares an entry with its day`() {
    let entry = Entry(
      day: Day(number: 20_778), text: Text(written: "<b> *회고*\n\n썼다"), weather: nil,
      version: 1, createdAt: Self.moment("2026-11-21T17:42:46+09:00"),
      updatedAt: Self.moment("2026-11-21T17:42:46+09:00"), deletedAt: nil)
    #expect(shared(.entry(entry), as: .text) == "<b> *회고*\n\nSat, 21 Nov 2026\n\n썼다\n")
    #expect(
      shared(.entry(entry), as: .markdown) == "# \\<b> \\*회고\\*\n\n> Sat, 21 Nov 2026\n\n썼다\n")
    let html = shared(.entry(entry), as: .html)
    #expect(html.contains("<h1>&lt;b&gt; *회고*</h1>"))
    #expect(html.contains("<p><time datetime=\"2026-11-21\">Sat, 21 Nov 2026</time></p>"))
  }

  // MARK: On the screen

  @Test func `shows a note with its repository and commit`() throws {
    let found = FoundNote(note: Self.note(deleted: true), shortID: "7kq2")
    let lines = plain(Self.context.lines(of: found))
    #expect(lines.first == "회고 <b>")
    let facts = try #require(lines.dropFirst().first)
    for fact in ["7kq2", "octocat/hello@0123456", "Nov 21, 2026", "version 2", "#perf #긴 꼬리"] {
      #expect(facts.contains(fact), "\(fact)")
    }
    #expect(lines.suffix(3) == ["주간회고를 & 썼다", "", "둘째"])
  }

  @Test(arguments: ["en_US", "ko_KR", "ja_JP", "de_DE", nil])
  func `says in every language and at every width where a commit is now`(_ tag: String?) {
    let now = CommitPlace(sha: "fedcba9876", evidence: .rewrite, role: .now)
    let candidate = CommitPlace(sha: "abcdef0123", evidence: .author, role: .candidate)
    for (places, sha) in [([now], "fedcba9"), ([candidate], "abcdef0"), ([], nil)] {
      var note = Self.note(body: "")
      note.followed = places
      for width in [20, 40, 100] {
        var context = Self.context(width: width)
        context.reader = Reader(
          LanguagePreference(chosen: tag.flatMap { LanguageTag($0) }) { _ in nil })
        let lines = plain(
          context.lines(of: FoundNote(note: note, shortID: "7kq2")))
        #expect(lines.allSatisfy { $0.displayWidth() <= width }, "\(lines)")
        #expect(lines.contains { $0.contains(sha ?? "") }, "\(lines)")
        #expect(lines.count > 2 + 30 / width, "\(lines)")
      }
    }
  }

  @Test func `shows the newest version first, with changes`() throws {
    let saved = Self.moment("2026-11-21T17:42:46+09:00")
    let versions = [
      TextVersion(
        number: 1, state: RecordState(Text(title: "old title", body: "same"), on: Day(number: 0)),
        savedAt: saved),
      TextVersion(
        number: 2,
        state: RecordState(
          Text(title: "new title", body: "same", tags: ["x"]), on: Day(number: 0)), savedAt: saved),
    ]
    let lines = Self.context.history(of: versions)
    let text = plain(lines)
    #expect(text.first?.contains("2") == true)
    #expect(text.contains("  oldnew title"))
    #expect(text.contains("  #x"))
    #expect(text.suffix(3) == ["  old title", "", "  same"])
    let spans = lines.flatMap(\.spans)
    #expect(spans.contains { $0.text == "old" && $0.style == .removed })
    #expect(spans.contains { $0.text == "new" && $0.style == .added })
  }

  @Test func `highlights matches in title and body`() throws {
    let found = FoundNote(note: Self.note("주간", body: "앞 글 회고를 썼다"), shortID: "7kq2")
    let lines = Self.context.lines(of: [found], matching: SearchQuery(["회고"]))
    #expect(lines.count == 2)
    #expect(lines.last?.plain == "    앞 글 회고를 썼다")
    #expect(lines.last?.spans.filter { $0.style == .match }.map(\.text) == ["회고"])
    let inTitle = Self.context.lines(of: [found], matching: SearchQuery(["주간"]))
    #expect(inTitle.count == 1)
  }

  @Test func `shows a match for which a title has no space`() throws {
    let text = "A long line that goes on for some time before it comes to the needle"
    let found = FoundNote(note: Self.note(text, body: text), shortID: "7kq2")
    for (width, count) in [(40, 2), (140, 1)] {
      let lines = Self.context(width: width)
        .lines(of: [found], matching: SearchQuery(["needle"]))
      #expect(lines.count { $0.plain.contains("needle") } == 1, "\(plain(lines))")
      #expect(lines.count >= count)
    }
  }
}

extension String {
  /// The number of occurrences of `part`.
  fileprivate func components(_ part: String) -> Int {
    var rest = self[...]
    var count = 0
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
