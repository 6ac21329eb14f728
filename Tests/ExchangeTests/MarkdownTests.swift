import Diary
import JSON
import Platform
import TestSupport
import Testing

@testable import Exchange

/// Folders of Obsidian, Logseq and Joplin, and those that this program writes.
@Suite struct MarkdownTests {
  static let seoul = CivilTime { _ in 9 * 3600 }
  static let now = Moment.test("2026-11-21T18:00:00+09:00")

  static func source(_ files: [String: String]) -> Source {
    Source(
      name: "folder",
      files: files.sorted { $0.key < $1.key }.map { SourceFile(path: $0, Array($1.utf8)) },
      isFolder: true)
  }

  static func read(_ files: [String: String]) throws -> (items: [Item], left: LeftOut) {
    var reader = try FormatReader<MarkdownFormat>(source(files), time: seoul, now: now)
    var items: [Item] = []
    while let item = try reader.next() { items.append(item) }
    return (items, reader.left)
  }

  /// The files that the items are written to.
  static func written(_ items: [Item], in files: [String: String] = [:]) -> [String: String] {
    let folder = MarkdownFolder(time: seoul, in: source(files))
    var days: [Day?: (entries: [Item], toDos: [Item])] = [:]
    var written: [MarkdownFile] = []
    for item in items {
      switch item.content {
      case .entry(let entry): days[entry.day, default: ([], [])].entries.append(item)
      case .toDo: days[MarkdownFolder.page(of: item), default: ([], [])].toDos.append(item)
      case .note: written += folder.file(ofNote: item).map { [$0] } ?? []
      }
    }
    for (day, items) in days {
      written += folder.dayFiles(of: day, entries: items.entries, toDos: items.toDos).map(\.file)
    }
    return Dictionary(uniqueKeysWithValues: written.map { ($0.path, $0.text) })
  }

  private func texts(_ items: [Item]) -> [String] {
    items.map { item in
      switch item.content {
      case .entry(let entry): "\(entry.day) \(entry.text.written)"
      case .note(let note): note.text.title
      case .toDo(let toDo): "\(toDo.day.map { "\($0)" } ?? "-") \(toDo.text)"
      }
    }
  }

  // MARK: Obsidian

  private static let vault = [
    ".obsidian/daily-notes.json": #"{"folder":"Diary","format":"YYYY/MM/YYYY-MM-DD"}"#,
    "Diary/2026/11/2026-11-18.md": """
    ---
    tags: [work, 회고]
    mood: 4
    aliases:
      - wed
    ---
    # Measured the cache

    It was slow. ![[shot.png]]

    - [ ] call mum 📅 2026-11-25 ⏫
    - [x] buy milk ✅ 2026-11-18
    - [ ] parent
        - [ ] child
    - [-] dropped

    After the tasks.

    """,
    "Diary/2026/11/2026-11-19.md": "Plain first line\r\n\r\nand more\r\n- [ ] task here\r\n",
    "Diary/2026/11/2026-11-20.md": "- [ ] only a task 🔁 every week\n",
    "Projects/2026-11-18.md": "# Another folder\n", "assets/shot.png": "",
  ]

  @Test func `days are where the settings say, and everything is written as it was`() throws {
    let (items, left) = try Self.read(Self.vault)
    #expect(
      texts(items) == [
        """
        2026-11-18 Measured the cache

        It was slow. ![[shot.png]]

        - [ ] parent
            - [ ] child
        - [-] dropped

        After the tasks.
        """, "2026-11-18 call mum", "2026-11-18 buy milk",
        "2026-11-19 Plain first line\n\nand more", "2026-11-19 task here",
        "2026-11-20 only a task", "2026-11-18 Another folder",
      ])
    #expect(left.counts == [.photo: 1, .deleted: 1])
    guard case .entry(let entry) = items[0].content, case .toDo(let toDo) = items[1].content else {
      Issue.record("no entry or to-do")
      return
    }
    #expect(entry.text.tags == ["work", "회고"])
    #expect(items[0].field("mood") == 4)
    #expect(toDo.details.due == Day(iso: "2026-11-25"))
    #expect(toDo.details.priority?.letter == "B")
    let days = Self.vault.filter { $0.key.hasSuffix(".md") }
    #expect(Self.written(items, in: Self.vault) == days)
  }

  private static let morning = """
    ---
    created: 2024-09-22 14:28:17
    tags:
      - journal
    ---
    ## Morning
    - [x] Run 3 km

    Felt good.\u{20}\u{20}
    Really.

    ## Evening
    - [ ] Call Ann
    - [ ] Read

    """

  /// The file after its text was changed here.
  private func edited(_ text: String, _ change: (inout Text) -> Void) throws -> String? {
    let files = ["2024-09-22.md": text]
    var items = try Self.read(files).items
    if case .entry(var entry) = items[0].content {
      change(&entry.text)
      items[0].content = .entry(entry)
      items[0].raw = nil
    }
    return Self.written(items, in: files)["2024-09-22.md"]
  }

  @Test(arguments: ["\n", "\r\n"])
  func `only the lines that changed are others`(_ ending: String) throws {
    let file = Self.morning.split(separator: "\n", omittingEmptySubsequences: false).joined(
      separator: ending)
    #expect(
      try edited(file) { $0.body += "\n\n10:15 PM One line" } == file
        + ["", "10:15 PM One line", ""].joined(separator: ending))
    #expect(
      try edited(file) { $0.body = $0.body.replacing("Really.", with: "Really good.\nYes.") }
        == file.replacing("Really.", with: "Really good.\(ending)Yes."))
    #expect(
      try edited(file) { $0.body = $0.body.replacing("Really.\n", with: "") }
        == file.replacing("Really.\(ending)", with: ""))
  }

  @Test func `a later start or plan of a task is its day, and its page stays`() throws {
    let files = [
      ".obsidian/daily-notes.json": "{}",
      "2026-11-20.md": """
      - [ ] starts 🛫 2026-12-01 📅 2026-12-05
      - [ ] planned ⏳ 2026-12-02
      - [ ] both 🛫 2026-12-01 ⏳ 2026-12-02
      - [ ] began 🛫 2026-11-01
      - [ ] today ⏳ 2026-11-20

      """,
    ]
    var items = try Self.read(files).items
    let days = ["2026-12-01", "2026-12-02", "2026-12-01", "2026-11-20", "2026-11-20"]
    #expect(items.map { "\($0.content.day ?? Day(number: 0))" } == days)
    #expect(items.allSatisfy { $0.fields.allSatisfy { $0.name != ".page" } })
    let page = ["2026-11-20.md": files["2026-11-20.md"]]
    #expect(Self.written(items, in: files) == page)
    // What is moved says so where it was written, and what has no sign is on its new page.
    for index in items.indices {
      guard case .toDo(var toDo) = items[index].content else { return }
      toDo.day = Day(iso: "2026-12-09")
      items[index].content = .toDo(toDo)
    }
    let moved = Self.written(items, in: files)
    let lines = moved["2026-11-20.md"]?.split(separator: "\n")
    #expect(
      lines == [
        "- [ ] starts 🛫 2026-12-09 📅 2026-12-05", "- [ ] planned ⏳ 2026-12-09",
        "- [ ] both 🛫 2026-12-09 ⏳ 2026-12-02", "- [ ] today ⏳ 2026-12-09",
      ])
    #expect(moved["2026-12-09.md"] == "- [ ] began 🛫 2026-11-01\n")
  }

  @Test func `a plan of Logseq is the day of a task`() throws {
    let page = """
      - TODO later
        SCHEDULED: <2026-12-01 Tue +1w>
      - TODO same
        SCHEDULED: <2026-11-20 Fri>
      - TODO before
        SCHEDULED: <2026-11-02 Mon>

      """
    let files = ["logseq/config.edn": "{}", "journals/2026_11_20.md": page]
    let items = try Self.read(files).items.filter { $0.content.toDo != nil }
    #expect(
      items.map { "\($0.content.day ?? Day(number: 0))" } == [
        "2026-12-01", "2026-11-20", "2026-11-20",
      ])
    #expect(items[0].content.toDo?.details.recurrence?.first == Day(iso: "2026-12-01"))
    #expect(Self.written(items, in: files)["journals/2026_11_20.md"] == page)
  }

  @Test func `a changed task stays where it was`() throws {
    var items = try Self.read(Self.vault).items
    guard case .toDo(var toDo) = items[1].content else { return }
    toDo.doneAt = Self.now
    items[1].content = .toDo(toDo)
    items[1].raw = nil
    let file = Self.written(items, in: Self.vault)["Diary/2026/11/2026-11-18.md"] ?? ""
    let lines = file.split(separator: "\n")
    let place = try #require(lines.firstIndex { $0.contains("call mum") })
    #expect(lines[place] == "- [x] call mum ⏫ 📅 2026-11-25 ✅ 2026-11-21")
    #expect(lines[place + 1] == "- [x] buy milk ✅ 2026-11-18")
    #expect(file.hasPrefix("---\ntags: [work, 회고]\nmood: 4\n"))
  }

  // MARK: Our own

  @Test func `our own folder has the same items`() throws {
    let day = Day(iso: "2026-11-18") ?? Day(number: 0)
    var toDo = NewToDo(
      ToDo.Details(
        text: "pay 📅 the rent", tags: ["home", "two words"], due: day + 7,
        priority: ToDo.Priority("F"), recurrence: Recurrence(every: .week, from: day - 7)),
      day: day, createdAt: Self.seoul.noon(of: day))
    toDo.doneAt = Self.seoul.noon(of: day + 1)
    toDo.doneOn = day + 1
    let date = Moment.test("2026-11-17T10:00:00+09:00")
    let weather = DayWeather(place: "Seoul", temperature: 7.5, code: 3, pm10: 41, scale: .korea)
    let items = [
      Item(
        .entry(
          EntryItem(
            day: day, time: TimeOfDay(hour: 9, minute: 5),
            text: Text(
              title: "- [ ] no task", body: "---\n- [ ] a task of the text\n\n회고 日記", tags: ["perf"]
            ),
            createdAt: .test("2026-11-18T09:05:00+09:00"), updatedAt: date, weather: weather)),
        key: Identifier(bits: 1).uuid),
      Item(.toDo(toDo), key: Identifier(bits: 2).uuid),
      Item(
        .note(
          NoteItem(
            repository: Repository(name: "github.com/octocat/hello"),
            commit: Commit(
              sha: String(repeating: "a1", count: 20), subject: "Fix: \"it\"", author: "저자",
              date: date, patchID: "ff"),
            text: Text(title: "Why: / \"so\"", body: "because\n\n", tags: ["x"]),
            createdAt: date, updatedAt: date)),
        key: Identifier(bits: 3).uuid),
    ]
    let files = Self.written(items)
    #expect(files.keys.contains("2026-11-18.md"))
    #expect(files.keys.contains { $0.hasPrefix("notes/Why so ") })
    let read = try Self.read(files).items
    #expect(Set(read.map(\.key)) == Set(items.map(\.key)))
    for item in items {
      #expect(read.first { $0.key == item.key }?.content == item.content)
    }
    #expect(Self.written(read) == files)
  }

  // MARK: Front matter

  @Test(arguments: [
    ("---\n---\nText\n", "Text"), ("---\nno: end\nText\n", "---\n\nno: end\nText"),
    ("\u{FEFF}---\ntitle: 'It''s'\n...\nText\n", "It's\n\nText"),
    ("---\ntitle: \"a: b\" # comment\n---\nText\n", "a: b\n\nText"),
    ("---\ntitle: a\ntitle: b\n---\nText\n", "b\n\nText"),
    ("---\n\nA rule comes first\n", "---\n\nA rule comes first"),
  ])
  func `reads front matter`(text: String, written: String) throws {
    let items = try Self.read(["2026-11-18.md": text]).items
    #expect(texts(items) == ["2026-11-18 \(written)"])
    let bytes = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
    #expect(Self.written(items) == ["2026-11-18.md": bytes])
  }

  // MARK: Files of other programs

  @Test(.enabled(if: Fixtures.areThere, "\(Fixtures.missing)"))
  func `every journal of Logseq is read, and written as it was`() throws {
    let files = try Fixtures.files(of: "logseq")
    let (items, left) = try Self.read(files)
    let journals = files.filter { $0.key.hasPrefix("journals/") && $0.key.hasSuffix(".md") }
    let entries = items.filter { if case .entry = $0.content { true } else { false } }
    #expect(journals.count == 30 && entries.count == 30)
    #expect(items.count - entries.count == 4)
    // grep -cE '^- (TODO|DOING|DONE|LATER|NOW|WAITING) ' finds the same four.
    #expect(
      left.counts[.page] == files.keys.count { $0.hasPrefix("pages/") && $0.hasSuffix(".md") })
    #expect(Self.written(items, in: files) == journals)
  }

  @Test(.enabled(if: Fixtures.areThere, "\(Fixtures.missing)"))
  func `notes of Joplin that have a date are read, and written as they were`() throws {
    let files = try Fixtures.files(of: "joplin")
    let (items, left) = try Self.read(files)
    // Seven of twenty files have a title and a date, or are to-dos.
    #expect(files.count == 20 && items.count == 7 && left.counts[.page] == 13)
    let names = Set(items.compactMap { $0.field(".file")?.string })
    #expect(Self.written(items, in: files) == files.filter { names.contains($0.key) })
  }
}

/// Files that other programs wrote.
enum Fixtures {
  static let areThere = Recordings.areThere("exchange")

  /// The comment of a test that is skipped.
  static let missing = Recordings.missing("exchange")

  /// The texts of the files in a folder, by their paths.
  static func files(of name: String) throws -> [String: String] {
    let root = try Recordings.folder("exchange/\(name)")
    var files: [String: String] = [:]
    var folders = [""]
    while let folder = folders.popLast() {
      for entry in try File.entries(of: "\(root)/\(folder)") {
        let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
        if entry.kind == .folder {
          folders.append(path)
        } else if !entry.name.hasPrefix(".") {
          files[path] = String(decoding: try File.read("\(root)/\(path)"), as: UTF8.self)
        }
      }
    }
    return files
  }
}

@Suite struct MarkdownFuzzTests {
  @Test func `any files give items or an error`() {
    let pieces = [
      "---", "...", "title: ", "tags: [a, \"b", "- a", "- [ ] ", "- [x] t", "📅 2026-11-25",
      "🔁 every ",
      "%%{\"priority\": \"F\"}%%", "```", "# ", "- TODO ", "  SCHEDULED: <2026-11-21 Sat +1w>",
      "id:: x", "created: 2026-11-21T10:00:00Z", "completed?: yes", "회고", "\r", "\u{0}", " ", "\t",
      "commitdiary: note", "|", ">", "'", "\"", "\\", "{", "]",
    ]
    let names = [
      "2026-11-18.md", "journals/2026_11_18.md", "notes/a.md", "a.md", "to-dos.md", "x/y.md",
      "journals/2026_11_18 (2).md", "a.png",
    ]
    Fuzz.rounds(74, atLeast: 2_000) { random in
      var files: [String: String] = [:]
      if Bool.random(using: &random) { files["logseq/config.edn"] = "{}" }
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let text = (0..<Int.random(in: 0...16, using: &random))
          .map { _ in pieces.randomElement(using: &random) ?? "" }
          .joined(separator: Bool.random(using: &random) ? "\n" : "")
        files[names.randomElement(using: &random) ?? "a.md"] = text
      }
      guard let items = try? MarkdownTests.read(files).items else { return }
      // What was read is written as it was.
      let written = MarkdownTests.written(items, in: files)
      for (path, text) in written where files[path] != nil {
        #expect(text.utf8.elementsEqual(files[path]?.utf8 ?? "".utf8), "\(path) \(files)")
      }
    }
  }
}
