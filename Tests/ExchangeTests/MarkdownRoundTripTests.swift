import Diary
import JSON
import TestSupport
import Testing

@testable import Exchange

/// Items of any origin that are written to a folder of Markdown and read again.
@Suite struct MarkdownRoundTripTests {
  private static let seoul = CivilTime { _ in 9 * 3600 }
  private static let now = Moment.test("2026-11-21T18:00:00+09:00")
  private static let day = Day(iso: "2026-11-18") ?? Day(number: 0)

  private static func source(_ files: [String: String]) -> Source {
    Source(
      name: "folder",
      files: files.sorted { $0.key < $1.key }.map { SourceFile(path: $0, Array($1.utf8)) },
      isFolder: true)
  }

  private static func read(_ files: [String: String]) throws -> (items: [Item], left: LeftOut) {
    var reader = try FormatReader<MarkdownFormat>(source(files), time: seoul, now: now)
    var items: [Item] = []
    while let item = try reader.next() { items.append(item) }
    return (items, reader.left)
  }

  /// A new folder with the items, or the days of a folder.
  private static func written(
    _ items: [Item], in files: [String: String]? = nil
  ) -> [String: String] {
    let settings = files == nil ? MarkdownFolder.settings(for: items, in: source([:])) : nil
    let folder = MarkdownFolder(time: seoul, in: files.map(source), settings: settings)
    var days: [Day?: (entries: [Item], toDos: [Item])] = [:]
    var written: [MarkdownFile] = []
    if let settings { written.append(settings) }
    for item in items {
      switch item.content {
      case .entry(let entry): days[entry.day, default: ([], [])].entries.append(item)
      case .toDo(let toDo): days[toDo.day, default: ([], [])].toDos.append(item)
      case .note: written += folder.file(ofNote: item).map { [$0] } ?? []
      }
    }
    for (day, items) in days {
      written += folder.dayFiles(of: day, entries: items.entries, toDos: items.toDos).map(\.file)
    }
    return Dictionary(uniqueKeysWithValues: written.map { ($0.path, $0.text) })
  }

  private static func entry(_ title: String, _ body: String = "", on day: Day = day) -> Item {
    Item(.entry(EntryItem(day: day, text: Text(title: title, body: body))))
  }

  private static func contents(_ items: [Item]) -> Set<Item.Content> {
    Set(items.map(\.content))
  }

  // MARK: Places

  @Test func `a changed task without an ID stays where it was in a folder without settings`() throws
  {
    let files = ["2026-11-18.md": "# Title\n\n- [ ] one\n- [ ] two\n\nText after.\n"]
    var items = try Self.read(files).items
    guard case .toDo(var toDo) = items[1].content else {
      Issue.record("no to-do")
      return
    }
    toDo.details.text = "one, changed"
    items[1].content = .toDo(toDo)
    items[1].raw = nil
    #expect(
      Self.written(items, in: files) == [
        "2026-11-18.md": "# Title\n\n- [ ] one, changed\n- [ ] two\n\nText after.\n"
      ])
  }

  @Test func `a task of another day does not take the place of one`() throws {
    let files = [
      "2026-11-17.md": "# Before\n\n- [ ] zero\n\nText.\n",
      "2026-11-18.md": "# Title\n\n- [ ] one\n\nText after.\n",
    ]
    var items = try Self.read(files).items
    let index = try #require(
      items.firstIndex {
        if case .toDo(let toDo) = $0.content { toDo.text == "zero" } else { false }
      })
    guard case .toDo(var toDo) = items[index].content else { return }
    toDo.day = Self.day
    items[index].content = .toDo(toDo)
    #expect(
      Self.written(items, in: files) == [
        "2026-11-17.md": "# Before\n\nText.\n",
        "2026-11-18.md": "# Title\n\n- [ ] one\n\nText after.\n\n- [ ] zero\n",
      ])
  }

  // MARK: Folders of several programs

  @Test func `own days and notes are beside those of Logseq and Joplin`() throws {
    let logseq = ["logseq/config.edn": "{}", "journals/2026_11_17.md": "- TODO one\n- a block\n"]
    let joplin = [
      "Work/A note.md": "---\ntitle: A note\ncreated: 2026-11-16 10:00\n---\n\nText\n"
    ]
    let note = Item(.note(NoteItem(text: Text(title: "Why", body: "Because"))), key: "abcd1234")
    let toDo = Item(.toDo(NewToDo(text: "some day")), key: "k1")
    for files in [logseq, joplin] {
      let items = try Self.read(files).items + [Self.entry("Own", "text"), note, toDo]
      let folder = Self.written(items)
      let (again, left) = try Self.read(folder)
      #expect(Self.contents(again) == Self.contents(items), "\(folder.keys.sorted())")
      #expect(left.isEmpty)
    }
  }

  @Test func `a day beside the journals of Logseq has its own file`() throws {
    let files = [
      "logseq/config.edn": "{}", "journals/2026_11_18.md": "- a block\n",
      "2026-11-18.md": "# Own\n\n- [ ] one\n",
    ]
    let items = try Self.read(files).items
    #expect(
      Self.written(items, in: files) == files.filter { $0.key != "logseq/config.edn" })
  }

  @Test func `a page with the name of the file of to-dos stays a page`() throws {
    let files = ["to-dos.md": "---\ntags: [x]\n---\nText\n- [ ] one\n", "2026-11-18.md": "Text\n"]
    let (items, left) = try Self.read(files)
    #expect(items.count == 1)
    #expect(left.names[.page] == ["to-dos.md"])
  }

  @Test func `hidden folders are not counted`() throws {
    let files = [
      ".git/objects/aa": "", ".trash/old.md": "Old", ".trash/shot.png": "", "a/.hidden/x.md": "x",
      ".obsidian/app.json": "{}", "2026-11-18.md": "Text\n",
    ]
    let (items, left) = try Self.read(files)
    #expect(items.count == 1 && left.isEmpty)
  }

  @Test func `a to-do of Joplin that is done stays done without a date`() throws {
    let files = ["Task.md": "---\ntitle: Task\ncompleted?: yes\n---\n\nThis is a text.\n"]
    let (items, left) = try Self.read(files)
    guard case .toDo(let toDo)? = items.first?.content else {
      Issue.record("no to-do")
      return
    }
    #expect(toDo.doneAt == Self.now)
    #expect(left.names[.unknown] == ["Task.md"])
    #expect(Self.written(items, in: files) == files)
  }

  @Test func `new days of a folder of Logseq are journals`() throws {
    let files = ["logseq/config.edn": "{}", "journals/2026_11_17.md": "- TODO one\n- a block\n"]
    let toDo = Item(.toDo(NewToDo(text: "new", day: Self.day)))
    let items = try Self.read(files).items + [Self.entry("Own", "text"), toDo]
    let folder = Self.written(items, in: files)
    #expect(folder["journals/2026_11_18.md"] == "Own\ntext\n- TODO new\n")
    #expect(folder["journals/2026_11_17.md"] == files["journals/2026_11_17.md"])
    let again = try Self.read(folder.merging(files) { new, _ in new }).items
    #expect(Self.contents(again) == Self.contents(items))
  }

  // MARK: Texts

  @Test(arguments: [
    ("Title", "```\n- [ ] code without an end"), ("", "- [ ] one\n- [x] two"), ("09:05 tea", "x"),
    ("", "---\ntitle: x\n---\n"), ("# one", "\n\nblank lines\n\n"), ("a", "%%{}%%\n- [-] no\n"),
    ("", "first\nsecond"), ("", "09:05 tea\n\n10:00 milk"), ("yes", "- [ ] a\n  - [ ] b"),
    ("", "    - [ ] indented"), ("- [ ] t", ""), ("e\u{301}", "é 日記 👩‍👩‍👧"), ("", "\u{FEFF}mark"),
  ])
  func `any text has its to-dos beside it`(title: String, body: String) throws {
    var done = NewToDo(text: "done #tag", day: Self.day)
    (done.doneAt, done.doneOn) = (Self.seoul.noon(of: Self.day), Self.day)
    let toDos = [Item(.toDo(done), key: "a"), Item(.toDo(NewToDo(text: "open", day: Self.day)))]
    for toDos in [[], toDos] {
      let items = [Self.entry(title, body)] + toDos
      let folder = Self.written(items)
      let read = try Self.read(folder).items
      #expect(Self.contents(read) == Self.contents(items), "\(folder)")
      guard case .entry(let entry)? = read.first?.content else { continue }
      #expect(entry.text.title.utf8.elementsEqual(title.utf8))
      #expect(entry.text.body.utf8.elementsEqual(body.utf8))
    }
  }

  @Test func `ten entries of one day stay apart, with their times`() throws {
    let items = (0..<10).map { hour in
      Item(
        .entry(
          EntryItem(
            day: Self.day, time: TimeOfDay(hour: hour, minute: 5),
            text: Text(title: "Title", body: "text"))))
    }
    let read = try Self.read(Self.written(items)).items
    #expect(read.count == 10 && Self.contents(read) == Self.contents(items))
  }

  @Test(arguments: ["+00:00", "+09:00", "-07:00", "+05:45", "+14:00"])
  func `a day does not move`(zone: String) throws {
    let moment = Moment.test("2026-11-18T23:30:00\(zone)")
    let item = Item(
      .entry(
        EntryItem(
          day: Self.day, time: moment.time, text: Text(title: "Late", body: ""),
          createdAt: moment)))
    #expect(try Self.contents(Self.read(Self.written([item])).items) == [item.content])
  }

  @Test func `a text of 1 MB and many tasks are read in reasonable time`() throws {
    let body = String(repeating: "A line of the text, 日記.\n", count: 40_000)
    let long = Self.entry("Long", body)
    #expect(try Self.contents(Self.read(Self.written([long])).items) == [long.content])
    let tasks = String(repeating: "- [ ] one more\n", count: 20_000)
    #expect(try Self.read(["2026-11-18.md": tasks]).items.count == 20_000)
  }

  // MARK: To-dos

  @Test func `random to-dos are read as they were written`() throws {
    let words = [
      "call", "#home", "📅", "2026-11-25", "⏫", "🔁 every day", "%%{}%%", "^ab", "🆔 x", "회고",
      "[#A]", "x", "%%", "#1", "✅", "TODO", "[[a]]", "👩‍👧", "⏳️", "🔁 every moon",
    ]
    let rules: [Recurrence.Rule] = [
      .day, .days(3), .week, .weeks(2), .month, .months(5), .year, .months(24), .weekday,
      .weekdays([.monday, .thursday]), .weekdayOfMonth(2, .friday), .weekdayOfMonth(-1, .sunday),
    ]
    try Fuzz.rounds(75, atLeast: 500) { (random: inout Seeded) throws in
      func some<T>(_ value: @autoclosure () -> T?) -> T? {
        Bool.random(using: &random) ? value() : nil
      }
      let text = (0..<Int.random(in: 1...5, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
      let day = Self.day + Int.random(in: 0...3, using: &random)
      var details = ToDo.Details(text: text)
      details.tags = Tag.names(
        ["perf", "two words", "1st", "a/b", "회고"].filter { _ in Bool.random(using: &random) },
        notIn: text)
      details.due = some(Self.day + 9)
      let letter = ["A", "B", "C", "D", "E", "F", "Z"].randomElement(using: &random) ?? "A"
      details.priority = some(ToDo.Priority(letter))
      if let rule = rules.randomElement(using: &random), Bool.random(using: &random) {
        let isFirst = Bool.random(using: &random)
        details.recurrence = Recurrence(
          every: rule, from: isFirst ? day : day - 7, due: isFirst ? details.due : nil)
      }
      var toDo = NewToDo(details, day: day, createdAt: some(Self.seoul.noon(of: day)))
      if Bool.random(using: &random) {
        (toDo.doneAt, toDo.doneOn) = (Self.seoul.noon(of: day + 1), day + 1)
      }
      let key = ["abc-1", "a b", "%%{", "é"].randomElement(using: &random)
      let item = Item(.toDo(toDo), key: some(key))
      let folder = Self.written([item])
      let read = try Self.read(folder).items
      guard case .toDo(var known)? = read.first?.content else {
        Issue.record("no to-do: \(folder)")
        return
      }
      #expect(Set(known.details.tags) == Set(details.tags), "\(folder)")
      known.details.tags = details.tags
      #expect(known == toDo, "\(folder)")
      #expect(read.first?.key == item.key && read.count == 1, "\(folder)")
    }
  }

  // MARK: Names of days

  @Test(arguments: [
    ("YYYY-MM-DD", "2026-11-18"), ("YYYY/MMMM/YYYY-MMM-DD", "2026/November/2026-Nov-18"),
    ("[Log] dddd, MMMM Do YYYY", "Log Wednesday, November 18th 2026"), ("YYYYMMDD", "20261118"),
    ("D.M.YY", "18.11.26"), ("YYYY/[W]ww/YYYY-DDDD", "2026/W47/2026-322"),
  ])
  func `names of days follow the format of Moment`(format: String, name: String) {
    #expect(DayFormat(moment: format).day(of: name) == Self.day)
    #expect(DayFormat(moment: format).day(of: name + " (2)") == Self.day)
    #expect(DayFormat(moment: format).day(of: name + " x") == nil)
    #expect(format.contains("ww") || DayFormat(moment: format).name(of: Self.day) == name)
  }

  @Test func `a folder and a file of different months are no day`() {
    #expect(DayFormat(moment: "YYYY/MM/YYYY-MM-DD").day(of: "2026/12/2026-11-18") == nil)
  }
}
