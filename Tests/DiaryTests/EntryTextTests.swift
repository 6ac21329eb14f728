import TestSupport
import Testing

@testable import Diary

@Suite struct EntryTextTests {
  @Test(arguments: [
    ("", "", ""), (" \n\t\n", "", ""), ("one", "one", ""), ("  one  \n", "one", ""),
    ("one\n\ntwo", "one", "two"), ("\n\none\ntwo\n\n  three\n\n", "one", "two\n\n  three"),
    ("one\r\n\r\ntwo\r\nthree\r\n", "one", "two\r\nthree"), ("one\u{2028}two", "one", "two"),
    ("회고\n\n  indented", "회고", "  indented"), ("# one\n* two", "# one", "* two"),
    ("9:05 AM one\n\ntwo", "", "9:05 AM one\n\ntwo"), ("\n오후 2:05 하나", "", "오후 2:05 하나"),
    ("9:05", "", "9:05"), ("9:05-10:00 one", "9:05-10:00 one", ""), ("25:10 one", "25:10 one", ""),
  ])
  func `uses the first line as title`(_ written: String, _ title: String, _ body: String) {
    let text = Text(written: written)
    #expect(text.isIdentical(to: Text(title: title, body: body)))
    #expect(Text(written: text.written).isIdentical(to: text))
    #expect(text.isEmpty == (title + body).isEmpty)
    #expect(text.headline == (title.isEmpty ? body.prefix { !$0.isNewline } : title[...]))
  }

  @Test(arguments: [
    ("9:05 AM one", "09:05"), ("12:10 a.m. one", "00:10"), ("12:10 PM one", "12:10"),
    ("9:05\u{202F}PM one", "21:05"), ("오전 12:30 하나", "00:30"), ("오후 2:05 하나", "14:05"),
    ("午後2:05 いち", nil), ("午後 2:05 いち", "14:05"), ("  14:05 one", "14:05"), ("7:05 one", "07:05"),
    ("14:5 one", nil), ("one 14:05", nil), ("14:05:10 one", nil), ("", nil), ("PM", nil),
  ])
  func `reads the time with which a line begins`(_ line: String, _ time: String?) {
    #expect(TimeOfDay(atStartOf: line[...])?.description == time)
  }

  /// Paragraphs are separated by `|`.
  @Test(arguments: [
    ("9:05 AM x", "8:30 AM y", "8:30 AM y|9:05 AM x"),
    ("9:05 AM x", "9:05 AM y", "9:05 AM x|9:05 AM y"),
    ("Title|9:05 AM x", "8:30 AM y", "Title|8:30 AM y|9:05 AM x"),
    ("Title|text", "8:30 AM y", "Title|text|8:30 AM y"),
    ("9:05 x|about x|11:00 z", "10:00 y", "9:05 x|about x|10:00 y|11:00 z"),
    ("오전 9:05 x|1:00 PM z", "10:00 y", "오전 9:05 x|10:00 y|1:00 PM z"),
    ("9:05 x\n8:00 same paragraph|11:00 z", "8:30 y", "8:30 y|9:05 x\n8:00 same paragraph|11:00 z"),
    ("11:00 z|9:05 by hand", "10:00 y", "10:00 y|11:00 z|9:05 by hand"),
    ("9:05 x", "text", "9:05 x|text"),
  ])
  func `a paragraph with a time is added by its time`(
    _ old: String, _ paragraph: String, _ new: String
  ) {
    func text(_ paragraphs: String) -> String { paragraphs.replacing("|", with: "\n\n") }
    #expect(Text(written: text(old)).adding(paragraph).written == text(new))
  }

  @Test func `times after midnight are the last of a day that ends later`() {
    let text = Text(written: "23:10 one").adding("01:30 two", dayEndsAt: 4)
    #expect(
      text.adding("09:00 first", dayEndsAt: 4).body == "09:00 first\n\n23:10 one\n\n01:30 two")
  }

  @Test func `the headline of a text without a title is its first line`() {
    let text = Text(written: "9:05 one\n\n10:00 two")
    #expect(text.headline == "9:05 one" && text.bodyBelowHeadline == "10:00 two")
    #expect(Text(written: "Title\n\nbody").bodyBelowHeadline == "body")
  }

  @Test(arguments: [
    ("", "one\ntwo", "one\n\ntwo"), ("one", "two", "one\n\ntwo"),
    ("one\n\ntwo\n", "three", "one\n\ntwo\n\nthree"),
    ("one", "\n  two\n\n", "one\n\n  two"), ("one", " \n", "one"), ("", "", ""),
  ])
  func `separates an added paragraph`(
    _ old: String, _ paragraph: String, _ new: String
  ) {
    #expect(Text(written: old).adding(paragraph).written == new)
  }

  @Test func `a paragraph keeps the tags, and tags alone do not count as text`() {
    let text = Text(written: "one", tags: ["perf"]).adding("two").adding(tags: ["PERF", "b"])
    #expect(text == Text(title: "one", body: "two", tags: ["perf", "b"]))
    #expect(Text(title: "", body: "", tags: ["perf"]).isEmpty)
  }

  @Test func `another normalization form of an entry is another text`() {
    #expect(
      !Text(title: "é", body: "").isIdentical(to: Text(title: "e\u{301}", body: "")))
  }
}

@Suite struct AnniversaryTests {
  @Test(arguments: [
    ("2026-11-21", 2023, "2025-11-21 2024-11-21 2023-11-21"), ("2026-11-21", 2026, ""),
    ("2026-11-21", 3000, ""), ("0003-01-01", -9, "0002-01-01 0001-01-01"),
    ("2024-02-29", 2015, "2020-02-29 2016-02-29"),
    ("2024-02-28", 2022, "2023-02-28 2022-02-28"),
    ("2025-02-28", 2023, "2024-02-29 2024-02-28 2023-02-28"),
    (
      "2104-02-28", 2095,
      "2103-02-28 2102-02-28 2101-02-28 2100-02-28 2099-02-28 2098-02-28 2097-02-28 2096-02-28 2095-02-28"
    ),
    ("2025-03-01", 2023, "2024-03-01 2023-03-01"),
  ])
  func `a date recurs every year, February 29 in leap years`(
    _ day: String, _ first: Int, _ days: String
  ) throws {
    let day = try #require(Day(iso: day))
    #expect(day.anniversaries(since: first).map { "\($0)" }.joined(separator: " ") == days)
  }
}

@Suite struct IdentifierUUIDTests {
  @Test func `converts an id to a UUID and back`() {
    for bits in [0, 1, 0x0FFF_FFFF_FFFF_FFFF, 0x0123_4567_89AB_CDEF] as [UInt64] {
      let id = Identifier(bits: bits)
      #expect(Identifier.uuid(id.uuid) == id.uuid)
      #expect(Identifier(uuid: id.uuid) == id)
      #expect(Identifier(uuid: id.uuid.uppercased()) == id)
    }
    #expect(Identifier(bits: 1).uuid == "63647279-0000-8000-8000-000000000001")
  }

  @Test(arguments: [
    "", "63647279-0000-8000-8000-00000000000", "63647279-0000-8000-8000-0000000000011",
    "63647279000080008000000000000001", "63647279-0000-8000-8000-00000000000g",
    "6364727-90000-8000-8000-000000000001", "63647279-0000-8000-8000-00000000000１",
  ])
  func `refuses an invalid UUID`(_ text: String) {
    #expect(Identifier.uuid(text) == nil)
    #expect(Identifier(uuid: text) == nil)
  }

  @Test func `a foreign UUID is no id`() {
    #expect(Identifier(uuid: "f81d4fae-7dec-11d0-a765-00a0c91e6bf6") == nil)
    #expect(
      Identifier.uuid("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6")
        == "f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
  }
}
