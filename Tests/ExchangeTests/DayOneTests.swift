import Diary
import JSON
import TestSupport
import Testing

@testable import Exchange

/// Reading and writing the JSON of Day One, and reading the entries of Day One Classic.
@Suite struct DayOneTests {
  private static let now = Moment(Instant(secondsSince1970: 1_764_000_000), offset: 0)
  private static let zones = [
    "Pacific/Niue": -11, "America/Bogota": -5, "UTC": 0, "Asia/Seoul": 9,
    "Pacific/Kiritimati": 14, "Europe/Dublin": 1, "Europe/London": 1,
  ]

  private static func time(_ hours: Int = 9) -> CivilTime {
    CivilTime(
      offset: { _ in hours * 3600 },
      zone: { name in
        guard let hours = zones[name] else { return nil }
        return { _ in hours * 3600 }
      })
  }

  private func read(
    _ source: Source, in time: CivilTime = time()
  ) throws -> (items: [Item], errors: [ExchangeError], left: LeftOut) {
    var reader = try FormatReader<DayOneFormat>(source, time: time, now: Self.now)
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

  private func source(_ entries: String, name: String = "Travel.json") -> Source {
    Source(name: name, Array(#"{"metadata":{"version":"1.0"},"entries":[\#(entries)]}"#.utf8))
  }

  private func entry(_ item: Item) throws -> EntryItem {
    guard case .entry(let entry) = item.content else { throw ExchangeError(.noItem) }
    return entry
  }

  private func written(
    _ items: [Item], in time: CivilTime = time(), zone: String? = "Asia/Seoul"
  ) -> String {
    var writer = DayOneWriter(time: time, zone: zone)
    return writer.beginning + items.compactMap { writer.text(of: $0) }.joined() + writer.end
  }

  /// The entries of a journal, with their members in the order of their names.
  private func members(_ text: String) throws -> [[JSONValue.Member]] {
    let entries = try JSONParser.parse(Array(text.utf8))["entries"]?.array ?? []
    return entries.map { ($0.object ?? []).sorted { $0.name < $1.name } }
  }

  private func item(
    _ title: String, _ body: String = "", tags: [String] = [], day: String = "2026-11-21",
    time: String? = "17:04", weather: DayWeather? = nil, created: String? = nil, key: String? = nil
  ) -> Item {
    Item(
      .entry(
        EntryItem(
          day: Day(iso: day)!, time: time.flatMap { TimeOfDay(iso: $0) },
          text: Text(title: title, body: body, tags: tags),
          createdAt: created.flatMap { Moment(rfc3339: $0) }, weather: weather)), key: key)
  }

  /// Writes the items, reads them, and writes them again.
  private func expectSame(
    _ items: [Item], in time: CivilTime = time(), zone: String? = "Asia/Seoul"
  ) throws {
    let text = written(items, in: time, zone: zone)
    let again = try read(Source(name: "Journal.json", Array(text.utf8)), in: time)
    #expect(again.errors.isEmpty && again.items.count == items.count)
    for (old, new) in zip(items, again.items) {
      let (old, new) = (try entry(old), try entry(new))
      #expect(new.day == old.day && new.time == old.time)
      #expect(new.text.isIdentical(to: old.text), "\(new.text)")
    }
    #expect(written(again.items, in: time, zone: zone) == text)
  }

  private static let long = #"""
    {"uuid":"0123456789ABCDEF0123456789ABCDEF","creationDate":"2026-11-20T15:30:00Z",
    "modifiedDate":"2026-11-20T16:00:00Z","timeZone":"Asia\/Seoul","isAllDay":false,"starred":true,
    "isPinned":false,"text":"# A walk\\.\n\nBy the river \\(long\\)\\!\n\n```\na\\.b\n```\n`c\\.d`",
    "richText":"{\"contents\":[]}","tags":["Outside","long walk"],"editingTime":12.5,
    "location":{"localityName":"Seoul","placeName":"Han","latitude":37.5,"longitude":127},
    "weather":{"temperatureCelsius":7.5,"conditionsDescription":"Partly Cloudy","windBearing":90},
    "photos":[{"identifier":"A","md5":"ab","type":"jpeg"},{"filename":"IMG_1.HEIC"}],
    "videos":[{"md5":"cd","type":"mp4"}],"audios":[{"md5":"ef","format":"aac"}],
    "pdfAttachments":[{"pdfName":"Map"}],"unknown":{"a":[1,2.5,null]}}
    """#

  @Test func `reads an entry`() throws {
    let result = try read(source(Self.long))
    #expect(result.errors.isEmpty)
    let item = try #require(result.items.first)
    let entry = try entry(item)
    #expect(item.key == "0123456789ABCDEF0123456789ABCDEF")
    #expect(item.field("journal") == "Travel")
    #expect(entry.day == Day(iso: "2026-11-21"))
    #expect(entry.time == TimeOfDay(hour: 0, minute: 30))
    #expect(entry.text.title == "A walk.")
    #expect(entry.text.body == "By the river (long)!\n\n```\na\\.b\n```\n`c\\.d`")
    #expect(entry.text.tags == ["Outside", "long walk", "starred"])
    #expect(entry.createdAt == Moment(Instant(rfc3339: "2026-11-20T15:30:00Z")!, offset: 32_400))
    #expect(entry.updatedAt?.instant == Instant(rfc3339: "2026-11-20T16:00:00Z"))
    #expect(entry.weather == DayWeather(place: "Seoul", temperature: 7.5, code: 2))
    #expect(result.left.counts == [.photo: 2, .video: 1, .audio: 1, .file: 1])
    #expect(
      result.left.names == [
        .photo: ["ab.jpeg", "IMG_1.HEIC"], .video: ["cd.mp4"], .audio: ["ef.aac"], .file: ["Map"],
      ])
  }

  @Test func `an entry is written as it was, field by field`() throws {
    let source = source(Self.long)
    let items = try read(source).items
    #expect(
      try members(written(items))
        == members(String(decoding: source.files[0].bytes(), as: UTF8.self)))
  }

  @Test func `only what has changed is written anew`() throws {
    var item = try read(source(Self.long)).items[0]
    var changed = try entry(item)
    changed.text.body = "By the lake. C:\\.x"
    changed.text.tags = ["Outside"]
    changed.updatedAt = Moment(rfc3339: "2026-11-22T10:00:00+09:00")
    item.content = .entry(changed)
    let value = JSONValue.object(try members(written([item]))[0])
    #expect(value["text"] == "# A walk.\n\nBy the lake. C:\\\\.x")
    #expect(value["richText"] == nil)
    #expect(value["tags"] == ["Outside"])
    #expect(value["starred"] == false)
    #expect(value["modifiedDate"] == "2026-11-22T01:00:00Z")
    #expect(value["creationDate"] == "2026-11-20T15:30:00Z")
    #expect(value["photos"]?.array?.count == 2)
    changed.day = changed.day + 1
    item.content = .entry(changed)
    #expect(
      JSONValue.object(try members(written([item]))[0])["creationDate"] == "2026-11-21T15:30:00Z")
  }

  @Test(arguments: [
    ("New", "New\n\nbody"), ("09:05 New", "# 09:05 New\n\nbody"), ("# New", "# # New\n\nbody"),
  ])
  func `a title that was no heading becomes none`(title: String, text: String) throws {
    let old = #"{"creationDate":"2026-11-21T00:00:00Z","text":"Old\nbody"}"#
    var item = try read(source(old)).items[0]
    var changed = try entry(item)
    changed.text.title = title
    item.content = .entry(changed)
    let value = JSONValue.object(try members(written([item]))[0])
    #expect(value["text"] == .string(text))
    let again = try read(Source(Array(written([item]).utf8)))
    #expect(try entry(again.items[0]).text == changed.text)
  }

  @Test(arguments: [
    ("2024-04-16T23:00:00Z", "Europe/Dublin", true, "2024-04-17", nil),
    ("2026-11-21T10:30:00Z", "Pacific/Niue", false, "2026-11-20", "23:30"),
    ("2026-11-21T10:30:00Z", "Pacific/Kiritimati", false, "2026-11-22", "00:30"),
    ("2026-11-21T23:30:00Z", "America/Bogota", false, "2026-11-21", "18:30"),
    ("2026-11-21T23:30:00.250Z", "UTC", false, "2026-11-21", "23:30"),
    ("2026-11-21T23:30:00Z", "", false, "2026-11-22", "08:30"),
    ("2026-11-21T23:30:00Z", "Mars/Base", false, "2026-11-22", "08:30"),
  ])
  func `the day is that of the entry's own zone`(
    date: String, zone: String, isAllDay: Bool, day: String, time: String?
  ) throws {
    let text =
      #"{"creationDate":"\#(date)","timeZone":"\#(zone)","isAllDay":\#(isAllDay),"text":"a"}"#
    let result = try read(source(text))
    let entry = try entry(try #require(result.items.first))
    #expect(entry.day == Day(iso: day))
    #expect(entry.time == time.flatMap { TimeOfDay(iso: $0) })
    #expect(result.left.counts == (zone == "Mars/Base" ? [.unknownZone: 1] : [:]))
    #expect(try members(written(result.items)) == members("{\"entries\":[\(text)]}"))
  }

  @Test func `finds the text and what has none`() throws {
    let result = try read(
      source(
        #"""
        {"uuid":"A","creationDate":"2026-11-21T00:00:00Z"},
        {"uuid":"B","creationDate":"2026-11-21T00:00:00Z","photos":[{"identifier":"x"}]},
        {"uuid":"C","creationDate":"2026-11-21T00:00:00Z","text":null,
         "richText":"{\"contents\":[{\"text\":\"Rich\\n\"},{\"text\":\"text.\"}]}"},
        {"uuid":"D","creationDate":"2026-11-21T00:00:00Z",
         "text":"![](dayone-moment:\/\/AB)\n\nBelow the photo"},
        {"uuid":"E","creationDate":"2026-11-21T00:00:00Z","text":"09:05 Found it\nmore"}
        """#))
    #expect(result.errors.isEmpty)
    let texts = try result.items.map { try entry($0).text }
    #expect(
      texts == [
        Text(title: "", body: ""), Text(title: "Rich", body: "text."),
        Text(title: "", body: "![](dayone-moment://AB)\n\nBelow the photo"),
        Text(title: "", body: "09:05 Found it\nmore"),
      ])
    #expect(result.left.counts == [.photo: 1, .unknown: 1])
    #expect(result.left.names[.unknown] == ["A"])
    let again = try read(Source(Array(written(result.items).utf8)))
    #expect(try again.items.map { try entry($0).text } == texts)
  }

  @Test func `names what is damaged and continues after it`() throws {
    let result = try read(
      source(
        #"""
        {"text":"no date"},
        {"creationDate":"2026-02-30T00:00:00Z","text":"a"},
        {"creationDate":"2026-11-21T00:00:00Z","text":{}},
        {"creationDate":"2026-11-21T00:00:00Z","text":"a\u0000b"},
        {"creationDate":"9999-12-31T23:00:00Z","text":"a"},
        {"creationDate":7,"text":"a"},
        "text", {"creationDate":"2026-11-21T00:00:00Z","text":"good"}, {"text":
        """#))
    #expect(try result.items.map { try entry($0).text.title } == ["good"])
    #expect(
      result.errors.map(\.reason) == [
        .missing(field: "creationDate"),
        .badDate(field: "creationDate", typed: "2026-02-30T00:00:00Z"), .missing(field: "text"),
        .hasNUL, .badDate(field: "creationDate", typed: "9999-12-31T23:00:00Z"),
        .missing(field: "creationDate"), .noItem, .notJSON, .notJSON,
      ])
    #expect(result.errors.map(\.place.line) == [1, 2, 3, 4, 5, 6, 7, 7, 7])
    for text in ["", "{}", "[]", "[{\"uuid\":1}]", "{\"a\":[{}]}"] {
      #expect(try read(Source(Array(text.utf8))).errors == [ExchangeError(.otherFormat)])
    }
    #expect(try read(source("")).errors.isEmpty)
  }

  @Test func `reads every journal of an archive`() throws {
    let journal = try source(Self.long).files[0].bytes()
    let files = [
      SourceFile(path: "Travel.json", journal), SourceFile(path: "Work.json", journal),
      SourceFile(path: "other.json", Array("[]".utf8)), SourceFile(path: "photos/ab.jpeg", [1]),
      SourceFile(path: "read.me", [1]),
    ]
    let archive = Source(name: "Export.zip", files: files, isFolder: true)
    #expect(DayOneFormat.recognizes(archive, beginning: ""))
    let result = try read(archive)
    #expect(result.items.map { $0.field("journal") } == ["Travel", "Work"])
    #expect(result.items.map(\.place.file) == ["Travel.json", "Work.json"])
    #expect(result.left.names[.file] == ["other.json", "read.me", "Map"])
    let others = Source(name: "a", files: Array(files.dropFirst(2)), isFolder: true)
    #expect(!DayOneFormat.recognizes(others, beginning: ""))
    #expect(throws: ExchangeError(.otherFormat)) { try read(others) }
  }

  @Test func `writes entries of the journal`() throws {
    let weather = DayWeather(place: "Seoul", temperature: 7.5, low: 2, code: 61)
    let text = written([
      item(
        "Title", "body", tags: ["perf", "Starred"], weather: weather,
        created: "2026-11-21T17:04:33+09:00", key: "63647279-0000-8000-8abc-def012345678"),
      item("", "09:05 Found it", time: nil), item("Same"), item("Same"),
      Item(.note(NoteItem(text: Text(title: "a", body: "")))), Item(.toDo(NewToDo(text: "a"))),
    ])
    let first = """
      {"metadata":{"version":"1.0"},"entries":[
      {"uuid":"63647279000080008ABCDEF012345678","timeZone":"Asia/Seoul",\
      "creationDate":"2026-11-21T08:04:33Z","isAllDay":false,"text":"# Title\\n\\nbody",\
      "starred":true,"tags":["perf"],\
      "weather":{"temperatureCelsius":7.5,"conditionsDescription":"Light Rain"}},

      """
    #expect(text.hasPrefix(first))
    let entries = try members(text).map { JSONValue.object($0) }
    #expect(entries.count == 4)
    #expect(entries[1]["creationDate"] == "2026-11-20T15:00:00Z")
    #expect(entries[1]["isAllDay"] == true)
    #expect(entries[1]["text"] == "09:05 Found it")
    let ids = entries.compactMap { $0["uuid"]?.string }
    #expect(Set(ids).count == 4)
    #expect(ids.allSatisfy { $0.utf8.count == 32 && $0.utf8.allSatisfy(\.isHexDigit) })
    #expect(written([item("Same"), item("Same")]).contains(ids[3]))
  }

  @Test func `what another format has kept is not written`() throws {
    var other = item("Title")
    other.raw = "BEGIN:VJOURNAL"
    other.fields = [.init("tags", "x"), .init("X-A", "b"), .init("location", "Seoul")]
    #expect(
      try members(written([other])).map { $0.map(\.name) } == [
        ["creationDate", "isAllDay", "starred", "text", "timeZone", "uuid"]
      ])
  }

  @Test func `a text keeps its form`() throws {
    try expectSame([
      item("Title", "one\n\n  two\n- three\n\n```\ncode \\.\n```", tags: ["a", "b c"])
    ])
    try expectSame([item("Title", #"C:\.x \\ \` \a `\.` \"# + "\n\\!\n  ```\n\\.\n```\n\\.")])
    try expectSame([item("", "09:05 Found it\n\n17:30 Fixed it"), item("Only a title")])
    try expectSame([item("# Title", "#tag"), item("#tag", "# Heading")])
    try expectSame([item("기록", "한국어 문장이다。\n日本語の行。", tags: ["한글", "starred"])])
    try expectSame([item("👩‍👩‍👧 🏳️‍🌈", "e\u{301} é\r\nnext\u{200B}")])
    try expectSame([item("Title", String(repeating: "0123456789 \\. 한글\n", count: 60_000) + "end")])
  }

  @Test(arguments: zones.keys.sorted())
  func `days never move`(zone: String) throws {
    let items = [
      item("a", time: "00:00"), item("b", time: "23:59"), item("c", time: nil),
      item("d", created: "2026-11-21T17:04:33-08:00"), item("e", created: "2026-11-21T17:04:33Z"),
    ]
    try expectSame(items, zone: zone)
    try expectSame(items, in: Self.time(-11), zone: nil)
    try expectSame(items, in: Self.time(14), zone: "Mars/Base")
  }

  @Test func `ten entries of one day come apart again`() throws {
    try expectSame((0..<10).map { item("Same", "text", time: "10:0\($0)") })
    try expectSame((0..<10).map { _ in item("Same", "text") })
  }

  @Test func `a byte order mark is left out`() throws {
    let bytes = [0xEF, 0xBB, 0xBF] + (try source(Self.long).files[0].bytes())
    #expect(try read(Source(bytes)).items.count == 1)
    #expect(
      DayOneFormat.recognizes(
        Source(bytes), beginning: String(decoding: bytes, as: UTF8.self)))
  }

  @Test func `recognizes its files and no others`() {
    func isOurs(_ beginning: String) -> Bool {
      DayOneFormat.recognizes(Source([]), beginning: beginning)
    }
    #expect(isOurs("{\n\t\"metadata\" : {\n\t\t\"version\" : \"1.0\"\n\t},\n\t\"entries\" : [\n"))
    #expect(isOurs("{\"entries\":[{\"creationDate\":\"2026-11-21T00:00:00Z\"}]}"))
    for text in [
      "", "{}", "{\"tags\":{},\"entries\":[", "{\"entries\":[]}", "[{\"uuid\":1}]", "# Title",
      "{\"version\":100,\"entries\":[{\"date\":\"2026-11-21\"}]}", "<plist><key>Label</key>",
    ] {
      #expect(!isOurs(text), "\(text)")
    }
  }

  /// The files of an importer's tests.
  @Test(
    .enabled(if: Recordings.areThere("exchange"), "\(Recordings.missing("exchange"))"),
    arguments: [("Dev Journal", 5, 0), ("Dev Journal One Invalid", 5, 1)])
  func `reads and writes the files of Day One`(name: String, count: Int, damaged: Int) throws {
    let bytes = try Recordings.bytes("exchange", "dayone/\(name).json")
    let result = try read(Source(name: "\(name).json", bytes))
    #expect(result.items.count == count)
    #expect(
      result.errors.map(\.reason) == Array(repeating: .missing(field: "text"), count: damaged))
    #expect(try entry(result.items[0]).day == Day(iso: "2024-04-17"))
    let all = try members(String(decoding: bytes, as: UTF8.self))
    let good = all.filter { $0.contains { $0.name == "text" && $0.value.string != nil } }
    #expect(try members(written(result.items)) == good)
  }
}
