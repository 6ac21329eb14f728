import Foundation
import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The keys, formats and bytes of every JSON document.
@Suite(.inProcess) struct JSONContractTests {
  private let stage: JSONContractStage
  private var sandbox: Sandbox { stage.sandbox }
  private var id: String { stage.id }

  init() throws { stage = try JSONContractStage() }

  /// A line, in which `{id}` is the note on a commit, its document, and the number of elements of a list.
  typealias Reading = (line: String, shape: Shape, list: String?, count: Int)

  static let readings: [Reading] = [
    ("--version", .program, nil, 0),
    ("help", .help, nil, 0),
    ("help notes add", .help, nil, 0),
    ("notes list", .notes, "notes", 2),
    ("notes list --limit 0", .notes, "notes", 2),
    ("notes list --tag nothing", .notes, "notes", 0),
    ("notes list --deleted", .notes, "notes", 0),
    ("notes show {id}", .note, nil, 0),
    ("notes show HEAD", .notes, nil, 0),
    ("notes share {id}", .note, nil, 0),
    ("notes share {id} --format json", .note, nil, 0),
    ("notes search 회고", .notes, "notes", 2),
    ("notes search nothing", .notes, "notes", 0),
    ("notes history {id}", .versions, "versions", 1),
    ("diary list", .entries, "entries", 2),
    ("diary list --limit 1", .entries, "entries", 1),
    ("diary list --since 2026-01-01", .entries, "entries", 1),
    ("diary list --deleted", .entries, "entries", 1),
    ("diary list --on-this-day", .onThisDay, "entries", 1),
    ("diary show", .entry, nil, 0),
    ("diary show 2026-11-19 --deleted", .entry, nil, 0),
    ("diary share", .entry, nil, 0),
    ("diary search 월말", .entries, "entries", 1),
    ("diary search nothing", .entries, "entries", 0),
    ("diary history", .entryVersions, "versions", 1),
    ("search 주간", .finds, "notes", 1),
    ("search 월말", .finds, "entries", 1),
    ("search 할 일", .finds, "todos", 2),
    ("search --not 월말 --kind entries", .finds, "entries", 1),
    ("todo list", .toDos, "todos", 3),
    ("todo list tomorrow", .toDos, "todos", 0),
    ("todo list --deleted", .toDos, "todos", 1),
    ("todo done 1", .toDos, "todos", 1),
    ("todo reopen 1-2", .toDos, "todos", 2),
    ("todo edit 2 말", .toDos, "todos", 1),
    ("tags", .tags, nil, 0),
    ("tags --since tomorrow", .tags, "tags", 0),
    ("tags list perf", .tagged, "todos", 0),
    ("calendar", .month, "days", 30),
    ("calendar --months 2", .months, "months", 2),
    ("calendar today", .wholeDay, "todos", 3),
    ("today", .wholeDay, "todos", 3),
    ("digest", .digest, "days", 1),
    ("digest --since -1y --until -2d", .digest, "days", 1),
    ("search nothing", .finds, "notes", 0),
    ("commits", .commits, "commits", 1),
    ("commits --until 2000-01-01", .commits, "commits", 0),
    ("why HEAD", .why, "commits", 1),
    ("hook", .hook, nil, 0),
    ("graph", .graph, "days", 371),
    ("graph --weeks 2 --week-start mon", .graph, "days", 13),
    ("graph --year 2025 --author 저자", .graph, "days", 365),
    ("graph --of notes", .graph, "days", 371),
    ("graph --of words --weeks 1", .graph, "days", 7),
    ("streak --of todos", .standing, nil, 0),
    ("streak --of words --short", .standing, nil, 0),
    ("streak", .standing, nil, 0),
    ("streak --short", .standing, nil, 0),
    ("streak --weekdays --author nobody", .standing, nil, 0),
    ("theme list", .themes, "themes", 13),
    ("theme preview", .theme, nil, 0),
    ("theme preview viridis", .theme, nil, 0),
    ("theme set green --quiet", .object(["graph.theme": .text]), nil, 0),
    ("doctor", .checks, "checks", 11),
    ("doctor --report", .report, nil, 0),
    ("config list", .settings, nil, 0),
    ("config get language", .object(["language": .absent]), nil, 0),
  ]

  @Test(arguments: readings)
  func `each document has exactly the documented keys`(
    line: String, shape: Shape, list: String?, count: Int
  ) throws {
    let value = try stage.document(words(of: line), shape)
    if let list { #expect(value[list]?.array?.count == count, "\(value)") }
  }

  /// Of the commands with the same document, each once, without its arguments.
  private static var documentation: String {
    var order: [String] = []
    var lines: [String: [String]] = [:]
    for (line, shape, _, _) in readings {
      let text = shape.documented()
      if lines[text] == nil { order.append(text) }
      let words = line.split(separator: " ").prefix { word in
        word.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == "-") }
      }
      let command = words.joined(separator: " ")
      if !lines[text, default: []].contains(command) { lines[text, default: []].append(command) }
    }
    return order.map { text in
      let commands = (lines[text] ?? []).map { "`\($0)`" }.joined(separator: ", ")
      return "## \(commands)\n\n```\n\(text)\n```\n"
    }.joined(separator: "\n")
  }

  @Test func `docs has every document with its keys`() throws {
    let path = Program.root + "/docs/json.md"
    let text = String(decoding: try File.read(path), as: UTF8.self)
    let start = try #require(text.range(of: "\n## "))
    let head = text[..<text.index(after: start.lowerBound)]
    let expected = head + Self.documentation
    if ProcessInfo.processInfo.environment["COMMITDIARY_WRITE_DOCS"] != nil {
      try File.writeAtomically(Array(expected.utf8), to: path)
    } else {
      #expect(text == expected, "To write it: COMMITDIARY_WRITE_DOCS=1 scripts/test CommandsTests")
    }
  }

  private func words(of line: String) -> [String] {
    line.split(separator: " ").map { $0 == "{id}" ? id : String($0) }
  }

  @Test func `a document is the same in every language`() throws {
    func bytes(_ line: String, _ locale: String) throws -> String {
      let environment = Locales.language(locale).merging(JSONContractStage.now) { $1 }
      return try sandbox.run(words(of: line) + ["--json"], environment: environment).output
        // `doctor` reports the language of the environment, which is not a translation.
        .replacing(/"[a-z]{2}, (UTF-8|ASCII)[;,]/, with: "\"LANGUAGE;")
        // The duration of a timeout varies.
        .replacing(/after \d+ ms/, with: "after a while")
    }
    for (line, _, _, _) in Self.readings {
      // The state after this run does not change with the next ones.
      _ = try bytes(line, "C")
      let english = try bytes(line, "en_US.UTF-8")
      #expect(!english.isEmpty)
      for locale in ["C", "ko_KR.UTF-8", "ja_JP.UTF-8", "de_DE.UTF-8"] {
        #expect(try bytes(line, locale) == english, "\(line) \(locale)")
      }
    }
  }

  @Test func `the JSON of a note is right after every command`() throws {
    let add = ["notes", "add", "--title", "Title", "--body", "Body\n", "--tag", "b", "--tag", "a"]
    let added = try stage.document(add, .note)
    let id = try #require(added["id"]?.string)
    expect(
      added,
      has: [
        "repo": "github.com/octocat/hello", "title": "Title", "body": "Body\n", "tags": ["b", "a"],
        "createdAt": "2026-11-20T23:30:00Z", "updatedAt": added["createdAt"], "deletedAt": .null,
      ])
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
    expect(edited, has: ["title": "Other", "tags": ["a"], "createdAt": added["createdAt"]])
    #expect(edited["updatedAt"]?.string?.hasPrefix("2026-11-22T00:15:30") == true)
    #expect(edited["commit"] == added["commit"])

    #expect(try stage.document(edit, .note) == edited)

    let history = try stage.document(["notes", "history", id], .versions)["versions"]?.array
    #expect(history?.compactMap { $0["version"]?.integer } == [1, 2])
    #expect(history?.map { $0["title"] } == ["Title", "Other"])
    #expect(history?.map { $0["tags"] } == [["b", "a"], ["a"]])
    #expect(history?.map { $0["savedAt"] } == [added["createdAt"], edited["updatedAt"]])

    let deleted = try stage.document(
      ["notes", "delete", id, "--yes"], .note, environment: JSONContractStage.later)
    #expect(deleted["deletedAt"]?.string?.hasPrefix("2026-11-22T00:15:30") == true)
    #expect(try stage.document(["notes", "list", "--deleted"], .notes)["notes"] == [deleted])
    #expect(try stage.document(["notes", "show", id, "--deleted"], .note) == deleted)

    let restored = try stage.document(["notes", "restore", id], .note)
    expect(restored, has: ["deletedAt": .null, "title": "Other"])
    let older = try stage.document(["notes", "restore", id, "--version", "1"], .note)
    expect(older, has: ["title": "Title", "tags": ["b", "a"]])

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
    expect(
      written,
      has: [
        "title": "Title", "body": "Body", "weather": .null, "updatedAt": written["createdAt"],
        "deletedAt": .null,
      ])
    let added = try stage.document(["diary", "write", day, "--body", "More"], .entry)
    expect(
      added,
      has: [
        "body": "Body\n\nMore", "createdAt": written["createdAt"],
        "updatedAt": "2026-11-20T23:30:00Z",
      ])
    let replaced = try stage.document(
      ["diary", "write", day, "--replace", "--body", "Other"], .entry)
    expect(replaced, has: ["title": "Other", "body": ""])
    #expect(try stage.document(["diary", "show", day], .entry) == replaced)

    let history = try stage.document(["diary", "history", day], .entryVersions)["versions"]?.array
    #expect(history?.compactMap { $0["version"]?.integer } == [1, 2, 3])
    #expect(history?.map { $0["title"] } == ["Title", "Title", "Other"])
    #expect(history?.map { $0["body"] } == ["Body", "Body\n\nMore", ""])

    let deleted = try stage.document(
      ["diary", "delete", day, "--yes"], .entry, environment: JSONContractStage.later)
    #expect(deleted["deletedAt"]?.string?.hasPrefix("2026-11-22T00:15:30") == true)
    #expect(try stage.document(["diary", "show", day, "--deleted"], .entry) == deleted)
    #expect(try stage.document(["diary", "restore", day], .entry) == replaced)
    let older = try stage.document(["diary", "restore", day, "--version", "1"], .entry)
    #expect(older["title"] == "Title" && older["body"] == "Body")
    #expect(try stage.document(["diary", "delete", day, "--purge", "--yes"], .entry) == older)
    try sandbox.run("diary", "history", day).expectRefusal(3)
  }

  @Test func `missing commits and addresses are null`() throws {
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
