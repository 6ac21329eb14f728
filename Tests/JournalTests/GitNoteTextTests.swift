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

/// Merging two changes of a note.
@Suite struct LineMergeTests {
  private func merge(_ base: String?, _ ours: String, _ theirs: String) -> [[UInt8]] {
    func lines(_ text: String) -> [[UInt8]] {
      text.split(separator: " ").map { Array($0.utf8) }
    }
    return LineMerge.merged(base: base.map(lines), ours: lines(ours), theirs: lines(theirs))
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var base: String?
    var ours: String
    var theirs: String
    var merged: String
  }

  @Test(arguments: [
    Example(
      testDescription: "only theirs", base: "a b c", ours: "a b c", theirs: "a x c",
      merged: "a x c"),
    Example(
      testDescription: "only ours", base: "a b c", ours: "a x c", theirs: "a b c", merged: "a x c"),
    Example(
      testDescription: "both, in different places", base: "a b c d e", ours: "x b c d e",
      theirs: "a b c d y", merged: "x b c d y"),
    Example(
      testDescription: "the same change", base: "a b", ours: "a x", theirs: "a x", merged: "a x"),
    Example(
      testDescription: "both, in one place", base: "a b c", ours: "a x c", theirs: "a y c",
      merged: "a x y c"),
    Example(
      testDescription: "deleted and changed", base: "a b c", ours: "a c", theirs: "a y c",
      merged: "a y c"),
    Example(
      testDescription: "no common version", base: nil, ours: "a b c", theirs: "a y c",
      merged: "a b y c"),
    Example(
      testDescription: "added at the end by both", base: "a", ours: "a b", theirs: "a c",
      merged: "a b c"),
  ])
  func `merges by lines and keeps both in a conflict`(_ example: Example) {
    let lines = merge(example.base, example.ours, example.theirs)
    let text = lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    #expect(text == example.merged)
  }

  @Test func `a long text is merged in time`() {
    let lines = (0..<200_000).map { Array("line \($0)".utf8) }
    let changed = lines.map { $0 + [0x21] }
    let merged = LineMerge.merged(base: lines, ours: changed, theirs: [[0x61]] + lines)
    #expect(merged.count >= 200_001)
  }

  @Test func `an edit in git's editor keeps what git strips elsewhere`() {
    let base = Text(title: "T", body: "# Heading\n\n\nfirst  \n\nlast\n")
    let stripped = TextLines(of: Text(title: "T", body: "first\n\nlast"))
    #expect(TextLines(of: base).isSame(afterGit: stripped))
    let edited = TextLines(of: Text(title: "T", body: "first\n\nchanged"))
    #expect(!TextLines(of: base).isSame(afterGit: edited))
    let restored = TextLines(of: base).restoring(edited).text(tags: [])
    #expect(restored.body == "# Heading\n\n\nfirst  \n\nchanged\n")
  }
}
