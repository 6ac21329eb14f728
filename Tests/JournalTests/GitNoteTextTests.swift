import Diary
import TestSupport
import Testing

@testable import Journal

/// The text of a git note: what is written comes back exactly.
@Suite struct GitNoteTextTests {
  private static let id = Identifier(stored: "7kq2m9x4c1ab")
  private static let other = Identifier(stored: "8000zzzzzzzz")
  private static let date = Moment(Instant(secondsSince1970: 1_763_714_566), offset: 32_400)

  private func section(_ text: Text, id: Identifier = id) -> GitNoteSection {
    GitNoteSection(id: id, createdAt: Self.date, text: text)
  }

  private func text(_ sections: [GitNoteSection]) -> String {
    String(decoding: GitNoteText(sections).bytes, as: UTF8.self)
  }

  private func isSame(_ left: Text?, _ right: Text) -> Bool {
    left?.isIdentical(to: right) ?? false
  }

  @Test func `a note reads well in git log`() {
    let note = Text(title: "Why the cache", body: "It was slow.", tags: ["perf", "sql"])
    #expect(
      text([section(note)]) == """
        Why the cache

        It was slow.

        Commitdiary-Note: 7kq2m9x4c1ab 2025-11-21T17:42:46+09:00
        Commitdiary-Tags: perf, sql

        """)
  }

  static let texts = [
    Text(title: "T", body: "B"), Text(title: "T", body: ""),
    Text(title: "", body: "B"), Text(title: "B", body: "B\nmore"),
    Text(title: "B", body: "\n  B  \n\n\n"), Text(title: "T", body: "\n\nB\n"),
    Text(title: " T ", body: "B\r\nC\r\n"), Text(title: "T\nU", body: "B"),
    Text(title: "\u{E9}", body: "e\u{301}\nB"), Text(title: "제목", body: "본문\n# 머리글"),
    Text(title: "Commitdiary-Note: 7kq2m9x4c1ab", body: "\\Commitdiary-Tags: x"),
    Text(title: "T", body: "Commitdiary-Title: none\n\\\\Commitdiary-Note: x\n"),
    Text(title: "first line", body: "none"), Text(title: "", body: "\n\n  x\n \n"),
    Text(title: "T", body: "B", tags: ["a, b", "\"q\"", "two words", "#old", "é\\"]),
    Text(title: "T", body: " "), Text(title: "none", body: "none"),
  ]

  @Test(arguments: texts)
  func `every text comes back exactly`(_ note: Text) throws {
    let second = Text(title: "Second", body: "text", tags: ["x"])
    for sections in [
      [section(note)], [section(note), section(second, id: Self.other)],
      [section(second, id: Self.other), section(note)],
    ] {
      let read = try #require(GitNoteText(GitNoteText(sections).bytes))
      #expect(read.sections.map(\.id) == sections.map(\.id))
      #expect(read.sections.map(\.createdAt) == sections.map(\.createdAt))
      for (got, wanted) in zip(read.sections, sections) {
        #expect(isSame(got.text, wanted.text), "\(got.text) \(wanted.text)")
      }
    }
  }

  @Test func `random texts come back exactly`() throws {
    var generator = Seeded(20_261_122)
    let pieces = [
      "\n", "\r\n", " ", "a", "#", "\\", "Commitdiary-Note: ", "Commitdiary-Tags:", "한", ",",
      "7kq2m9x4c1ab", "Commitdiary-Title: none", "\t", "\"",
    ]
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }
    for _ in 0..<3_000 {
      let notes = (0..<3).map { _ in
        Text(title: text(3), body: text(12), tags: [text(3)].filter { !$0.isBlank })
      }.filter { !$0.title.isBlank || !$0.body.isBlank }
      let written = notes.map { section($0) }
      let read = GitNoteText(GitNoteText(written).bytes)?.sections ?? []
      #expect(read.count == written.count)
      for (got, wanted) in zip(read, written) {
        let tags = got.text.tags.map { Array($0.utf8) }
        #expect(tags == wanted.text.tags.map { Array($0.utf8) })
        #expect(
          Array(got.text.body.utf8) == Array(wanted.text.body.utf8)
            && Array(got.text.title.utf8) == Array(wanted.text.title.utf8))
      }
    }
  }

  @Test func `the text of other programs is one note without an id`() throws {
    let read = try #require(GitNoteText(Array("\nLooks good\n\nto me\n\n".utf8)))
    #expect(read.sections.map(\.id) == [nil])
    #expect(read.sections.first?.text == Text(title: "Looks good", body: "Looks good\n\nto me"))
    #expect(GitNoteText([])?.sections == [])
    #expect(GitNoteText(Array("\n \n".utf8))?.sections == [])
  }

  @Test func `text that git notes append adds is a section of its own`() throws {
    let bytes = GitNoteText([section(Text(title: "T", body: "B"))]).bytes
    let read = try #require(GitNoteText(bytes + Array("\nappended\n".utf8)))
    #expect(read.sections.map(\.id) == [Self.id, nil])
    #expect(read.sections.last?.text.body == "appended")
  }

  @Test func `what is not text is not read`() {
    #expect(GitNoteText([0xFF, 0xFE]) == nil)
    #expect(GitNoteText(Array("a\0b".utf8)) == nil)
    #expect(GitNoteText([UInt8](repeating: 0x61, count: GitNoteText.limit + 1)) == nil)
  }

  @Test func `any bytes are read without failing`() {
    var generator = Seeded(7)
    let sample = GitNoteText(Self.texts.map { section($0) }).bytes
    for _ in 0..<2_000 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...127, using: &generator)
      }
      let end = Int.random(in: 0...bytes.count, using: &generator)
      guard let read = GitNoteText(Array(bytes[..<end])) else { continue }
      _ = GitNoteText(read.sections).bytes
    }
  }
}
