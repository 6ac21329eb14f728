import Diary
import JSON
import TestSupport
import Testing

@testable import Exchange

/// Reading and writing the text file and the folders of jrnl.
@Suite struct JrnlTests {
  private static let hours = [-11, -3, 0, 9, 14]
  private static let now = Moment(Instant(secondsSince1970: 1_764_000_000), offset: 0)

  private static func time(_ hours: Int = 9) -> CivilTime {
    CivilTime { _ in hours * 3600 }
  }

  private func read(
    _ source: Source, in time: CivilTime = time()
  ) throws -> (items: [Item], errors: [ExchangeError], left: LeftOut) {
    var reader = try FormatReader<JrnlFormat>(source, time: time, now: Self.now)
    var (items, errors) = ([Item](), [ExchangeError]())
    while true {
      do {
        guard let item = try reader.next() else { break }
        items.append(item)
      } catch let error as ExchangeError {
        errors.append(error)
      }
    }
    return (items, errors, reader.left)
  }

  private func items(_ text: String, in time: CivilTime = time()) throws -> [Item] {
    let result = try read(Source(name: "journal.txt", Array(text.utf8)), in: time)
    #expect(result.errors.isEmpty)
    return result.items
  }

  private func entries(_ text: String) throws -> [EntryItem] {
    try items(text).compactMap { if case .entry(let entry) = $0.content { entry } else { nil } }
  }

  private func written(_ items: [Item]) -> String {
    var writer = JrnlWriter()
    return writer.beginning + items.compactMap { writer.text(of: $0) }.joined() + writer.end
  }

  private func item(
    _ title: String, _ body: String = "", tags: [String] = [], day: String = "2026-11-21",
    time: String? = "17:04", weather: DayWeather? = nil
  ) -> Item {
    Item(
      .entry(
        EntryItem(
          day: Day(iso: day)!, time: time.flatMap { TimeOfDay(iso: $0) },
          text: Text(title: title, body: body, tags: tags), weather: weather)))
  }

  /// Writes the items, reads them, and writes them again.
  private func expectSame(_ items: [Item], in time: CivilTime = time()) throws {
    let text = written(items)
    let again = try self.items(text, in: time)
    #expect(again.count == items.count)
    for (old, new) in zip(items, again) {
      guard case .entry(let old) = old.content, case .entry(let new) = new.content else { continue }
      #expect(new.day == old.day && new.time == old.time)
      #expect(new.text.title.utf8.elementsEqual(old.text.title.utf8))
      #expect(new.text.body.utf8.elementsEqual(old.text.body.utf8), "\(new.text.body)")
      #expect(Set(new.text.tags) == Set(old.text.tags))
    }
    #expect(again.allSatisfy { $0.raw == nil })
    #expect(written(again).utf8.elementsEqual(text.utf8))
  }

  @Test func `reads what jrnl writes`() throws {
    let text = """
      [2026-11-21 02:30:05 PM] Met @Dan about @OS/2. *
      The *first* line.

      [1] no entry
      [not a date] no entry either

      [2026-11-22 12:10:00 AM] A second one

      """
    let entries = try entries(text)
    #expect(entries.count == 2)
    #expect(entries[0].day == Day(iso: "2026-11-21"))
    #expect(entries[0].time == TimeOfDay(hour: 14, minute: 30))
    #expect(entries[0].text.title == "Met @Dan about @OS/2.")
    #expect(
      entries[0].text.body
        == "The *first* line.\n\n[1] no entry\n[not a date] no entry either")
    #expect(entries[0].text.tags == ["dan", "os/2", "starred"])
    #expect(
      entries[0].createdAt
        == Moment(Instant(rfc3339: "2026-11-21T14:30:05+09:00")!, offset: 9 * 3600))
    #expect(entries[1].time == TimeOfDay(hour: 0, minute: 10))
    let items = try items(text)
    #expect(items[0].field("date") == "2026-11-21 02:30:05 PM")
    #expect(items[1].place.line == 7)
    #expect(written(items) == text)
  }

  @Test(arguments: [
    ("2026-11-21 17:04", "2026-11-21", "17:04"), ("2026-11-21", "2026-11-21", nil),
    ("2026-11-21T17:04:59.5", "2026-11-21", "17:04"), ("2026/11/2 5:04pm", "2026-11-02", "17:04"),
    ("2026-11 14:23", "2026-11-01", "14:23"), ("21.11.2026 17:04", "2026-11-21", "17:04"),
    ("Sat, 21 Nov 2026 05:04 p.m.", "2026-11-21", "17:04"),
    ("November 21, 2026", "2026-11-21", nil), ("21/11/2026 17:04", "2026-11-21", "17:04"),
    ("11/21/2026 12:04 AM", "2026-11-21", "00:04"), ("03-04-2026 9:00 a.m.", "?", "09:00"),
    ("2026-02-30 17:04", nil, nil), ("2026-11-21 25:00", nil, nil), ("17:04", "-", "17:04"),
    ("yesterday", nil, nil), ("see monday", nil, nil), ("2026", nil, nil), ("12", nil, nil),
    ("1. 2. 2026", nil, nil), (".", nil, nil), ("a:b", nil, nil), ("1:2:3:4", nil, nil),
  ])
  func `knows dates`(typed: String, day: String?, time: String?) {
    let date = JrnlDate(typed)
    #expect((date == nil) == (day == nil))
    #expect(date?.isAmbiguous ?? false == (day == "?"))
    #expect(date?.day == day.flatMap { Day(iso: $0) })
    #expect(date?.time == time.flatMap { TimeOfDay(iso: $0) })
  }

  @Test func `the order of day and month is that of the file`() throws {
    let european = "[03/08/2026 12:55] a\n\n[31/12/2026 12:55] b\n"
    let items = try items(european)
    #expect(try entries(european).map(\.day) == [Day(iso: "2026-08-03"), Day(iso: "2026-12-31")])
    // The other entries of a file might be in another order.
    #expect(written(items) == "[2026-08-03 12:55] a\n\n[31/12/2026 12:55] b\n")
    #expect(
      try entries("[03/08/2026 12:55] a\n[12/31/2026 12:55] b\n").map(\.day)
        == [Day(iso: "2026-03-08"), Day(iso: "2026-12-31")])
    let unknown = "[2026-01-01 10:00] a\n[03/08/2026 12:55] b\nmore\n[04/08/2026 12:55] c\n"
    let result = try read(Source(Array(unknown.utf8)))
    #expect(result.items.count == 1)
    #expect(
      result.errors == [
        ExchangeError(.badDate(field: "date", typed: "03/08/2026 12:55"), line: 2),
        ExchangeError(.badDate(field: "date", typed: "04/08/2026 12:55"), line: 4),
      ])
  }

  @Test(arguments: [
    "[2026-11-21 17:04] Title\nbody\n\n[2026-11-22 17:04] Title\n",
    "[2026-11-21 17:04] Title\n\n\nbody  \n\n\n\n[2026-11-22 17:04] Title \nbody",
    "[2026-11-21 17:04] a\n[2026-11-21 17:05] b\n[2026-11-21 17:06] c",
    "\n\n[2026-11-21 17:04:33] Title* \n  body\n",
    "[2026-11-21 17:04] **Bold**\n\n@a @b\n", "[2026-11-21 17:04] Title\n\nbody\n@a\n",
    "[2026-11-21 17:04] Title\nbody\n\n@a @b\n", "[2026-11-21 17:04] Title\nwith @b\n\n@a @b\n",
    "[2026-11-21 17:04] Title\n@a\n\n", "[2026-11-21 17:04] Title\nbody\n\n@A\n",
    "[2026-11-21 17:04] Title\nbody\n\n@a  @b\n",
    "[2026-11-21 17:04] Title\n \\[2020-01-01 10:00] quoted\n\\\\[2020-01-01 10:00] twice\n",
  ])
  func `a file is written as it was`(text: String) throws {
    #expect(written(try items(text)) == text.drop { $0.isNewline })
  }

  @Test func `the last line has the tags that are not in the text`() throws {
    let tagged = item(
      "Title", "with #slow and @Dan", tags: ["slow", "dan", "perf", "starred", "x y"])
    let text = written([tagged])
    #expect(text == "[2026-11-21 17:04] Title *\nwith #slow and @Dan\n\n@perf @x_y\n")
    let entry = try #require(try entries(text).first)
    #expect(entry.text.body == "with #slow and @Dan")
    #expect(entry.text.tags == ["dan", "perf", "x_y", "starred"])
  }

  @Test func `a text keeps its form`() throws {
    try expectSame([item("Title", "one\n\n  two\n- three\n\n```\ncode\n```")])
    try expectSame([item("", "09:05 Found it\n\n17:30 Fixed it")])
    try expectSame([item("", "09:05 Found it")])
    try expectSame([
      item("Title", "@a @b", tags: ["a", "b"]), item("Title", "body\n\n@a", tags: ["b", "a"]),
    ])
    try expectSame([item("Only a title. With two sentences.")])
    try expectSame([
      item("Title", "[2020-01-01 10:00] quoted\n  [2020-01-01 10:00] x\n\\[yesterday] y\n[x] z")
    ])
    try expectSame([item("기록", "한국어 문장이다。\n日本語の行。", tags: ["한글"])])
    try expectSame([item("👩‍👩‍👧 🏳️‍🌈", "e\u{301} é *️⃣")])
    try expectSame([item("Title", String(repeating: "0123456789 한글\n", count: 60_000) + "end")])
  }

  @Test func `asterisks around a title are not taken for the star`() throws {
    try expectSame([item("Rated 5*", "body"), item("@a*", tags: ["a*"]), item("*Note", "body")])
    try expectSame([
      item("Rated 5*", "body", tags: ["starred"]), item("**Bold**", tags: ["starred", "perf"]),
    ])
    try expectSame([item("", "09:05 Found it  \nmore", tags: ["starred"])])
    try expectSame([item("Good day", tags: ["starred"]), item("Bad day")])
  }

  @Test(arguments: hours)
  func `days never move`(hours: Int) throws {
    try expectSame(
      [
        item("a", time: "00:00"), item("b", time: "23:59"), item("c", time: nil),
        item("d", day: "2026-03-29", time: "02:30"), item("e", day: "0001-01-01"),
      ], in: Self.time(hours))
  }

  @Test func `ten entries of one day come apart again`() throws {
    try expectSame((0..<10).map { item("Same", "text", time: "10:0\($0)") })
    try expectSame((0..<10).map { _ in item("Same", "text") })
  }

  @Test func `weather, notes and to-dos have no place`() throws {
    let text = written([
      Item(.note(NoteItem(text: Text(title: "a", body: "")))),
      item("Title", weather: DayWeather(place: "Seoul", temperature: 7)),
      Item(.toDo(NewToDo(text: "a"))),
    ])
    #expect(text == "[2026-11-21 17:04] Title\n")
  }

  @Test func `what another format has kept is not written`() throws {
    var other = item("Title")
    other.raw = "BEGIN:VJOURNAL"
    other.fields = [.init("date", "2026-11-22"), .init("uuid", "x")]
    #expect(written([other]) == "[2026-11-21 17:04] Title\n")
  }

  @Test func `an entry that was moved or changed keeps the form of its date`() throws {
    var changed = try items("[2026-11-21 05:04:10 PM] Title \n\nbody\n")[0]
    changed.raw = nil
    #expect(written([changed]) == "[2026-11-21 05:04:10 PM] Title\nbody\n")
    guard case .entry(var entry) = changed.content else { return }
    entry.day = entry.day + 1
    changed.content = .entry(entry)
    #expect(written([changed]) == "[2026-11-22 17:04] Title\nbody\n")
  }

  @Test func `line breaks of Windows and a byte order mark are left out`() throws {
    let items = try items("\u{FEFF}[2026-11-21 17:04] Title\r\nbody\r\n\r\nmore\r\n")
    #expect(written(items) == "[2026-11-21 17:04] Title\nbody\n\nmore\n")
  }

  @Test func `names what is damaged and continues after it`() throws {
    let bytes =
      Array("text before\n[2026-11-21 17:04] a\nb\n".utf8) + [0xFF, 0x0A, 0xFE, 0x0A]
      + Array("c\n[2026-11-22 17:04] d\n[2026-11-23 17:04] \n".utf8)
    let result = try read(Source(name: "journal.txt", bytes))
    #expect(result.items.map(\.place.line) == [7])
    #expect(
      result.errors == [
        ExchangeError(.badLine(typed: "text before"), line: 1),
        ExchangeError(.notUTF8, line: 4),
      ])
    #expect(result.left.counts == [.unknown: 1])
  }

  @Test func `refuses other files`() throws {
    for text in ["", "{\"tags\":{},\"entries\":[]}", "text\n[see you monday] text\n", "[12] text"] {
      let result = try read(Source(Array(text.utf8)))
      #expect(result.items.isEmpty)
      #expect(result.errors == [ExchangeError(.otherFormat)])
    }
    let folder = Source(name: "a", files: [SourceFile(path: "2026/13/01.txt", [])], isFolder: true)
    #expect(throws: ExchangeError(.otherFormat)) { try read(folder) }
  }

  @Test func `reads a folder with a file for each day`() throws {
    func file(_ path: String, _ text: String) -> SourceFile {
      SourceFile(path: path, Array(text.utf8))
    }
    let folder = Source(
      name: "work",
      files: [
        file("2026/11/21.txt", "[2026-11-21 05:04:00 PM] a\n\n[2026-11-21 06:04:00 PM] b\n"),
        file("2026/11/22.txt", "[17:04] c\n"), file("2026/11/23.txt", "no entry"),
        file("2026/11/x.txt", "[2026-11-21 17:04] x\n"), file("2026/02/30.txt", ""),
      ], isFolder: true)
    #expect(JrnlFormat.recognizes(folder, beginning: ""))
    let result = try read(folder)
    #expect(
      written(result.items)
        == "[2026-11-21 05:04:00 PM] a\n\n[2026-11-21 06:04:00 PM] b\n\n[2026-11-22 17:04] c\n")
    #expect(
      result.errors == [
        ExchangeError(
          .badLine(typed: "no entry"), at: ItemPlace(file: "2026/11/23.txt", line: 1))
      ])
    #expect(result.left.names == [.file: ["2026/11/x.txt", "2026/02/30.txt"]])
  }

  @Test func `recognizes its files and no others`() {
    func isOurs(_ beginning: String) -> Bool {
      JrnlFormat.recognizes(Source([]), beginning: beginning)
    }
    #expect(isOurs("\n[2026-11-21 17:04] Title"))
    #expect(isOurs("[03/08/2026 12:55] Title"))
    #expect(isOurs("\u{FEFF}[2026-11-21 17:04] Title"))
    for text in [
      "", "{\"entries\":[]}", "{\"tags\":{},", "JRNLv3 ", "- [x] done", "[1] note",
      "[2026-11-21](a.md)", "# Title", "2026-11-21 task", "[{\"uuid\":1}]",
      "---\ndate: 2026-11-21\n---\n", "[yesterday] a",
    ] {
      #expect(!isOurs(text), "\(text)")
    }
  }

  /// The files of jrnl's own tests. The numbers are those of jrnl 4.6, which takes a text without
  /// dates and an encrypted file for an entry.
  @Test(
    .enabled(if: Recordings.areThere("exchange"), "\(Recordings.missing("exchange"))"),
    arguments: [
      ("basic_onefile", 3), ("brackets", 1), ("deletion", 3), ("deletion_filters", 5),
      ("markdown-headings-335", 1), ("mostlyreadabledates", 3), ("multiline-tags", 1),
      ("multiline", 1), ("simple", 2), ("tags-216", 1), ("tags", 2),
    ])
  func `reads and writes the files of jrnl`(name: String, count: Int) throws {
    let bytes = try Recordings.bytes("exchange", "jrnl/\(name).journal")
    let result = try read(Source(name: "\(name).journal", bytes))
    #expect(result.items.count == count)
    #expect(result.errors.isEmpty)
    #expect(Array(written(result.items).utf8) == bytes)
    #expect(
      JrnlFormat.recognizes(
        Source(bytes), beginning: String(decoding: bytes, as: UTF8.self)))
  }

  @Test(
    .enabled(if: Recordings.areThere("exchange"), "\(Recordings.missing("exchange"))"),
    arguments: [
      "basic_encrypted", "encrypted", "encrypted_v3", "encrypted_v3_legacy_header",
      "encrypted_jrnl-1-9-5", "unreadabledates", "work", "simple_jrnl-1-9-5",
    ])
  func `refuses what it cannot read of jrnl`(name: String) throws {
    let bytes = try Recordings.bytes("exchange", "jrnl/\(name).journal")
    let source = Source(bytes)
    guard !name.contains("encrypted") || name.contains("1-9-5") else {
      let beginning = String(decoding: bytes, as: UTF8.self)
      #expect(source.refusal(beginning: beginning) == ExchangeError(.encrypted))
      return
    }
    #expect(try read(source).errors.count == 1)
  }
}
