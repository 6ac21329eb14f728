import TestSupport
import Testing

@testable import HTML

@Suite struct HTMLFuzzTests {
  private static let pieces = [
    "<", ">", "</", "/>", "<!--", "-->", "--!>", "->", "<!", "<?", "=", "\"", "'", " ", "\n", "/",
    "&",
    "&amp;", "&#x", "&#55;", ";", "td", "script", "</script>", "<script>", "title", "<title>",
    "</title >", "a", "é", "data-date", "<!doctype html>", "<![CDATA[", "]]>", "\0", "<td a=\"b\">",
    "<textarea>", "</TEXTAREA>",
  ].map { Array($0.utf8) }

  private static func page(_ seed: inout Seeded) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...40, using: &seed) {
      if Int.random(in: 0..<8, using: &seed) == 0 {
        bytes.append(.random(in: 0 ... .max, using: &seed))
      } else {
        bytes += pieces[Int.random(in: 0..<pieces.count, using: &seed)]
      }
    }
    return bytes
  }

  @Test func `tokens of any bytes are in order and inside the input`() {
    Fuzz.rounds(61, atLeast: 20_000) { seed in
      let page = Self.page(&seed)
      let asks = Bool.random(using: &seed)
      var tokenizer = HTMLTokenizer()
      var last = 0
      func pass(_ range: Range<Int>) {
        #expect(range.lowerBound >= last && range.upperBound <= page.count, "\(page)")
        last = range.upperBound
      }
      while let token = tokenizer.next(in: page.span) {
        switch token {
        case .text(let range), .raw(let range):
          #expect(!range.isEmpty, "\(page)")
          pass(range)
        case .end(let range): pass(range)
        case .comment(let range), .doctype(let range): pass(range)
        case .start(let name):
          pass(name)
          guard asks else { continue }
          while let attribute = tokenizer.nextAttribute(in: page.span) {
            pass(attribute.name)
            pass(attribute.value)
          }
        }
      }
      #expect(tokenizer.steps <= 12 * page.count + 12, "\(page)")
    }
  }

  @Test func `reading attributes does not change the tokens`() {
    Fuzz.rounds(62, atLeast: 10_000) { seed in
      let page = Self.page(&seed)
      var asking = HTMLTokenizer()
      var passing = HTMLTokenizer()
      while let token = passing.next(in: page.span) {
        #expect(asking.next(in: page.span) == token, "\(page)")
        while asking.nextAttribute(in: page.span) != nil {}
      }
      #expect(asking.next(in: page.span) == nil, "\(page)")
      #expect(passing.isTagComplete == asking.isTagComplete, "\(page)")
    }
  }

  @Test func `decoding references never makes a text longer`() {
    Fuzz.rounds(63, atLeast: 10_000) { seed in
      let page = Self.page(&seed)
      let decoded = HTMLReference.decoded(0..<page.count, in: page.span)
      #expect(decoded.count <= page.count, "\(page)")
    }
  }
}
