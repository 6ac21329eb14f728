import TestSupport
import Testing

@testable import Diary

@Suite struct EntryTextTests {
  @Test(arguments: [
    ("", "", ""), (" \n\t\n", "", ""), ("one", "one", ""), ("  one  \n", "one", ""),
    ("one\n\ntwo", "one", "two"), ("\n\none\ntwo\n\n  three\n\n", "one", "two\n\n  three"),
    ("one\r\n\r\ntwo\r\nthree\r\n", "one", "two\r\nthree"), ("one\u{2028}two", "one", "two"),
    ("회고\n\n  indented", "회고", "  indented"), ("# one\n* two", "# one", "* two"),
  ])
  func `uses the first line as title`(_ written: String, _ title: String, _ body: String) {
    let text = EntryText(written: written)
    #expect(text.isIdentical(to: EntryText(title: title, body: body)))
    #expect(EntryText(written: text.written).isIdentical(to: text))
    #expect(text.isEmpty == title.isEmpty)
  }

  @Test(arguments: [
    ("", "one\ntwo", "one\n\ntwo"), ("one", "two", "one\n\ntwo"),
    ("one\n\ntwo\n", "three", "one\n\ntwo\n\nthree"),
    ("one", "\n  two\n\n", "one\n\n  two"), ("one", " \n", "one"), ("", "", ""),
  ])
  func `separates an added paragraph`(
    _ old: String, _ paragraph: String, _ new: String
  ) {
    #expect(EntryText(written: old).adding(paragraph).written == new)
  }

  @Test func `a paragraph keeps the tags, and tags alone do not count as text`() {
    let text = EntryText(written: "one", tags: ["perf"]).adding("two").adding(tags: ["PERF", "b"])
    #expect(text == EntryText(title: "one", body: "two", tags: ["perf", "b"]))
    #expect(EntryText(title: "", body: "", tags: ["perf"]).isEmpty)
  }

  @Test func `another normalization form of an entry is another text`() {
    #expect(
      !EntryText(title: "é", body: "").isIdentical(to: EntryText(title: "e\u{301}", body: "")))
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
