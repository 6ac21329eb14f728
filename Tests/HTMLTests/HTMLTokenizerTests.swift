import TestSupport
import Testing

@testable import HTML

@Suite struct HTMLTokenizerTests {
  struct Example: CustomTestStringConvertible {
    var html: String
    var pieces: [Piece]
    var testDescription: String { html }

    init(_ html: String, _ pieces: [Piece]) {
      self.html = html
      self.pieces = pieces
    }
  }

  @Test(arguments: [
    Example("", []),
    Example("only text", [.text("only text")]),
    Example("a<b>c</b>d", [.text("a"), .start("b"), .text("c"), .end("b"), .text("d")]),
    Example("<TD>x</tD >", [.start("TD"), .text("x"), .end("tD")]),
    Example("1 < 2 <3 <", [.text("1 < 2 <3 <")]),
    Example("a </", [.text("a </")]),
    Example("</>x", [.comment(""), .text("x")]),
    Example("</ b>x", [.comment(" b"), .text("x")]),
    Example("<!DOCTYPE html>x", [.doctype(" html"), .text("x")]),
    Example("<!doctype>", [.doctype("")]),
    Example("<?xml version=\"1.0\"?>x", [.comment("?xml version=\"1.0\"?"), .text("x")]),
    Example("<![CDATA[a>b]]>", [.comment("[CDATA[a"), .text("b]]>")]),
    Example(
      "<tool-tip for=a>7</tool-tip>",
      [.start("tool-tip", ["for": "a"]), .text("7"), .end("tool-tip")]),
  ])
  func `splits pages into tokens`(_ example: Example) {
    #expect(Page.pieces(example.html) == example.pieces)
  }

  @Test(arguments: [
    Example("<a b=c d='e' f=\"g\" h>", [.start("a", ["b": "c", "d": "e", "f": "g", "h": ""])]),
    Example("<a\n\tb = 'c'\r\n>", [.start("a", ["b": "c"])]),
    Example("<a b='c'd=\"e\">", [.start("a", ["b": "c", "d": "e"])]),
    Example("<a b='>' c=\"</a>\">", [.start("a", ["b": ">", "c": "</a>"])]),
    Example("<a b='1' b='2'>", [.start("a", ["b": "1"])]),
    Example("<a b=''>", [.start("a", ["b": ""])]),
    Example("<a b= >x", [.start("a", ["b": ""]), .text("x")]),
    Example("<a =b>", [.start("a", ["=b": ""])]),
    Example("<a =\"b\">", [.start("a", ["=\"b\"": ""])]),
    Example("<a \">x", [.start("a", ["\"": ""]), .text("x")]),
    Example("<a b/c>", [.start("a", ["b": "", "c": ""])]),
    Example("<a b=c/>", [.start("a", ["b": "c/"])]),
    Example("<br/>", [.start("br")]),
    Example("<br / >", [.start("br")]),
    Example("<rect a='b'/>", [.start("rect", ["a": "b"])]),
    Example("<a b='&amp;&lt;&#39;&#x26;'>", [.start("a", ["b": "&<'&"])]),
    Example("<a b='?x=1&copy=2'>", [.start("a", ["b": "?x=1&copy=2"])]),
    Example("</a b='>'>x", [.end("a"), .text("x")]),
    Example("<é>", [.text("<é>")]),
    Example("<aé ü='ö'>", [.start("aé", ["ü": "ö"])]),
  ])
  func `reads attributes with any quotes`(_ example: Example) {
    #expect(Page.pieces(example.html) == example.pieces)
  }

  @Test(arguments: [
    Example("<!-- a -->b", [.comment(" a "), .text("b")]),
    Example("<!-->b", [.comment(""), .text("b")]),
    Example("<!--->b", [.comment(""), .text("b")]),
    Example("<!---->b", [.comment(""), .text("b")]),
    Example("<!--a--!>b", [.comment("a"), .text("b")]),
    Example("<!--a->b--", [.comment("a->b--")]),
    Example("<!-- <td> -- > -->b", [.comment(" <td> -- > "), .text("b")]),
    Example(
      "<!-- '\"` --><!-- </textarea></xmp> --></option>",
      [.comment(" '\"` "), .comment(" </textarea></xmp> "), .end("option")]),
    Example("<!a>b", [.comment("a"), .text("b")]),
  ])
  func `ends comments where browsers do`(_ example: Example) {
    #expect(Page.pieces(example.html) == example.pieces)
  }

  @Test(arguments: [
    Example(
      "<script>if (a<b) '<td>'</script>x",
      [.start("script"), .raw("if (a<b) '<td>'"), .end("script"), .text("x")]),
    Example(
      "<STYLE a='b'></styles></style >",
      [.start("STYLE", ["a": "b"]), .raw("</styles>"), .end("style")]),
    Example("<title>a</title><b>", [.start("title"), .raw("a"), .end("title"), .start("b")]),
    Example("<textarea><b></textarea>", [.start("textarea"), .raw("<b>"), .end("textarea")]),
    Example("<script></script>", [.start("script"), .end("script")]),
    Example("<script>a", [.start("script"), .raw("a")]),
    Example("<script>a</script", [.start("script"), .raw("a</script")]),
    Example("<title/><b>", [.start("title"), .start("b")]),
    Example("<scripts><b>", [.start("scripts"), .start("b")]),
  ])
  func `reads raw text elements as text`(_ example: Example) {
    #expect(Page.pieces(example.html) == example.pieces)
  }

  @Test func `skips attributes that are not asked for`() {
    let page = Array("<script src='>'>a</script><a b='>'>c".utf8)
    var tokenizer = HTMLTokenizer()
    var count = 0
    while let token = tokenizer.next(in: page.span) {
      if case .text(let range) = token { #expect(page[range] == [UInt8(ascii: "c")]) }
      count += 1
    }
    #expect(count == 5)
    #expect(tokenizer.nextAttribute(in: page.span) == nil)
  }

  @Test(arguments: ["<a b='c'", "<a b", "<a ", "<a b='c", "<a b=", "<a /"])
  func `an unclosed tag is incomplete`(html: String) {
    let page = Array(html.utf8)
    var tokenizer = HTMLTokenizer()
    _ = tokenizer.next(in: page.span)
    while tokenizer.nextAttribute(in: page.span) != nil {}
    #expect(!tokenizer.isTagComplete)
    #expect(tokenizer.next(in: page.span) == nil)
  }

  @Test func `a closed tag is complete`() {
    let page = Array("<a b=c>".utf8)
    var tokenizer = HTMLTokenizer()
    _ = tokenizer.next(in: page.span)
    while tokenizer.nextAttribute(in: page.span) != nil {}
    #expect(tokenizer.isTagComplete)
  }

  @Test(arguments: [
    "<!--", "<!-- ->", "<a \"", "<a b=\"", "<a b='\" ", "<a =", "<a/", "</a ", "<script>",
    "</script",
    "<script></scrip", "<title></titl", "<", "</", "<!", "<?", "<!d", "&", "&#", "&#x", "&amp", "a",
    ">",
    "-->", "=\"", "'", "<textarea><", "<td data-date='2020-01-01'>", "<a b>", "<!doctype",
    "<![CDATA[",
  ])
  func `time grows linearly with the size of the page`(piece: String) {
    func steps(_ count: Int, _ prefix: String) -> Int {
      let page = Array((prefix + String(repeating: piece, count: count)).utf8)
      var tokenizer = HTMLTokenizer()
      while let token = tokenizer.next(in: page.span) {
        if case .start = token { while tokenizer.nextAttribute(in: page.span) != nil {} }
      }
      return tokenizer.steps
    }
    for prefix in ["", "<script>", "<!--", "<a b=\"", "<a b='", "<title>", "<a "] {
      let once = steps(2_000, prefix)
      #expect(steps(4_000, prefix) <= 2 * once + 100, "\(prefix)")
      #expect(once <= 12 * (2_000 * piece.utf8.count + prefix.utf8.count) + 100, "\(prefix)")
    }
  }
}
