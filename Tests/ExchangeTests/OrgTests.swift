import Diary
import JSON
import TestSupport
import Testing

@testable import Exchange

/// Journals of Emacs in all their forms.
@Suite struct OrgTests {
  static func read(_ files: [String: String]) throws -> (items: [Item], left: LeftOut) {
    var reader = try FormatReader<OrgFormat>(
      MarkdownTests.source(files), time: MarkdownTests.seoul, now: MarkdownTests.now)
    var items: [Item] = []
    while let item = try reader.next() { items.append(item) }
    return (items, reader.left)
  }

  private func lines(_ items: [Item]) -> [String] {
    items.map { item in
      switch item.content {
      case .entry(let entry):
        "\(entry.day) \(entry.time.map { "\($0)" } ?? "-") \(entry.text.written)"
      case .toDo(let toDo):
        "\(toDo.day.map { "\($0)" } ?? "-") [\(toDo.doneAt == nil ? " " : "x")] \(toDo.text)"
      case .note: "note"
      }
    }
  }

  @Test(arguments: ["20241228", "2024-12-28.org", "20241228.org"])
  func `a file of a day`(name: String) throws {
    let text = """
      #+title: Samstag
      Before the headings.
      * 9:05 A walk :outside:회고:
      in the snow
      ** deeper
      text
      * Without a time
      """
    let items = try Self.read([name: text]).items
    #expect(
      lines(items) == [
        "2024-12-28 - Before the headings.",
        "2024-12-28 09:05 A walk\n\nin the snow\n** deeper\ntext",
        "2024-12-28 - Without a time",
      ])
    guard case .entry(let entry) = items[1].content else { return }
    #expect(entry.text.tags == ["outside", "회고"])
  }

  @Test func `a file of a year names its days in drawers`() throws {
    let text = """
      #+TITLE: 2020 Journal
      * Sunntig, 12 Jänner 2020
      :PROPERTIES:
      :CREATED:  [2020-01-12 Sun]
      :END:
      ** 22:00 First
      :PROPERTIES:
      :ID: abc-1
      :MOOD: 4
      :END:
      text
      * Montag
      :PROPERTIES:
      :CREATED: 20200413
      :END:
      Text of the day.
      ** TODO [#A] Pay the rent :home:
      DEADLINE: <2020-04-20 Mon +1m>
      ** DONE Call
      CLOSED: [2020-04-14 Tue 10:30] SCHEDULED: <2020-04-12 Sun>
      ** CANCELLED Dropped
      """
    let (items, left) = try Self.read(["20200101": text])
    #expect(
      lines(items) == [
        "2020-01-12 22:00 First\n\ntext", "2020-04-13 - Text of the day.",
        "2020-04-13 [ ] Pay the rent", "2020-04-12 [x] Call",
      ])
    #expect(items[0].key == "abc-1" && items[0].field("MOOD") == "4")
    guard case .toDo(let rent) = items[2].content, case .toDo(let call) = items[3].content else {
      return
    }
    #expect(rent.details.due == Day(iso: "2020-04-20") && rent.details.priority?.letter == "A")
    #expect(rent.details.recurrence?.rule == .month && rent.details.tags == ["home"])
    #expect(call.doneAt == .test("2020-04-14T10:30:00+09:00"))
    #expect(left.counts == [.deleted: 1])
  }

  @Test func `a date tree below other headings, in any language`() throws {
    let text = """
      * Inbox
      ** not a day
      * 2024
      ** 2024-12 12월
      *** 2024-12-28 토요일
      **** 오후 2:05 회의
      본문
      **** Another
      ** 2024-W01
      *** 2024-01-01 Monday
      New year.
      """
    let items = try Self.read(["capture.org": text]).items
    #expect(
      lines(items) == [
        "2024-12-28 14:05 회의\n\n본문", "2024-12-28 - Another", "2024-01-01 - New year.",
      ])
  }

  @Test func `one heading tells the order of day and month in a file`() throws {
    let text = "* 12-02-2019\ntext 12\n* 13-02-2019\ntext 13\n* thuersday, 14-02-2019\ntext 14\n"
    let (items, left) = try Self.read(["lab.org": text])
    #expect(
      lines(items) == [
        "2019-02-12 - text 12", "2019-02-13 - text 13", "2019-02-14 - thuersday\n\ntext 14",
      ])
    #expect(left.counts == [:])
  }

  @Test func `what is below no day is named`() throws {
    let text = "intro\n\n* 2019-02-14\nx\n* Ideas\nno day\n* WAITING Ask Ann\n* 2019-02-15\ny\n"
    let (items, left) = try Self.read(["lab.org": text])
    #expect(lines(items) == ["2019-02-14 - x", "2019-02-15 - y"])
    #expect(left.counts == [.unknown: 4])
    #expect(left.names[.unknown] == ["intro", "* Ideas", "no day"])
  }

  @Test func `a heading of a day without anything is named`() throws {
    let text = "* 2019-02-14\n* [[Feb 15th, 2019]]\n* 2019-02-16\n** 09:00 x\n"
    let (items, left) = try Self.read(["lab.org": text])
    #expect(lines(items) == ["2019-02-16 09:00 x"])
    #expect(left.names[.empty] == ["2019-02-14", "[[Feb 15th, 2019]]"])
  }

  @Test func `names what is no journal, and what is encrypted`() throws {
    let files = ["20241228": "* a", "todo.org": "* b", "image.png": "x", "20241229.gpg": "x"]
    var reader = try FormatReader<OrgFormat>(
      MarkdownTests.source(files), time: MarkdownTests.seoul, now: MarkdownTests.now)
    #expect(try reader.next() != nil)
    #expect(throws: ExchangeError(.encrypted, at: ItemPlace(file: "20241229.gpg"))) {
      try reader.next()
    }
    #expect(try reader.next() == nil)
    #expect(reader.left.counts == [.page: 1, .file: 1])
  }

  @Test(.enabled(if: Fixtures.areThere, "\(Fixtures.missing)"))
  func `every journal of org-journal is read`() throws {
    let daily = try Self.read(Fixtures.files(of: "org-journal/daily/carryover1"))
    #expect(
      lines(daily.items) == [
        "2020-10-21 12:00 Some node", "2020-10-22 [ ] test 1", "2020-10-22 [ ] test 2",
      ])
    let yearly = try Self.read(Fixtures.files(of: "org-journal/yearly/carryover1"))
    // grep -c '^\\*\\* ' counts 3 and 8 headings on days.
    #expect(yearly.items.count == 11)
    #expect(lines(yearly.items).first == "2019-01-13 08:22 Some node")
    #expect(lines(yearly.items).contains("2020-06-01 [x] Closed task"))
    #expect(yearly.left.counts == [.unknown: 3])
  }
}

@Suite struct OrgFuzzTests {
  @Test func `any files give items or an error`() {
    let pieces = [
      "* ", "** ", "*** ", "2024", "2024-12 ", "2024-12-28 ", "TODO ", "[#A] ", "9:05 ", " :a:b:",
      ":PROPERTIES:", ":END:", ":CREATED: [2024-12-28 Sat]", "DEADLINE: <2024-12-28 Sat +1w>",
      "SCHEDULED: ", "<", ">", "회고", "\t", "\u{FEFF}", "#+title: x",
    ]
    Fuzz.rounds(75, atLeast: 3_000) { random in
      let text = (0..<Int.random(in: 0...20, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined(separator: Bool.random(using: &random) ? "\n" : "")
      _ = try? OrgTests.read(["20241228": text, "a.org": text])
    }
  }
}
