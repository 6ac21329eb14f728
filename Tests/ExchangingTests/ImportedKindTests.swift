import Diary
import Records
import TestSupport
import Testing

@testable import Exchange
@testable import Exchanging

/// The folders that people have: which files are days, and of which kind.
@Suite struct ImportedKindTests {
  private static let seoul = CivilTime { _ in 9 * 3600 }
  private static let now = Moment(Instant(secondsSince1970: 1_795_251_600), offset: 9 * 3600)

  private static func source(_ files: [String: String]) -> Source {
    Source(
      name: "folder",
      files: files.sorted { $0.key < $1.key }.map { SourceFile(path: $0, Array($1.utf8)) },
      isFolder: true)
  }

  /// A file by itself.
  private static func file(_ name: String, _ text: String) -> Source {
    Source(name: name, files: [SourceFile(path: "", Array(text.utf8))], isFolder: false)
  }

  private static func items(
    of source: Source, as format: ExchangeFormat
  ) throws -> (items: [Item], left: LeftOut) {
    var reader = try format.reader(source, time: seoul, now: now)
    var items: [Item] = []
    while let item = try reader.next() { items.append(item) }
    return (items, reader.left)
  }

  private static func items(_ files: [String: String], as format: ExchangeFormat) throws -> [Item] {
    try items(of: source(files), as: format).items
  }

  private static func recognized(_ files: [String: String]) -> [String] {
    ExchangeFormat.recognized(Self.source(files), beginning: "").map { format, source in
      "\(format) \(source.files.map(\.path).joined(separator: " "))"
    }
  }

  private static func texts(_ items: [Item]) -> [String] {
    items.map { item in
      "\(item.content.day.map { "\($0)" } ?? "-") "
        + (item.content.toDo.map { "[\($0.doneAt == nil ? " " : "x")] \($0.text)" }
          ?? item.content.text.written)
    }
  }

  @Test(arguments: [
    "2024/05/03.md", "2024/05/2024-05-03.md", "old/2024-05-03.md", "Daily/2024-05-03 Friday.md",
    "May 3rd, 2024.md", "daily.journal.2024.05.03.md", "_posts/2024-05-03-a-title.md",
  ])
  func `a file whose name is a day is a day in any folder`(path: String) throws {
    let files = [path: "Text\n"]
    #expect(Self.recognized(files) == ["markdown \(path)"])
    let items = try Self.items(files, as: .markdown)
    #expect(Self.texts(items) == ["2024-05-03 Text"])
    // It goes back to its place.
    let folder = MarkdownFolder(time: Self.seoul, in: Self.source(files))
    let written = folder.dayFiles(of: Day(iso: "2024-05-03"), entries: items, toDos: [])
    #expect(written.map(\.file) == [MarkdownFile(path: path, text: "Text\n")])
  }

  @Test func `each file is of its own kind, and one odd file decides nothing`() {
    let files = [
      "2024/2024-05-03.md": "a", "2024/2024-05-04.md": "b", "2024/20240505": "not org",
      "org/2024-05-06.org": "* c", "README.md": "x", "todo.txt": "d", "notes.org": "* e",
    ]
    #expect(
      Self.recognized(files) == [
        "markdown 2024/2024-05-03.md 2024/2024-05-04.md 2024/20240505 README.md notes.org",
        "org org/2024-05-06.org", "todotxt todo.txt",
      ])
    #expect(Self.recognized(["a.md": "x", "b.org": "* y", "c": ""]).isEmpty)
  }

  @Test func `a graph of Logseq in Org, and old names of its journals`() throws {
    let files = [
      "logseq/config.edn": "{}", "journals/2022_05_19.org": "* TODO Call\n* Text\n",
      "journals/Nov 27th, 2020.md": "- A block\n- TODO Buy\n", "pages/a.md": "- x",
      "logseq/bak/journals/2022_05_18.org": "* Old",
    ]
    #expect(Self.recognized(files).count == 2)
    let parts = ExchangeFormat.recognized(Self.source(files), beginning: "")
    let texts = try parts.flatMap { format, source in
      Self.texts(try Self.items(of: source, as: format).items)
    }
    #expect(
      texts == [
        "2020-11-27 - A block", "2020-11-27 [ ] Buy", "2022-05-19 [ ] Call", "2022-05-19 Text",
      ])
  }

  @Test func `a diary of vimwiki`() throws {
    let files = [
      "diary/2012-11-23.wiki": "= Title =\n\n* [ ] call\n* [X] done\nText :tag:\n",
      "diary/2012-11-24.wiki": "= 2012-11-24 =\nonly text\n", "diary/diary.wiki": "= Diary =\n",
    ]
    #expect(Self.recognized(files).map { $0.prefix(7) } == ["vimwiki"])
    #expect(
      Self.texts(try Self.items(files, as: .vimwiki)) == [
        "2012-11-23 Title\n\nText :tag:", "2012-11-23 [ ] call", "2012-11-23 [x] done",
        "2012-11-24 only text",
      ])
  }

  @Test func `posts with a date, also in milliseconds, and pages of Dendron`() throws {
    let files = [
      "a.md": "---\ntitle: One\ndate: 2024-05-03T23:30:00+02:00\n---\nText\n",
      "b.md": "---\ndate: 1646345494240\n---\nIn milliseconds\n",
      "root.md":
        "---\nid: x\ntitle: Root\ndesc: ''\nupdated: 1646345494240\ncreated: 1646345494240\n---\nA page\n",
      "daily.journal.2022.02.15.md":
        "---\nid: y\ntitle: '2022-02-15'\ndesc: ''\ncreated: 1644900000000\n---\nA day\n",
    ]
    let items = try Self.items(files, as: .markdown)
    #expect(
      Self.texts(items) == [
        "2024-05-03 One\n\nText", "2022-03-04 In milliseconds", "2022-02-15 2022-02-15\n\nA day",
      ])
    #expect(items[2].content.createdAt?.rfc3339 == "2022-02-15T13:40:00+09:00")
  }

  @Test func `posts of the folder that is named, or one by itself`() throws {
    let files = ["2024-05-03-a-title.md": "Text\n", "2023/2023-01-02-b.md": "More\n"]
    var source = Self.source(files)
    #expect(try Self.items(of: source, as: .markdown).items.isEmpty)
    source.name = "_posts"
    #expect(
      Self.texts(try Self.items(of: source, as: .markdown).items) == [
        "2023-01-02 More", "2024-05-03 Text",
      ])
    // What a file itself says comes first.
    let log = Self.file("2024-05-03-log.md", "# 2024-05-03\nOne\n# 2024-05-04\nTwo\n")
    #expect(
      Self.texts(try Self.items(of: log, as: .markdown).items) == [
        "2024-05-03 One", "2024-05-04 Two",
      ])
    let note = Self.file(
      "2024-05-03-standup ab.md", "---\ncommitdiary: note\ntitle: Standup\n---\nText\n")
    #expect(try Self.items(of: note, as: .markdown).items.map(\.kind) == [.note])
    let one = Self.file("2024-05-03-a-title.md", "Text\n")
    #expect(MarkdownFormat.recognizes(one, beginning: "Text\n"))
    #expect(Self.texts(try Self.items(of: one, as: .markdown).items) == ["2024-05-03 Text"])
  }

  @Test func `a file with a heading for each day`() throws {
    let text = """
      # Work log
      Before.

      ## 2024-05-03
      First.
      ### Detail
      - [ ] call
      ```
      ## 2024-05-04
      ```
      ## 2024-05-05: Release
      Done.
      ## Links
      Other
      ## May 6, 2024
      """
    let source = Self.file("log.md", text)
    #expect(
      ExchangeFormat.recognized(source, beginning: String(text.prefix(200))).map(\.format) == [
        .markdown
      ])
    let (items, left) = try Self.items(of: source, as: .markdown)
    #expect(
      Self.texts(items) == [
        "2024-05-03 First.\n\n### Detail\n```\n## 2024-05-04\n```", "2024-05-03 [ ] call",
        "2024-05-05 Release\n\nDone.",
      ])
    #expect(left.names[.unknown] == ["Before.", "Other"] && left.names[.empty] == ["2024-05-06"])
    let folder = Self.source(["log.md": text, "2024-05-01.md": "x"])
    #expect(try Self.items(of: folder, as: .markdown).left.names[.day] == ["log.md"])
  }

  @Test func `headings of Org that are days, and what is below a to-do`() throws {
    let tree = """
      * 2020
      ** January
      *** 17
      Text of the day.
      **** A heading
      * <2014-11-24 Mon>
      Older.
      * Friday, 3 May 2024
      ** TODO Buy rig :home:
      Thoughts.
      - [ ] ask Bob
      *** Sub heading
      more
      ** CANCELLED Dropped
      why
      ** DONE Call Ann
      """
    #expect(
      Self.texts(try Self.items(["a.org": tree], as: .org)) == [
        "2020-01-17 Text of the day.", "2020-01-17 A heading", "2014-11-24 Older.",
        "2024-05-03 [ ] Buy rig",
        "2024-05-03 Buy rig\n\nThoughts.\n- [ ] ask Bob\n*** Sub heading\nmore",
        "2024-05-03 Dropped\n\nwhy", "2024-05-03 [x] Call Ann",
      ])
  }

  @Test func `Zim and Neorg are refused by name`() {
    let zim = "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.4\n\n====== Tuesday ======\n"
    let folder = Self.source(["notebook.zim": "", "Journal/2020/09/29.txt": zim])
    #expect(ExchangeFormat.recognized(folder, beginning: "").isEmpty)
    #expect(folder.refusal(beginning: "")?.reason == .otherProgram("Zim"))
    #expect(Self.file("29.txt", "").refusal(beginning: zim)?.reason == .otherProgram("Zim"))
    let neorg = Self.source(["journal/2024/05/03.norg": "* x"])
    #expect(neorg.refusal(beginning: "")?.reason == .otherProgram("Neorg"))
  }

  @Test func `new days are where the others are, without settings`() {
    func path(_ files: String...) -> String {
      let source = Self.source(Dictionary(uniqueKeysWithValues: files.map { ($0, "") }))
      return MarkdownVault(source).path(of: Day(number: 20_000))
    }
    #expect(path("Daily/2024-05-03.md", "a.md") == "Daily/2024-10-04.md")
    #expect(path("2024/05/2024-05-03.md") == "2024/10/2024-10-04.md")
    #expect(path("x/2024/05/03.md") == "x/2024/10/04.md")
    #expect(path("a.md") == "2024-10-04.md")
  }
}
