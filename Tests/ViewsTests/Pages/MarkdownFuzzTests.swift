import Diary
import TestSupport
import Testing

@testable import Views

/// Whatever a text has, its HTML is well-formed.
@Suite struct MarkdownFuzzTests {
  private static let pieces = [
    "*", "**", "_", "`", "```\n", "[", "](https://a.b)", "](", ")", "<", ">", "\\", "\n", "\n\n",
    "- ", "  ", "~~", "|", "|-|\n", " | ", ":-:", "[^", "[^a]", "[^a]: ", "    ", "!", "1. ", "> ",
    "# ", "a", "한", "&", "\"", "~~~", "https://x.y/", "[x] ", "\t", "\r",
    "]]>",
    "<!--", "</p>", "\u{FFFE}", "\u{0}", "\u{1B}",
  ]

  @Test func `any text gives well-formed elements`() {
    Fuzz.rounds(3700, atLeast: 3_000) { seed in
      let text = (0..<Int.random(in: 1...40, using: &seed))
        .map { _ in Self.pieces.randomElement(using: &seed) ?? "" }.joined()
      expectWellFormed(Markdown(text: text).html(), of: text)
    }
  }

  @Test func `any bytes give well-formed elements`() {
    Fuzz.rounds(3701, atLeast: 1_000) { seed in
      let bytes = (0..<Int.random(in: 0...200, using: &seed)).map { _ in
        UInt8.random(in: 0...255, using: &seed)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      expectWellFormed(Markdown(text: text).html(headingsFrom: 4), of: text)
    }
  }

  private func expectWellFormed(_ html: String, of text: String) {
    var open: [[UInt8]] = []
    // Bytes, because a letter may combine with the end of a tag.
    var rest = Array(html.utf8)[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      guard let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) else {
        Issue.record("\(text.debugDescription): \(html)")
        return
      }
      let tag = rest[(start + 1)..<end]
      rest = rest[(end + 1)...]
      if tag.last == UInt8(ascii: "/") { continue }
      if tag.first == UInt8(ascii: "/") {
        guard open.popLast() == Array(tag.dropFirst()) else {
          Issue.record("\(text.debugDescription): \(html)")
          return
        }
      } else {
        open.append(Array(tag.prefix { $0 != UInt8(ascii: " ") }))
      }
    }
    #expect(open.isEmpty, "\(text.debugDescription): \(html)")
  }
}
