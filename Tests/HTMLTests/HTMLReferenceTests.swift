import HTML
import Testing

@Suite struct HTMLReferenceTests {
  @Test(arguments: [
    ("a&amp;b", "a&b"), ("&lt;&gt;&quot;&apos;", "<>\"'"), ("1&nbsp;234", "1\u{A0}234"),
    ("&#55;", "7"), ("&#x37;&#X37;", "77"), ("&#55", "7"), ("&#128;", "€"), ("&#0;", "\u{FFFD}"),
    ("&#xD800;", "\u{FFFD}"), ("&#x110000;", "\u{FFFD}"), ("&#99999999999999999999;", "\u{FFFD}"),
    ("&#x1F431;", "🐱"), ("&", "&"), ("&;", "&;"), ("&#;", "&#;"), ("&#x;", "&#x;"),
    ("&unknown;", "&unknown;"), ("&ampx", "&x"), ("&amp", "&"), ("&nbspx", "\u{A0}x"),
    ("&&amp;&", "&&&"), ("&aaaaaaaaaaaaaaaaaaaa;", "&aaaaaaaaaaaaaaaaaaaa;"), ("&middot;", "·"),
  ])
  func `decodes character references in text`(written: String, meant: String) {
    let bytes = Array(written.utf8)
    #expect(HTMLReference.text(0..<bytes.count, in: bytes.span) == meant)
  }

  @Test(arguments: [("a&copy=1", "a&copy=1"), ("&ampx", "&ampx"), ("&amp;", "&")])
  func `keeps plain ampersands in attribute values`(written: String, meant: String) {
    let bytes = Array(written.utf8)
    #expect(HTMLReference.text(0..<bytes.count, in: bytes.span, as: .attribute) == meant)
  }

  @Test func `a reference does not extend past its range`() {
    let bytes = Array("&amp;".utf8)
    #expect(HTMLReference.text(0..<3, in: bytes.span) == "&am")
  }
}
