import Diary
import JSON
import Testing

@testable import Exchange

@Suite struct CalendarWriterTests {
  private typealias Samples = CalendarSamples

  private func check(_ items: [Item], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let text = Samples.write(items)
    let reading = try Samples.read(text)
    var read = reading.items
    for index in read.indices { read[index].place = ItemPlace() }
    #expect(read == items, sourceLocation: sourceLocation)
    #expect(reading.errors == [], sourceLocation: sourceLocation)
    #expect(reading.left.isEmpty, sourceLocation: sourceLocation)
    #expect(Samples.write(read) == text, sourceLocation: sourceLocation)
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      #expect(line.count <= 76, sourceLocation: sourceLocation)
      #expect(line.isEmpty || line.last == UInt8(ascii: "\r"), sourceLocation: sourceLocation)
      #expect(String(validating: line, as: UTF8.self) != nil, sourceLocation: sourceLocation)
    }
  }

  @Test func `entries of a journal`() throws {
    var weather = DayWeather(
      place: "서울, Seoul; \"KR\"", temperature: 7.4, low: -2.1, high: 9.8, code: 3, pm10: 41,
      pm25: 22.5, scale: .korea, observedAt: Samples.now.instant)
    weather.source = "open-meteo"
    var sunny = Samples.entry("Sun", "Warm")
    sunny.weather = weather
    let entries = [
      Samples.entry("제목", "본문\n\n둘째 문단 👩‍👩‍👧 \\ ; , : \" #tag", tags: ["starred", "a,b", "한글"]),
      Samples.entry("", "10:30 a line with a time"), Samples.entry("", "no title\nat all"),
      Samples.entry("title only", time: "00:00"), Samples.entry("night", time: "23:59"), sunny,
      Samples.entry(String(repeating: "긴 제목 ", count: 50) + "끝"),
      Samples.entry("é composed", "e\u{301} decomposed"),
    ]
    try check(entries.enumerated().map { Item(.entry($1), key: "key-\($0)") })
  }

  @Test func `ten equal entries of one day without IDs`() throws {
    let text = Samples.write((0..<10).map { _ in Item(.entry(Samples.entry("same"))) })
    let reading = try Samples.read(text)
    #expect(reading.errors == [])
    #expect(Set(reading.items.map(\.key)).count == 10)
    #expect(Samples.write(reading.items) == text)
  }

  @Test func `notes of a journal`() throws {
    let commit = Commit(
      sha: String(repeating: "a1", count: 20), subject: "Fix, and more; \\n", author: "홍 길동",
      date: Samples.moment("2026-11-21T08:00:00-03:30"), patchID: "abc")
    let repository = Repository(name: "github.com/Octocat/Hello")
    let times = (Samples.moment("2026-11-21T10:30:00+09:00"), Samples.now)
    let notes = [
      NoteItem(
        repository: repository, commit: commit, text: Text(title: "Why", body: "Because"),
        createdAt: times.0, updatedAt: times.1),
      NoteItem(
        repository: repository, text: Text(title: "", body: "10:00 x", tags: ["b", "a"]),
        createdAt: times.0),
      NoteItem(text: Text(title: "alone", body: ""), createdAt: times.0),
    ]
    try check(notes.enumerated().map { Item(.note($1), key: "note/\($0)") })
  }

  @Test func `to-dos of a journal`() throws {
    let day = Samples.day("2026-11-23")
    let due = Samples.day("2026-11-25")
    var toDos: [NewToDo] = []
    let rules: [Recurrence.Rule] = [
      .day, .days(3), .week, .weeks(2), .month, .months(5), .year, .months(24), .weekday,
      .weekdays([.monday, .sunday]), .weekdays([.friday]), .weekdayOfMonth(2, .tuesday),
      .weekdayOfMonth(-1, .friday),
    ]
    for rule in rules {
      for first in [day, day - 30] {
        for firstDue in [nil, due] {
          toDos.append(
            NewToDo(
              ToDo.Details(
                text: "\(rule)", due: due,
                recurrence: Recurrence(every: rule, from: first, due: firstDue)), day: day,
              createdAt: Samples.now))
        }
      }
    }
    for letter in ["A", "B", "C", "D", "Z"] {
      toDos.append(
        NewToDo(
          ToDo.Details(text: letter, priority: ToDo.Priority(letter)), day: day + 1,
          createdAt: Samples.moment("2026-11-21T10:30:00+09:00"),
          doneAt: Samples.moment("2026-11-22T10:30:00+09:00")))
    }
    try check(toDos.enumerated().map { Item(.toDo($1), key: "todo \($0)") })
  }

  @Test func `a start is written where it says something`() throws {
    let created = Samples.moment("2026-11-21T10:30:00+09:00")
    func written(_ day: String, _ recurrence: Recurrence.Rule? = nil) -> String {
      var toDo = NewToDo(text: "x", day: Samples.day(day), createdAt: created)
      toDo.details.recurrence = recurrence.map {
        Recurrence(every: $0, from: Samples.day(day), due: nil)
      }
      return Samples.write([Item(.toDo(toDo), key: "1")])
    }
    #expect(!written("2026-11-21").contains("DTSTART"))
    #expect(written("2026-11-23").contains("DTSTART;VALUE=DATE:20261123"))
    #expect(written("2026-11-21", .week).contains("DTSTART;VALUE=DATE:20261121"))
    // Others may have written one, or a later day as this program once did.
    let todo = """
      BEGIN:VTODO
      UID:1
      CREATED:20261121T013000Z
      DTSTART;VALUE=DATE:20261121
      SUMMARY:x
      X-COMMITDIARY-WAIT:2026-11-25
      END:VTODO
      """
    let items = try Samples.read(lines: todo).items
    #expect(items.map(\.content.day) == [Samples.day("2026-11-25")])
    #expect(Samples.lines(Samples.write(items)).contains("DTSTART;VALUE=DATE:20261121"))
    #expect(Samples.lines(Samples.write(items)).contains("X-COMMITDIARY-WAIT:2026-11-25"))
    let without = todo.replacing("X-COMMITDIARY-WAIT:2026-11-25\n", with: "")
      .replacing("DTSTART;VALUE=DATE:20261121\n", with: "")
    #expect(
      try Samples.read(lines: without).items.map(\.content.day) == [Samples.day("2026-11-21")])
  }

  @Test func `a text of one megabyte`() throws {
    let body = String(repeating: "긴 글, 그리고 더; \\ text 👍\n", count: 30_000) + "end"
    let item = Item(.entry(Samples.entry("long", body)), key: "1")
    let text = Samples.write([item])
    #expect(text.utf8.count > 1 << 20)
    #expect(try Samples.read(text).item?.content == item.content)
  }

  @Test func `line breaks are written in one way`() throws {
    let item = Item(.entry(Samples.entry("x", "one\r\ntwo\rthree")), key: "1")
    #expect(
      try Samples.read(Samples.write([item])).item?.content
        == .entry(Samples.entry("x", "one\ntwo\nthree")))
  }

  private static let foreign = CalendarSamples.calendar(
    """
    BEGIN:VTIMEZONE
    TZID:Europe/Berlin
    X-NAME:x
    BEGIN:STANDARD
    DTSTART:19701025T030000
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VJOURNAL
    UID;X-A=b:{1}
    dtstamp:20261121T010000Z
    CREATED:00001231T000000Z
    DTSTART;TZID=Europe/Berlin:20261121T103015
    SUMMARY;LANGUAGE=ko:비
    DESCRIPTION;ALTREP="cid:part:1":One
    DESCRIPTION:\\nTwo\\n
    CATEGORIES:b
    CATEGORIES:#a
    STATUS:DRAFT
    CLASS:PUBLIC
    SEQUENCE:4
    URL:https://example.org/?a=1;b
    X-UNKNOWN;P="q;:r":s\\,t
    X-UNKNOWN:second
    ATTACH:https://example.org/cat.png
    RRULE:FREQ=DAILY;COUNT=3
    BEGIN:X-PART
    A:1
    BEGIN:X-INNER
    END:X-INNER
    END:X-PART
    END:VJOURNAL
    BEGIN:VTODO
    UID:{2}
    DTSTAMP:20261121T010000Z
    LAST-MODIFIED:20261121T010001Z
    DTSTART;TZID=Europe/Berlin:20261121T103015
    DURATION:P1D
    DESCRIPTION:First line\\nSecond
    RELATED-TO;RELTYPE=PARENT:{0}
    RRULE:FREQ=WEEKLY;UNTIL=20270101;BYDAY=MO
    EXDATE:20261124
    PERCENT-COMPLETE:20
    BEGIN:VALARM
    ACTION:DISPLAY
    TRIGGER:-PT15M
    END:VALARM
    BEGIN:VALARM
    ACTION:AUDIO
    END:VALARM
    END:VTODO
    BEGIN:VTODO
    SUMMARY:Done without times
    STATUS:COMPLETED
    PERCENT-COMPLETE:100
    X-COMMITDIARY-PRIORITY:D
    END:VTODO
    """)

  /// Without what is added to an item that has no ID.
  private func lines(_ text: String) -> [String] {
    Samples.lines(text).filter { !$0.contains(":commitdiary-") }
  }

  @Test(arguments: CalendarSamples.hours)
  func `every property that was read is written`(hours: Int) throws {
    let civil = Samples.civil(hours)
    let reading = try Samples.read(Self.foreign, civil)
    #expect(reading.errors == [])
    #expect(reading.items.count == 3)
    let text = Samples.write(reading.items, civil)
    #expect(lines(text) == lines(Self.foreign))
    // Also if the journal has times for an item that has none.
    var items = reading.items
    for index in items.indices {
      items[index].raw = "of another format"
      switch items[index].content {
      case .entry(var entry):
        (entry.createdAt, entry.updatedAt) = (Samples.now, Samples.now)
        items[index].content = .entry(entry)
      case .toDo(var toDo):
        toDo.createdAt = Samples.now
        items[index].content = .toDo(toDo)
      case .note: break
      }
    }
    #expect(lines(Samples.write(items, civil)) == lines(Self.foreign))
    let again = try Samples.read(text, civil)
    #expect(again.items.map(\.content) == reading.items.map(\.content))
    #expect(Samples.write(again.items, civil) == text)
  }

  @Test func `what was changed is written anew, and the rest as it was`() throws {
    var items = try Samples.read(Self.foreign).items
    guard case .entry(var entry) = items[0].content, case .toDo(var toDo) = items[1].content else {
      Issue.record("no entry or to-do")
      return
    }
    entry.text.title = "눈"
    entry.updatedAt = Samples.now
    items[0].content = .entry(entry)
    toDo.details.due = Samples.day("2026-11-30")
    toDo.doneAt = Samples.now
    items[1].content = .toDo(toDo)
    let before = Set(lines(Self.foreign))
    let after = Set(lines(Samples.write(items)))
    #expect(
      after.subtracting(before).sorted() == [
        "COMPLETED:20261125T030000Z", "DESCRIPTION:One\\n\\nTwo", "DTSTAMP:20261125T030000Z",
        "DUE;VALUE=DATE:20261130", "LAST-MODIFIED:20261125T030000Z", "SUMMARY:눈",
      ])
    #expect(
      before.subtracting(after).sorted() == [
        "DESCRIPTION:\\nTwo\\n", "DESCRIPTION;ALTREP=\"cid:part:1\":One",
        "DTSTAMP:20261121T010000Z",
        "DURATION:P1D", "LAST-MODIFIED:20261121T010001Z", "PERCENT-COMPLETE:20",
        "SUMMARY;LANGUAGE=ko:비", "dtstamp:20261121T010000Z",
      ])
    let again = try Samples.read(Samples.write(items))
    #expect(again.errors == [])
    #expect(again.items[0].content == .entry(entry.with(createdAt: nil)))
  }

  @Test func `fields of other formats are not written`() throws {
    let fields: [JSONValue.Member] = [
      JSONValue.Member("text", "text:abc"), JSONValue.Member("location", ["a": 1]),
      JSONValue.Member("SUMMARY", "one\nEND:VJOURNAL"), JSONValue.Member("X-A", "X-B:1"),
      JSONValue.Member("VALARM", "BEGIN:VALARM\nEND:VALARM\nEND:VJOURNAL"),
      JSONValue.Member("END", "END:VJOURNAL"), JSONValue.Member("X-C", "X-C:1\r"),
      JSONValue.Member("BEGIN", "BEGIN:VTODO"),
    ]
    let plain = Item(.entry(Samples.entry("x")), key: "1")
    var item = plain
    item.fields = fields
    item.raw = "# Markdown"
    #expect(Samples.write([item]) == Samples.write([plain]))
  }

  @Test func `a file for each item of a folder`() throws {
    var writer = CalendarWriter(time: Samples.civil())
    writer.stamp = Samples.now
    let item = Item(.entry(Samples.entry("x")), key: "../a b/é.1")
    let text = try #require(writer.file(of: item))
    #expect(text == Samples.write([item]))
    #expect(CalendarWriter.fileName(of: item) == "%2E.%2Fa%20b%2F%C3%A9.1.ics")
    #expect(CalendarWriter.fileName(of: Item(item.content, key: "A-1@b")) == "A-1@b.ics")
    let long = Item(item.content, key: String(repeating: "x", count: 1000))
    #expect(CalendarWriter.fileName(of: long).utf8.count < 255)
    let unnamed = Item(item.content)
    #expect(CalendarWriter.fileName(of: unnamed) == CalendarWriter.fileName(of: unnamed))
    #expect(CalendarWriter.fileName(of: unnamed).hasPrefix("commitdiary-"))
  }

  @Test(arguments: [
    "FREQ=HOURLY", "FREQ=DAILY;COUNT=3", "FREQ=WEEKLY;INTERVAL=0",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU",
    "FREQ=MONTHLY;BYDAY=5FR", "FREQ=MONTHLY;BYDAY=FR", "FREQ=MONTHLY;BYMONTHDAY=3", "FREQ=", "",
    "FREQ=MONTHLY;BYDAY=0FR", "FREQ=YEARLY;BYMONTH=3", "FREQ=DAILY;FREQ=DAILY",
    "FREQ=WEEKLY;BYDAY=",
  ])
  func `rules that a journal does not have`(rule: String) {
    #expect(Recurrence.Rule(calendar: rule, from: Samples.day("2026-11-21")) == nil)
  }

  @Test(arguments: [
    ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", Recurrence.Rule.weekday),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SA;WKST=SU", .weeks(2)),
    ("freq=monthly;bysetpos=-1;byday=FR", .weekdayOfMonth(-1, .friday)),
    ("FREQ=MONTHLY;BYMONTHDAY=21", .months(1)),
    ("FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=21;INTERVAL=2", .months(24)),
  ])
  func `other ways to write a rule`(text: String, rule: Recurrence.Rule) {
    #expect(Recurrence.Rule(calendar: text, from: Samples.day("2026-11-21")) == rule)
  }
}

extension EntryItem {
  fileprivate func with(createdAt: Moment?) -> EntryItem {
    var entry = self
    entry.createdAt = createdAt
    return entry
  }
}
