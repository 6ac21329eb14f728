import Diary
import JSON
import Platform
import Testing

@testable import App
@testable import Context
@testable import Exchange
@testable import Exchanging
@testable import ProgramSupport

/// What every format holds: a file that is imported and exported again has the same items, and the journal
/// has what they say. A cell without items names what the format cannot hold.
@Suite(.inProcess) struct RoundTripTests {
  enum Property: CaseIterable, Sendable {
    case text, title, tags, zones, time, starred, weather, due, recurrence, unknownField
    case tenOfOneDay, cjk, emoji, crlf, byteOrderMark, megabyte
  }

  /// What a format has no place for, and why.
  private static let missing: [ExchangeFormat: [Property: String]] = [
    .jrnl: [
      .weather: "a line of text is all there is", .unknownField: "there are no fields",
      .due: "there are no to-dos", .recurrence: "there are no to-dos",
    ],
    .dayone: [.due: "there are no to-dos", .recurrence: "there are no to-dos"],
    .todotxt: [
      .title: "a to-do is one line", .time: "dates have no time", .weather: "there are no entries",
      .starred: "there is only a priority",
    ],
    .taskwarrior: [
      .title: "a task is one line", .weather: "there are no entries",
      .starred: "there is only a priority",
    ],
  ]

  private static let formats: [ExchangeFormat] = [.jrnl, .dayone, .ics, .todotxt, .taskwarrior]

  private static let zones = [
    "Asia/Seoul", "America/Los_Angeles", "Pacific/Kiritimati", "Europe/Dublin", "Asia/Kathmandu",
  ]

  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil, at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
  }

  // MARK: The table

  @Test(arguments: formats, Property.allCases)
  func `a format returns what it holds`(format: ExchangeFormat, property: Property) throws {
    if Self.missing[format]?[property] != nil { return }
    let zones = property == .zones ? Self.zones : ["Asia/Seoul"]
    for zone in zones {
      sandbox.environment["TZ"] = zone
      sandbox.environment["XDG_DATA_HOME"] = sandbox.file("data-\(zone.replacing("/", with: "-"))")
      let items = Self.items(property, format, zone)
      var text = try Self.file(items, format, zone)
      if property == .crlf { text = text.replacing("\n", with: "\r\n") }
      if property == .byteOrderMark { text = "\u{FEFF}" + text }
      let file = try write(text, format)
      let outcome = try sandbox.run("import", format.rawValue, file, "--json")
      try #require(outcome.status == 0, "\(zone) \(outcome.testDescription)")
      let exported = try export(format)
      let (before, after) = (
        try Self.read(text, format, zone), try Self.read(exported, format, zone)
      )
      #expect(after.count == items.count && before.count == items.count)
      for (old, new) in zip(before, after) {
        #expect(old.content == new.content, "\(zone)")
        #expect(old.key == new.key)
        #expect(Set(old.fields) == Set(new.fields))
      }
      try checkJournal(items)
    }
  }

  @Test(arguments: Property.allCases)
  func `a folder of Markdown returns what it holds`(property: Property) throws {
    for zone in property == .zones ? Self.zones : ["Asia/Seoul"] {
      sandbox.environment["TZ"] = zone
      sandbox.environment["XDG_DATA_HOME"] = sandbox.file("data-\(zone.replacing("/", with: "-"))")
      let folder = sandbox.file("vault-\(zone.replacing("/", with: "-"))")
      let items = Self.items(property, .markdown, zone)
      let entries = items.filter { if case .entry = $0.content { true } else { false } }
      let toDos = items.filter { if case .toDo = $0.content { true } else { false } }
      let day = toDos.isEmpty ? "2026-11-18" : "2026-11-20"
      let written = MarkdownFolder(time: try Self.time(zone)).dayFiles(
        of: Day(iso: day), entries: entries, toDos: toDos
      ).map(\.file)
      try File.makeDirectory(folder)
      for file in written {
        var text = file.text
        if property == .crlf { text = text.replacing("\n", with: "\r\n") }
        if property == .byteOrderMark { text = "\u{FEFF}" + text }
        try File.writeAtomically(Array(text.utf8), to: "\(folder)/\(file.path)")
      }
      let outcome = try sandbox.run("import", "markdown", folder, "--json")
      try #require(outcome.status == 0, "\(zone) \(outcome.testDescription)")
      let other = sandbox.file("exported-\(zone.replacing("/", with: "-"))")
      let exported = try sandbox.run("export", "markdown", other)
      try #require(exported.status == 0, "\(zone) \(exported.testDescription)")
      for file in written {
        var text = try File.read("\(folder)/\(file.path)")
        if property == .byteOrderMark { text.removeFirst(3) }
        #expect(try File.read("\(other)/\(file.path)") == text, "\(zone) \(file.path)")
      }
      try checkJournal(items)
    }
  }

  /// The journal has the days, texts and tags of the items.
  private func checkJournal(_ items: [Item]) throws {
    for item in items {
      switch item.content {
      case .entry(let entry):
        let shown = try sandbox.json("diary", "show", "\(entry.day)")
        let written = "\(shown["title"]?.string ?? "")\n\n\(shown["body"]?.string ?? "")"
        let body = entry.text.body.replacing("\r\n", with: "\n")
        #expect(written.replacing("\r\n", with: "\n").contains(body), "\(entry.day)")
        #expect(written.contains(entry.text.title))
        let tags = shown["tags"]?.array?.compactMap(\.string) ?? []
        for tag in entry.text.tags { #expect(tags.contains(tag)) }
      case .toDo(let toDo):
        let list = try sandbox.json("todo", "list", "--all")["todos"]?.array ?? []
        let found = list.filter { $0["text"]?.string == toDo.text }
        #expect(found.contains { $0["day"]?.string == toDo.day.map { "\($0)" } })
        #expect(found.contains { $0["due"]?.string == toDo.details.due.map { "\($0)" } })
      case .note: break
      }
    }
  }

  @Test(arguments: Property.allCases)
  func `the whole journal is the same elsewhere`(property: Property) throws {
    let text = try Self.file(Self.items(property, .ics, "Asia/Seoul"), .ics, "Asia/Seoul")
    try sandbox.run("import", "ics", try write(text, .ics), "--json").expect(0)
    let first = try sandbox.run("export", "json").output
    sandbox.environment["XDG_DATA_HOME"] = sandbox.file("other")
    _ = try sandbox.run("import", "json", "-", input: Array(first.utf8))
    #expect(try sandbox.run("export", "json").output == first)
  }

  // MARK: Files

  private func write(_ text: String, _ format: ExchangeFormat) throws -> String {
    let path = sandbox.file("file.\(format.rawValue)")
    try File.writeAtomically(Array(text.utf8), to: path)
    return path
  }

  private func export(_ format: ExchangeFormat) throws -> String {
    let path = sandbox.file("exported.json")
    let words =
      format == .dayone ? ["export", "dayone", path, "--yes"] : ["export", format.rawValue]
    let outcome = try sandbox.run(words).expect(0)
    return format == .dayone ? String(decoding: try File.read(path), as: UTF8.self) : outcome.output
  }

  private static func time(_ zone: String) throws -> CivilTime {
    let own = try #require(rules(zone), "tzdata is not installed")
    return CivilTime(
      offset: { own.offset(at: $0) },
      zone: { name in
        guard let rules = Self.rules(name) else { return nil }
        return { rules.offset(at: $0) }
      })
  }

  private static func rules(_ name: String) -> ZoneRules? {
    guard let bytes = try? File.read("/usr/share/zoneinfo/\(name)") else { return nil }
    return ZoneRules(tzif: bytes)
  }

  private static func file(
    _ items: [Item], _ format: ExchangeFormat, _ zone: String
  ) throws -> String {
    let time = try time(zone)
    var writer: any ItemWriter =
      switch format {
      case .jrnl: JrnlWriter()
      case .dayone: DayOneWriter(time: time, zone: zone)
      case .ics: CalendarWriter(time: time)
      case .taskwarrior: TaskwarriorWriter(time: time)
      default: TodoTxtWriter()
      }
    return writer.beginning + items.compactMap { writer.text(of: $0) }.joined() + writer.end
  }

  private static func read(
    _ text: String, _ format: ExchangeFormat, _ zone: String
  ) throws -> [Item] {
    let now = try #require(Moment(rfc3339: "2026-11-21T18:00:00+09:00"))
    let file = SourceFile(path: "", Array(text.utf8))
    let source = Source(name: "", files: [file], isFolder: false)
    var reader = try format.reader(source, time: time(zone), now: now)
    var items: [Item] = []
    while let item = try reader.next() { items.append(item) }
    return items
  }

  // MARK: Items

  private static func items(
    _ property: Property, _ format: ExchangeFormat, _ zone: String
  ) -> [Item] {
    let isToDo =
      format == .todotxt || format == .taskwarrior || property == .due || property == .recurrence
    if property == .tenOfOneDay {
      return (0..<10).map { number in
        isToDo
          ? toDo(number) { $0.details.text = "number \(number)" }
          : entry(number) {
            $0.time = TimeOfDay(hour: 9 + number, minute: 5)
            $0.text = Text(title: "Number \(number)", body: "with a text")
          }
      }
    }
    let words =
      switch property {
      case .cjk: "주간회고 日記を書く 写真　全角"
      case .emoji: "👨‍👩‍👧‍👦 🇰🇷 e\u{0301} ☕️"
      case .megabyte: String(repeating: "word ", count: 200_000) + "end"
      default: "Measured the cache"
      }
    if isToDo { return [toDo(0) { change(&$0, property, words) }] }
    var item = entry(0) { entry in
      entry.text.body = words
      switch property {
      case .title: entry.text.title = "A title, with: marks"
      case .text: entry.text.body = "One.\n\n- two\n    three\n\n> four"
      case .tags: entry.text.tags = ["perf", "회고"]
      case .starred: entry.text.tags = ["starred"]
      case .weather:
        entry.weather = DayWeather(place: "Seoul", temperature: 7.5, code: 3)
      case .megabyte: entry.text.title = "Long"
      default: break
      }
    }
    if property == .unknownField {
      item.fields =
        format == .dayone
        ? [JSONValue.Member("creationDevice", "phone")]
        : [JSONValue.Member("X-MOOD", "X-MOOD;LEVEL=4:good")]
    }
    return [item]
  }

  private static func change(
    _ toDo: inout NewToDo, _ property: Property, _ words: String
  ) {
    toDo.details.text = words
    switch property {
    case .tags: toDo.details.tags = ["home", "perf"]
    case .due: toDo.details.due = Day(iso: "2026-11-25")
    case .recurrence:
      toDo.details.recurrence = toDo.day.map { Recurrence(every: .week, from: $0) }
    case .unknownField: toDo.details.text = "call mum key:value"
    default: break
    }
  }

  private static func entry(_ number: Int, _ change: (inout EntryItem) -> Void) -> Item {
    let day = Day(iso: "2026-11-18") ?? Day(number: 0)
    var entry = EntryItem(
      day: day, time: TimeOfDay(hour: 23, minute: 30), text: Text(title: "Title", body: ""))
    change(&entry)
    return Item(.entry(entry), key: Identifier(bits: UInt64(number + 1)).uuid)
  }

  private static func toDo(_ number: Int, _ change: (inout NewToDo) -> Void) -> Item {
    var toDo = NewToDo(
      ToDo.Details(text: ""), day: Day(iso: "2026-11-20"),
      createdAt: Moment(rfc3339: "2026-11-20T03:00:00Z"))
    change(&toDo)
    return Item(.toDo(toDo), key: Identifier(bits: UInt64(number + 1)).uuid)
  }
}
