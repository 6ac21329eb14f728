import Diary
import JSON
import TestSupport
import Testing

@testable import Exchange

@Suite struct CalendarReaderTests {
  private typealias Samples = CalendarSamples

  @Test func `a journal with a date is an entry`() throws {
    let reading = try Samples.read(
      lines: """
        BEGIN:VJOURNAL
        UID:Ab-1
        DTSTAMP:20261121T010000Z
        CREATED:20261121T003000Z
        LAST-MODIFIED:20261121T010000Z
        DTSTART;VALUE=DATE:20261121
        SUMMARY:Rain\\, and more
        DESCRIPTION:One\\;\\n\\NTwo\\\\
        CATEGORIES:walk,rain\\, heavy
        CATEGORIES:Walk
        END:VJOURNAL
        """)
    #expect(reading.errors == [])
    #expect(reading.left.isEmpty)
    let item = try #require(reading.item)
    #expect(item.key == "Ab-1")
    #expect(item.place.line == 4)
    #expect(
      item.content
        == .entry(
          EntryItem(
            day: Samples.day("2026-11-21"),
            text: Text(
              title: "Rain, and more", body: "One;\n\nTwo\\", tags: ["walk", "rain, heavy"]),
            createdAt: Samples.moment("2026-11-21T09:30:00+09:00"),
            updatedAt: Samples.moment("2026-11-21T10:00:00+09:00"))))
  }

  @Test(arguments: CalendarSamples.hours)
  func `dates and local times stay as they are written`(hours: Int) throws {
    let starts = [
      ";VALUE=DATE:20261121", ":20261121", ":20261121T233000",
      ";TZID=America/New_York:20261121T233000", ";TZID=\"Nowhere\":20261121T233059",
    ]
    for start in starts {
      let lines = "BEGIN:VJOURNAL\nUID:1\nDTSTART\(start)\nSUMMARY:x\nEND:VJOURNAL"
      let reading = try Samples.read(lines: lines, Samples.civil(hours))
      guard case .entry(let entry) = reading.item?.content else {
        Issue.record("no entry: \(start)")
        continue
      }
      #expect(entry.day == Samples.day("2026-11-21"))
      #expect(entry.time == (start.contains("T23") ? TimeOfDay(hour: 23, minute: 30) : nil))
      let written = Samples.write(reading.items, Samples.civil(hours))
      #expect(written.contains("\r\nDTSTART\(start)\r\n"))
    }
  }

  @Test(arguments: [(-11, "2026-11-21", 4), (0, "2026-11-21", 15), (9, "2026-11-22", 0)])
  func `a time in UTC is in the user's time zone`(hours: Int, day: String, hour: Int) throws {
    let lines = """
      BEGIN:VJOURNAL
      UID:1
      DTSTART:20261121T151500Z
      SUMMARY:x
      END:VJOURNAL
      BEGIN:VTODO
      UID:2
      DUE:20261121T151500Z
      SUMMARY:y
      END:VTODO
      """
    let reading = try Samples.read(lines: lines, Samples.civil(hours))
    guard case .entry(let entry) = reading.items.first?.content,
      case .toDo(let toDo) = reading.items.last?.content
    else {
      Issue.record("no entry or to-do")
      return
    }
    #expect(entry.day == Samples.day(day))
    #expect(entry.time == TimeOfDay(hour: hour, minute: 15))
    #expect(toDo.details.due == Samples.day(day))
    let written = Samples.write(reading.items, Samples.civil(hours))
    #expect(written.contains("DTSTART:20261121T151500Z\r\n"))
    #expect(written.contains("DUE:20261121T151500Z\r\n"))
  }

  @Test func `a journal without a date is a note, and its title may be in its text`() throws {
    let reading = try Samples.read(
      lines: """
        BEGIN:VJOURNAL
        UID:1
        DESCRIPTION:First
        DESCRIPTION:\\nSecond\\nThird\\n
        END:VJOURNAL
        """)
    #expect(
      reading.item?.content
        == .note(NoteItem(text: Text(title: "First", body: "Second\nThird"))))
    let again = try Samples.read(Samples.write(reading.items))
    #expect(again.item?.content == reading.item?.content)
    #expect(
      Samples.lines(Samples.write(reading.items)).contains("DESCRIPTION:\\nSecond\\nThird\\n"))
  }

  @Test func `to-dos`() throws {
    let reading = try Samples.read(
      lines: """
        BEGIN:VTODO
        UID:1
        DTSTART;VALUE=DATE:20261121
        DUE;TZID=Asia/Seoul:20261125T180000
        SUMMARY:Fix the parser
        DESCRIPTION:With care
        CATEGORIES:work
        PRIORITY:3
        STATUS:IN-PROCESS
        PERCENT-COMPLETE:40
        RRULE:FREQ=MONTHLY;BYDAY=-1FR
        END:VTODO
        BEGIN:VTODO
        UID:2
        SUMMARY:Done
        STATUS:COMPLETED
        COMPLETED:20261120T160000Z
        END:VTODO
        """)
    let day = Samples.day("2026-11-21")
    let due = Samples.day("2026-11-25")
    let open = NewToDo(
      ToDo.Details(
        text: "Fix the parser", tags: ["work"], due: due, priority: ToDo.Priority("A"),
        recurrence: Recurrence(every: .weekdayOfMonth(-1, .friday), from: day, due: due)), day: day)
    let done = NewToDo(text: "Done", doneAt: Samples.moment("2026-11-21T01:00:00+09:00"))
    #expect(reading.items.map(\.content) == [.toDo(open), .toDo(done)])
  }

  @Test(arguments: [
    ("0", nil), ("1", "A"), ("4", "A"), ("5", "B"), ("6", "C"), ("9", "C"), ("x", nil),
  ])
  func `priorities`(number: String, letter: String?) throws {
    let lines = "BEGIN:VTODO\nUID:1\nSUMMARY:x\nPRIORITY:\(number)\nEND:VTODO"
    let reading = try Samples.read(lines: lines)
    guard case .toDo(let toDo) = reading.item?.content else { return }
    #expect(toDo.details.priority?.letter == letter)
    #expect(Samples.write(reading.items).contains("PRIORITY:\(number)\r\n"))
  }

  @Test func `what has no place in a journal is counted and named`() throws {
    let reading = try Samples.read(
      lines: """
        X-WR-CALNAME:Mine
        BEGIN:VEVENT
        UID:e
        SUMMARY:Meeting
        BEGIN:VALARM
        SUMMARY:no
        END:VALARM
        END:VEVENT
        BEGIN:VFREEBUSY
        END:VFREEBUSY
        BEGIN:VTODO
        UID:1
        SUMMARY:Dropped
        STATUS:CANCELLED
        END:VTODO
        BEGIN:VTODO
        UID:2
        SUMMARY:Weekly
        ATTACH;FMTTYPE=image/jpeg:https://example.org/a/cat.jpg
        ATTACH;FILENAME="plan.pdf";ENCODING=BASE64;VALUE=BINARY:AAAA
        END:VTODO
        BEGIN:VTODO
        UID:2
        RECURRENCE-ID:20261121
        SUMMARY:Weekly moved
        END:VTODO
        BEGIN:X-OTHER
        END:X-OTHER
        """)
    #expect(reading.errors == [])
    #expect(reading.items.count == 1)
    #expect(
      reading.left.counts
        == [.event: 2, .deleted: 1, .photo: 1, .file: 1, .unknown: 3])
    #expect(reading.left.names[.event] == ["Meeting"])
    #expect(reading.left.names[.photo] == ["cat.jpg"])
    #expect(reading.left.names[.file] == ["plan.pdf"])
    #expect(reading.left.names[.unknown] == ["X-WR-CALNAME", "Weekly moved", "X-OTHER"])
  }

  @Test func `damaged items are named, and the others are read`() throws {
    let reading = try Samples.read(
      lines: """
        BEGIN:VTODO
        UID:1
        SUMMARY:no end
        BEGIN:VTODO
        UID:2
        SUMMARY:good
        END:VTODO
        BEGIN:VTODO
        UID:2
        SUMMARY:twice
        END:VTODO
        BEGIN:VJOURNAL
        UID:3
        DTSTART:20261131
        SUMMARY:no such day
        END:VJOURNAL
        BEGIN:VJOURNAL
        UID:4
        this is no property
        SUMMARY:x
        END:VJOURNAL
        BEGIN:VJOURNAL
        UID:5
        CATEGORIES:only
        END:VJOURNAL
        BEGIN:VTODO
        UID:6
        SUMMARY:alarm without an end
        BEGIN:VALARM
        END:VTODO
        BEGIN:VTODO
        UID:7
        SUMMARY:last
        """)
    #expect(reading.items.map(\.key) == ["2"])
    #expect(
      reading.errors == [
        ExchangeError(.cutShort, line: 4),
        ExchangeError(.duplicateUUID(typed: "2"), line: 12),
        ExchangeError(.badDate(field: "DTSTART", typed: "20261131"), line: 17),
        ExchangeError(.badLine(typed: "this is no property"), line: 22),
        ExchangeError(.noText, line: 25),
        ExchangeError(.cutShort, line: 29),
        ExchangeError(.cutShort, line: 34),
      ])
  }

  @Test func `a file that ends early or is something else`() throws {
    let whole = Samples.calendar("BEGIN:VTODO\nUID:1\nSUMMARY:x\nEND:VTODO")
    let short = try Samples.read(String(whole.dropLast(14)))
    #expect(short.items.count == 1)
    #expect(short.errors.count == 1)
    for text in ["", "<html>\n<body>\n", "BEGIN:VCARD\nEND:VCARD"] {
      let reading = try Samples.read(text)
      #expect(reading.items == [])
      #expect(reading.errors.map(\.reason) == [.otherFormat])
    }
    let bare = try Samples.read("\nBEGIN:VTODO\nUID:1\nSUMMARY:x\nEND:VTODO")
    #expect(bare.items.count == 1)
    #expect(bare.errors == [])
    let bytes = Array(whole.utf8).map { $0 == UInt8(ascii: "x") ? 0xFF : $0 }
    let reading = try Samples.read(Source(name: "a.ics", bytes))
    #expect(reading.errors == [ExchangeError(.notUTF8, line: 6)])
  }

  @Test(arguments: ["\r\n", "\n"], [true, false])
  func `line breaks and a byte order mark`(lineBreak: String, hasMark: Bool) throws {
    let text = Samples.calendar(
      "BEGIN:VTODO\nUID:1\nSUMMARY:하나 \n 둘\n\tthree\nEND:VTODO", lineBreak: lineBreak)
    let reading = try Samples.read((hasMark ? "\u{FEFF}" : "") + text)
    #expect(reading.errors == [])
    guard case .toDo(let toDo) = reading.item?.content else { return }
    #expect(toDo.text == "하나 둘three")
  }

  @Test func `a line may be folded inside of a character`() throws {
    var bytes: [UInt8] = []
    for byte in Array(
      Samples.calendar("BEGIN:VTODO\nUID:1\nSUMMARY:한국어\nEND:VTODO").utf8)
    {
      bytes.append(byte)
      if byte > 0x7F { bytes += Array("\r\n ".utf8) }
    }
    for length in [1, 2, 7, 1000] {
      let file = SourceFile(path: "") { [bytes] in
        var rest = bytes[...]
        return ByteSource {
          if rest.isEmpty { return nil }
          defer { rest = rest.dropFirst(length) }
          return Array(rest.prefix(length))
        }
      }
      let reading = try Samples.read(Source(name: "a.ics", files: [file], isFolder: false))
      guard case .toDo(let toDo) = reading.item?.content else {
        Issue.record("no to-do")
        return
      }
      #expect(toDo.text == "한국어")
    }
  }

  @Test func `a folder has one item in each file`() throws {
    func file(_ path: String, _ id: String) -> SourceFile {
      let text = Samples.calendar("BEGIN:VTODO\nUID:\(id)\nSUMMARY:x\nEND:VTODO")
      return SourceFile(path: path, Array(text.utf8))
    }
    let files = [
      file(".trash/a.ics", "0"), file(".hidden.ics", "1"), file("a.ics", "2"), file("b.ics", "2"),
      file("c.ICS", "3"), SourceFile(path: "color", Array("#ff0000".utf8)),
    ]
    let source = Source(name: "cal", files: files, isFolder: true)
    let reading = try Samples.read(source)
    #expect(reading.items.map(\.key) == ["2", "3"])
    #expect(reading.items.map(\.place.file) == ["a.ics", "c.ICS"])
    let place = ItemPlace(file: "b.ics", line: 5)
    #expect(reading.errors == [ExchangeError(.duplicateUUID(typed: "2"), at: place)])
    #expect(CalendarFormat.recognizes(source, beginning: ""))
    let others = Source(
      name: "x", files: files + [SourceFile(path: "n.md", [])], isFolder: true)
    #expect(!CalendarFormat.recognizes(others, beginning: ""))
    #expect(
      !CalendarFormat.recognizes(
        Source(name: "x", files: [], isFolder: true), beginning: ""))
    let single = Source(name: "x", [])
    #expect(
      CalendarFormat.recognizes(single, beginning: "\u{FEFF}BEGIN:VCALENDAR\r\n"))
    #expect(!CalendarFormat.recognizes(single, beginning: "# BEGIN:VCALENDAR"))
  }

  @Test func `an unknown time zone is counted`() throws {
    let lines = """
      BEGIN:VTODO
      UID:1
      SUMMARY:x
      STATUS:COMPLETED
      COMPLETED;TZID=Nowhere:20261121T100000
      END:VTODO
      """
    #expect(try Samples.read(lines: lines).left.counts == [.unknownZone: 1])
  }

  @Test(
    .enabled(if: Recordings.areThere("exchange/ics"), "\(Recordings.missing("exchange/ics"))"))
  func `the files of another program`() throws {
    let folder = try Recordings.folder("exchange/ics")
    var (events, others) = (0, 0)
    for (path, bytes) in try FolderContents(folder).files {
      let reading = try Samples.read(Source(name: path, bytes))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(reading.errors == [], "\(path)")
      let count = text.split(whereSeparator: \.isNewline).count { $0 == "BEGIN:VEVENT" }
      #expect(reading.left.counts[.event, default: 0] == count, "\(path)")
      events += count
      others += reading.items.count
    }
    #expect(events > 50)
    #expect(others == 0)
  }
}

@Suite struct CalendarFuzzTests {
  private static let whole = CalendarSamples.calendar(
    """
    X-WR-CALNAME:Mine
    BEGIN:VTIMEZONE
    TZID:Here
    BEGIN:STANDARD
    TZOFFSETTO:+0900
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VJOURNAL
    UID:1
    DTSTAMP:20261121T010000Z
    DTSTART;TZID=Here:20261121T103000
    SUMMARY:비\\, 그리고 더
    DESCRIPTION:One\\n
     two
    CATEGORIES:a,b
    END:VJOURNAL
    BEGIN:VTODO
    UID:2
    DTSTART;VALUE=DATE:20261121
    DUE:20261125T180000Z
    SUMMARY:Fix
    PRIORITY:5
    STATUS:COMPLETED
    COMPLETED:20261120T160000Z
    RRULE:FREQ=WEEKLY;BYDAY=MO,TH
    BEGIN:VALARM
    TRIGGER;RELATED=END:-PT1H
    END:VALARM
    END:VTODO
    """)

  @Test func `a damaged calendar ends, and what is read can be written`() throws {
    let pieces = ["BEGIN:", "END:", "VTODO", "VJOURNAL", "\r\n", "\n ", ";", ":", "\"", "\\", "99"]
      .map { Array($0.utf8) }
    try Fuzz.rounds(341, atLeast: 400) { seed throws in
      var bytes = Array(Self.whole.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &seed) {
        let place = Int.random(in: 0..<bytes.count, using: &seed)
        switch Int.random(in: 0..<5, using: &seed) {
        case 0: bytes.removeSubrange(place...)
        case 1: bytes.remove(at: place)
        case 2: bytes[place] = .random(in: 0 ... .max, using: &seed)
        case 3: bytes.insert(contentsOf: pieces[place % pieces.count], at: place)
        default: bytes.removeSubrange(place..<min(bytes.count, place + 30))
        }
        if bytes.isEmpty { break }
      }
      try Self.check(bytes)
    }
  }

  @Test func `any bytes`() throws {
    try Fuzz.rounds(342, atLeast: 300) { seed throws in
      let beginning = Bool.random(using: &seed) ? "BEGIN:VCALENDAR\nBEGIN:VTODO\n" : ""
      let count = Int.random(in: 0...200, using: &seed)
      try Self.check(
        Array(beginning.utf8) + (0..<count).map { _ in .random(in: 0 ... .max, using: &seed) })
    }
  }

  private static func check(_ bytes: [UInt8]) throws {
    let reading = try CalendarSamples.read(Source(name: "a.ics", bytes))
    let again = try CalendarSamples.read(CalendarSamples.write(reading.items))
    #expect(again.errors == [])
    #expect(again.items.map(\.content) == reading.items.map(\.content))
  }
}
