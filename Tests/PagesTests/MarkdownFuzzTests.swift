import Diary
import TestSupport
import Testing

@testable import Pages

/// Whatever a text has, its HTML is well-formed.
@Suite struct MarkdownFuzzTests {
  private static let pieces = [
    "*", "**", "_", "`", "```\n", "[", "](https://a.b)", "](", ")", "<", ">", "\\", "\n", "\n\n",
    "- ", "  ", "1. ", "> ", "# ", "a", "한", "&", "\"", "~~~", "https://x.y/", "[x] ", "\t", "\r",
    "]]>",
    "<!--", "</p>", "\u{FFFE}", "\u{0}", "\u{1B}",
  ]

  @Test func `any text gives well-formed elements`() {
    Fuzz.rounds(3700, atLeast: 3_000) { seed in
      let text = (0..<Int.random(in: 1...40, using: &seed))
        .map { _ in Self.pieces.randomElement(using: &seed) ?? "" }.joined()
      expectWellFormed(Markdown(text).html(), of: text)
    }
  }

  @Test func `any bytes give well-formed elements`() {
    Fuzz.rounds(3701, atLeast: 1_000) { seed in
      let bytes = (0..<Int.random(in: 0...200, using: &seed)).map { _ in
        UInt8.random(in: 0...255, using: &seed)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      expectWellFormed(Markdown(text).html(headingsFrom: 4), of: text)
    }
  }

  private func expectWellFormed(_ html: String, of text: String) {
    var open: [Substring] = []
    var rest = html[...]
    while let start = rest.firstIndex(of: "<") {
      guard let end = rest[start...].firstIndex(of: ">") else {
        Issue.record("\(text.debugDescription): \(html)")
        return
      }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasSuffix("/") { continue }
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else {
          Issue.record("\(text.debugDescription): \(html)")
          return
        }
      } else {
        open.append(tag.prefix { $0 != " " })
      }
    }
    #expect(open.isEmpty, "\(text.debugDescription): \(html)")
  }
}
