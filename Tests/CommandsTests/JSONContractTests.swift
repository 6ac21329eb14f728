import Foundation
import JSON
import Testing

@testable import ProgramSupport

/// The keys, formats and bytes of every JSON document.
@Suite(.inProcess) struct JSONContractTests {
  private let stage: JSONContractStage
  private var sandbox: Sandbox { stage.sandbox }
  private var id: String { stage.id }

  init() throws { stage = try JSONContractStage() }

  struct Reading: CustomTestStringConvertible, Sendable {
    var words: [String]
    var shape: Shape
    /// The expected number of elements. `{id}` in the line is the note on a commit.
    var count: (key: String, number: Int)?

    init(_ line: String, _ shape: Shape, _ key: String? = nil, _ number: Int = 0) {
      words = line.split(separator: " ").map(String.init)
      self.shape = shape
      count = key.map { ($0, number) }
    }

    var testDescription: String { words.joined(separator: " ") }
    func words(about id: String) -> [String] { words.map { $0 == "{id}" ? id : $0 } }
  }

  static let readings = [
    Reading("notes list", .notes, "notes", 2),
    Reading("notes list --limit 0", .notes, "notes", 2),
    Reading("notes list --tag nothing", .notes, "notes", 0),
    Reading("notes list --deleted", .notes, "notes", 0),
    Reading("notes show {id}", .note),
    Reading("notes show HEAD", .note),
    Reading("notes share {id}", .note),
    Reading("notes share {id} --format json", .note),
    Reading("notes search 회고", .notes, "notes", 2),
    Reading("notes search nothing", .notes, "notes", 0),
    Reading("notes history {id}", .versions, "versions", 1),
    Reading("diary list", .entries, "entries", 2),
    Reading("diary list --limit 1", .entries, "entries", 1),
    Reading("diary list --since 2026-01-01", .entries, "entries", 1),
    Reading("diary list --deleted", .entries, "entries", 1),
    Reading("diary list --on-this-day", .onThisDay, "entries", 1),
    Reading("diary show", .entry),
    Reading("diary show 2026-11-19 --deleted", .entry),
    Reading("diary share", .entry),
    Reading("diary search 월말", .entries, "entries", 1),
    Reading("diary search nothing", .entries, "entries", 0),
    Reading("diary history", .entryVersions, "versions", 1),
    Reading("search 주간", .finds, "notes", 1),
    Reading("search 월말", .finds, "entries", 1),
    Reading("search 할 일", .finds, "todos", 2),
    Reading("search --not 월말 --kind entries", .finds, "entries", 1),
    Reading("todo list", .toDos, "todos", 3),
    Reading("todo list tomorrow", .toDos, "todos", 0),
    Reading("todo list --deleted", .toDos, "todos", 1),
    Reading("todo done 1", .toDos, "todos", 1),
    Reading("todo reopen 1-2", .toDos, "todos", 2),
    Reading("todo edit 2 말", .toDos, "todos", 1),
    Reading("tags", .tags),
    Reading("tags --since tomorrow", .tags, "tags", 0),
    Reading("tags list perf", .tagged, "todos", 0),
    Reading("calendar", .month, "days", 30),
    Reading("calendar --months 2", .months, "months", 2),
    Reading("calendar today", .wholeDay, "todos", 3),
    Reading("today", .wholeDay, "todos", 3),
    Reading("digest", .digest, "days", 1),
    Reading("digest --since -1y --until -2d", .digest, "days", 1),
    Reading("search nothing", .finds, "notes", 0),
    Reading("commits", .commits, "commits", 1),
    Reading("commits --until 2000-01-01", .commits, "commits", 0),
    Reading("why HEAD", .why, "commits", 1),
    Reading("hook", .hook),
    Reading("graph", .graph, "days", 371),
    Reading("graph --weeks 2 --week-start mon", .graph, "days", 13),
    Reading("graph --year 2025 --author 저자", .graph, "days", 365),
    Reading("graph --of notes", .graph, "days", 371),
    Reading("graph --of words --weeks 1", .graph, "days", 7),
    Reading("streak --of todos", .standing),
    Reading("streak --of words --short", .standing),
    Reading("streak", .standing),
    Reading("streak --short", .standing),
    Reading("streak --weekdays --author nobody", .standing),
    Reading("theme list", .themes, "themes", 13),
    Reading("theme preview", .theme),
    Reading("theme preview viridis", .theme),
    Reading("theme set green --quiet", .object(["graph.theme": .text])),
    Reading("doctor", .checks, "checks", 11),
    Reading("config list", .settings),
    Reading("config get language", .object(["language": .absent])),
  ]

  @Test(arguments: readings)
  func `each document has exactly the documented keys`(
    _ reading: Reading
  ) throws {
    let value = try stage.document(reading.words(about: id), reading.shape)
    if let count = reading.count {
      #expect(value[count.key]?.array?.count == count.number, "\(value)")
    }
  }

  @Test func `a document is the same in every language`() throws {
    func bytes(_ reading: Reading, _ locale: String) throws -> String {
      let environment = Locales.language(locale).merging(JSONContractStage.now) { $1 }
      return try sandbox.run(reading.words(about: id) + ["--json"], environment: environment).output
        // `doctor` reports the language of the environment, which is not a translation.
        .replacing(/"[a-z]{2}, (UTF-8|ASCII);/, with: "\"LANGUAGE;")
        // The duration of a timeout varies.
        .replacing(/after \d+ ms/, with: "after a while")
    }
    for reading in Self.readings {
      // The state after this run does not change with the next ones.
      _ = try bytes(reading, "C")
      let english = try bytes(reading, "en_US.UTF-8")
      #expect(!english.isEmpty)
      for locale in ["C", "ko_KR.UTF-8", "ja_JP.UTF-8"] {
        #expect(try bytes(reading, locale) == english, "\(reading) \(locale)")
      }
    }
  }

  @Test func `the JSON of a note is right after every command`() throws {
    let add = ["notes", "add", "--title", "Title", "--body", "Body\n", "--tag", "b", "--tag", "a"]
    let added = try stage.document(add, .note)
    let id = try #require(added["id"]?.string)
    #expect(added["repo"] == "github.com/octocat/hello")
    #expect(added["title"] == "Title")
    #expect(added["body"] == "Body\n")
    #expect(added["tags"] == ["b", "a"])
    #expect(added["createdAt"] == "2026-11-20T23:30:00Z")
    #expect(added["updatedAt"] == added["createdAt"])
    #expect(added["deletedAt"] == .null)
    let sha = try sandbox.shell("git rev-parse HEAD").split(separator: "\n").joined()
    #expect(
      added["commit"] == [
        "sha": .string(sha), "message": "The first commit", "author": "저자",
        "date": "2023-11-14T22:13:20Z",
        "url": .string("https://github.com/octocat/hello/commit/\(sha)"),
        "now": ["sha": .string(sha), "by": "id"], "candidates": [],
      ])

    let edit = ["notes", "edit", id, "--title", "Other", "--untag", "b"]
    let edited = try stage.document(edit, .note, environment: JSONContractStage.later)
    #expect(edited["title"] == "Other")
    #expect(edited["tags"] == ["a"])
    #expect(edited["createdAt"] == added["createdAt"])
    #expect(edited["updatedAt"]?.string?.hasPrefix("2026-11-22T00:15:30") == true)
    #expect(edited["commit"] == added["commit"])

    let unchanged = try stage.document(edit, .note)
    #expect(unchanged == edited)

    let history = try stage.document(["notes", "history", id], .versions)["versions"]?.array
    #expect(history?.compactMap { $0["version"]?.integer } == [1, 2])
    #expect(history?.map { $0["title"] } == ["Title", "Other"])
    #expect(history?.map { $0["tags"] } == [["b", "a"], ["a"]])
    #expect(history?.map { $0["savedAt"] } == [added["createdAt"], edited["updatedAt"]])

    let deleted = try stage.document(
      ["notes", "delete", id, "--yes"], .note, environment: JSONContractStage.later)
    #expect(deleted["deletedAt"]?.string?.hasPrefix("2026-11-22T00:15:30") == true)
    let trash = try stage.document(["notes", "list", "--deleted"], .notes)
    #expect(trash["notes"] == [deleted])
    #expect(try stage.document(["notes", "show", id, "--deleted"], .note) == deleted)

    let restored = try stage.document(["notes", "restore", id], .note)
    #expect(restored["deletedAt"] == .null)
    #expect(restored["title"] == "Other")
    let older = try stage.document(["notes", "restore", id, "--version", "1"], .note)
    #expect(older["title"] == "Title")
    #expect(older["tags"] == ["b", "a"])

    // For several notes, or all notes on a commit, the document is a list.
    #expect(try stage.document(["notes", "show", "HEAD"], .notes)["notes"]?.array?.count == 2)
    let both = try stage.document(["notes", "delete", id, self.id, "--yes"], .notes)
    #expect(both["notes"]?.array?.compactMap { $0["id"]?.string } == [id, self.id])
    let purged = try stage.document(["notes", "delete", id, "--purge", "--yes"], .note)
    #expect(purged["id"]?.string == id)
  }

  @Test func `the JSON of an entry is right after every command`() throws {
    let day = "2026-11-22"
    let written = try stage.document(
      ["diary", "write", "--body", "Title\n\nBody\n"], .entry, environment: JSONContractStage.later)
    #expect(written["day"]?.string == day)
    #expect(written["title"] == "Title")
    #expect(written["body"] == "Body")
    #expect(written["weather"] == .null)
    #expect(written["updatedAt"] == written["createdAt"])
    #expect(written["deletedAt"] == .null)
    let added = try stage.document(["diary", "write", day, "--body", "More"], .entry)
    #expect(added["body"] == "Body\n\nMore")
    #expect(added["createdAt"] == written["createdAt"])
    #expect(added["updatedAt"] == "2026-11-20T23:30:00Z")
    let replaced = try stage.document(
      ["diary", "write", day, "--replace", "--body", "Other"], .entry)
    #expect(replaced["title"] == "Other")
    #expect(replaced["body"] == "")
    #expect(try stage.document(["diary", "show", day], .entry) == replaced)

    let history = try stage.document(["diary", "history", day], .entryVersions)["versions"]?.array
    #expect(history?.compactMap { $0["version"]?.integer } == [1, 2, 3])
    #expect(history?.map { $0["title"] } == ["Title", "Title", "Other"])
    #expect(history?.map { $0["body"] } == ["Body", "Body\n\nMore", ""])

    let deleted = try stage.document(
      ["diary", "delete", day, "--yes"], .entry, environment: JSONContractStage.later)
    #expect(deleted["deletedAt"]?.string?.hasPrefix("2026-11-22T00:15:30") == true)
    #expect(try stage.document(["diary", "show", day, "--deleted"], .entry) == deleted)
    let restored = try stage.document(["diary", "restore", day], .entry)
    #expect(restored == replaced)
    let older = try stage.document(["diary", "restore", day, "--version", "1"], .entry)
    #expect(older["title"] == "Title" && older["body"] == "Body")
    let purged = try stage.document(["diary", "delete", day, "--purge", "--yes"], .entry)
    #expect(purged == older)
    try sandbox.run("diary", "history", day).expectRefusal(3)
  }

  @Test func `missing commits and addresses are null`()
    throws
  {
    let alone = try stage.document(Sandbox.anywhere + ["--body", "alone"], .note)
    #expect(alone["commit"] == .null)
    try sandbox.shell("git remote remove origin")
    // A clone that lost its remote keeps the repository for its notes.
    let kept = try stage.document(["notes", "add", "--body", "kept"], .note)
    #expect(kept["repo"] == "github.com/octocat/hello")
    let other = sandbox.file("other")
    try sandbox.shell("git clone -q . \(other); cd \(other); git remote remove origin")
    let local = try stage.document(
      ["notes", "add", "--repo", other, "--commit", "HEAD", "--body", "local"], .note)
    #expect(local["repo"]?.string == other)
    #expect(local["commit"]?["url"] == .null)
    let commits = try stage.document(["commits", "--repo", other], .commits)["commits"]?.array
    #expect(commits?.map { $0["url"] } == [.null])
    #expect(commits?.map { $0["repo"] } == [.string(other)])
  }

  @Test func `settings are members with their keys`() throws {
    for (key, typed, value) in [
      ("language", "ko", JSONValue.string("ko")), ("week.start", "mon", "mon"),
      ("terminal.ambiguousWidth", "2", 2),
    ] {
      let expected = JSONValue.object([JSONValue.Member(key, value)])
      let shape = Shape.object([key: typed == "2" ? .whole : .exactly(typed)])
      #expect(try stage.document(["config", "set", key, typed], shape) == expected)
      #expect(try stage.document(["config", "get", key], shape) == expected)
    }
    let list = try stage.document(["config", "list"], .settings)["settings"]?.array ?? []
    #expect(
      list.filter { $0["isSet"] == true }.compactMap { $0["key"]?.string }
        == ["language", "week.start", "terminal.ambiguousWidth"])
    _ = try stage.document(["config", "unset", "language"], .object(["language": .absent]))
    _ = try stage.document(["config", "get", "language"], .object(["language": .absent]))
  }

  @Test func `any text is printed unchanged`() throws {
    let body = "\"quoted\" \\ / \u{1}\u{1B}[31m\u{7F}\u{2028}\u{FEFF}\r\n\t 회고 👩‍👩‍👧 e\u{301}"
    let added = try stage.document(Sandbox.anywhere + ["--title", "t", "--body", body], .note)
    // Strings are equal in Swift if they are canonically equivalent, so the bytes are compared.
    #expect(added["body"]?.string.map { Array($0.utf8) } == Array(body.utf8))
    let outcome = try sandbox.run("notes", "list", "--json")
    #expect(!outcome.bytes.contains(0x1B) && !outcome.bytes.contains(0x01))
  }
}
